#include "vision/table_view.h"

#include <cmath>

namespace linesman {

TableView::TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table)
    : lens_(lens), camera_from_table_(camera_from_table), eye_mm_(camera_from_table.pose.inverse().translation_mm()) {}

std::optional<Eigen::Vector2d> TableView::pixel(const Eigen::Vector3d& point_mm, Eigen::Matrix<double, 2, 3>* jacobian,
                                                Eigen::Matrix<double, 2, 6>* by_camera) const {
  const Eigen::Vector3d turned = camera_from_table_.pose.rotation() * point_mm;
  const Eigen::Vector3d seen = turned + camera_from_table_.pose.translation_mm();
  if (seen.z() < 1.0)
    return std::nullopt;
  if (jacobian == nullptr && by_camera == nullptr)
    return lens_.distort(seen.head<2>() / seen.z());
  Eigen::Matrix<double, 2, 3> by_point;
  const Point2<ImageFrame> pixel = lens_.project({seen}, &by_point);
  if (jacobian != nullptr)
    *jacobian = by_point * camera_from_table_.pose.rotation();
  if (by_camera != nullptr) {
    by_camera->leftCols<3>() = -by_point * crossMatrix(turned);
    by_camera->rightCols<3>() = by_point;
  }
  return pixel.xy;
}

std::optional<Eigen::Vector2d> TableView::tablePoint(const Eigen::Vector2d& pixel, double height_mm) const {
  return lens_.tablePoint(camera_from_table_.pose, pixel, height_mm);
}

double TableView::mmPerPixel(const Eigen::Vector2d& point_mm) const {
  Eigen::Matrix<double, 2, 3> jacobian;
  if (!pixel({point_mm.x(), point_mm.y(), 0.0}, &jacobian))
    return 1.0;
  return 1.0 / std::sqrt(std::abs(jacobian.leftCols<2>().determinant()));
}

} // namespace linesman
