#pragma once
#include <optional>

#include "calibration/camera_errors.h"
#include "models/uncertain_pose.h"

namespace linesman {

/// Lens and camera pose together: points of the table to pixels of the distorted picture and back.
class TableView {
public:
  /// Of a lens without errors.
  TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table);
  TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table, CameraErrors errors);

  const Lens& lens() const { return lens_; }
  const UncertainPose<CameraFrame, TableFrame>& cameraFromTable() const { return camera_from_table_; }
  const CameraErrors& errors() const { return errors_; }
  /// Centre of projection, TableFrame mm.
  const Eigen::Vector3d& eye_mm() const { return eye_mm_; }

  /// TableFrame mm to pixel; nothing behind the camera. `jacobian`: px per mm of the point.
  std::optional<Eigen::Vector2d> pixel(const Eigen::Vector3d& point_mm,
                                       Eigen::Matrix<double, 2, 3>* jacobian = nullptr) const;
  /// Where the ray of a pixel meets the plane z = height_mm.
  std::optional<Eigen::Vector2d> tablePoint(const Eigen::Vector2d& pixel, double height_mm = 0.0) const;
  /// The middle of what is looked at: the table's origin where that lies near the picture's middle, else where the
  /// picture's middle looks, or the nearest place to that which is on the table.
  const Eigen::Vector2d& middle_mm() const { return middle_mm_; }
  /// Millimetres of the table per pixel around a table point (square root of the area ratio).
  double mmPerPixel(const Eigen::Vector2d& point_mm) const;

private:
  Lens lens_;
  UncertainPose<CameraFrame, TableFrame> camera_from_table_;
  CameraErrors errors_;
  Eigen::Vector3d eye_mm_;
  Eigen::Vector2d middle_mm_;
};

} // namespace linesman
