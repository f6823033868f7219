#pragma once
#include <vector>

#include <Eigen/Core>

#include "vision/training/mesh.h"
#include "vision/training/raster.h"

namespace linesman::training {

/// What light and dark men are made of.
struct SetColours {
  Material light, dark;
};

SetColours randomColours(Rng& rng);
Eigen::Vector3f bandColour(Rng& rng);

/// A part of every man, or of some kinds, that is of another colour than the rest of him.
struct Trim {
  double from = 0.0, to = 1.0; ///< shares of the man's height
  Eigen::Vector3f bgr[2];      ///< of light and dark men
  bool kinds[6] = {true, true, true, true, true, true};
};

/// Felt under feet, rings and collars of another wood or painted, heads and finials of another wood: what real sets
/// have and rubber bands are not to be taken for. Own lots, so that scenes are otherwise as they would be without.
std::vector<Trim> randomTrims(const SetColours& colours, const SetStyle& style);

} // namespace linesman::training
