#pragma once
#include <optional>
#include <set>

#include "app/watch/board_evidence.h"
#include "app/watch/board_explain.h"
#include "app/watch/board_set_up.h"
#include "app/watch/board_signs.h"
#include "app/watch/men_astray.h"
#include "app/watch/referee.h"
#include "rules/board_game.h"

namespace linesman::app {

/// "training 2 d5": the verb of the law's turns that it stands for, the number and the square where they were said.
struct SaidLift {
  std::string verb;
  std::string number;
  std::string square;
};

/// Watches the games on squares. From one settled board to the next it ranks the law's turns by how well each explains
/// what is seen; what no turn explains is judged as the illegal move it is, kept, and the men asked back.
class BoardReferee final : public Referee {
public:
  static Result<std::unique_ptr<Referee>> make(const MatchSetup& setup);

private:
  /// The newest turns that were taken for played: what later pictures may contradict.
  struct Commitment {
    std::vector<std::string> turns;
    nlohmann::json position;        ///< before them
    BoardEvidence evidence;         ///< before them
    std::vector<std::string> words; ///< said before them
  };
  /// A part of the game: what was played from one position that people set up to the next.
  struct Stretch {
    nlohmann::json start;
    std::vector<std::string> played;
    int earlier = 0;
  };
  static constexpr int patient_boards = 2;  // settled boards before something inexplicable is spoken of
  static constexpr int lingering_looks = 3; // ... before a single square that contradicts is
  static constexpr int patient_starts = 6;  // ... before a start that does not come is: men may be being set

  BoardReferee(std::unique_ptr<rules::BoardGame> game, MatchSetup setup)
      : game_(std::move(game)), setup_(std::move(setup)) {}

  std::vector<Event> doObserve(const SettledTable& table) override;
  std::vector<Event> doHear(const Claim& claim) override;
  std::vector<Event> doOverrule(const Overruling& overruling) override;
  Result<void> doMayOverrule(const Overruling& overruling) const override;
  bool doesGoWithTurn(const Claim& said) const override;
  bool isWaiting() const override;
  bool isHoldingBack() const override;
  bool isSettingUp() const override { return setting_up_ && !over_; }
  nlohmann::json doState() const override;
  void doRestore(const nlohmann::json& state) override;

  Result<void> open(const nlohmann::json& position);
  std::vector<Event> begin(const SettledTable& table);
  std::vector<Event> beginAt(const SettledTable& table);
  /// Turns that were played before the watch began, where the first board shows them plainly: they are taken for
  /// played. `wrong`: squares that contradict the start.
  bool playedBefore(std::size_t wrong, double t_s, std::vector<Event>& events);
  std::vector<Event> awaitStart(const std::set<std::string>& wrong, std::size_t men, const SettledTable& table);
  /// Men who begin elsewhere, are others or are missing, as far as that is plainly seen, are named once.
  void askAboutStart(const SettledTable& table, std::vector<Event>& events);
  /// Whoever was not named with the first look is, if this one says the same of him.
  void lookAgainAtStart(const SettledTable& table, std::vector<Event>& events);
  void tellDoubt(const std::set<std::string>& squares, double t_s, std::vector<Event>& events,
                 const std::string& sentence);
  /// Of the squares that this look doubts, those that may be spoken of: one picture of a film may be misread.
  std::set<std::string> seenTwice(const std::set<std::string>& squares, const SettledTable& table);
  /// Whether a square that was asked about still shows another man, or none.
  bool isDoubtful() const;
  /// A new settled board: what is seen of it from now on.
  void look(const TableState& state);
  /// Squares that read otherwise than they should (the position has them), whatever was there before.
  std::set<std::string> readOtherwise(const BoardContents& contents) const;
  std::set<std::string> readOtherwise() const { return readOtherwise(contentsOf(setup_.game, match_->position())); }
  /// Squares that show another man than is to stand there, or none, and for how many looks this one counts.
  /// `otherwise`: those that read otherwise.
  std::map<std::string, int> suspectsAmong(const BoardContents& contents, const std::set<std::string>& otherwise,
                                           bool one_look_tells) const;
  /// One square may contradict a turn, for one look may be misread; what look after look shows is asked about once, and
  /// so are men in others' places and those on the line between two squares. `suspects` among those that read
  /// `otherwise`: suspectsAmong.
  void askAboutLingering(std::map<std::string, int> suspects, const std::set<std::string>& otherwise, double t_s,
                         std::vector<Event>& events);
  std::vector<Event> beginAfterSetUp(const TableState& state);
  void announceStart(double t_s, std::vector<Event>& events) const;
  void noteTouched(const std::vector<std::string>& squares);
  /// Of a picture on its own: who has plainly left his square. Where it does not tell the turn yet, it tells later who
  /// moved first.
  void noteLeft(const nlohmann::json& position);
  /// What the table shows besides men and the position does not say, and dice that count as they lie.
  void askAboutSigns(double t_s, std::vector<Event>& events);
  SeenBoard mergedFirstLooks() const;
  nlohmann::json arrayOf(const SeenBoard& seen) const;
  nlohmann::json armadaChessOf(const SeenBoard& seen) const;

