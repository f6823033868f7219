#pragma once
#include <vector>

#include "calibration/lens.h"
#include "calibration/target_view.h"

namespace linesman {

/// How a print differs from its drawing, alike in all views: a printer stretches it, its board is bowed.
struct TargetShape {
  Eigen::Vector2d middle_mm = Eigen::Vector2d::Zero(); ///< of the target's points
  double half_mm = 1.0;                                ///< half their greater extent
  /// Stretch of y over x (a stretch of both alike cannot be told from the distance); heights in mm, half_mm from the
  /// middle, that go with x^2, y^2 and x y.
  Eigen::Vector4d terms = Eigen::Vector4d::Zero();
  Eigen::Matrix4d covariance = Eigen::Matrix4d::Zero();

  /// What a unit of each term moves a point by, mm.
  Eigen::Matrix<double, 3, 4> byTerms(const Eigen::Vector2d& target_mm) const;
};

/// A flat target as large as the views' points.
TargetShape flatShape(const std::vector<TargetView>& views);

/// The views with their target's points where `shape` puts them.
std::vector<TargetView> shaped(std::vector<TargetView> views, const TargetShape& shape);

/// Smooth components over a view's points (n x 10), of unit size: products of Legendre polynomials, to third order
/// together, over the points' own box in the picture.
Eigen::MatrixXd smoothComponents(const TargetView& view);

/// Poses of the views for a first lens, from their plane maps. False for a view whose points lie on a line.
bool startPose(const TargetView& view, const Lens& lens, Pose<CameraFrame, TableFrame>& pose);

} // namespace linesman
