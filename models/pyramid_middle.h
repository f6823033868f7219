#pragma once
#include "models/piece_catalog.h"
#include "models/table_state.h"

namespace linesman {

/// Middle of what a seen pyramid covers of the table, mm: half way from stern to bow of one that lies, the centre of
/// one that stands.
inline Eigen::Vector2d middleOf(const SeenPyramid& pyramid, const PieceCatalog& pieces) {
  const PlanarPose<TableFrame, PieceFrame>& at = pyramid.table_from_piece;
  return pyramid.posture == Posture::lying ? (at * pieces.pyramid(pyramid.size).middle()).xy : at.origin_mm();
}

} // namespace linesman
