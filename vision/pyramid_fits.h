#pragma once
#include <array>
#include <optional>
#include <vector>

#include "vision/pyramid_candidates.h"
#include "vision/pyramid_likeness.h"
#include "vision/pyramid_network.h"
#include "vision/pyramid_refinement.h"
#include "vision/pyramid_surface.h"

namespace linesman {

/// Log odds of a fit from which on it is believed.
inline constexpr double least_believed = -0.4;
/// The same of a fit by fitBeside().
inline constexpr double least_believed_beside = 0.5;

/// A candidate fitted to the full picture.
struct FittedPyramid {
  int solid = 0;
  RefinedPyramid refined;
  PyramidEvidence evidence; ///< at the refined pose
  SurfaceEvidence surface;
  double log_odds = 0.0; ///< that it is a pyramid, and this one

  static constexpr std::size_t value_count = 12;
  /// What log_odds is made of.
  std::array<double, value_count> values() const;
};

/// The likelier candidates fitted to the full picture, most likely first. What looks like the sure pieces of the
/// picture, and like those `known`, is likelier. `network` looks at doubtful fits; without one, edges and colours alone
/// tell.
std::vector<FittedPyramid> fitCandidates(const std::vector<PyramidCandidate>& candidates, const PyramidScene& scene,
                                         SurePyramids known = {},
                                         const PyramidNetwork* network = PyramidNetwork::shipped());

/// A solid (index into the scene's) fitted from a pose while others are known to stand before or beside it: what they
/// cover says nothing.
std::optional<FittedPyramid> fitBeside(int solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                       const HiddenParts& others, const PyramidScene& scene);

} // namespace linesman
