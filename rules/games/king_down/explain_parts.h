#pragma once
// What the parts of explain.cpp share; nobody else includes it.
#include <string>
#include <vector>

#include "rules/board_game.h"
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"
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

/// Why the movement itself is not possible, when no rule beyond it explains the turn.
Reason movementReason(const Question& question);

} // namespace linesman::rules::king_down
