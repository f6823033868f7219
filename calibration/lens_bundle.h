#pragma once
#include <vector>

#include "calibration/error_variances.h"
#include "calibration/lens_parameters.h"
#include "calibration/target_view.h"
#include "models/uncertain_pose.h"

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

/// Which parameters are free: those of the lens in the order of LensVector, then the terms of TargetShape from
/// `first_shape_term` on.
using LensChoice = std::vector<int>;
inline constexpr int first_shape_term = 12;
inline constexpr int common_terms = 16;

/// Smooth components over a view's points (n x 10), of unit size: products of Legendre polynomials, to third order
/// together, over the points' own box in the picture.
Eigen::MatrixXd smoothComponents(const TargetView& view);

/// What is known of any webcam's lens beforehand, about guessLens: weak, wider than for a guess without views, since
/// real axes lie up to 3 or 4 % off the centre.
LensMatrix lensPrior(int width_px);

/// Joint least squares over one lens and the pose of the target in every view.
struct LensBundle {
  Lens lens;
  std::vector<Pose<CameraFrame, TableFrame>> poses; ///< camera_from_target; the target's frame is x right, y down
  LensMatrix covariance = LensMatrix::Zero();       ///< from the scatter of the residuals and the shared errors
  std::vector<double> view_rms_px;
  double rms_px = 0.0;    ///< of the points used
  double scale = 1.0;     ///< variance of the points' own errors over what they state
  double shared_px = 0.0; ///< standard deviation of the shared errors' components, as far as the residuals tell
  TargetShape shape;      ///< zero where its terms were not free
};

/// The views with their target's points where `shape` puts them.
std::vector<TargetView> shaped(std::vector<TargetView> views, const TargetShape& shape);

/// Poses of the views for a first lens, from their plane maps. False for a view whose points lie on a line.
bool startPose(const TargetView& view, const Lens& lens, Pose<CameraFrame, TableFrame>& pose);

/// `lens` is the start; robust weights (Huber) on points. Weak knowledge of any webcam holds what the views leave open.
/// False when the equations are singular.
bool solveBundle(const std::vector<TargetView>& views, const LensChoice& free, const Lens& start,
                 std::vector<Pose<CameraFrame, TableFrame>> poses, LensBundle& solved);

/// Pose of one view with the lens held: refined from `pose`, over the points whose `chosen` is true (all when empty).
bool solveView(const TargetView& view, const Lens& lens, const std::vector<bool>& chosen,
               Pose<CameraFrame, TableFrame>& pose);

/// Root mean square distance of a view's points (those with `chosen`) from their prediction.
double viewRms_px(const TargetView& view, const Lens& lens, const Pose<CameraFrame, TableFrame>& pose,
                  const std::vector<bool>& chosen);

} // namespace linesman
