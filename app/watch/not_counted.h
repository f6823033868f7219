#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "app/watch/match_setup.h"
#include "models/table_state.h"

namespace linesman::app {

/// Why a lawful step or a hit of a game on an open table is doubtful: what was seen to lie where the piece is laid or
/// in the line of fire, and is neither a ship of the match nor named by the table file, so that the law was not asked
/// about it (unknown things, upright pyramids, those of nobody's colour). Empty where there is no such thing.
std::string notCounted(const nlohmann::json& verdict, const TableState& table, const MatchSetup& setup);

} // namespace linesman::app
