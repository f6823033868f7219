#include "vision/training/set_colours.h"

#include <algorithm>

#include "vision/training/room.h"

namespace linesman::training {

SetColours randomColours(Rng& rng) {
  const Eigen::Vector3f lights[] = {fromRgb(0.93, 0.92, 0.9), fromRgb(0.9, 0.87, 0.76),  fromRgb(0.85, 0.72, 0.5),
                                    fromRgb(0.8, 0.63, 0.4),  fromRgb(0.92, 0.85, 0.68), fromRgb(0.75, 0.75, 0.76),
                                    fromRgb(0.97, 0.97, 0.95)};
  const Eigen::Vector3f darks[] = {fromRgb(0.1, 0.1, 0.1),    fromRgb(0.17, 0.15, 0.14), fromRgb(0.3, 0.18, 0.12),
                                   fromRgb(0.42, 0.15, 0.09), fromRgb(0.38, 0.24, 0.15), fromRgb(0.22, 0.13, 0.1),
                                   fromRgb(0.5, 0.16, 0.1),   fromRgb(0.16, 0.12, 0.22), fromRgb(0.6, 0.14, 0.1),
                                   fromRgb(0.28, 0.28, 0.3),  fromRgb(0.1, 0.13, 0.22),  fromRgb(0.12, 0.2, 0.13),
                                   fromRgb(0.45, 0.3, 0.18)};
  SetColours out;
  const int l = whole(rng, 0, 6);
  out.light.bgr = jitter(lights[l], rng, 0.15);
  out.dark.bgr = jitter(darks[(l <= 1 || l >= 5) && chance(rng, 0.6) ? whole(rng, 0, 1) : whole(rng, 0, 12)], rng, 0.3);
  const auto gloss = static_cast<float>(chance(rng, 0.3) ? uniform(rng, 0.0, 0.05) : uniform(rng, 0.05, 0.8));
  const auto shininess = static_cast<float>(uniform(rng, 8.0, 120.0));
  const auto grain = static_cast<float>(l >= 2 && l <= 4 ? uniform(rng, 0.0, 0.07) : 0.0);
  out.light.specular = out.dark.specular = gloss;
  out.light.shininess = out.dark.shininess = shininess;
  out.light.grain = out.dark.grain = grain;
  return out;
}

Eigen::Vector3f bandColour(Rng& rng) {
  const Eigen::Vector3f all[] = {fromRgb(0.8, 0.08, 0.08),  fromRgb(0.1, 0.55, 0.2), fromRgb(0.1, 0.2, 0.8),
                                 fromRgb(0.05, 0.05, 0.06), fromRgb(0.85, 0.7, 0.1), fromRgb(0.75, 0.6, 0.42),
                                 fromRgb(0.85, 0.4, 0.1),   fromRgb(0.9, 0.9, 0.9)};
  return jitter(all[whole(rng, 0, 7)], rng, 0.2);
}

std::vector<Trim> randomTrims(const SetColours& colours, const SetStyle& style) {
  Rng rng(style.seed ^ 0x7219U);
  std::vector<Trim> trims;
  if (chance(rng, 0.7))
    return trims;
  const auto colour = [&](Trim& trim) {
    const Eigen::Vector3f woods[] = {fromRgb(0.45, 0.25, 0.12), fromRgb(0.5, 0.16, 0.1),   fromRgb(0.3, 0.18, 0.12),
                                     fromRgb(0.8, 0.63, 0.4),   fromRgb(0.85, 0.72, 0.5),  fromRgb(0.1, 0.1, 0.1),
                                     fromRgb(0.62, 0.42, 0.22), fromRgb(0.75, 0.58, 0.25), fromRgb(0.93, 0.92, 0.9)};
    const bool painted = chance(rng, 0.15), alike = chance(rng, 0.5), swapped = chance(rng, 0.3);
    for (Eigen::Vector3f& bgr : trim.bgr)
      bgr = painted ? bandColour(rng) : jitter(woods[whole(rng, 0, 8)], rng, 0.2);
    if (swapped) {
      trim.bgr[0] = colours.dark.bgr;
      trim.bgr[1] = colours.light.bgr;
    } else if (alike) {
      trim.bgr[1] = trim.bgr[0];
    }
  };
  const auto add = [&](double low, double high, double least, double most) {
    Trim trim;
    trim.from = uniform(rng, low, high);
    trim.to = trim.from + uniform(rng, least, most);
    colour(trim);
    if (chance(rng, 0.3)) // some kinds only
      for (bool& kind : trim.kinds)
        kind = chance(rng, 0.5);
    trims.push_back(trim);
  };
  if (chance(rng, 0.35)) { // felt
    add(-0.01, -0.01, 0.025, 0.06);
    const Eigen::Vector3f felts[] = {fromRgb(0.1, 0.35, 0.15), fromRgb(0.5, 0.08, 0.08), fromRgb(0.3, 0.2, 0.1)};
    trims.back().bgr[0] = trims.back().bgr[1] = jitter(felts[whole(rng, 0, 2)], rng, 0.2);
    std::ranges::fill(trims.back().kinds, true);
  }
  if (chance(rng, 0.4)) // in the foot
    add(0.04, 0.25, 0.012, 0.06);
  if (chance(rng, 0.15)) // the whole foot
    add(-0.01, -0.01, 0.08, 0.22);
  if (chance(rng, 0.35)) // collars
    add(0.5, 0.72, 0.015, 0.06);
  if (chance(rng, 0.3)) { // heads or finials
    add(0.6, 0.85, 0.5, 0.5);
    if (chance(rng, 0.6))
      for (int k = 2; k < 6; ++k)
        trims.back().kinds[k] = false;
  }
  return trims;
}

} // namespace linesman::training
