#pragma once
#include <vector>

#include "calibration/lens_parameters.h"
#include "calibration/target_view.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// Which lens parameters are free (order of LensVector); a tied focal length counts once.
using LensChoice = std::vector<int>;

/// Neighbouring points share errors that white noise does not know: uneven light, compression, a sheet not quite flat.
/// They follow the picture smoothly, so the fit absorbs them and the residuals do not show them. One standard deviation
/// of each smooth component of `smoothComponents`, in each direction of the picture, independent from view to view.
inline constexpr double shared_error_px = 0.03;

/// Smooth components over a view's points (n x 10), of unit size: products of Legendre polynomials, to third order
/// together, over the points' own box in the picture.
Eigen::MatrixXd smoothComponents(const TargetView& view);

/// Joint least squares over one lens and the pose of the target in every view.
struct LensBundle {
  Lens lens;
  std::vector<Pose<CameraFrame, TableFrame>> poses; ///< camera_from_target; the target's frame is x right, y down
  LensMatrix covariance = LensMatrix::Zero();       ///< from the scatter of the residuals and the shared errors
  std::vector<double> view_rms_px;
  double rms_px = 0.0; ///< of the points used
  double scale = 1.0;  ///< chi-square per degree of freedom
};

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
