#pragma once
#include <optional>
#include <set>

#include "app/watch/board_contents.h"
#include "app/watch/referee.h"
#include "rules/board_game.h"

namespace linesman::app {

/// Watches the games on squares. From one settled board to the next it ranks the law's turns by how well each explains
/// what is seen; what no turn explains is judged as the illegal move it is, kept, and the men asked back.
class BoardReferee final : public Referee {
public:
  static Result<std::unique_ptr<Referee>> make(const MatchSetup& setup);

private:
  /// A turn (or two, when both players moved behind one hand) and how well it explains what is seen.
  struct Explanation {
    std::vector<std::string> turns;
    double log_likelihood = 0.0;
    std::set<std::string> left; ///< squares it does not explain
  };

  BoardReferee(std::unique_ptr<rules::BoardGame> game, MatchSetup setup)
      : game_(std::move(game)), setup_(std::move(setup)) {}

  std::vector<Event> doObserve(const SettledTable& table) override;
  std::vector<Event> doHear(const Claim& claim) override;
  bool isWaiting() const override { return match_ == nullptr || strange_ > 0; }
  nlohmann::json doState() const override;
  void doRestore(const nlohmann::json& state) override;

  Result<void> open(const nlohmann::json& position);
  std::vector<Event> begin(const SeenBoard& seen, double t_s);
  nlohmann::json arrayOf(const SeenBoard& seen) const;
  void setStale(const SeenBoard& seen);
  /// Contradictions that were not there when the position was last certain; `kinds`: a man of another kind is one.
  std::set<std::string> newMismatches(const SeenBoard& seen, const BoardContents& contents, bool kinds) const;

  std::vector<Explanation> explain(const SeenBoard& seen, const std::set<std::string>& changed) const;
  std::vector<Explanation> explainFrom(const nlohmann::json& position, const SeenBoard& seen,
                                       const std::set<std::string>& changed) const;
  double priorOf(const std::string& turn) const;
  std::unique_ptr<rules::BoardMatch> copy(const nlohmann::json& position) const;

  void accept(const Explanation& best, double likelihood, const std::string& runner_up, double t_s,
              std::vector<Event>& events);
  void playTurn(const std::string& turn, double likelihood, const std::string& runner_up, double t_s,
                std::vector<Event>& events);
  bool judgeIllegal(const SeenBoard& seen, const std::set<std::string>& changed, double t_s,
                    std::vector<Event>& events);
  void noteReturn(double t_s, std::vector<Event>& events);
  void askBack(const std::set<std::string>& changed, double t_s, std::vector<Event>& events);
  bool hearLift(const Claim& claim, std::vector<Event>& events);
  bool hearTalk(const Claim& claim, std::vector<Event>& events);
  std::string nameOfSide(const std::string& side) const;
  nlohmann::json actionBody(const std::string& turn, const BoardContents& before) const;

  std::unique_ptr<rules::BoardGame> game_;
  MatchSetup setup_;
  std::unique_ptr<rules::BoardMatch> match_;
  nlohmann::json start_;                 ///< position the match began with
  std::vector<std::string> played_;      ///< turns since
  std::set<std::string> stale_;          ///< squares that were misread already when the position was last certain
  std::map<std::string, std::string> last_kinds_; ///< what was read there
  std::vector<std::string> words_;       ///< what the side to move said since the last turn
  std::vector<std::string> touched_;     ///< squares whose man may have been lifted under the last hand
  std::set<std::string> refused_;        ///< squares of the illegal move that still stands
  std::string refused_turn_;
  int strange_ = 0;
  bool asked_back_ = false;
  bool over_ = false;
};

} // namespace linesman::app
