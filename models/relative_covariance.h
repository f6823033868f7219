#pragma once
#include "models/table_state.h"

namespace linesman {

/// Of each piece, what may be taken for its own in margins between any two of them by who does not look at what they
/// share: the covariance of its fit, and of what errors of lens and camera do beyond moving and turning all pieces
/// together. The latter counts twice, for two errors are apart by at most that: (a - b)^2 <= 2 a^2 + 2 b^2. Exact for
/// two pieces, too much for neighbours among many; gapCovariance() is exact for any two.
std::vector<Eigen::Matrix3d> relativeCovariances(const std::vector<SeenPyramid>& pieces);

/// Covariance (mm^2) of the way from a point that moves with `a` to one that moves with `b`, both in TableFrame.
Eigen::Matrix2d gapCovariance(const SeenPyramid& a, const Eigen::Vector2d& on_a_mm, const SeenPyramid& b,
                              const Eigen::Vector2d& on_b_mm);

} // namespace linesman
