#pragma once
#include <nlohmann/json.hpp>

#include "rules/armadas_table.h"

namespace linesman::rules {

/// Reads the table of a scenario: pieces, area, objects, sigmas. One sentence on what cannot be.
Result<PlaneTable> planeTableFromJson(const nlohmann::json& scenario, bool ideal_bow = false);
/// "shared_error" of an object or a pose: three rows (x mm, y mm, heading rad) of one number for each shared error;
/// none when left out. One sentence on what cannot be.
Result<SharedError> sharedErrorFrom(const nlohmann::json& node);
/// The covariance (mm, mm, rad) of an object, a pose or an entry of "sigma": from `covariance` or from `sigma_mm` and
/// `sigma_deg`, which may stand under a "sigma" of its own; nothing where none is given. `of` is whose it is.
Result<std::optional<Eigen::Matrix3d>> covarianceFrom(const nlohmann::json& node, const std::string& of);
/// The options of a scenario as text; `pieces` is left out.
Result<std::map<std::string, std::string>> optionTexts(const nlohmann::json& options);

/// Answers one scenario of the plane games (format: README.md in this folder).
Result<nlohmann::json> judgePlaneScenario(const std::shared_ptr<const RuleBook>& book, const nlohmann::json& scenario);

} // namespace linesman::rules
