#pragma once
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"

namespace linesman::rules::king_down {

/// Squares that `side`'s pawn on `square` captures on.
inline Bits64 pawnCaptures(const Law& law, const Position& p, Side side, int square) {
  const auto& table = p.has(side, Power::darkness) ? law.steps.darkness_captures[index(side)]
                                                   : law.steps.captures[index(side)][index(Man::pawn)];
  return table[static_cast<std::size_t>(square)];
}

/// Squares from which a pawn of `side` captures on `square`: the captures of the other side's pawn, by mirror symmetry.
inline Bits64 pawnCapturesFrom(const Law& law, const Position& p, Side side, int square) {
  const auto& table = p.has(side, Power::darkness) ? law.steps.darkness_captures[index(other(side))]
                                                   : law.steps.captures[index(other(side))][index(Man::pawn)];
  return table[static_cast<std::size_t>(square)];
}

/// Squares from which a stepping man of `side` captures on `square`.
inline Bits64 capturesFrom(const Law& law, Side side, Man man, int square) {
  return law.steps.captures[index(other(side))][index(man)][static_cast<std::size_t>(square)];
}

/// The men of the other side whose ordinary capture would take the king of `side` standing on `king` (KD-41, KD-43; a
/// Leap beyond own pawns is no ordinary capture, KD-83), with `men` on the board and without the enemies in `gone`.
inline Bits64 checkers(const Law& law, const Position& p, Side side, int king, Bits64 men, Bits64 gone) {
  const Side enemy = other(side);
  const Bits64 them = p.sides[index(enemy)] & ~gone;
  const auto at = static_cast<std::size_t>(king);
  const auto& reach = law.steps.captures[index(side)];
  Bits64 found = (reach[index(Man::knight)][at] & p.men[index(Man::knight)]) |
                 (reach[index(Man::maester)][at] & p.men[index(Man::maester)]) |
                 (reach[index(Man::beast)][at] & p.men[index(Man::beast)]);
  if (law.with.archer_checks)
    found |= reach[index(Man::archer)][at] & p.men[index(Man::archer)];
  if (!p.has(enemy, Power::mercy))
    found |= reach[index(Man::king)][at] & p.men[index(Man::king)];
  if (!p.has(side, Power::holy_light))
    found |= pawnCapturesFrom(law, p, enemy, king) & p.men[index(Man::pawn)];
  const Bits64 queens = p.men[index(Man::queen)];
  const Bits64 straight = (p.men[index(Man::rook)] | queens) & them;
  const Bits64 slanted = (p.men[index(Man::bishop)] | queens) & them;
  if ((rays().orthogonalLines(king) & straight) != 0)
    found |= rays().orthogonal(king, men) & straight;
  if ((rays().diagonalLines(king) & slanted) != 0)
    found |= rays().diagonal(king, men) & slanted;
  return found & them;
}

/// Whether the king of `side` stands in check in `p`.
inline Bits64 checkersOf(const Law& law, const Position& p, Side side) {
  return checkers(law, p, side, p.kingOf(side), p.all(), 0);
}

} // namespace linesman::rules::king_down
