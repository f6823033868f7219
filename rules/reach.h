#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/step_move.h"

namespace linesman::rules {

/// How a ship gets to a pose in a number of steps.
struct ReachResult {
  int steps = 0;
  /// Headings (rad) of the best path; empty when no chain of steps ends there.
  std::vector<double> headings_rad;
  /// Best least margin over all paths, or minus the distance (mm) from the pose to the nearest end of a chain.
  double margin_mm = 0.0;
  bool reachable = false;
};

/// The best way of `ship` to `goal` in exactly `steps` (1..4): what limits it is asked with stepComponents afterwards.
/// One step needs the stern on the bow, two force the middle heading, three leave two elbows, four a one-parameter
/// family on two branches that is searched to 1e-9 rad.
ReachResult reachIn(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const ShipPose& goal,
                    int steps);

} // namespace linesman::rules
