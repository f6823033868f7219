#pragma once
#include <cmath>
#include <numbers>

#include "calibration/table_file.h"
#include "models/table_state.h"

namespace linesman {

/// Positive where the corners run counter-clockwise.
inline double signedArea_mm2(const TablePolygon& polygon) {
  double twice = 0.0;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Eigen::Vector2d &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
    twice += a.x() * b.y() - a.y() * b.x();
  }
  return 0.5 * twice;
}

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

} // namespace linesman
