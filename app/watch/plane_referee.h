#pragma once
#include <functional>
#include <optional>
#include <set>
#include <utility>

#include "app/watch/fleet.h"
#include "app/watch/ignored_things.h"
#include "app/watch/plane_standing.h"
#include "app/watch/plane_steps.h"
#include "app/watch/plane_strangers.h"
#include "app/watch/referee.h"
#include "app/watch/turn_ledger.h"

namespace linesman::app {

struct PlaneLook;

/// Watches Armadas and Armada 2K: steps with a gauge laid bow to stern, shots that are told, ships that are sunk,
/// pushed, lifted and put back.
class PlaneReferee final : public Referee {
public:
  static Result<std::unique_ptr<Referee>> make(const MatchSetup& setup);

private:
  PlaneReferee(PlaneLaw law, MatchSetup setup)
      : law_(std::move(law)), markers_(law_), setup_(std::move(setup)), named_(!setup_.players.empty()) {}

  SettledTable doFacing(const SettledTable& table) const override;
  std::vector<Event> doObserve(const SettledTable& table) override;
  std::vector<Event> doHear(const Claim& said) override;
  std::vector<Event> doOverrule(const Overruling& overruling) override;
  Result<void> doMayOverrule(const Overruling& overruling) const override;
  bool isWaiting() const override;
  bool isSettingUp() const override { return setting_up_ && !over_; }
  bool isHoldingBack() const override;
  nlohmann::json doState() const override;
  void doRestore(const nlohmann::json& state) override;

  PlaneStanding standing() const {
    return {law_, markers_, setup_, start_, ships_, ledger_, account_, resigned_, at_flag_};
  }

  // plane_referee.cpp: how a game begins
  Ship* shipNamed(const std::string& name);
  std::vector<Event> begin(const TableState& state);
  TableState withoutGauge(const TableState& state) const;
  void tellOwnerless(const TableState& state, std::vector<Event>& events);
  void drawFirst(double t_s, std::vector<Event>& events);
  void leaveOutShipless(double t_s, std::vector<Event>& events);
  void tellUpright(double t_s, std::vector<Event>& events) const;
  void announceStart(double t_s, std::vector<Event>& events);
  std::string whyNoGame() const;
  void forgetGame();
  std::vector<Event> judgeSetUp(double t_s);
  std::string playerWhoSteps(const TableState& state) const;
  void pickUp(const std::string& player, double t_s, std::vector<Event>& events);

  // plane_referee_seen.cpp: a settled table
  std::vector<ExpectedPiece> expectedPieces() const;
  void followShips(PlaneLook& look);
  std::vector<std::pair<double, Ship*>> bowsAt(const SeenPyramid& pyramid);
  void explainStrangers(PlaneLook& look);
  std::vector<NotCounted> thingsBeside(const SeenPose* gauge = nullptr) const;

  // plane_referee_steps.cpp: steps
  void followPending(PlaneLook& look);
  void judgeAnew(PlaneLook& look, Ship& ship);
  void placeAgain(PlaneLook& look, Ship& ship, const SeenPose& to, const std::string& runner_up);
  /// What was done in the turn before is judged, counted and taken back in that turn.
  void inTurn(int turn, const std::function<void()>& act);
  bool movesOn(const Ship& ship) const;
  void withdrawStep(PlaneLook& look, const Ship& ship);
  void uncountStep(const Ship& ship);
  void recheckPending(PlaneLook& look, Ship& ship);
  void recheckWithheld(PlaneLook& look, Ship& ship);
  void recheckEnded(PlaneLook& look);
  Judgement judgeStep(const Ship& ship, const SeenPose& to) const;
  bool wentLastTurn(const Ship& ship) const;
  void stepAway(PlaneLook& look, Ship& ship, std::size_t seen, double likelihood, const std::string& runner_up);
  void placeStep(PlaneLook& look, Ship& ship, const SeenPose& to, double likelihood, const std::string& runner_up);
  void completeStep(PlaneLook& look);

  // plane_referee_asks.cpp: what is asked about
  void askAboutMissing(PlaneLook& look);
  std::string sentenceAbout(const SeenPyramid& stranger, const PlaneLook& look, const Ship* near) const;

  // plane_referee_fleets.cpp: fleets that the first table shows wrongly
  bool mayBeShip(const Stranger& stranger);
  void countShip(const Stranger& stranger, int chits, double t_s, std::vector<Event>& events);
  bool mayBeGauge(const Stranger& stranger) const;
  void countOverlooked(const TableState& state, std::vector<Event>& events);
  void uncountUnseen(const TableState& state, std::vector<Event>& events);
  void hearCount(const Claim& claim, std::vector<Event>& events);
  void noteNamed(const std::string& name);

  // plane_referee_ignored.cpp: what is seen as a ship and is none
  void ignore(const SeenPyramid& pyramid, const std::string& what, double t_s, std::vector<Event>& events);
  void hearIgnore(const Claim& claim, std::vector<Event>& events);
  void hearNoShip(const Claim& claim, const std::string& name, std::vector<Event>& events);
  bool isShipOrGauge(const SeenPyramid& pyramid) const;

