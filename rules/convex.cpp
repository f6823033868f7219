#include "rules/convex.h"

#include <algorithm>
#include <limits>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
/// The best separating direction among the edges of `a`: greatest over outward unit normals n of min over b of
/// n.(b - a). `normal` and `corner` (of b) belong to it.
struct Separation {
  double mm = -infinity;
  Vector2d normal = Vector2d::Zero();
  Vector2d corner = Vector2d::Zero();
};

void tryDirection(const Vector2d& normal, const Vector2d& on_edge, Corners b, Separation& best) {
  double least = infinity;
  const Vector2d* corner = nullptr;
  for (const Vector2d& point : b) {
    const double along = normal.dot(point - on_edge);
    if (along < least) {
      least = along;
      corner = &point;
    }
  }
  if (corner != nullptr && least > best.mm)
    best = {least, normal, *corner};
}

Separation bestSeparation(Corners a, Corners b) {
  Separation best;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Vector2d edge = a[(i + 1) % a.size()] - a[i];
    const double length = edge.norm();
    if (!(length > 0.0))
      continue;
    // For a segment the loop passes both its directions, hence both normals.
    tryDirection(Vector2d(edge.y(), -edge.x()) / length, a[i], b, best);
  }
  return best;
}

/// Nearest pair of two outlines that do not overlap: some corner of one against some edge of the other.
void nearestPair(Corners a, Corners b, bool swapped, double& best_squared, Gap& best) {
  for (const Vector2d& corner : a)
    for (std::size_t i = 0; i < b.size(); ++i) {
      const Vector2d near = nearestOnSegment(b[i], b[(i + 1) % b.size()], corner);
      const double squared = (near - corner).squaredNorm();
      if (squared < best_squared) {
        best_squared = squared;
        best.on_a_mm = swapped ? near : corner;
        best.on_b_mm = swapped ? corner : near;
      }
    }
}

} // namespace

Vector2d nearestOnSegment(const Vector2d& a, const Vector2d& b, const Vector2d& point_mm) {
  const Vector2d edge = b - a;
  const double squared = edge.squaredNorm();
  if (!(squared > 0.0))
    return a;
  const double t = std::clamp(edge.dot(point_mm - a) / squared, 0.0, 1.0);
  return a + t * edge;
}

Gap gapBetween(Corners a, Corners b) {
  Gap gap;
  const Separation from_a = bestSeparation(a, b);
  const Separation from_b = bestSeparation(b, a);
  const double separation = std::max(from_a.mm, from_b.mm);
  // Flat sets (segments, slivers) on one line have no edge across that line: a separation of 0 may hide a real gap,
  // so the nearest pair has the last word there.
  double squared = infinity;
  if (separation > -1e-9 || separation == -infinity) {
    nearestPair(a, b, false, squared, gap);
    nearestPair(b, a, true, squared, gap);
  }
  if (separation <= 0.0 && separation > -infinity && !(squared < infinity && std::sqrt(squared) > 1e-9)) {
    gap.mm = separation;
    if (from_a.mm >= from_b.mm) {
      gap.on_b_mm = from_a.corner;
      gap.on_a_mm = from_a.corner - from_a.mm * from_a.normal;
    } else {
      gap.on_a_mm = from_b.corner;
      gap.on_b_mm = from_b.corner - from_b.mm * from_b.normal;
    }
    return gap;
  }
  gap.mm = std::sqrt(squared);
  return gap;
}

double gapBetween_mm(Corners a, Corners b) {
  return gapBetween(a, b).mm;
}

Gap gapToPoint(Corners polygon, const Vector2d& point_mm) {
  return gapBetween(polygon, Corners(&point_mm, 1));
}

