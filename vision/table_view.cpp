#include "vision/table_view.h"

#include <cmath>
#include <utility>

namespace linesman {

namespace {

Eigen::Vector2d middleOf(const TableView& view) {
  constexpr double rim = 0.4; // of the picture: nearer to it the scale is another one
  const Eigen::Array2d size(view.lens().width_px, view.lens().height_px);
  const auto origin = view.pixel(Eigen::Vector3d::Zero());
  const bool within = origin && (origin->array() > rim * size).all() && (origin->array() < (1.0 - rim) * size).all();
  const auto back = within ? view.tablePoint(*origin) : std::nullopt; // far outside, a lens's formula bends back
  if (back && back->norm() < 1.0)
    return Eigen::Vector2d::Zero();
  for (const double share : {0.5, 0.7, 0.9})
    if (auto at = view.tablePoint({0.5 * size.x(), share * size.y()}))
      return *at;
  return Eigen::Vector2d::Zero();
}

} // namespace

TableView::TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table)
    : TableView(lens, camera_from_table, CameraErrors::ofPose(camera_from_table.covariance)) {}

TableView::TableView(const Lens& lens, const UncertainPose<CameraFrame, TableFrame>& camera_from_table,
                     CameraErrors errors)
    : lens_(lens), camera_from_table_(camera_from_table), errors_(std::move(errors)),
      eye_mm_(camera_from_table.pose.inverse().translation_mm()), middle_mm_(middleOf(*this)) {}

std::optional<Eigen::Vector2d> TableView::pixel(const Eigen::Vector3d& point_mm,
                                                Eigen::Matrix<double, 2, 3>* jacobian) const {
  const Eigen::Vector3d seen = camera_from_table_.pose.rotation() * point_mm + camera_from_table_.pose.translation_mm();
  if (seen.z() < 1.0)
    return std::nullopt;
  if (jacobian == nullptr)
    return lens_.distort(seen.head<2>() / seen.z());
  Eigen::Matrix<double, 2, 3> by_point;
  const Point2<ImageFrame> pixel = lens_.project({seen}, &by_point);
  *jacobian = by_point * camera_from_table_.pose.rotation();
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
