#pragma once
#include <string>
#include <vector>

#include "app/watch/plane_law.h"

namespace linesman::app {

/// Whether each player marks a ship of his by the goal of the match (AR-42, A2-36).
bool marksShips(const PlaneLaw& law);

/// The ship that a player has marked, or that is taken for that; nullptr: none.
Ship* flagshipOf(const std::string& player, std::vector<Ship>& ships);

/// Fleets are named anew with every table until the game begins: marks and armour go from the ships as they were named
/// `before` to those that lie there now. It is the one of its kind that lies where no other one lay, and of several the
/// nearest.
void keepMarks(const std::vector<Ship>& before, std::vector<Ship>& ships);

} // namespace linesman::app
