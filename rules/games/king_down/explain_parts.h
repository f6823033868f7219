#pragma once
// What explain.cpp, explain_powers.cpp and explain_movement.cpp share; nobody else includes it.
#include <optional>
#include <string>
#include <vector>

#include "rules/board_game.h"
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"
#include "rules/games/king_down/turn.h"
#include "rules/games/king_down/wish.h"

namespace linesman::rules::king_down {

using Ids = std::vector<std::string>;

struct Reason {
  Ids clauses;
  std::string sentence;
  std::vector<int> squares;
};

/// What the explanation needs again and again.
struct Question {
  const Law& law;
  const Position& p;
  const std::string& text;
  Wish wish;
};

inline Power powerOf(const Wish& wish) {
  return powerNamed(wish.power).value_or(Power::none);
}

inline Ids with(Ids ids, const Ids& more) {
  addClauses(ids, more);
  return ids;
}

/// The turn of the list that is written `text`; nullptr: none.
const Turn* findTurn(const Law& law, const Position& p, const std::vector<Turn>& turns, const std::string& text);
/// Is the turn written `text` a legal one?
bool legalIn(const Law& law, const Position& p, const std::string& text);

/// Why the turn is not legal: the first rule that explains it.
Reason reasonFor(const Question& question);

// Powers (explain_powers.cpp); nothing where they are not the reason.

/// The power called upon is not there, or has no token left.
std::optional<Reason> tokenMissing(const Question& question);
std::optional<Reason> frozenMan(const Question& question);
/// A turn that spends a token would give check.
std::optional<Reason> givesCheck(const Question& question);
std::optional<Reason> walledMan(const Question& question);
/// A mark that cannot lie there, or goes with a turn that is not legal itself.
std::optional<Reason> markReason(const Question& question);
/// Powers that are always in effect forbid some things ordinary chess allows.
std::optional<Reason> standingPower(const Question& question);

/// Why the movement itself is not possible, when no rule beyond it explains the turn.
Reason movementReason(const Question& question);

} // namespace linesman::rules::king_down
