#pragma once
#include <string>
#include <vector>

#include "rules/reach_map.h"

namespace linesman::app {

/// What the window shows of a ship's reach. The law's own search made it, so it agrees with the verdicts.
struct ReachShown {
  TablePolygon hulls; ///< all area that hulls can cover, one ring to be filled by the odd-even rule; empty: stuck
  TablePolygon bows;  ///< the same of bows
  std::vector<TablePolygon> firing_from; ///< outline of a place from which an enemy could be hit, one an enemy
  std::vector<std::string> targets;      ///< their names, in the same order
  int placements = 0;                    ///< found legal
};

/// One ring out of outer rings and holes: seams of no width join them, which the odd-even rule does not see.
TablePolygon joinedRings(const std::vector<TablePolygon>& rings);

/// Reach of `ship` in the steps the law gives it. One sentence when there is no such ship.
Result<ReachShown> reachShown(const rules::PlaneTable& table, const rules::PlaneLaw& law, const std::string& ship);

} // namespace linesman::app
