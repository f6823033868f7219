#pragma once
#include <nlohmann/json.hpp>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// Answers one query (step, move, reach, fire, targets, damage, contact, setup) about a table; keys as README.md lists.
Result<nlohmann::json> answerPlaneQuery(const PlaneTable& table, const PlaneLaw& law, const nlohmann::json& query);

} // namespace linesman::rules