  /// BoardExplainer::explain of the game as it stands.
  std::vector<Explanation> explain(const nlohmann::json& position, const BoardEvidence& evidence,
                                   const BoardSigns* signs, std::size_t unread = 0) const;
  /// What the explanations amount to: the best one's probability, and whether it is sure enough to act on.
  struct Choice {
    double likelihood = 0.0;
    std::string runner_up;
    bool reckoned = false; ///< other turns, or in another order, lead to the same board
    std::set<std::string> unexplained;
    std::set<std::string> unseen;  ///< see BoardEvidence::arrivedUnseen
    std::set<std::string> on_line; ///< see cameToALine
    bool sure = false;
    bool legal = true;
  };
  /// Whether the mover said the contrary of what the turn does: "destroy" for "attack e9 C5 occupy".
  bool contradictsWords(const std::vector<std::string>& turns) const;
  bool isUntoldBomb(const std::string& turn) const;
  /// Squares where somebody came to stand on the line to another one.
  std::set<std::string> cameToALine(const BoardContents& before, const BoardContents& after) const;
  Choice choose(const std::vector<Explanation>& ranked, const nlohmann::json& position, const BoardEvidence& evidence,
                std::size_t most_unexplained = 1) const;
  void act(const Explanation& best, const Choice& choice, double t_s, std::vector<Event>& events);
  /// Is the game over by the newest turn that was seen, and by no word? Until a hand comes it may have been another
  /// one.
  bool lastTurnEnded() const;
  /// The table was not touched, and yet it contradicts the last turn: it was another one.
  bool retract(const TableState& state, const Choice& now, double t_s, std::vector<Event>& events);
  std::optional<rules::AllowedMove> decided(const Overruling& overruling) const;
  /// The turn of an overruled verdict counts; tells what the game ends with, where it does. `wanted`: what stands then.
  std::optional<rules::GameOver> allowTurn(const Overruling& overruling, const rules::AllowedMove& wanted);
  /// Back to a position that was on the board before: with the newest `since` turns where it is known how many those
  /// are, else the last time that it stood there, and `turn` was played from it if there is one. The turns since then
  /// fall.
  void rewindTo(const nlohmann::json& position, const std::string& turn = {},
                std::optional<std::size_t> since = std::nullopt);
  /// The position after so many of `played_`.
  nlohmann::json positionAt(std::size_t turns) const;
  /// How many turns had been played when the game stood so the last time and was not over.
  std::optional<std::size_t> playedUntil(const nlohmann::json& position, const std::string& turn) const;
  /// People set the board up otherwise: the game goes on from there.
  void rebase(const nlohmann::json& position);
  void takeUp(const Stretch& stretch);
  void notePlayed(const std::string& turn, const std::string& side_before, const rules::TurnAnswer& answer);
  /// Of those in `played_`, the turns after which the other side was to move.
  int turnsPlayed() const;
  void noteTurnsChange(const std::string& side_before, double t_s, std::vector<Event>& events) const;
  std::unique_ptr<rules::BoardMatch> copy(const nlohmann::json& position) const;
  /// The match with all that was played and said: offers, repetitions and late claims need more than the position.
  std::unique_ptr<rules::BoardMatch> replayed() const;
  /// What the law says to a turn or word, everything that went before it taken in; nothing is played.
  rules::TurnAnswer judged(const std::string& text) const;
  /// What the law says to a turn that was seen, with the power that was said for it ("Strike:d2d6").
  rules::TurnAnswer judgedAsSaid(const std::string& turn) const;
  std::string withWords(const std::string& turn) const;
  /// A turn with the power that was said for it, unless it has one; of several the newest, who said it again meaning it
  /// so.
  std::string withSaidPower(const std::string& turn) const;
  /// What was declared for the turn and is no part of it; of an empty one all that was declared.
  std::vector<std::string> leftOut(const std::string& turn) const;
  std::string whyLeftOut(const std::string& word, const std::string& turn) const;
  /// Says what was not applied, and why.
  std::string sentenceOnLeftOut(const std::vector<std::string>& words, const std::string& turn) const;
  /// Says what was declared for a turn that is refused.
  std::string sentenceOnFallen() const;