  // plane_referee_said.cpp: what players say; shots and turns
  void hearUndo(const Claim& claim, std::vector<Event>& events);
  Judgement judgeShot(const std::string& shooter, const Ship& ship, const Ship& target) const;
  bool gaugeMatters(const Ship& ship, const Ship& target) const;
  std::pair<Ship*, Ship*> shipsOfShot(const std::string& words);
  std::vector<Event> hearShot(const Claim& claim, const std::string& words);
  void hearResignation(const Claim& claim, std::vector<Event>& events);
  void resign(const std::string& player, double t_s, std::vector<Event>& events);
  /// What `actor` does, judged. Who is next need not wait for a word of a player without an action left: his legal
  /// action ends that turn, and no other does.
  Judgement judgeActionOf(const std::string& actor, double t_s, const std::function<Judgement()>& judge,
                          std::vector<Event>& events);
  void endTurn(double t_s, std::vector<Event>& events);
  void announceNewTurn(const std::string& to_move, double t_s, std::vector<Event>& events) const;
  void announceTurn(double t_s, std::vector<Event>& events) const;

  // plane_referee_agreed.cpp: points, draws, passes
  bool hearAgreed(const Claim& claim, std::vector<Event>& events);
  void follow(const nlohmann::json& event, double t_s, std::vector<Event>& events);
  void notePasses(double t_s, std::vector<Event>& events);
  void overruleAgreed(const Overruling& overruling, bool allow, std::vector<Event>& events);
  void hearArmour(const Claim& claim, const std::string& name, std::vector<Event>& events);

  // plane_referee_marks.cpp: flags, bases and flagships
  void takeUpFlags();
  void giveMarkers(double t_s, std::vector<Event>& events);
  void hearMarker(const Claim& claim, const std::string& name, std::vector<Event>& events);
  void arrive(const Ship& ship, double t_s, std::vector<Event>& events);
  bool isMarkingOpen() const;
  std::string askedForFlagship() const;
  void mark(Ship& ship, Marked how, const std::string& sentence, double t_s, std::vector<Event>& events);
  void takeFlagship(const std::string& player, double t_s, std::vector<Event>& events);
  void askForFlagship(const std::string& player, double t_s, std::vector<Event>& events);
  void hearFlagship(const Claim& claim, const std::string& name, std::vector<Event>& events);
  void overruleFlagship(const Overruling& overruling, bool allow, std::vector<Event>& events);

  // plane_referee_losses.cpp: hits, who is out, the end
  void hit(double t_s, const std::string& by, Ship& target, std::vector<Event>& events);
  void takeHitBack(double t_s, Ship& target, std::vector<Event>& events);
  void reopen(double t_s, std::vector<Event>& events);
  void withdraw(const std::string& player);
  void recall(const std::string& player, double t_s, std::vector<Event>& events);
  void noteLeft(PlaneLook& look, Ship& ship) const;
  void remove(Ship& ship, double t_s, std::vector<Event>& events);
  void putOut(const std::string& player, const std::string& clause, double t_s, std::vector<Event>& events);
  void checkOver(double t_s, std::vector<Event>& events);

  // plane_referee_overruled.cpp: what people decide
  void wantAt(double t_s, Ship& ship, const SeenPose& wanted, std::vector<Event>& events);
  bool allowStep(const Overruling& overruling, const Ship& ship);
  bool forbidStep(const Overruling& overruling, const Ship& ship);
  void readmit(const std::string& player);
  void takeResignationBack(const nlohmann::json& verdict, double t_s, std::vector<Event>& events);
  void overruleShot(const Overruling& overruling, const Ship& ship, bool allow, std::vector<Event>& events);
  void overruleStep(const Overruling& overruling, Ship& ship, bool allow, const std::optional<SeenPose>& place,
                    std::vector<Event>& events);

  PlaneLaw law_;
  PlaneMarkers markers_;
  std::optional<PlaneStart> start_; ///< the game in progress, as somebody told it
  MatchSetup setup_;
  bool named_; ///< the players were: else they are those of the colours seen, until the game begins
  std::vector<Ship> ships_;
  TurnLedger ledger_;
  std::optional<PendingStep> pending_;
  std::optional<EndedStep> ended_;
  CompletedSteps completed_;
  std::optional<LastTurn> last_turn_;
  std::optional<PlaneDecision> decision_;
  std::vector<NotCounted> not_counted_; ///< on the table as it was last seen
  bool setting_up_ = false;
  bool placing_ = false;           ///< ships were laid since the first table
  int fleet_tables_ = 0;           ///< that showed the fleets plainly since they were named; no more than `sure_looks`
  std::set<Colour> spoken_;        ///< of ships that were spoken of: their names stay
  std::vector<std::string> ready_; ///< players who said that their fleet is placed
  std::set<std::string> doubted_;  ///< ships whose colour was told to be doubtful, kinds told to be nobody's
  Strangers strangers_;
  IgnoredThings ignored_;
  PlaneAccount account_;
  std::string at_flag_; ///< the ship that has reached an enemy's flag or base
  bool over_ = false;
  std::vector<std::string> resigned_;
};

} // namespace linesman::app
