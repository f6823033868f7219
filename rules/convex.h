#pragma once
#include <limits>
#include <span>
#include <vector>

#include <Eigen/Core>

#include "models/polygon.h"
#include "rules/fixed_vector.h"

namespace linesman::rules {

/// Geometry of convex sets in the plane, millimetres. A convex polygon is its corners counter-clockwise; one corner is
/// a point, two are a segment. All sets are closed: touching is a gap of 0.
using Corners = PolygonCorners;
/// A short outline on the stack.
using Outline = FixedVector<Eigen::Vector2d, 32>;

inline constexpr double infinity = std::numeric_limits<double>::infinity();

inline double cross(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  return a.x() * b.y() - a.y() * b.x();
}

/// A signed distance and where it is attained.
struct Gap {
  double mm = 0.0;                                   ///< > 0 apart, < 0 the least slide that separates
  Eigen::Vector2d on_a_mm = Eigen::Vector2d::Zero(); ///< nearest (or deepest) place of the first set
  Eigen::Vector2d on_b_mm = Eigen::Vector2d::Zero(); ///< its partner on the second set
};

/// Signed distance of two convex polygons: apart, the Euclidean distance; overlapping, minus the length of the least
/// slide after which they only touch (the edges of the difference polygon are those of both, so a separating-axis
/// search over them is exact).
Gap gapBetween(Corners a, Corners b);
/// The same without the places, for inner loops.
double gapBetween_mm(Corners a, Corners b);

/// Signed distance of a point to a convex polygon, negative inside.
Gap gapToPoint(Corners polygon, const Eigen::Vector2d& point_mm);

/// Distance of a point to a segment, and the nearest point of the segment.
Eigen::Vector2d nearestOnSegment(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& point_mm);

/// Least and greatest x at height y of a convex outline; false when it does not reach that height.
bool spanAt(Corners outline, double y, double& low, double& high);

/// Convex hull, counter-clockwise, without collinear corners (a segment has two, a point one).
std::vector<Eigen::Vector2d> convexHull(std::vector<Eigen::Vector2d> points);
/// The same in place for short lists on the stack.
void convexHullInPlace(FixedVector<Eigen::Vector2d, 192>& points, FixedVector<Eigen::Vector2d, 192>& hull);

/// The part of a convex polygon with normal . p <= offset_mm.
Outline clipByLine(Corners polygon, const Eigen::Vector2d& normal, double offset_mm);
/// The part of convex `polygon` inside convex `window` (empty when they do not meet).
Outline clipByPolygon(Corners polygon, Corners window);

/// Any simple polygon as convex ones (counter-clockwise), by cutting ears off; a convex one comes back whole.
std::vector<std::vector<Eigen::Vector2d>> convexParts(std::vector<Eigen::Vector2d> polygon);

} // namespace linesman::rules
