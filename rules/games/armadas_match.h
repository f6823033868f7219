#pragma once
#include <algorithm>

#include <nlohmann/json.hpp>

#include "rules/games/armadas_fleet.h"

namespace linesman::rules {

/// What a player may do or say. Headings and poses in radians and table millimetres.
struct MatchAction {
  enum class Kind { move, fire, done, repair, extra, adjust, resign, offer_draw, accept_draw, decline_draw, take_back };
  Kind kind = Kind::done;
  std::string player; ///< who acts; empty: whose turn it is
  std::string ship;
  std::string target;               ///< fire
  std::optional<Side> side;         ///< fire; left out: the best
  std::vector<double> headings_rad; ///< move by headings (exact placements), or
  std::vector<ShipPose> placements; ///< move as seen, one pose after each step (adjust: one)
  std::vector<PoseDoubt> doubts;    ///< of `placements`
  bool agreed = false;              ///< both players accept what is not clearly legal (move, fire, docking)
};

/// One seat.
struct MatchPlayer {
  std::string name;
  std::array<int, 3> fleet{}; ///< ships at the start, by size
  std::array<int, 3> lost{};  ///< sunk, by size
  int points = 0;             ///< left over, not yet spent
  int sunk_ships = 0;         ///< enemy ships credited
  int sunk_points = 0;
  int delivered = 0;
  bool out = false;
  bool wants_draw = false;
  std::string flagship; ///< ship id (flagship; the flag when it is a ship)
  bool flagship_sunk = false;
  std::string flagship_sunk_by; ///< the enemy who sank it, if one did
  std::string flag;             ///< id of a standing flag
  std::string base;             ///< id of the home base
  std::string cargo_ship;       ///< transport: the marked ship
  std::string cargo_goal;       ///< and the place it has to reach
};

/// Everything about a game in progress; a plain value.
struct MatchState {
  PlaneTable table;                 ///< ships afloat with damage, armour, moved, shots; uprights; terrain
  std::vector<MatchPlayer> players; ///< in order of play
  std::size_t turn = 0;             ///< index of the player to act
  int round = 1;
  int actions_used = 0;
  int extra_actions = 0; ///< bought this turn
  int passes = 0;        ///< turns in a row without an action
  bool draw_offered = false;
  std::map<std::string, std::vector<PlaneObject>> cargo; ///< ship id -> what it carries
  bool over = false;
  std::vector<std::string> winners; ///< empty with `over`: nobody; several: a draw
  std::string ending;               ///< sentence
  std::string ending_clause;

  const MatchPlayer& mover() const { return players[turn]; }
  const MatchPlayer* player(const std::string& name) const;
};

/// Exact (numbers survive to the last bit).
/// A pose as the journal keeps it: [stern x mm, stern y mm, heading rad].
nlohmann::json poseJson(const ShipPose& pose);
ShipPose poseFrom(const nlohmann::json& node);
nlohmann::json toJson(const MatchState& state);
Result<MatchState> matchStateFromJson(const nlohmann::json& json);
nlohmann::json toJson(const MatchAction& action);
Result<MatchAction> matchActionFromJson(const nlohmann::json& json);

/// Without those that are bought.
inline constexpr int actions_per_turn = 3;

/// Players as they sit, put in the order of their turns: the first stays that, and the others follow clockwise or the
/// other way round (`turn_order`).
template <class Seat> void putInTurn(const PlaneLaw& law, std::vector<Seat>& seats) {
  if (law.option("turn_order") == "counterclockwise" && !seats.empty())
    std::reverse(seats.begin() + 1, seats.end());
}
/// Who begins of so many where that is drawn by lot; one seed, one lot.
std::size_t drawnByLot(unsigned seed, std::size_t players);

/// An answer to an action: legal with its consequences as events, or a verdict with none.
struct ActionVerdict {
  Verdict verdict;
  std::vector<nlohmann::json> events; ///< in order; each has "event" and plain values, see README.md
};

/// Starting state from the set-up on the table (checkSetup decides whether it is one). `seed` draws the first player.
MatchState startMatch(const PlaneLaw& law, const PlaneTable& table, const std::vector<FleetPlan>& plans,
                      const std::vector<MatchPlayer>& marks = {}, unsigned seed = 0);

/// Validates without touching: what the law says of an action in a state, and what would follow.
ActionVerdict judgeAction(const PlaneLaw& law, const MatchState& state, const MatchAction& action);
/// Applies one event to a state: no law, only bookkeeping.
void applyEvent(MatchState& state, const nlohmann::json& event);

/// Can the ship take any step at all (AR-25)? Searched over headings by half degrees.
bool isStuck(const PlaneLaw& law, const MatchState& state, const std::string& ship);

/// A piece that does not lie where the record has it.
struct Shift {
  std::string ship;
  double residual_mm = 0.0;
  double turn_deg = 0.0;
  ShipPose recorded;
  ShipPose seen;
};
/// Ships of `seen` (same ids) farther than the switch `drift_mm` from their record (AR-34).
std::vector<Shift> shiftsOf(const PlaneLaw& law, const MatchState& state, const PlaneTable& seen);

/// A game with its journal. The journal alone rebuilds the state bit for bit.
class ArmadasMatch {
public:
  ArmadasMatch(PlaneLaw law, MatchState start);
  /// From the events of another match's journal.
  static Result<ArmadasMatch> fromJournal(PlaneLaw law, const std::vector<nlohmann::json>& journal);

  const PlaneLaw& law() const { return law_; }
  const MatchState& state() const { return state_; }
  /// First the start (whole state), then every event with "seq" and "action" (which action it belongs to).
  const std::vector<nlohmann::json>& journal() const { return journal_; }

  ActionVerdict judge(const MatchAction& action) const { return judgeAction(law_, state_, action); }
  /// Judges, and applies when legal. Take-back is undone here.
  ActionVerdict play(const MatchAction& action);
  /// Takes back the last action whatever it was (both players agree); false at the start.
  bool undo();
  /// Number of actions in force.
  int actions() const { return static_cast<int>(past_.size()); }

private:
  void append(nlohmann::json event);

  PlaneLaw law_;
  MatchState state_;
  std::vector<MatchState> past_; ///< state before each action in force
  std::vector<nlohmann::json> journal_;
  int action_ = 0;
};

} // namespace linesman::rules
