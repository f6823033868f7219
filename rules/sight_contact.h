#pragma once
#include <algorithm>
#include <vector>

#include "rules/line_of_fire.h"

namespace linesman::rules {

/// A blocker made ready for thousands of questions: outward unit normals of its edges and a circle around it.
struct Obstacle {
  Corners outline;
  double widen_mm = 0.0;
  std::vector<Eigen::Vector2d> normals; ///< none for a single corner
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double around_mm = 0.0; ///< radius of the circle, `widen_mm` included
};

/// Clearance of a line of fire to one obstacle and how it changes: d mm = normal . ((1 - share) d gun + share d aim).
struct Contact {
  double mm = infinity;
  Eigen::Vector2d normal = Eigen::Vector2d::Zero();
  double share = 0.0;
};

Obstacle obstacleOf(const Blocker& blocker);
/// Share of the segment from `gun` along `line` (`squared`: its squared length) at which it is nearest to a point.
inline double nearestShare(const Eigen::Vector2d& gun, const Eigen::Vector2d& line, double squared,
                           const Eigen::Vector2d& point) {
  return squared > 0.0 ? std::clamp(line.dot(point - gun) / squared, 0.0, 1.0) : 0.0;
}
Contact contactOf(const Eigen::Vector2d& gun, const Eigen::Vector2d& aim, const Obstacle& obstacle);

} // namespace linesman::rules
