#include "vision/set_composition.h"

#include <algorithm>

namespace linesman {

namespace {

/// Probabilities of 0, 1, ... `most` - 1 men of a class: adds a square that shows one with probability p.
void addSquare(double* count, int most, double p) {
  for (int n = most - 1; n > 0; --n)
    count[n] += p * (count[n - 1] - count[n]);
  count[0] *= 1.0 - p;
}

/// For every square the probability that fewer than `most` of the others show the class (Poisson-binomial): the squares
/// before it and those behind it together.
std::vector<double> roomsLeft(const SquareChances& chances, std::size_t k, int most) {
  const std::size_t n = chances.size(), width = static_cast<std::size_t>(most);
  std::vector<double> behind((n + 1) * width, 0.0), before(width, 0.0), rooms(n, 0.0);
  behind[n * width] = before[0] = 1.0;
  for (std::size_t s = n; s-- > 0;) {
    std::copy_n(&behind[(s + 1) * width], width, &behind[s * width]);
    addSquare(&behind[s * width], most, chances[s][k]);
  }
  for (std::size_t s = 0; s < n; ++s) {
    double fewer = 0.0; // of those behind: m or fewer
    for (std::size_t m = 0; m < width; ++m) {
      fewer += behind[(s + 1) * width + m];
      rooms[s] += before[width - 1 - m] * fewer;
    }
    addSquare(before.data(), most, chances[s][k]);
  }
  return rooms;
}

} // namespace

SetComposition SetComposition::staunton() {
  SetComposition set;
  const int most[6] = {1, 1, 2, 2, 2, 8};
  const double spare[6] = {0.003, 0.01, 0.01, 0.01, 0.01, 0.003};
  for (std::size_t k = 1; k < square_class_count; ++k) {
    set.most[k] = most[(k - 1) % 6];
    set.spare[k] = spare[(k - 1) % 6];
  }
  return set;
}

SquareChances composed(const SquareChances& seen, const SetComposition& set) {
  SquareChances chances = seen;
  for (int round = 0; round < 8; ++round) {
    SquareChances next = seen;
    for (std::size_t k = 0; k < square_class_count; ++k) {
      if (set.most[k] == 0)
        continue;
      const std::vector<double> rooms = roomsLeft(chances, k, set.most[k]);
      for (std::size_t s = 0; s < seen.size(); ++s)
        next[s][k] *= rooms[s] + (1.0 - rooms[s]) * set.spare[k];
      if (set.lacking[k] == 1.0)
        continue;
      const std::vector<double> none = set.most[k] == 1 ? rooms : roomsLeft(chances, k, 1);
      for (std::size_t s = 0; s < seen.size(); ++s)
        next[s][k] /= 1.0 - none[s] * (1.0 - set.lacking[k]);
    }
    for (std::size_t s = 0; s < seen.size(); ++s) {
      double sum = 0.0;
      for (const double p : next[s])
        sum += p;
      for (std::size_t k = 0; k < square_class_count; ++k) // half way, so that two equal claims do not swing
        chances[s][k] = 0.5 * chances[s][k] + 0.5 * next[s][k] / sum;
    }
  }
  return chances;
}

void applyComposition(std::vector<SquareReading>& readings, const SetComposition& set) {
  SquareChances seen;
  for (const SquareReading& reading : readings)
    seen.push_back(reading.p);
  const SquareChances chances = composed(seen, set);
  for (std::size_t s = 0; s < readings.size(); ++s)
    readings[s].p = chances[s];
}

} // namespace linesman
