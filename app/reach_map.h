#pragma once
#include <string>
#include <vector>

#include "rules/armadas_table.h"

namespace linesman::app {

/// Areas of the table as rings to be filled by the odd-even rule: a hole is joined to its outer ring by a seam.
using TableAreas = std::vector<TablePolygon>;

/// Where a ship can lie after its remaining steps without contact, and what it could fire at from any of those places.
struct ReachMap {
  TableAreas places;  ///< covered by the ship's outline in some placement
  TableAreas ranges;  ///< covered by its firing regions from some placement (sight not considered)
  int placements = 0; ///< that were found legal
};

/// Tries `turns` headings a step (evenly from one turn limit to the other, straight ahead among them), as many steps as
/// the law gives the ship. `cell_mm` is the fineness of the areas. One sentence when there is no such ship.
Result<ReachMap> reachMap(const rules::PlaneTable& table, const rules::PlaneLaw& law, const std::string& ship,
                          int turns = 9, double cell_mm = 2.0);

} // namespace linesman::app
