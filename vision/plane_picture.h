#pragma once
#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "vision/table_view.h"

namespace linesman {

/// A rectangle of a plane in the TableFrame, mm: what `PlanePicture` shows, seen from straight above it.
struct PlanePatch {
  Eigen::Vector3d corner = Eigen::Vector3d::Zero();
  Eigen::Vector3d across = Eigen::Vector3d::UnitX(), along = Eigen::Vector3d::UnitY(); ///< unit vectors in the plane
  double width_mm = 0.0, height_mm = 0.0;                                              ///< across and along

  Eigen::Vector3d at(double across_mm, double along_mm) const { return corner + across_mm * across + along_mm * along; }
};

/// A patch of a plane drawn from the distorted picture at a fixed pitch.
struct PlanePicture {
  PlanePatch patch;
  double pitch_mm = 1.0;
  cv::Mat image; ///< as the picture's type; pixel (0, 0) is the patch's corner
  cv::Mat known; ///< 8 bit, 0 where the camera's picture does not reach

  Eigen::Vector3d at(double x, double y) const { return patch.at(pitch_mm * x, pitch_mm * y); }
};

PlanePicture planePicture(const cv::Mat& image, const TableView& view, const PlanePatch& patch, double pitch_mm);

} // namespace linesman