namespace {

template <class Points, class Hull> void monotoneChain(Points& points, Hull& hull) {
  std::sort(points.begin(), points.end(),
            [](const Vector2d& a, const Vector2d& b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); });
  hull.clear();
  const auto turnsLeft = [&](const Vector2d& next) {
    const std::size_t n = hull.size();
    return cross(hull[n - 1] - hull[n - 2], next - hull[n - 1]) > 0.0;
  };
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t start = hull.size();
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Vector2d& next = pass == 0 ? points[i] : points[points.size() - 1 - i];
      while (hull.size() >= start + 2 && !turnsLeft(next))
        hull.pop_back();
      if (hull.size() > start && hull.back() == next)
        continue;
      hull.push_back(next);
    }
    if (hull.size() > 1)
      hull.pop_back(); // the last of one pass is the first of the other
  }
  if (hull.size() == 2 && hull[0] == hull[1])
    hull.pop_back();
}

} // namespace

std::vector<Vector2d> convexHull(std::vector<Vector2d> points) {
  std::vector<Vector2d> hull;
  if (!points.empty())
    monotoneChain(points, hull);
  return hull;
}

void convexHullInPlace(FixedVector<Vector2d, 192>& points, FixedVector<Vector2d, 192>& hull) {
  monotoneChain(points, hull);
}

Outline clipByLine(Corners polygon, const Vector2d& normal, double offset_mm) {
  Outline inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d& here = polygon[i];
    const Vector2d& next = polygon[(i + 1) % polygon.size()];
    const double here_mm = normal.dot(here) - offset_mm;
    const double next_mm = normal.dot(next) - offset_mm;
    if (here_mm <= 0.0)
      inside.push_back(here);
    if ((here_mm < 0.0 && next_mm > 0.0) || (here_mm > 0.0 && next_mm < 0.0))
      inside.push_back(here + (next - here) * (here_mm / (here_mm - next_mm)));
  }
  return inside;
}

Outline clipByPolygon(Corners polygon, Corners window) {
  Outline inside;
  for (const Vector2d& corner : polygon)
    inside.push_back(corner);
  for (std::size_t i = 0; i < window.size() && !inside.empty(); ++i) {
    const Vector2d edge = window[(i + 1) % window.size()] - window[i];
    const Vector2d normal(edge.y(), -edge.x());
    inside = clipByLine(inside, normal, normal.dot(window[i]));
  }
  return inside;
}

namespace {

bool isEar(const std::vector<Vector2d>& polygon, std::size_t i) {
  const std::size_t n = polygon.size();
  const Vector2d& a = polygon[(i + n - 1) % n];
  const Vector2d& b = polygon[i];
  const Vector2d& c = polygon[(i + 1) % n];
  if (cross(b - a, c - b) <= 0.0)
    return false;
  for (std::size_t k = 0; k < n; ++k) {
    const Vector2d& p = polygon[k];
    if (p == a || p == b || p == c)
      continue;
    if (cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 && cross(a - c, p - c) >= 0.0)
      return false;
  }
  return true;
}

} // namespace

std::vector<std::vector<Vector2d>> convexParts(std::vector<Vector2d> polygon) {
  if (signedArea(polygon) < 0.0)
    std::reverse(polygon.begin(), polygon.end());
  if (polygon.size() < 4 || isConvex(polygon))
    return {polygon};
  std::vector<std::vector<Vector2d>> parts;
  while (polygon.size() > 3) {
    std::size_t ear = 0;
    while (ear < polygon.size() && !isEar(polygon, ear))
      ++ear;
    if (ear == polygon.size()) { // collinear or crossing rest: its hull is the safe answer (doubt is No)
      parts.push_back(convexHull(polygon));
      return parts;
    }
    const std::size_t n = polygon.size();
    parts.push_back({polygon[(ear + n - 1) % n], polygon[ear], polygon[(ear + 1) % n]});
    polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  parts.push_back(polygon);
  return parts;
}

bool spanAt(Corners outline, double y, double& low, double& high) {
  low = infinity;
  high = -infinity;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vector2d& a = outline[i];
    const Vector2d& b = outline[(i + 1) % outline.size()];
    if (a.y() == y) {
      low = std::min(low, a.x());
      high = std::max(high, a.x());
    }
    if ((a.y() < y) != (b.y() < y)) {
      const double x = a.x() + (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y());
      low = std::min(low, x);
      high = std::max(high, x);
    }
  }
  return low <= high;
}

} // namespace linesman::rules
