// Says in words what an action did.
#pragma once

#include <string>
#include <vector>

#include "rules/games/armada_chess/action.h"

namespace linesman::rules::armada_chess {

/// "White's Knight leaps from g8 to f6." One sentence for a legal action, and one for what falls with a King.
std::string narrate(const Law& law, const Position& before, const Action& action, const Position& after);
/// Every counter that changed: dice, training, upgrades, rebuilding, cease-fire, pieces lost and won back.
std::vector<std::string> counterChanges(const Law& law, const Position& before, const Position& after);

} // namespace linesman::rules::armada_chess
