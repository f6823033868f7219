#pragma once
#include <vector>

#include "models/table_state.h"
#include "rules/convex.h"

namespace linesman::rules {

/// The area that many shapes cover together, as smooth outlines: a grid of points holds how deep (mm) each lies inside
/// of the shape that holds it deepest, and outlines run where that depth is 0, between points by its slope. Straight
/// edges come out straight, to a fraction of the grid.
class AreaRaster {
public:
  /// Covers a square around `centre_mm` (TableFrame); shapes have to stay within `radius_mm` of it.
  AreaRaster(const Eigen::Vector2d& centre_mm, double radius_mm, double grid_mm);

  /// A convex outline, counter-clockwise.
  void addConvex(Corners outline_mm);
  void addDisc(const Eigen::Vector2d& centre_mm, double radius_mm);
  /// Levels the waves that many small shapes leave along an edge that they make together.
  void smooth();

  /// Closed polygons in TableFrame mm, outer ones counter-clockwise, holes clockwise.
  std::vector<TablePolygon> outlines() const;

private:
  template <class Depth>
  void deepen(const Eigen::Vector2d& low_mm, const Eigen::Vector2d& high_mm, const Depth& depth_mm);
  double depthAt(int column, int row) const {
    return depths_mm_[static_cast<std::size_t>(row) * static_cast<std::size_t>(points_) +
                      static_cast<std::size_t>(column)];
  }
  Eigen::Vector2d crossing(int edge) const;

  int points_; ///< along a side
  double grid_mm_;
  Eigen::Vector2d origin_mm_;     ///< of the first point
  std::vector<double> depths_mm_; ///< row by row
};

} // namespace linesman::rules
