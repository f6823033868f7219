#include "vision/chit_group.h"

#include <algorithm>
#include <cmath>

namespace linesman {

namespace {

constexpr double alone = 0.7;                           ///< log odds of a disc that others are compared with
constexpr double among_alike = -2.5;                    ///< of one that speaks for its like
constexpr double alike_hue = 0.10;                      ///< between discs of one plastic
constexpr double most_hue = 0.3, most_brightness = 1.5; ///< beyond these it is another plastic, how far does not matter
constexpr double dark_levels = 45.0;                    ///< added to the three channels' sum: what is dark has no hue

double brightnessOf(const Disc& disc) {
  return disc.colour.sum() + dark_levels;
}

bool isAlike(const ChitEvidence& evidence) {
  return evidence.hue < alike_hue && evidence.brightness < std::log(2.0);
}

} // namespace

double ChitEvidence::logOdds() const {
  // Logistic regression on labelled discs (accuracy_chits --group); tests/accuracy/fit_evidence.py prints these
  // weights.
  constexpr std::array<double, count> weights = {0.81, -12.79, -0.60};
  double sum = 2.18;
  const std::array<double, count> all = values();
  for (std::size_t i = 0; i < count; ++i)
    sum += weights[i] * all[i];
  return sum;
}

ChitEvidence chitEvidenceOf(const Disc& disc, const Disc& example) {
  const double here = brightnessOf(disc), there = brightnessOf(example);
  ChitEvidence evidence;
  evidence.look = disc.log_odds;
  evidence.hue = std::min(most_hue, (disc.colour / here - example.colour / there).norm());
  evidence.brightness = std::min(most_brightness, std::abs(std::log(here / there)));
  return evidence;
}

std::optional<Disc> exampleOf(const std::vector<Disc>& discs) {
  double best = 0.0;
  std::optional<Disc> example;
  for (const Disc& disc : discs) {
    if (disc.log_odds < alone)
      continue;
    double sum = 0.0;
    for (const Disc& other : discs)
      if (isAlike(chitEvidenceOf(other, disc)))
        sum += std::max(0.0, other.log_odds - among_alike);
    if (sum > best) {
      best = sum;
      example = disc;
    }
  }
  return example;
}

} // namespace linesman
