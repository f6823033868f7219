#pragma once
#include <vector>

#include "calibration/error_variances.h"
#include "calibration/lens_parameters.h"
#include "calibration/target_shape.h"
#include "calibration/target_view.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// Which parameters are free: those of the lens in the order of LensVector, then the terms of TargetShape from
/// `first_shape_term` on.
using LensChoice = std::vector<int>;
inline constexpr int first_shape_term = 12;
inline constexpr int common_terms = 16;

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
