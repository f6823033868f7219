#pragma once
#include <numeric>

#include "models/table_state.h"

namespace linesman::app {

/// Mean of the corners of an outline that has some.
inline Eigen::Vector2d middleOf(const TablePolygon& outline) {
  return std::accumulate(outline.begin(), outline.end(), Eigen::Vector2d(Eigen::Vector2d::Zero())) /
         static_cast<double>(outline.size());
}

} // namespace linesman::app
