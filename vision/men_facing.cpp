#include "vision/men_facing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace linesman {

namespace {

constexpr std::size_t ranks = 8;
using RankShares = std::array<double, ranks>;

/// How often men stand on the ranks as their side counts them, in the middle of games and towards the end: rough, for
/// only sums over many men count.
constexpr RankShares of_pawns{0.001, 0.45, 0.20, 0.17, 0.10, 0.05, 0.03, 0.001},
    of_kings{0.50, 0.20, 0.10, 0.07, 0.05, 0.04, 0.025, 0.015},
    of_officers{0.32, 0.14, 0.14, 0.12, 0.10, 0.08, 0.06, 0.04};

const RankShares& sharesOf(int man) {
  const std::string kind = kindOfClass(man);
  return kind == "pawn" ? of_pawns : kind == "king" ? of_kings : of_officers;
}

} // namespace

Facing facingOf(const std::vector<SquareReading>& readings) {
  constexpr double own_say = 0.6; // men of one game move together
  constexpr double some_game = 1.0, plainly_likelier = 6.0;
  double as_read = 0.0, other_way = 0.0; // logarithms of how much likelier than anywhere
  for (const SquareReading& reading : readings) {
    const int man = reading.best();
    if (man == 0 || reading.rank < 0 || reading.rank >= static_cast<int>(ranks))
      continue;
    const RankShares& shares = sharesOf(man);
    const std::size_t from_white = static_cast<std::size_t>(reading.rank), from_black = ranks - 1 - from_white;
    const bool white = sideOfClass(man) == "light";
    as_read += own_say * std::log(ranks * shares[white ? from_white : from_black]);
    other_way += own_say * std::log(ranks * shares[white ? from_black : from_white]);
  }
  if (std::max(as_read, other_way) < some_game || std::abs(as_read - other_way) < plainly_likelier)
    return Facing::unknown;
  return as_read > other_way ? Facing::as_read : Facing::other_way;
}

} // namespace linesman