  /// `speaker`: who said it, where that need not be the side to move.
  void playTurn(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                std::vector<Event>& events, const std::string& speaker = {});
  /// Turns that nobody saw one by one: where others lead to the same board too, that is told.
  void playTurns(const Explanation& best, const Choice& choice, double t_s, std::vector<Event>& events);
  /// Whether people do not allow it in the turn that is going on.
  bool isForbidden(const std::string& turn) const;
  std::set<std::string> forbiddenNow() const;
  /// Why the turn that people do not allow cannot be played, though the law has nothing against it; empty: they do.
  std::string sentenceForbidding(const std::string& turn) const;
  void judgeIllegal(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                    std::vector<Event>& events);
  /// Nothing explains the board, or two turns do: after some patience the players are asked.
  void ask(const std::vector<Explanation>& ranked, const Choice& choice, double t_s, std::vector<Event>& events);
  void noteReturn(double t_s, std::vector<Event>& events);
  /// Whether men of the position are not on the board at all.
  bool areMenMissing() const;
  void askBack(const std::set<std::string>& changed, double t_s, std::vector<Event>& events,
               const std::string& sentence = "No turn explains what stands on the board; put the men back as shown, or "
                                             "say what was played.");
  bool hearLift(const Claim& claim, std::vector<Event>& events);
  std::string objectionToLift(const SaidLift& lift) const;
  /// Squares of the mover's men among those that may have been lifted.
  std::vector<std::string> liftedMen() const;
  bool hearTalk(const Claim& claim, std::vector<Event>& events);
  void hearResignationOutOfTurn(const Claim& claim, std::vector<Event>& events);
  rules::GameOver resignationOf(const std::string& player) const;
  void endGame(const rules::GameOver& over, double t_s, std::vector<Event>& events);
  /// A word of the game as its book writes it, however it was typed: "Strike" for "STRIKE".
  std::string asTheBookSpells(const std::string& say) const;
  std::string objectionTo(const Claim& claim) const;
  /// Whether the side to move has a bomb to drop (Invasion).
  bool bombIsOn() const;
  /// Why a word about the turn to come cannot hold: no bomb, power or token is there for it; empty: it may.
  /// `spelled_so`: the word as the law spells it, without squares ("Freeze@").
  std::string objectionToWord(const Claim& claim, const std::string& spelled_so) const;
  /// A right of the last turn, claimed while the other side is to move (AC-135).
  void hearLateClaim(const Claim& claim, std::vector<Event>& events);
  std::string nameOfSide(const std::string& side) const;
  /// Whether "revive R d1" is about a life of that player.
  bool isOwnLife(const std::string& revival, const std::string& player) const;
  nlohmann::json actionBody(const std::string& turn, const BoardContents& before) const;

  std::unique_ptr<rules::BoardGame> game_;
  MatchSetup setup_;
  std::unique_ptr<rules::BoardMatch> match_;
  nlohmann::json start_;            ///< position the match began with
  std::vector<std::string> played_; ///< turns since, and talk
  BoardEvidence evidence_;
  SeenBoard seen_;                   ///< in the last look
  std::optional<BoardSetUp> set_up_; ///< while it goes on
  std::optional<BoardSigns> signs_;  ///< ArmadaChess
  std::vector<std::string> words_;   ///< what the side to move said since the last turn
  std::vector<std::string> touched_; ///< squares whose man may have been lifted since the last turn, in that order
  std::vector<std::string> notices_; ///< what the law has to say beside the last turn's ruling
  std::string unsaid_lift_;          ///< the last turn, where the table showed a lift that nobody has said yet
  std::pair<std::string, std::string> asked_lift_; ///< who said what of several men, where it was asked which
  std::string refused_turn_;                       ///< the illegal move that still stands, or empty
  std::set<std::string> offered_;                  ///< turns against the law that the open question names
  std::map<int, std::set<std::string>> forbidden_; ///< what people do not allow in the turn of that number
  std::optional<Commitment> last_;
  std::vector<Stretch> stretches_;      ///< before `start_`, for decisions that are taken back
  int earlier_ = 0;                     ///< turns played before `start_`, where people changed the position
  int turn_ = 1;                        ///< number of the turn that is going on, or with which the game ended
  bool recheck_ = false;                ///< the last turn is to be looked at once more
  std::vector<TableState> first_looks_; ///< of a game that is being picked up
  std::set<std::string> named_;         ///< squares that were last said to keep the match from beginning
  std::set<std::string> doubted_;       ///< squares asked about, until they are put right or a turn is played
  /// Squares that may be spoken of with another look that doubts them, and since when (s) every look has done so.
  std::map<std::string, double> suspected_;
  std::map<std::string, int> lingering_; ///< looks at squares that plainly show what the game does not have there
  bool start_is_right_ = false;          ///< the players say so, whatever is seen
  int strange_ = 0;
  bool asked_back_ = false;
  bool setting_up_ = false; ///< the men are still being set as the game begins, or as people decided
  bool over_ = false;
};

} // namespace linesman::app
