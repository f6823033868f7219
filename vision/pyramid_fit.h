#pragma once
#include <optional>

#include "vision/edge_field.h"
#include "vision/outline_samples.h"

namespace linesman {

/// How well a settled pose is borne out by the edges of the picture.
struct OutlineSupport {
  double outline = 0.0; ///< [0,1] share of outline samples with an edge where it should be
  double weakest = 0.0; ///< [0,1] the same of the worst outline edge
  double creases = 0.0; ///< [0,1] of the seen inner edges; 1 without any
  double strength = 0.0; ///< mean gradient across the outline over the noise
};

/// A pose moved onto the edges around it.
struct SettledPyramid {
  PlanarPose<TableFrame, PieceFrame> pose;
  OutlineSupport support;
};

/// Moves a rough pose onto the edges within `reach_px` reduced pixels: repeated least squares on the nearest strong
/// edges across the outline. Nothing when it runs away or leaves the picture.
std::optional<SettledPyramid> settlePyramid(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                            const TableView& view, const EdgeField& edges, double reach_px);

} // namespace linesman
