#pragma once
#include <limits>
#include <vector>

#include "rules/fire_arc.h"

namespace linesman::rules {

/// Something that stops shots, in a firing side's frame: a convex outline, widened by a radius (discs: one corner).
struct Blocker {
  std::string id;
  std::vector<Eigen::Vector2d> outline;
  double radius_mm = 0.0;
};

/// The best line of fire by one of the definitions, side frame.
struct LineResult {
  double mm = 0.0; ///< least clearance to the blockers, greatest over all allowed lines
  std::string blocker;
  Eigen::Vector2d gun = Eigen::Vector2d::Zero();
  Eigen::Vector2d aim = Eigen::Vector2d::Zero();
  double slide_mm = 0.0;
  double x_mm = 0.0;
};

/// `target` is the target's outline and `inside` its part in the region (not empty), `shooter` the firing ship's
/// corners (for `corners`); all in the side frame. `blockers` is not empty. None when the definition leaves no line at
/// all. `sight` alone: `enough_mm` ends the search as soon as a line is that clear, `hopeless_mm` as soon as none can
/// be, and `near` (gun and aim of a search at almost the same poses) confines it to the neighbourhood of that line.
struct SightHints {
  double enough_mm = std::numeric_limits<double>::infinity();
  double hopeless_mm = -std::numeric_limits<double>::infinity();
  std::optional<std::pair<Eigen::Vector2d, Eigen::Vector2d>> near;
};
std::optional<LineResult> lineOfFire(const FiringSide& side, LineOfFire definition, Corners target, Corners inside,
                                     Corners shooter, const std::vector<Blocker>& blockers,
                                     const SightHints& hints = {});

} // namespace linesman::rules
