#include "calibration/lens.h"

#include "calibration/lens_bend.h"

namespace linesman {

Lens Lens::resized(int to_width_px, int to_height_px, const Eigen::Vector2d& factors) const {
  Lens lens = *this;
  lens.width_px = to_width_px;
  lens.height_px = to_height_px;
  lens.fx_px *= factors.x();
  lens.fy_px *= factors.y();
  lens.cx_px = (cx_px + 0.5) * factors.x() - 0.5;
  lens.cy_px = (cy_px + 0.5) * factors.y() - 0.5;
  if (parameter_covariance) {
    Eigen::Matrix<double, 12, 1> scale = Eigen::Matrix<double, 12, 1>::Ones();
    scale.head<4>() << factors, factors;
    lens.parameter_covariance = scale.asDiagonal() * *parameter_covariance * scale.asDiagonal();
  }
  if (rms_px)
    lens.rms_px = *rms_px * factors.mean();
  return lens;
}

Eigen::Vector2d Lens::distort(const Eigen::Vector2d& normalised, Eigen::Matrix2d* jacobian) const {
  const double x = normalised.x(), y = normalised.y();
  if (jacobian == nullptr) {
    const BentPoint<double> bent = bend<false>(*this, x, y);
    return {bent.x_px, bent.y_px};
  }
  const BentPoint<double> bent = bend<true>(*this, x, y);
  *jacobian << bent.x_by_x, bent.x_by_y, bent.y_by_x, bent.y_by_y;
  return {bent.x_px, bent.y_px};
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
