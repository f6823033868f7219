#pragma once
#include <vector>

#include "app/watch/plane_look.h"

namespace linesman::app {

/// Asks about more chits beside a ship than damage counted: somebody forgot to tell a shot, or laid one too many. Fewer
/// say nothing, for a ship hides what lies behind it; but once a hand has taken some away, more are a question again.
/// Not while a gauge lies beside its ship. What was asked and since when is kept with the ship.
void askAboutChits(std::vector<Ship>& ships, PlaneLook& look);

} // namespace linesman::app
