#pragma once
#include <span>

#include <Eigen/Core>

namespace linesman {

/// Polygons of any shape in a plane, in whatever unit: their corners in order, the last one joined to the first.
using PolygonCorners = std::span<const Eigen::Vector2d>;

/// Area in the unit squared, positive where the corners run counter-clockwise.
inline double signedArea(PolygonCorners polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Eigen::Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * twice;
}

/// Is the point inside? Points on the edge may count either way. What concerns convex ones is in rules/convex.h.
inline bool holds(PolygonCorners polygon, const Eigen::Vector2d& point) {
  bool inside = false;
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const Eigen::Vector2d &a = polygon[i], &b = polygon[j];
    if ((a.y() > point.y()) != (b.y() > point.y()) &&
        point.x() < (b.x() - a.x()) * (point.y() - a.y()) / (b.y() - a.y()) + a.x())
      inside = !inside;
  }
  return inside;
}

} // namespace linesman
