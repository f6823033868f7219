#include "app/polygon.h"

namespace linesman::app {

bool holds(const std::vector<Eigen::Vector2d>& polygon, const Eigen::Vector2d& point) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Eigen::Vector2d &a = polygon[i], &b = polygon[j];
    if ((a.y() > point.y()) != (b.y() > point.y()) &&
        point.x() < (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x())
      inside = !inside;
  }
  return inside;
}

} // namespace linesman::app
