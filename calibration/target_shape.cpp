#include "calibration/target_shape.h"

#include <algorithm>

#include <Eigen/Geometry>

#include "calibration/plane_poses.h"

namespace linesman {

TargetShape flatShape(const std::vector<TargetView>& views) {
  Eigen::AlignedBox2d box;
  for (const TargetView& view : views)
    for (const TargetPoint& point : view.points)
      box.extend(point.target_mm);
  TargetShape shape;
  if (!box.isEmpty()) {
    shape.middle_mm = box.center();
    shape.half_mm = std::max(1.0, 0.5 * box.sizes().maxCoeff());
  }
  return shape;
}

Eigen::Matrix<double, 3, 4> TargetShape::byTerms(const Eigen::Vector2d& target_mm) const {
  const Eigen::Vector2d u = (target_mm - middle_mm) / half_mm;
  Eigen::Matrix<double, 3, 4> by = Eigen::Matrix<double, 3, 4>::Zero();
  by(1, 0) = target_mm.y() - middle_mm.y();
  by.row(2).tail<3>() << u.x() * u.x(), u.y() * u.y(), u.x() * u.y();
  return by;
}

std::vector<TargetView> shaped(std::vector<TargetView> views, const TargetShape& shape) {
  for (TargetView& view : views)
    for (TargetPoint& point : view.points) {
      const Eigen::Vector3d place_mm = point.place_mm() + shape.byTerms(point.target_mm) * shape.terms;
      point.target_mm = place_mm.head<2>();
      point.height_mm = place_mm.z();
    }
  return views;
}

Eigen::MatrixXd smoothComponents(const TargetView& view) {
  Eigen::AlignedBox2d box;
  for (const TargetPoint& point : view.points)
    box.extend(point.px);
  const auto legendre = [](int order, double u) {
    return order == 0 ? 1.0 : order == 1 ? u : order == 2 ? 1.5 * u * u - 0.5 : 2.5 * u * u * u - 1.5 * u;
  };
  Eigen::MatrixXd components(static_cast<Eigen::Index>(view.points.size()), 10);
  for (Eigen::Index i = 0; i < components.rows(); ++i) {
    const Eigen::Vector2d at =
        (view.points[static_cast<std::size_t>(i)].px - box.center()).cwiseQuotient((0.5 * box.sizes()).cwiseMax(1.0));
    Eigen::Index column = 0;
    for (int a = 0; a <= 3; ++a)
      for (int b = 0; a + b <= 3; ++b)
        components(i, column++) = legendre(a, at.x()) * legendre(b, at.y());
  }
  return components;
}

bool startPose(const TargetView& view, const Lens& lens, Pose<CameraFrame, TableFrame>& pose) {
  std::vector<PlanePoint> points;
  for (const TargetPoint& point : view.points)
    points.push_back({point.target_mm, point.px});
  const auto poses = posesOfPlane(points, lens);
  if (poses.empty())
    return false;
  pose = poses.front();
  return true;
}

} // namespace linesman
