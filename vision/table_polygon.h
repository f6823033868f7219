#pragma once
#include <cmath>
#include <numbers>

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

} // namespace linesman
