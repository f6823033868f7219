#pragma once
#include <algorithm>
#include <limits>
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

/// Do two sides that are not neighbours touch or cross? Equal corners in succession do.
inline bool crossesItself(PolygonCorners polygon) {
  const std::size_t n = polygon.size();
  const auto side = [](const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& p) {
    return (b.x() - a.x()) * (p.y() - a.y()) - (b.y() - a.y()) * (p.x() - a.x());
  };
  const auto apart = [](double a, double b, double c, double d) { // the ranges a to b and c to d
    return std::max(a, b) < std::min(c, d) || std::max(c, d) < std::min(a, b);
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 2; j < n && j - i + 1 < n; ++j) {
      const Eigen::Vector2d &a = polygon[i], &b = polygon[i + 1], &c = polygon[j], &d = polygon[(j + 1) % n];
      if (!apart(a.x(), b.x(), c.x(), d.x()) && !apart(a.y(), b.y(), c.y(), d.y()) &&
          side(a, b, c) * side(a, b, d) <= 0.0 && side(c, d, a) * side(c, d, b) <= 0.0)
        return true;
    }
  return false;
}

/// Is a polygon that runs counter-clockwise and does not cross itself convex, but for corners that lie inwards of the
/// line between their neighbours by `rounding` at most?
inline bool isConvex(PolygonCorners polygon, double rounding = 0.0) {
  const std::size_t n = polygon.size();
  for (std::size_t i = 0; i < n; ++i) {
    const Eigen::Vector2d in = polygon[(i + 1) % n] - polygon[i], out = polygon[(i + 2) % n] - polygon[(i + 1) % n];
    if (in.x() * out.y() - in.y() * out.x() < -rounding * (in + out).norm())
      return false;
  }
  return true;
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

inline double distanceToSegment(const Eigen::Vector2d& point, const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const Eigen::Vector2d way = b - a;
  const double share = way.squaredNorm() > 0.0 ? std::clamp((point - a).dot(way) / way.squaredNorm(), 0.0, 1.0) : 0.0;
  return (a + share * way - point).norm();
}

/// How far the point lies outside; 0 inside.
inline double distanceTo(PolygonCorners polygon, const Eigen::Vector2d& point) {
  if (holds(polygon, point))
    return 0.0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < polygon.size(); ++i)
    least = std::min(least, distanceToSegment(point, polygon[i], polygon[(i + 1) % polygon.size()]));
  return least;
}

} // namespace linesman
