#pragma once
#include <map>
#include <string>
#include <vector>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// Where a ship can get in the steps it has, and what it could then hit; polygons in table mm for the overlay.
struct ReachMap {
  /// Outlines of the area that bows (hulls) can cover, counter-clockwise; holes come clockwise.
  std::vector<TablePolygon> bow_mm;
  std::vector<TablePolygon> hull_mm;
  /// Enemy ships that could be hit from some reachable pose (or from where the ship lies), with that pose.
  std::map<std::string, ShipPose> targets;
  /// Headings (rad) that lead to the pose of each target; empty: fire from where the ship lies.
  std::map<std::string, std::vector<double>> paths_rad;
  int poses = 0; ///< placements that were found legal
};

/// Searches placements step by step over headings 5 degrees apart, one placement per cell of `cell_mm` and heading
/// class; every placement kept is legal by the same margins as a verdict (> 0), and outlines come from a grid of
/// `grid_mm` (see area_raster.h).
ReachMap reachMap(const PlaneTable& table, const PlaneLaw& law, const std::string& ship, int steps_left,
                  double cell_mm = 4.0, double grid_mm = 2.0);

} // namespace linesman::rules
