#pragma once
#include <cmath>
#include <numbers>
#include <vector>

#include "calibration/table_file.h"
#include "models/table_state.h"

namespace linesman {

/// Of a playing area or an island of the table file: its polygon, or 48 corners of its disc.
template <class Known> TablePolygon outlineOf(const Known& known) {
  if (!known.disc)
    return known.polygon_mm;
  TablePolygon out;
  for (int i = 0; i < 48; ++i) {
    const double turn_rad = 2.0 * std::numbers::pi * i / 48;
    out.emplace_back(known.disc->centre_mm +
                     known.disc->radius_mm * Eigen::Vector2d(std::cos(turn_rad), std::sin(turn_rad)));
  }
  return out;
}

/// Of the solid that a known island is: its outline on the table and as high as it is, TableFrame mm.
inline std::vector<Eigen::Vector3d> cornersOf(const KnownIsland& island) {
  std::vector<Eigen::Vector3d> corners;
  for (const Eigen::Vector2d& point : outlineOf(island))
    for (const double height_mm : {0.0, island.height_mm.value_or(0.0)})
      corners.emplace_back(point.x(), point.y(), height_mm);
  return corners;
}

} // namespace linesman
