#include "vision/start_array.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>
#include <utility>

namespace linesman {

namespace {

constexpr int men_a_side = (square_class_count - 1) / 2;
/// Of a side's men: king queen rook bishop knight pawn.
constexpr std::array<double, men_a_side> proportion{1.0 / 16, 1.0 / 16, 2.0 / 16, 2.0 / 16, 2.0 / 16, 8.0 / 16};
/// Before anything is seen three men in four have moved or are of no game, as if four squares had told so.
constexpr double unmoved_before = 0.5, moved_before = 1.0;
/// No board is so orderly that a man on another's start square is ruled out.
constexpr double most_unmoved = 0.98;
constexpr double most_likelier = 200.0;
/// Nor a pawn where none can have come: the players may have erred.
constexpr double least_pawns = 0.01;
constexpr int rounds = 12;
/// Of two given officers of a side, that they changed places: one side in 250, as far as that can be known.
const double exchanged_log = std::log(1.0 / 250.0);
/// What two squares show counts by its square root: each is read in the light of the other, and of 1831 pairs at home
/// two look exchanged with odds of 8000 : 1 and more.
constexpr double trusted = 0.5;
constexpr double least_seen = 1e-3, least_array = 0.01;

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

/// Two officers of a side who look as if they had changed places, by the squares where they begin.
struct Exchange {
  std::size_t a = 0, b = 0;
  double log = 0.0; ///< of how much likelier that makes what is seen
};
using MaybeExchange = std::optional<Exchange>;

bool isOfficer(int man) {
  return man != 0 && man % men_a_side != 0;
}

/// Those of the side whose first class is `side`, and none at all.
std::vector<MaybeExchange> exchangesOf(const SquareChances& seen, const StartArray& start, std::size_t side) {
  constexpr double there = 0.5;
  std::vector<std::size_t> home;
  for (std::size_t s = 0; s < start.size(); ++s)
    if (isOfficer(start[s]) && sideOf(start[s]) == side && ownMan(seen[s], start[s]) > there)
      home.push_back(s);
  const auto log = [&](std::size_t s, int man) {
    return std::log(std::max(least_seen, seen[s][static_cast<std::size_t>(man)]));
  };
  std::vector<MaybeExchange> found{std::nullopt};
  for (std::size_t i = 0; i < home.size(); ++i)
    for (std::size_t j = i + 1; j < home.size(); ++j) {
      const std::size_t a = home[i], b = home[j];
      const double ratio = log(a, start[b]) + log(b, start[a]) - log(a, start[a]) - log(b, start[b]);
      if (ratio > 0.0)
        found.emplace_back(Exchange{a, b, trusted * ratio});
    }
  return found;
}

bool onSameFiles(const MaybeExchange& one, const MaybeExchange& other) {
  constexpr std::size_t files = 8;
  return one && other && one->a % files == other->a % files && one->b % files == other->b % files;
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
    p[static_cast<std::size_t>(start[s])] *=
        std::min(most_likelier, 1.0 + unmoved / ((1.0 - unmoved) * usual(start[s])));
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

std::vector<LikelyArray> likelyArrays(const SquareChances& seen, const StartArray& start) {
  std::vector<LikelyArray> arrays;
  double sum = 0.0;
  for (const MaybeExchange& light : exchangesOf(seen, start, 1))
    for (const MaybeExchange& dark : exchangesOf(seen, start, 1 + men_a_side)) {
      const int mistakes = onSameFiles(light, dark) ? 1 : (light ? 1 : 0) + (dark ? 1 : 0);
      double log = mistakes * exchanged_log;
      StartArray array = start;
      for (const MaybeExchange& exchange : {light, dark})
        if (exchange) {
          std::swap(array[exchange->a], array[exchange->b]);
          log += exchange->log;
        }
      arrays.push_back({std::move(array), std::exp(log)});
      sum += arrays.back().p;
    }
  std::erase_if(arrays, [&](const LikelyArray& one) { return one.p < least_array * sum; });
  double kept = 0.0;
  for (const LikelyArray& one : arrays)
    kept += one.p;
  for (LikelyArray& one : arrays)
    one.p /= kept;
  return arrays;
}

} // namespace linesman
