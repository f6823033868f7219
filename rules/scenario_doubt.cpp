#include "rules/scenario_doubt.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/Eigenvalues>

#include "rules/scenario_keys.h"
#include "rules/scenario_numbers.h"

namespace linesman::rules {

using nlohmann::json;

namespace {

constexpr std::size_t most_shared = 50; ///< errors that poses share

const std::vector<std::string>& doubtKeys() {
  static const std::vector<std::string> keys = {"sigma_mm", "sigma_deg", "covariance"};
  return keys;
}

/// Symmetric and positive semi-definite, but for rounding.
bool isPossible(const Eigen::Matrix3d& covariance) {
  constexpr double rounding = 1e-3; // of a correlation
  const Eigen::Vector3d scale = covariance.diagonal().cwiseSqrt();
  Eigen::Matrix3d correlation = Eigen::Matrix3d::Zero();
  for (Eigen::Index i = 0; i < 3; ++i)
    for (Eigen::Index k = 0; k < 3; ++k)
      if (const double whole = scale(i) * scale(k); whole > 0.0)
        correlation(i, k) = covariance(i, k) / whole;
      else if (covariance(i, k) != 0.0)
        return false;
  return (correlation - correlation.transpose()).cwiseAbs().maxCoeff() <= rounding &&
         correlation.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff() >= -rounding;
}

} // namespace

Result<std::optional<Eigen::Matrix3d>> covarianceFrom(const nlohmann::json& node, const std::string& of) {
  const json* source = &node;
  if (node.contains("sigma") && !node["sigma"].is_null()) {
    source = &node["sigma"];
    if (!source->is_object())
      return fail("The \"sigma\" of " + of + " must be an object with sigma_mm and sigma_deg.");
    if (const auto good = checkScenarioKeys(*source, doubtKeys(), "the \"sigma\" of " + of); !good)
      return tl::unexpected(good.error());
  }
  if (std::ranges::none_of(doubtKeys(), [&](const std::string& key) { return source->contains(key); }))
    return std::nullopt;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  if (source->contains("covariance")) {
    const json& rows = (*source)["covariance"];
    if (!rows.is_array() || rows.size() != 3 ||
        !std::ranges::all_of(rows, [](const json& row) { return row.is_array() && row.size() == 3; }))
      return fail("A covariance must be a 3x3 list (mm, mm, rad).");
    for (std::size_t i = 0; i < 3; ++i)
      for (std::size_t k = 0; k < 3; ++k) {
        const auto entry = numberFrom(rows.at(i).at(k), "covariance");
        if (!entry)
          return tl::unexpected(entry.error());
        covariance(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = *entry;
      }
    if ((covariance.diagonal().array() < 0.0).any())
      return fail("A covariance must not have a negative diagonal.");
    if (!isPossible(covariance))
      return fail("A covariance must be symmetric, and no correlation in it above 1.");
    return covariance;
  }
  const auto sigma_mm = numberAt(*source, "sigma_mm", 0.0);
  const auto sigma_deg = numberAt(*source, "sigma_deg", 0.0);
  if (!sigma_mm || !sigma_deg)
    return tl::unexpected(!sigma_mm ? sigma_mm.error() : sigma_deg.error());
  if (*sigma_mm < 0.0 || *sigma_deg < 0.0)
    return fail("A sigma must not be negative.");
  covariance.diagonal() << *sigma_mm * *sigma_mm, *sigma_mm * *sigma_mm, std::pow(radFromDeg(*sigma_deg), 2);
  return covariance;
}

Result<SharedError> sharedErrorFrom(const nlohmann::json& node) {
  if (!node.contains("shared_error"))
    return SharedError();
  const json& rows = node["shared_error"];
  if (!rows.is_array() || rows.size() != 3 || !rows[0].is_array() || rows[0].size() > most_shared)
    return fail("A \"shared_error\" must be three rows of at most " + std::to_string(most_shared) + " numbers.");
  SharedError shared(3, static_cast<Eigen::Index>(rows[0].size()));
  for (std::size_t i = 0; i < 3; ++i) {
    if (!rows[i].is_array() || rows[i].size() != rows[0].size())
      return fail("The rows of a \"shared_error\" must be equally long.");
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      const auto entry = numberFrom(rows[i][k], "\"shared_error\"");
      if (!entry)
        return tl::unexpected(entry.error());
      shared(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)) = *entry;
    }
  }
  return shared;
}

Result<Eigen::Matrix3d> covarianceOf(const json& object, const json& scenario) {
  const std::string id = object.value("id", std::string());
  auto own = covarianceFrom(object, id);
  if (!own)
    return tl::unexpected(own.error());
  if (!*own && scenario.contains("sigma")) {
    const json& all = scenario["sigma"];
    own = covarianceFrom(all.contains(id) ? all[id] : all, "the scenario's \"sigma\"");
    if (!own)
      return tl::unexpected(own.error());
  }
  return own->value_or(Eigen::Matrix3d::Zero());
}

Result<void> checkSigma(const json& scenario, const PlaneTable& table) {
  if (!scenario.contains("sigma"))
    return {};
  const json& sigma = scenario["sigma"];
  if (!sigma.is_object())
    return fail("The scenario's \"sigma\" must be an object with sigma_mm and sigma_deg, for all or under each id.");
  std::vector<std::string> known = doubtKeys();
  for (const PlaneObject& object : table.objects)
    known.push_back(object.id);
  if (const auto good = checkScenarioKeys(sigma, known, "\"sigma\""); !good)
    return good;
  for (const PlaneObject& object : table.objects) {
    if (!sigma.contains(object.id))
      continue;
    if (!sigma[object.id].is_object())
      return fail("The scenario's \"sigma\" of " + object.id + " must be an object with sigma_mm and sigma_deg.");
    if (const auto good = checkScenarioKeys(sigma[object.id], doubtKeys(), "the \"sigma\" of " + object.id); !good)
      return good; // a mistyped one would be no doubt at all
  }
  return {};
}

bool givesDoubt(const json& scenario) {
  const auto gives = [](const json& node) {
    return node.contains("sigma") || node.contains("shared_error") ||
           std::ranges::any_of(doubtKeys(), [&](const std::string& key) { return node.contains(key); });
  };
  const json objects = scenario.value("objects", json::array());
  return gives(scenario) || std::ranges::any_of(objects, gives);
}

} // namespace linesman::rules
