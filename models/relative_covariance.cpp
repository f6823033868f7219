#include "models/relative_covariance.h"

#include <Eigen/Cholesky>

namespace linesman {

namespace {

/// How far from its origin a piece's heading moves what it touches with: weighs headings against places.
constexpr double lever_mm = 20.0;

/// What a motion of the table plane (x mm, y mm, turn rad about `centre_mm`) does to a piece.
Eigen::Matrix3d byMotion(const SeenPyramid& piece, const Eigen::Vector2d& centre_mm) {
  const Eigen::Vector2d arm_mm = piece.table_from_piece.origin_mm() - centre_mm;
  Eigen::Matrix3d by = Eigen::Matrix3d::Identity();
  by.topRightCorner<2, 1>() = Eigen::Vector2d(-arm_mm.y(), arm_mm.x());
  return by;
}

/// By how much a table point that moves with the piece does so for (x mm, y mm, heading rad).
Eigen::Matrix<double, 2, 3> byPose(const SeenPyramid& piece, const Eigen::Vector2d& point_mm) {
  const Eigen::Vector2d arm_mm = point_mm - piece.table_from_piece.origin_mm();
  Eigen::Matrix<double, 2, 3> by = Eigen::Matrix<double, 2, 3>::Identity();
  by.col(2) = Eigen::Vector2d(-arm_mm.y(), arm_mm.x());
  return by;
}

} // namespace

std::vector<Eigen::Matrix3d> relativeCovariances(const std::vector<SeenPyramid>& pieces) {
  const Eigen::Index errors = pieces.empty() ? 0 : pieces.front().shared_error.cols();
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  for (const SeenPyramid& piece : pieces)
    centre_mm += piece.table_from_piece.origin_mm() / static_cast<double>(pieces.size());
  const Eigen::DiagonalMatrix<double, 3> weights(1.0, 1.0, lever_mm * lever_mm);
  Eigen::Matrix3d squares = Eigen::Matrix3d::Zero();
  SharedError sums = SharedError::Zero(3, errors);
  for (const SeenPyramid& piece : pieces)
    if (piece.shared_error.cols() == errors) {
      const Eigen::Matrix3d weighted = byMotion(piece, centre_mm).transpose() * weights;
      squares += weighted * byMotion(piece, centre_mm);
      sums += weighted * piece.shared_error;
    }
  SharedError motion = sums;
  if (errors > 0) // Eigen's solver looks at the first of no columns, too
    motion = squares.ldlt().solve(sums);
  std::vector<Eigen::Matrix3d> relative;
  for (const SeenPyramid& piece : pieces) {
    SharedError left = piece.shared_error;
    if (left.cols() == errors)
      left -= byMotion(piece, centre_mm) * motion;
    relative.push_back(piece.own_covariance + 2.0 * left * left.transpose());
  }
  return relative;
}

Eigen::Matrix2d gapCovariance(const SeenPyramid& a, const Eigen::Vector2d& on_a_mm, const SeenPyramid& b,
                              const Eigen::Vector2d& on_b_mm) {
  const Eigen::Matrix<double, 2, 3> by_a = byPose(a, on_a_mm), by_b = byPose(b, on_b_mm);
  const Eigen::Matrix<double, 2, Eigen::Dynamic> moved_a = by_a * a.shared_error, moved_b = by_b * b.shared_error;
  const Eigen::Matrix2d own = by_a * a.own_covariance * by_a.transpose() + by_b * b.own_covariance * by_b.transpose();
  if (areShared(a.shared_error, b.shared_error))
    return own + (moved_a - moved_b) * (moved_a - moved_b).transpose();
  return own + moved_a * moved_a.transpose() + moved_b * moved_b.transpose();
}

} // namespace linesman
