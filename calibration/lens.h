#pragma once
#include <array>
#include <optional>
#include <string>

#include "models/pose.h"

namespace linesman {

/// Intrinsics and Brown-Conrady distortion of one camera at one resolution, as OpenCV defines them.
struct Lens {
  int width_px = 0;
  int height_px = 0;
  double fx_px = 0.0, fy_px = 0.0, cx_px = 0.0, cy_px = 0.0;
  /// k1 k2 p1 p2 k3 k4 k5 k6
  std::array<double, 8> distortion{};
  /// Covariance of (fx fy cx cy k1 k2 p1 p2 k3 k4 k5 k6); empty when the file has none.
  std::optional<Eigen::Matrix<double, 12, 12>> parameter_covariance;
  std::optional<double> rms_px; ///< of the calibration
  std::string camera;           ///< identity of the camera, if known
  std::string date;             ///< of the calibration, if known
  std::optional<double> focus;  ///< the camera's own focus setting at the calibration, if known
  bool estimated = false;       ///< focal length guessed from the picture: every sigma grows

  /// The same lens when its pictures are resized to this size, by these factors in x and y (pixel (0,0) is the centre
  /// of the top-left pixel before and after).
  Lens resized(int to_width_px, int to_height_px, const Eigen::Vector2d& factors) const;

  /// Undistorted, normalised (x/z, y/z) to pixel; `jacobian` (2x2, px per unit) on request.
  Eigen::Vector2d distort(const Eigen::Vector2d& normalised, Eigen::Matrix2d* jacobian = nullptr) const;
  /// Pixel to normalised coordinates, by Newton's method on distort().
  Eigen::Vector2d undistort(const Eigen::Vector2d& pixel) const;
  /// Camera-frame point (z > 0) to pixel; `jacobian` (2x3, px per mm) on request.
  Point2<ImageFrame> project(const Point3<CameraFrame>& point, Eigen::Matrix<double, 2, 3>* jacobian = nullptr) const;
  /// Where the ray of `pixel` meets the plane z = `height_mm` of the table; nothing when it does not meet it in front.
  std::optional<Eigen::Vector2d> tablePoint(const Pose<CameraFrame, TableFrame>& camera_from_table,
                                            const Eigen::Vector2d& pixel, double height_mm = 0.0) const;
};

} // namespace linesman
