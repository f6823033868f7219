#pragma once
#include <optional>

#include "calibration/lens.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// Lens and camera pose together: points of the table to pixels of the distorted picture and back.
class TableView {
public:
  TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table);

  const Lens& lens() const { return lens_; }
  const UncertainPose<CameraFrame, TableFrame>& cameraFromTable() const { return camera_from_table_; }
  /// Centre of projection, TableFrame mm.
  const Eigen::Vector3d& eye_mm() const { return eye_mm_; }

  /// TableFrame mm to pixel; nothing behind the camera. `jacobian`: px per mm of the point. `by_camera`: px per unit of
  /// the camera pose's error (rotation vector rad, translation mm; errors on the camera's side, see UncertainPose).
  std::optional<Eigen::Vector2d> pixel(const Eigen::Vector3d& point_mm, Eigen::Matrix<double, 2, 3>* jacobian = nullptr,
                                       Eigen::Matrix<double, 2, 6>* by_camera = nullptr) const;
  /// Where the ray of a pixel meets the plane z = height_mm.
  std::optional<Eigen::Vector2d> tablePoint(const Eigen::Vector2d& pixel, double height_mm = 0.0) const;
  /// Millimetres of the table per pixel around a table point (square root of the area ratio).
  double mmPerPixel(const Eigen::Vector2d& point_mm) const;

private:
  Lens lens_;
  UncertainPose<CameraFrame, TableFrame> camera_from_table_;
  Eigen::Vector3d eye_mm_;
};

} // namespace linesman
