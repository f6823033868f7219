#pragma once
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/result.h"

namespace linesman::rules {

/// A mistyped key must not be judged as if it had been left out. `of` is whose keys they are, for instance "r1"; empty:
/// the scenario's own. Keys that only tell people something (a title, a note, what is expected) may stand anywhere.
Result<void> checkScenarioKeys(const nlohmann::json& node, const std::vector<std::string>& known,
                               const std::string& of = {});

} // namespace linesman::rules
