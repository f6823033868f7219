#include "app/projector.h"

#include <algorithm>
#include <cmath>

namespace linesman::app {

namespace {

/// Radius (normalised) up to which the picture is trusted: a little beyond its farthest corner.
double farthestRadius(const Lens& lens) {
  double radius = 0.0;
  for (const double x_px : {0.0, lens.width_px - 1.0})
    for (const double y_px : {0.0, lens.height_px - 1.0})
      radius = std::max(radius, std::hypot((x_px - lens.cx_px) / lens.fx_px, (y_px - lens.cy_px) / lens.fy_px));
  return 1.5 * radius;
}

} // namespace

Projector cameraProjector(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table) {
  const double limit = farthestRadius(lens);
  return [lens, camera_from_table, limit](const Eigen::Vector3d& table_mm) -> std::optional<Eigen::Vector2d> {
    const Eigen::Vector3d p_mm = (camera_from_table * Point3<TableFrame>{table_mm}).mm;
    if (!(p_mm.z() > 1.0))
      return std::nullopt;
    const Eigen::Vector2d normalised = p_mm.head<2>() / p_mm.z();
    if (!(normalised.norm() < limit))
      return std::nullopt;
    return lens.distort(normalised);
  };
}

Projector mapProjector(const Eigen::Vector2d& origin_mm, double px_per_mm) {
  return [origin_mm, px_per_mm](const Eigen::Vector3d& table_mm) -> std::optional<Eigen::Vector2d> {
    return Eigen::Vector2d((table_mm.x() - origin_mm.x()) * px_per_mm, (origin_mm.y() - table_mm.y()) * px_per_mm);
  };
}

} // namespace linesman::app
