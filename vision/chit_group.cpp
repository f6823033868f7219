#include "vision/chit_group.h"

#include <algorithm>
#include <cmath>

namespace linesman {

namespace {

constexpr double alone = 0.7;                           ///< log odds of a disc that others are compared with
constexpr double among_alike = -2.5;                    ///< of one that speaks for its like
constexpr double alike_hue = 0.10;                      ///< between discs of one plastic
constexpr double most_hue = 0.3, most_brightness = 1.5; ///< beyond these it is another plastic, how far does not matter
constexpr double light_levels = 10.0, most_light = 3.0; ///< added to what two discs lie on; the most they may differ
constexpr double dark_levels = 45.0;                    ///< added to the three channels' sum: what is dark has no hue

double brightnessOf(const Eigen::Vector3d& colour) {
  return colour.sum() + dark_levels;
}

/// The disc's colour in the light of the example: what both lie on is taken for the same, so that a coloured shadow on
/// one of them is known from it. Its own colour where that is not known.
Eigen::Vector3d inLightOf(const Disc& example, const Disc& disc) {
  if (!disc.around || !example.around || disc.on_ship || example.on_ship)
    return disc.colour;
  const Eigen::Array3d light = (example.around->array() + light_levels) / (disc.around->array() + light_levels);
  return disc.colour.array() * light.cwiseMax(1.0 / most_light).cwiseMin(most_light);
}

struct Unlikeness {
  double hue, brightness;
};

Unlikeness between(const Eigen::Vector3d& colour, const Eigen::Vector3d& example) {
  const double here = brightnessOf(colour), there = brightnessOf(example);
  return {std::min(most_hue, (colour / here - example / there).norm()),
          std::min(most_brightness, std::abs(std::log(here / there)))};
}

bool isAlike(const ChitEvidence& evidence) {
  return evidence.hue < alike_hue && evidence.brightness < std::log(2.0);
}

} // namespace

double ChitEvidence::logOdds() const {
  // Logistic regression on labelled discs (accuracy_chits --group); tests/accuracy/fit_evidence.py prints these
  // weights.
  constexpr std::array<double, count> weights = {1.01, -12.64, -0.63};
  double sum = 2.35;
  const std::array<double, count> all = values();
  for (std::size_t i = 0; i < count; ++i)
    sum += weights[i] * all[i];
  return sum;
}

ChitEvidence chitEvidenceOf(const Disc& disc, const Disc& example) {
  Unlikeness least = between(disc.colour, example.colour);
  if (const Unlikeness lit = between(inLightOf(example, disc), example.colour); lit.hue < least.hue)
    least = lit; // not all tables are of one colour: the likelier of the two
  ChitEvidence evidence;
  evidence.look = disc.log_odds;
  evidence.hue = least.hue;
  evidence.brightness = least.brightness;
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
