#pragma once
#include <nlohmann/json.hpp>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// Reads the table of a scenario: pieces, area, objects, sigmas. One sentence on what cannot be.
Result<PlaneTable> planeTableFromJson(const nlohmann::json& scenario, bool ideal_bow = false);
/// The options of a scenario as text; `pieces` is left out.
Result<std::map<std::string, std::string>> optionTexts(const nlohmann::json& options);

/// Answers one scenario of the plane games (format: README.md in this folder).
Result<nlohmann::json> judgePlaneScenario(const std::shared_ptr<const RuleBook>& book, const nlohmann::json& scenario);

} // namespace linesman::rules
