#include "rules/area_raster.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

namespace linesman::rules {

using Eigen::Vector2d;

AreaRaster::AreaRaster(const Vector2d& centre_mm, double radius_mm, double grid_mm)
    : points_(2 * static_cast<int>(std::ceil(radius_mm / grid_mm)) + 5), grid_mm_(grid_mm),
      origin_mm_(centre_mm - Vector2d::Constant(grid_mm * (points_ - 1) / 2.0)),
      depths_mm_(static_cast<std::size_t>(points_) * static_cast<std::size_t>(points_), -grid_mm) {}

/// The grid's border stays uncovered, so that every outline closes.
template <class Depth> void AreaRaster::deepen(const Vector2d& low_mm, const Vector2d& high_mm, const Depth& depth_mm) {
  const auto index = [&](double mm) { return std::clamp(static_cast<int>(std::floor(mm / grid_mm_)), 0, points_ - 3); };
  const Vector2d low = low_mm - origin_mm_, high = high_mm - origin_mm_;
  for (int row = std::max(1, index(low.y())); row <= index(high.y()) + 1; ++row)
    for (int column = std::max(1, index(low.x())); column <= index(high.x()) + 1; ++column) {
      double& depth = depths_mm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(points_) +
                                 static_cast<std::size_t>(column)];
      depth = std::max(depth, depth_mm(origin_mm_ + grid_mm_ * Vector2d(column, row)));
    }
}

void AreaRaster::addConvex(Corners outline_mm) {
  Vector2d low = outline_mm[0], high = outline_mm[0];
  for (const Vector2d& corner : outline_mm) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  deepen(low, high, [&](const Vector2d& p) {
    double depth = grid_mm_; // deeper ones decide nothing
    for (std::size_t i = 0; i < outline_mm.size(); ++i) {
      const Vector2d& a = outline_mm[i];
      const Vector2d way = (outline_mm[(i + 1) % outline_mm.size()] - a).normalized();
      depth = std::min(depth, way.x() * (p.y() - a.y()) - way.y() * (p.x() - a.x()));
    }
    return depth;
  });
}

void AreaRaster::addDisc(const Vector2d& centre_mm, double radius_mm) {
  const Vector2d reach = Vector2d::Constant(radius_mm);
  deepen(centre_mm - reach, centre_mm + reach,
         [&](const Vector2d& p) { return std::min(grid_mm_, radius_mm - (p - centre_mm).norm()); });
}

void AreaRaster::smooth() {
  const auto pass = [&](int step) {
    std::vector<double> smoothed = depths_mm_;
    for (std::size_t i = static_cast<std::size_t>(points_); i + static_cast<std::size_t>(points_) < depths_mm_.size();
         ++i)
      smoothed[i] = 0.25 * (depths_mm_[i - static_cast<std::size_t>(step)] + 2.0 * depths_mm_[i] +
                            depths_mm_[i + static_cast<std::size_t>(step)]);
    depths_mm_ = std::move(smoothed);
  };
  pass(1);
  pass(points_);
}

/// Edges of the grid: 2 * point from the point to the right, 2 * point + 1 upwards.
Vector2d AreaRaster::crossing(int edge) const {
  const int column = edge / 2 % points_, row = edge / 2 / points_;
  const bool upwards = edge % 2 == 1;
  const double here = depthAt(column, row), there = upwards ? depthAt(column, row + 1) : depthAt(column + 1, row);
  const double share = here / (here - there);
  return origin_mm_ + grid_mm_ * (Vector2d(column, row) + share * (upwards ? Vector2d(0, 1) : Vector2d(1, 0)));
}

std::vector<TablePolygon> AreaRaster::outlines() const {
  // Of a cell: bottom, right, top, left. By the corners that are covered (bottom left 1, then round): from which edge
  // to which, with the covered side on the left. -1: nothing.
  constexpr std::array<std::array<int, 4>, 16> ways = {{{-1, -1, -1, -1},
                                                        {0, 3, -1, -1},
                                                        {1, 0, -1, -1},
                                                        {1, 3, -1, -1},
                                                        {2, 1, -1, -1},
                                                        {0, 3, 2, 1},
                                                        {2, 0, -1, -1},
                                                        {2, 3, -1, -1},
                                                        {3, 2, -1, -1},
                                                        {0, 2, -1, -1},
                                                        {1, 0, 3, 2},
                                                        {1, 2, -1, -1},
                                                        {3, 1, -1, -1},
                                                        {0, 1, -1, -1},
                                                        {3, 0, -1, -1},
                                                        {-1, -1, -1, -1}}};
  std::unordered_map<int, int> next;
  std::vector<int> starts;
  for (int row = 0; row + 1 < points_; ++row)
    for (int column = 0; column + 1 < points_; ++column) {
      const int point = row * points_ + column;
      const int covered = (depthAt(column, row) > 0.0 ? 1 : 0) + (depthAt(column + 1, row) > 0.0 ? 2 : 0) +
                          (depthAt(column + 1, row + 1) > 0.0 ? 4 : 0) + (depthAt(column, row + 1) > 0.0 ? 8 : 0);
      const std::array<int, 4> edges = {2 * point, 2 * (point + 1) + 1, 2 * (point + points_), 2 * point + 1};
      const auto& way = ways[static_cast<std::size_t>(covered)];
      for (std::size_t i = 0; i < 4 && way[i] >= 0; i += 2) {
        const int from = edges[static_cast<std::size_t>(way[i])];
        next[from] = edges[static_cast<std::size_t>(way[i + 1])];
        starts.push_back(from);
      }
    }
  std::vector<TablePolygon> polygons;
  for (const int start : starts) {
    TablePolygon polygon;
    for (int at = start; next.count(at) > 0;) {
      polygon.push_back(crossing(at));
      const int after = next[at];
      next.erase(at);
      at = after;
    }
    if (polygon.size() > 2)
      polygons.push_back(std::move(polygon));
  }
  return polygons;
}

} // namespace linesman::rules
