#pragma once
// How a board that was found lies to the corners that a truth or a label has.
#include <algorithm>
#include <array>
#include <limits>

#include <nlohmann/json.hpp>

#include "vision/board_detector.h"

namespace linesman::accuracy {

/// Outer corners of a board, pixels: a8, h8, h1, a1, or as they are called there.
using LabelledCorners = std::array<Eigen::Vector2d, 4>;

inline LabelledCorners cornersOf(const nlohmann::json& label) {
  LabelledCorners corners;
  for (std::size_t k = 0; k < corners.size(); ++k)
    corners[k] = Eigen::Vector2d(label[k][0], label[k][1]);
  return corners;
}

struct LabelledTurn {
  int quarters = 0; ///< FoundBoard::turned
  double worst_px = std::numeric_limits<double>::infinity();
};

/// The turn with which the farthest corner is nearest to its label.
inline LabelledTurn turnTo(const LabelledCorners& corners, const FoundBoard& found) {
  LabelledTurn best;
  for (int quarters = 0; quarters < 4; ++quarters) {
    const BoardView view = found.turned(quarters).view;
    const double files = view.columns, ranks = view.rows;
    const LabelledCorners seen{view.pixel(view.corner_mm(0.0, ranks)), view.pixel(view.corner_mm(files, ranks)),
                               view.pixel(view.corner_mm(files, 0.0)), view.pixel(view.corner_mm(0.0, 0.0))};
    double worst = 0.0;
    for (std::size_t k = 0; k < corners.size(); ++k)
      worst = std::max(worst, (seen[k] - corners[k]).norm());
    if (worst < best.worst_px)
      best = {quarters, worst};
  }
  return best;
}

} // namespace linesman::accuracy
