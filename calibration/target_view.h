#pragma once
#include <string>
#include <vector>

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "calibration/target.h"

namespace linesman {

/// A point of the target found in a picture.
struct TargetPoint {
  int index = 0;                                       ///< of the point on the target
  Eigen::Vector2d target_mm = Eigen::Vector2d::Zero(); ///< on the target, origin at its first corner
  Eigen::Vector2d px = Eigen::Vector2d::Zero();
  double sigma_px = 0.05; ///< of each coordinate
  double height_mm = 0.0; ///< towards z of the target's frame, where the target is known not to be flat

  Eigen::Vector3d place_mm() const { return {target_mm.x(), target_mm.y(), height_mm}; }
};

/// One picture of the target.
struct TargetView {
  std::string name;
  int width_px = 0;
  int height_px = 0;
  std::vector<TargetPoint> points;
};

/// Finds the target in `grey` (8 bit, one channel) with sub-pixel points; one sentence when it is not there.
Result<TargetView> findTarget(const cv::Mat& grey, const CalibrationTarget& target, const std::string& name);

/// Whether the target is there in a mirror only: so some cameras' drivers and programs show people to themselves.
bool showsTargetMirrored(const cv::Mat& grey, const CalibrationTarget& target);

} // namespace linesman
