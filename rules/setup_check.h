#pragma once
#include <vector>

#include "rules/armadas_table.h"
#include "rules/step_move.h"

namespace linesman::rules {

/// Every geometric condition of a set-up: no piece overlaps another or lies over the edge, and ships keep their
/// distance from all enemy pieces (nearest points of footprints). In table order, pairs first with overlap then
/// separation.
std::vector<Component> setupComponents(const PlaneTable& table, const PlaneOptions& options);

/// Size of the playing surface across: twice the radius of the largest circle inside, or the greatest extent. Surfaces
/// that are not known have none.
std::optional<double> areaAcross_mm(const PlaneArea& area, bool inscribed);

/// Refused where the playing surface is known and smaller than agreed (AR-06); nothing where it is not.
std::optional<Verdict> judgeSurface(const PlaneLaw& law, const PlaneArea& area);

} // namespace linesman::rules
