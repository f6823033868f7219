#pragma once
#include <optional>
#include <string>

#include "app/snapshot.h"

namespace linesman::app {

/// Something that a distance is taken to: a piece (its outline on the table), or a bare point of the table.
struct MeasuredThing {
  PieceId piece;
  Eigen::Vector2d point_mm = Eigen::Vector2d::Zero();   ///< the clicked point
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero(); ///< mm^2, of a bare point: how exactly it was clicked
  std::string name;                                     ///< "r1", or "point"
};

/// Distance of the nearest points of two things, on the table.
struct Measurement {
  double distance_mm = 0.0; ///< negative: overlapping outlines
  double sigma_mm = 0.0;
  Eigen::Vector2d from_mm = Eigen::Vector2d::Zero();
  Eigen::Vector2d to_mm = Eigen::Vector2d::Zero();
  std::string text; ///< "r1 – b2: 45.31 ± 0.24 mm", or in squares of a board whose size nothing tells
};

/// What lies at a table point. `px_per_mm`: how finely the view shows the table there; a click is good to half a pixel.
MeasuredThing thingAt(const Snapshot& snapshot, PieceId piece, const Eigen::Vector2d& point_mm, double px_per_mm);

/// First order in the errors of both ends. What errors of lens and camera do to two pieces is taken
/// into account; a clicked point is as if it lay beside the piece, where they cancel.
Measurement measure(const Snapshot& snapshot, const MeasuredThing& a, const MeasuredThing& b);

} // namespace linesman::app
