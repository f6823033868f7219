#pragma once
#include <optional>

#include "vision/edge_field.h"
#include "vision/outline_samples.h"

namespace linesman {

/// A pose moved onto the edges around it.
struct SettledPyramid {
  PlanarPose<TableFrame, PieceFrame> pose;
  double support = 0.0; ///< [0,1] share of the outline that has an edge within a reduced pixel or so
};

/// Moves a rough pose onto the edges within `reach_px` reduced pixels: repeated least squares on the nearest strong
/// edges across the outline. Nothing when it runs away or leaves the picture.
std::optional<SettledPyramid> settlePyramid(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                            const TableView& view, const EdgeField& edges, double reach_px);

} // namespace linesman
