#pragma once
#include <array>
#include <vector>

#include "vision/outline_samples.h"
#include "vision/quiet_picture.h"

namespace linesman {

/// Where a picture's colour steps across a piece's edge.
struct EdgeCrossing {
  double offset_px = 0.0; ///< along the sample's normal, from where the edge should be
  double contrast = 0.0;  ///< grey levels in the usual light, all channels together; see QuietPicture::light
  bool found = false;

  /// [0,1) how believable so strong an edge is: little is gained beyond a plain one.
  double worth() const;
};

/// How the colours on both sides of an edge differ as a whole: the direction that tells outside from inside best, with
/// what varies within each (shadows, glints, print) counting little. Along it the whole step has its usual contrast.
struct ColourStep {
  Eigen::Vector3f outwards = Eigen::Vector3f::Zero(); ///< per difference of brightness, blue, red as edges weigh them
  bool plain = false;                                 ///< the sides are told apart
};

/// Of every edge, from the colours beside its outline samples (Fisher's linear discriminant).
std::array<ColourStep, PyramidSolid::edge_count> colourSteps(const QuietPicture& picture,
                                                             const std::vector<OutlineSample>& samples);

/// The step within `reach_px` of the sample. Within 2.5 px every step has its say, those within `spread_px` the most;
/// farther off the best one alone. The step is placed where light changes most, not grey levels, and the dark crevice
/// under a piece's rounded lower edges is allowed for. Where the edge's own step is `known`, steps count by how much of
/// it they are.
EdgeCrossing crossEdge(const QuietPicture& picture, const OutlineSample& sample, double reach_px, double spread_px,
                       const ColourStep& known = {});

} // namespace linesman
