#pragma once
#include <optional>

#include "models/table_state.h"
#include "vision/edge_network.h"
#include "vision/quiet_picture.h"

namespace linesman {

/// A pose fitted to sub-pixel edges of the full picture.
struct RefinedPyramid {
  PlanarPose<TableFrame, PieceFrame> pose;
  /// Of (x mm, y mm, heading rad), for a lens and a registration without errors.
  Eigen::Matrix3d own_covariance = Eigen::Matrix3d::Zero();
  double met = 0.0;       ///< [0,1] share of the outline samples that agree with the answer
  double agreement = 0.0; ///< [0,1] the same, strong and near edges counting more
  double misfit = 1.0;    ///< root of the mean squared residual over its expectation

  /// Gives a piece this pose and its covariances, with what the view's errors of lens and camera do to it.
  void tell(SeenPyramid& piece, const PyramidSolid& solid, const TableView& view) const;
};

/// What the view's errors of lens and camera do to the pose of a piece whose outline was seen there.
SharedError sharedErrorOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                          const TableView& view);

/// What is known of a piece before it is fitted.
struct RefinementHints {
  double spread_rad = 0.0;            ///< headings so much to both sides are tried too
  HiddenParts hidden;                 ///< edges there say nothing
  bool opaque = false;                ///< of opaque plastic: its inner edges count like its outline
  double least_agreement = 0.0;       ///< of the outline with the edges: a fit that begins with less is given up
  PyramidSolid::EdgeSet foreign = {}; ///< these say nothing: they are something else's
};

/// Fits (x, y, heading) of a lying or upright pyramid to the edges of `picture` (distorted) near the outline at
/// `start`, through the full camera model. Robust to shadows and clutter; every edge of the solid may be off by a
/// common amount (shadow line, glare), and the whole outline be seen too large or too small, which the covariance
/// knows. Nothing when too little of it is seen. `reach_px` 0: the start is where a fit was before, within 2 px of the
/// edges.
std::optional<RefinedPyramid> refinePyramid(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                            const TableView& view, const QuietPicture& picture, double reach_px,
                                            const RefinementHints& hints = {});

/// The last fit of a piece that is believed and whose colour is known, from `first`: to steps of each edge's own
/// colours (ColourStep), and to the edges as `network` sees them, which has learned what shadows, glints and faces of
/// the table's colour make of them. The two poses are weighed by their covariances. What leads far away is left out,
/// and what has no network to look with.
RefinedPyramid refineAtLast(const PyramidSolid& solid, const RefinedPyramid& first, const TableView& view,
                            const QuietPicture& picture, const RefinementHints& hints,
                            const EdgeNetwork* network = EdgeNetwork::shipped());

} // namespace linesman
