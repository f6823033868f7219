#pragma once
#include "rules/games/invasion/position.h"

namespace linesman::rules::invasion {

/// The men of the other side that could capture the HQ of `side` standing on `hq` (IN-54), with `men` on the board and
/// without the enemies in `gone`. Bombs never count.
inline Bits128 attackers(const Law& law, const Position& p, Side side, int hq, Bits128 men, Bits128 gone) {
  const Side enemy = other(side);
  const Bits128 them = p.sides[index(enemy)] & ~gone;
  const auto at = static_cast<std::size_t>(hq);
  Bits128 found = law.reach.trooper_captures[at] & p.men[index(Man::trooper)] & them;
  const Bits128 shooters = p.men[index(Man::commando)] | p.men[index(Man::paratrooper)] | p.men[index(Man::hopped)];
  for (Bits128 aligned = (rays().orthogonalLines(hq) | rays().diagonalLines(hq)) & shooters & them; aligned != 0;) {
    const int square = popLowest(aligned);
    if ((rays().between(hq, square) & men) == 0)
      found |= bit(square);
  }
  // Men never block a tank, but it does not roll over its own HQ (IN-26, IN-28).
  const Bits128 blocks = law.with.tank_crush ? p.of(enemy, Man::headquarters) : men;
  for (Bits128 tanks = law.reach.tank[at] & p.men[index(Man::tank)] & them; tanks != 0;) {
    const int square = popLowest(tanks);
    if ((rays().between(hq, square) & blocks) == 0)
      found |= bit(square);
  }
  return found;
}

inline Bits128 attackersOf(const Law& law, const Position& p, Side side) {
  return attackers(law, p, side, p.hqOf(side), p.all(), 0);
}

} // namespace linesman::rules::invasion
