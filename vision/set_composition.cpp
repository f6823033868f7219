#include "vision/set_composition.h"

#include <algorithm>

namespace linesman {

namespace {

/// Probability that fewer than `most` of the others show the class, Poisson-binomial.
double roomLeft(const std::vector<SquareReading>& readings, std::size_t without, std::size_t k, int most) {
  std::vector<double> count(static_cast<std::size_t>(most) + 1, 0.0); // the last one: `most` or more
  count[0] = 1.0;
  for (std::size_t s = 0; s < readings.size(); ++s) {
    const double p = readings[s].p[k];
    if (s == without || p < 1e-6)
      continue;
    count.back() += p * count[count.size() - 2];
    for (std::size_t n = count.size() - 2; n > 0; --n)
      count[n] += p * (count[n - 1] - count[n]);
    count[0] *= 1.0 - p;
  }
  return 1.0 - count.back();
}

} // namespace

SetComposition SetComposition::staunton() {
  SetComposition set;
  const int most[6] = {1, 1, 2, 2, 2, 8};
  const double spare[6] = {0.003, 0.05, 0.01, 0.01, 0.01, 0.003};
  for (std::size_t k = 1; k < square_class_count; ++k) {
    set.most[k] = most[(k - 1) % 6];
    set.spare[k] = spare[(k - 1) % 6];
  }
  return set;
}

void applyComposition(std::vector<SquareReading>& readings, const SetComposition& set) {
  const std::vector<SquareReading> seen = readings;
  for (int round = 0; round < 8; ++round) {
    const std::vector<SquareReading> before = readings;
    for (std::size_t s = 0; s < readings.size(); ++s) {
      double sum = 0.0;
      std::array<double, square_class_count> p{};
      for (std::size_t k = 0; k < square_class_count; ++k) {
        const double room = set.most[k] == 0 || seen[s].p[k] < 1e-6 ? 1.0 : roomLeft(before, s, k, set.most[k]);
        sum += p[k] = seen[s].p[k] * (room + (1.0 - room) * set.spare[k]);
      }
      for (std::size_t k = 0; k < square_class_count; ++k) // half way, so that two equal claims do not swing
        readings[s].p[k] = 0.5 * before[s].p[k] + 0.5 * p[k] / sum;
    }
  }
}

} // namespace linesman
