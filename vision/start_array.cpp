#include "vision/start_array.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace linesman {

namespace {

constexpr int men_a_side = (square_class_count - 1) / 2;
/// Of a side's men: king queen rook bishop knight pawn.
constexpr std::array<double, men_a_side> proportion{1.0 / 16, 1.0 / 16, 2.0 / 16, 2.0 / 16, 2.0 / 16, 8.0 / 16};
/// Before anything is seen three men in four have moved or are of no game, as if four squares had told so.
constexpr double unmoved_before = 0.5, moved_before = 1.0;
/// No board is so orderly that a man on another's start square is ruled out.
constexpr double most_unmoved = 0.98;
/// Nor a pawn where none can have come: the players may have erred.
constexpr double least_pawns = 0.01;
constexpr int rounds = 12;

/// First class of the side of a man.
std::size_t sideOf(int man) {
  return static_cast<std::size_t>((man - 1) / men_a_side * men_a_side + 1);
}

double usual(int man) {
  return proportion[static_cast<std::size_t>((man - 1) % men_a_side)];
}

/// How likely any man of the side stands there.
double ownMan(const std::array<double, square_class_count>& p, int man) {
  const auto first = p.begin() + static_cast<std::ptrdiff_t>(sideOf(man));
  return std::accumulate(first, first + men_a_side, 0.0);
}

} // namespace

StartArray orthodoxArray() {
  StartArray start(64, 0);
  const int order[] = {3, 5, 4, 2, 1, 4, 5, 3};
  for (std::size_t file = 0; file < 8; ++file) {
    start[file] = order[file];
    start[8 + file] = men_a_side;
    start[48 + file] = 2 * men_a_side;
    start[56 + file] = order[file] + men_a_side;
  }
  return start;
}

StartArray orthodoxArray(const std::vector<SquareReading>& readings, int columns, int rows) {
  StartArray start(readings.size(), 0);
  if (columns != 8 || rows != 8)
    return start;
  const StartArray all = orthodoxArray();
  for (std::size_t k = 0; k < readings.size(); ++k)
    if (readings[k].file >= 0 && readings[k].rank >= 0)
      start[k] = all[static_cast<std::size_t>(readings[k].rank * columns + readings[k].file)];
  return start;
}

double shareUnmoved(const SquareChances& seen, const StartArray& start) {
  double unmoved = unmoved_before / (unmoved_before + moved_before);
  for (int round = 0; round < rounds; ++round) {
    double sum = unmoved_before, all = unmoved_before + moved_before;
    for (std::size_t s = 0; s < seen.size(); ++s) {
      if (start[s] == 0)
        continue;
      const double own = ownMan(seen[s], start[s]), at_home = unmoved * seen[s][static_cast<std::size_t>(start[s])];
      if (const double either = at_home + (1.0 - unmoved) * own * usual(start[s]); either > 0.0)
        sum += own * at_home / either;
      all += own;
    }
    unmoved = std::min(most_unmoved, sum / all);
  }
  return unmoved;
}

SquareChances weighedByStart(const SquareChances& seen, const StartArray& start) {
  const double unmoved = shareUnmoved(seen, start);
  SquareChances chances = seen;
  for (std::size_t s = 0; s < seen.size(); ++s) {
    if (start[s] == 0)
      continue;
    auto& p = chances[s];
    p[static_cast<std::size_t>(start[s])] *= 1.0 + unmoved / ((1.0 - unmoved) * usual(start[s]));
    if (start[s] % men_a_side != 0) // in a game no pawn stands where others begin
      for (const int pawn : {men_a_side, 2 * men_a_side})
        p[static_cast<std::size_t>(pawn)] *= std::max(least_pawns, (1.0 - unmoved) * (1.0 - unmoved));
    for (const int man : {1, 1 + men_a_side})
      if (const double own = ownMan(seen[s], man), now = ownMan(p, man); now > 0.0) {
        const auto first = p.begin() + man;
        std::for_each(first, first + men_a_side, [&](double& chance) { chance *= own / now; });
      }
  }
  return chances;
}

} // namespace linesman
