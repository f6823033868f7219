#pragma once
#include <nlohmann/json.hpp>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// The step or move that the query describes, by headings or by poses that were seen.
Result<nlohmann::json> answerMove(const PlaneTable& table, const PlaneLaw& law, const nlohmann::json& query);
/// Whether a ship can get to a pose, and by which steps.
Result<nlohmann::json> answerReach(const PlaneTable& table, const PlaneLaw& law, const nlohmann::json& query);

} // namespace linesman::rules
