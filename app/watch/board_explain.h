#pragma once
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "app/watch/board_contents.h"
#include "app/watch/board_evidence.h"
#include "app/watch/board_signs.h"
#include "app/watch/match_setup.h"
#include "rules/board_game.h"

namespace linesman::app {

/// A turn (or some, when players moved before the table came to rest; none: nothing happened) and how well it
/// explains what is seen, against nothing having happened.
struct Explanation {
  std::vector<std::string> turns;
  nlohmann::json position; ///< afterwards
  BoardContents contents;
  double log_ratio = 0.0; ///< prior and likelihood
  bool legal = true;
  /// The move against the law that leaves the same board, where this turn spends a power that nobody declared.
  std::string otherwise = {};
  /// Of several turns that nobody saw one by one: how much of the weight of this board is theirs, the likeliest others
  /// that lead to it, and whether all of them lead to the same position.
  double share = 1.0;
  std::vector<std::string> others = {};
  bool same_position = true;
  double seen_log = 0.0;  ///< of it, the likelihood
  double signs_log = 0.0; ///< of that, what dice, bands and turned Rooks say

  static bool isLikelier(const Explanation& a, const Explanation& b) {
    return a.log_ratio != b.log_ratio ? a.log_ratio > b.log_ratio : a.turns < b.turns;
  }
};

/// The game that a look at its board is explained in; all of it must outlive who explains.
struct GameSoFar {
  const MatchSetup& setup;
  const rules::BoardMatch& match;
  /// A match at a position, and the match with all that was played and said; null where there can be none.
  std::function<std::unique_ptr<rules::BoardMatch>(const nlohmann::json& position)> opened;
  std::function<std::unique_ptr<rules::BoardMatch>()> replayed;
  const std::vector<std::string>& words;   ///< what the side to move said since the last turn
  const std::vector<std::string>& touched; ///< squares whose man may have been lifted since then, in that order
  const std::set<std::string>& forbidden;  ///< turns that people do not allow now
  const std::string& refused_turn;         ///< the illegal move that still stands, or empty
};

/// Ranks the law's turns by how well each explains what is seen from one settled board to the next.
class BoardExplainer {
public:
  explicit BoardExplainer(GameSoFar game) : game_(std::move(game)) {}

  /// All explanations, likeliest first; of those that lead to the same board only the likeliest, their weight together.
  /// `signs`: what else the table shows; none where only the men are to be explained.
  /// `unread`: looks before this one that could not be read; a turn may have been played before each.
  std::vector<Explanation> explain(const nlohmann::json& position, const BoardEvidence& evidence,
                                   const BoardSigns* signs, std::size_t unread) const;

private:
  /// What is to be explained.
  struct Change {
    const BoardContents& before;
    const BoardEvidence& evidence;
    const BoardSigns* signs;
  };

  /// `mover`: it is a turn of whoever said the words.
  double priorOf(const std::string& turn, bool mover) const;
  /// Adds to the prior what is seen.
  void weigh(std::vector<Explanation>& some, const Change& change) const;
  /// All that follows these by one turn that explains something which they leave; `another_log`: that it did.
  std::vector<Explanation> oneTurnMore(const std::vector<Explanation>& shorter, const Change& change,
                                       double another_log) const;
  /// Adds several turns at once to explanations by one, likeliest first.
  void addSeveralTurns(std::vector<Explanation>& all, const Change& change, std::size_t unread) const;
  std::vector<Explanation> onePerBoard(std::vector<Explanation> all, const BoardContents& before) const;
  /// King Down: a single turn with a power that was not said?
  bool isUntoldPower(const Explanation& one) const;
  /// Turns that name one of the squares; `quiet` ones, which move no man, too when they are asked for. What was said
  /// was said of the `first` of several.
  std::vector<Explanation> legalFrom(const nlohmann::json& position, const std::set<std::string>& squares, bool quiet,
                                     bool first) const;
  /// What the side that moved last may still claim of its turn, as far as it names one of the squares.
  std::vector<Explanation> lateClaims(const std::set<std::string>& changed) const;
  std::vector<Explanation> illegalMoves(const nlohmann::json& position, const std::set<std::string>& changed) const;
  /// Did the man of `turn` leave his square before one of those who moved in `turns`, as far as that was seen?
  bool leftBefore(const std::string& turn, const std::vector<std::string>& turns) const;
  /// Does the man of the refused turn stand in `after` where he was seen when it was refused, and not where he belongs?
  bool standsRefused(const BoardContents& before, const BoardContents& after) const;

  GameSoFar game_;
};

} // namespace linesman::app
