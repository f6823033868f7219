#include "calibration/lens.h"

namespace linesman {

// Brown-Conrady with OpenCV's rational radial term; https://docs.opencv.org/4.6.0/d9/d0c/group__calib3d.html
Eigen::Vector2d Lens::distort(const Eigen::Vector2d& normalised, Eigen::Matrix2d* jacobian) const {
  const auto& [k1, k2, p1, p2, k3, k4, k5, k6] = distortion;
  const double x = normalised.x();
  const double y = normalised.y();
  const double r2 = x * x + y * y;
  const double up = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const double down = 1.0 + r2 * (k4 + r2 * (k5 + r2 * k6));
  const double radial = up / down;
  const Eigen::Vector2d bent(x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x),
                             y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y);
  if (jacobian != nullptr) {
    const double up_d = k1 + r2 * (2.0 * k2 + 3.0 * r2 * k3); // derivatives by r^2
    const double down_d = k4 + r2 * (2.0 * k5 + 3.0 * r2 * k6);
    const double radial_d = (up_d * down - up * down_d) / (down * down);
    (*jacobian)(0, 0) = fx_px * (radial + 2.0 * x * x * radial_d + 2.0 * p1 * y + 6.0 * p2 * x);
    (*jacobian)(0, 1) = fx_px * (2.0 * x * y * radial_d + 2.0 * p1 * x + 2.0 * p2 * y);
    (*jacobian)(1, 0) = fy_px * (2.0 * x * y * radial_d + 2.0 * p1 * x + 2.0 * p2 * y);
    (*jacobian)(1, 1) = fy_px * (radial + 2.0 * y * y * radial_d + 6.0 * p1 * y + 2.0 * p2 * x);
  }
  return {fx_px * bent.x() + cx_px, fy_px * bent.y() + cy_px};
}

Eigen::Vector2d Lens::undistort(const Eigen::Vector2d& pixel) const {
  Eigen::Vector2d guess((pixel.x() - cx_px) / fx_px, (pixel.y() - cy_px) / fy_px);
  for (int i = 0; i < 20; ++i) {
    Eigen::Matrix2d jacobian;
    const Eigen::Vector2d residual = distort(guess, &jacobian) - pixel;
    if (residual.squaredNorm() < 1e-20)
      break;
    guess -= jacobian.inverse() * residual;
  }
  return guess;
}

Point2<ImageFrame> Lens::project(const Point3<CameraFrame>& point, Eigen::Matrix<double, 2, 3>* jacobian) const {
  const double inverse_z = 1.0 / point.mm.z();
  const Eigen::Vector2d normalised = point.mm.head<2>() * inverse_z;
  if (jacobian == nullptr)
    return {distort(normalised)};
  Eigen::Matrix2d bend;
  const Eigen::Vector2d pixel = distort(normalised, &bend);
  Eigen::Matrix<double, 2, 3> divide;
  divide << inverse_z, 0.0, -normalised.x() * inverse_z, 0.0, inverse_z, -normalised.y() * inverse_z;
  *jacobian = bend * divide;
  return {pixel};
}

std::optional<Eigen::Vector2d> Lens::tablePoint(const Pose<CameraFrame, TableFrame>& camera_from_table,
                                                const Eigen::Vector2d& pixel, double height_mm) const {
  const Pose<TableFrame, CameraFrame> table_from_camera = camera_from_table.inverse();
  const Eigen::Vector3d& eye_mm = table_from_camera.translation_mm();
  const Eigen::Vector3d ray = table_from_camera.rotation() * undistort(pixel).homogeneous();
  const double reach = (height_mm - eye_mm.z()) / ray.z();
  if (!(reach > 0.0) || !std::isfinite(reach))
    return std::nullopt;
  return (eye_mm + reach * ray).head<2>();
}

} // namespace linesman
