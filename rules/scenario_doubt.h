#pragma once
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "rules/plane_table.h"

namespace linesman::rules {

// How surely a scenario's poses were measured. One sentence on what cannot be.

/// The covariance (mm, mm, rad) of an object, a pose or an entry of "sigma": from `covariance` or from `sigma_mm` and
/// `sigma_deg`, which may stand under a "sigma" of its own; nothing where none is given. `of` is whose it is.
Result<std::optional<Eigen::Matrix3d>> covarianceFrom(const nlohmann::json& node, const std::string& of);
/// The covariance of one object, from itself or the scenario's "sigma": either one for all, or one under each id.
Result<Eigen::Matrix3d> covarianceOf(const nlohmann::json& object, const nlohmann::json& scenario);
/// "shared_error" of an object or a pose: three rows (x mm, y mm, heading rad) of one number for each shared error;
/// none when left out.
Result<SharedError> sharedErrorFrom(const nlohmann::json& node);
/// The scenario's "sigma" speaks of all objects, or of some by their ids.
Result<void> checkSigma(const nlohmann::json& scenario, const PlaneTable& table);
/// Does the scenario say how surely its objects were measured, if only that they are exact?
bool givesDoubt(const nlohmann::json& scenario);

} // namespace linesman::rules
