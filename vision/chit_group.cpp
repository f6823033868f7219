#include "vision/chit_group.h"

#include <algorithm>
#include <cmath>

namespace linesman {

namespace {

constexpr double alone = 0.7;                           ///< log odds of a disc that others are compared with
constexpr double among_alike = -2.5;                    ///< of one that speaks for its like
constexpr double alike_hue = 0.10;                      ///< between discs of one plastic
constexpr double alike_brightness = 2.0;                ///< the brighter over the darker
constexpr double most_hue = 0.3;                        ///< beyond it is another plastic, how far does not matter
constexpr double light_levels = 10.0, most_light = 3.0; ///< added to what two discs lie on; the most they may differ
constexpr double dark_levels = 45.0;                    ///< added to the three channels' sum: what is dark has no hue
constexpr double most_gloss = 128.0, gloss_step = 8.0;  ///< grey levels of white that may shine on a disc

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
  double hue, brightness; ///< distance of the colours' shares; the brighter over the darker
};

Unlikeness between(const Eigen::Vector3d& colour, const Eigen::Vector3d& example) {
  const double here = brightnessOf(colour), there = brightnessOf(example);
  return {std::min(most_hue, (colour / here - example / there).norm()), std::max(here / there, there / here)};
}

/// The same where a lamp may shine on the disc: as much white as makes them most alike is taken off.
Unlikeness withoutGloss(const Eigen::Vector3d& colour, const Eigen::Vector3d& example) {
  Unlikeness least = between(colour, example);
  for (double white = gloss_step; white <= std::min(most_gloss, colour.minCoeff()); white += gloss_step)
    if (const Unlikeness matt = between(colour.array() - white, example); matt.hue < least.hue)
      least = matt;
  return least;
}

/// Not all tables are of one colour: the likelier of the disc as it is and in the example's light.
Unlikeness unlikenessOf(const Disc& disc, const Disc& example) {
  const Unlikeness as_is = withoutGloss(disc.colour, example.colour);
  const Unlikeness lit = withoutGloss(inLightOf(example, disc), example.colour);
  return lit.hue < as_is.hue ? lit : as_is;
}

bool isAlike(const Disc& disc, const Disc& example) {
  const Unlikeness unlikeness = unlikenessOf(disc, example);
  return unlikeness.hue < alike_hue && unlikeness.brightness < alike_brightness;
}

} // namespace

double ChitEvidence::logOdds() const {
  // Logistic regression on labelled discs (accuracy_chits --group); tests/accuracy/fit_evidence.py prints these
  // weights.
  constexpr std::array<double, count> weights = {0.76, -15.31};
  double sum = 2.04;
  const std::array<double, count> all = values();
  for (std::size_t i = 0; i < count; ++i)
    sum += weights[i] * all[i];
  return sum;
}

ChitEvidence chitEvidenceOf(const Disc& disc, const Disc& example) {
  return {disc.log_odds, unlikenessOf(disc, example).hue};
}

std::optional<Disc> exampleOf(const std::vector<Disc>& discs) {
  double best = 0.0;
  std::optional<Disc> example;
  for (const Disc& disc : discs) {
    if (disc.log_odds < alone)
      continue;
    double sum = 0.0;
    for (const Disc& other : discs)
      if (isAlike(other, disc))
        sum += std::max(0.0, other.log_odds - among_alike);
    if (sum > best) {
      best = sum;
      example = disc;
    }
  }
  return example;
}

} // namespace linesman
