#pragma once
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

} // namespace linesman
