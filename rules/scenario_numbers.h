#pragma once
#include <string>

#include <nlohmann/json.hpp>

#include "models/polygon.h"
#include "models/result.h"
#include "models/table_state.h"

namespace linesman::rules {

// Numbers, points and outlines (mm, degrees) as a scenario has them; `what` names them in the sentence on what cannot
// be.

Result<double> numberFrom(const nlohmann::json& node, const std::string& what);
/// Under `key`; `otherwise` where it is left out or null.
Result<double> numberAt(const nlohmann::json& node, const char* key, double otherwise);
Result<Eigen::Vector2d> pointFrom(const nlohmann::json& node, const std::string& what);
/// Counter-clockwise.
Result<TablePolygon> polygonFrom(const nlohmann::json& node, const std::string& what);

} // namespace linesman::rules
