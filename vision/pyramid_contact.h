#pragma once
#include <vector>

#include "models/table_state.h"
#include "vision/pyramid_solid.h"

namespace linesman {

/// How far apart two pieces stand on the table, mm along it; negative: how far one would have to be moved for them not
/// to stand in each other. With its derivatives by (x mm, y mm, heading rad) of each.
struct SolidGap {
  double mm = 0.0;
  Eigen::RowVector3d by_first = Eigen::RowVector3d::Zero(), by_second = Eigen::RowVector3d::Zero();
};

/// Of the sharp solids, leaning faces and all. A lower bound where they are apart.
SolidGap gapBetween(const PyramidSolid& first, const PlanarPose<TableFrame, PieceFrame>& first_pose,
                    const PyramidSolid& second, const PlanarPose<TableFrame, PieceFrame>& second_pose);

/// Of these solids the one of a seen piece, which must be among them.
const PyramidSolid& solidOf(const std::vector<PyramidSolid>& solids, const SeenPyramid& piece);

/// Refines the poses of neighbours together: solids do not stand in each other, so two that are seen to are moved apart
/// until they touch, each as far as its covariance lets it. The covariances along the gap become what is left when it
/// is known not to be negative (moments of a cut off normal distribution, about the pose that is told).
void refineTouching(std::vector<SeenPyramid>& pieces, const std::vector<PyramidSolid>& solids);

} // namespace linesman
