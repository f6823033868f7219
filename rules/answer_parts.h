#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/armadas_table.h"

namespace linesman::rules {

// What the answers about a table have in common, whoever gives them.

/// Millimetres (degrees) as answers show them: a nanometre is far below any measurement.
double rounded(double value);
/// The parts that every answer has; `limit` (the tightest component) is for whoever knows one.
nlohmann::json answerOf(const nlohmann::json& verdict, std::optional<double> margin_mm, const std::string& reason);
/// Clauses and sentence of a verdict, and how sure it is where its poses were measured.
void addDoubt(nlohmann::json& answer, const Verdict& verdict);
/// The object that the query has under `key`, or one sentence.
Result<const PlaneObject*> objectNamed(const PlaneTable& table, const nlohmann::json& query, const char* key,
                                       bool ship);

/// Conditions of a table, always in the same order.
using ComponentsOf = std::function<std::vector<Component>(const PlaneTable&)>;
/// The conditions with their sigmas. False where nothing was measured and there are none.
bool tellSigmas(std::vector<Component>& components, const PlaneTable& table, const ComponentsOf& ask);
/// What measured conditions come to together.
void addConclusion(nlohmann::json& answer, const std::vector<Component>& components, double turn_guard_rad,
                   const PlaneLaw& law);

} // namespace linesman::rules
