// The six ways in which a game ends, and their order (AC-138 to AC-145).
#pragma once

#include "rules/games/armada_chess/clause_set.h"
#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

enum class Winner : std::uint8_t { white, black, draw };
constexpr Winner winnerOf(Side side) {
  return side == Side::white ? Winner::white : Winner::black;
}
constexpr const char* nameOf(Winner winner) {
  return winner == Winner::white ? "white" : winner == Winner::black ? "black" : "draw";
}

struct Over {
  bool over = false;
  Winner winner = Winner::draw;
  ClauseSet clauses;
};

/// V1: every city that `side`'s opponent began with is occupied by `side` or destroyed (AC-138).
bool holdsAllCities(const Law& law, const Position& position, Side side);
/// V2: nothing of `side` is on the board and nothing can come back (AC-139, G-62).
bool isWipedOut(const Law& law, const Position& position, Side side);
/// V5: can the side to move do anything at all, be it after a revival (AC-128)?
bool hasAnyAction(const Law& law, const Position& position);
/// Sum of the dice on all cities that `side` controls (AC-144).
int resourceSum(const Law& law, const Position& position, Side side);

/// V1 and V2 for `side`; not over when neither holds.
Over victoryByConquest(const Law& law, const Position& position, Side side);
/// V6: the playing time of `mover`'s clock is used up (AC-143).
Over victoryByTime(const Law& law, const Position& position, Side mover);
/// All tests after the turn of `mover`; position.side is the opponent's already.
Over judgeEnd(const Law& law, const Position& position, Side mover);

} // namespace linesman::rules::armada_chess
