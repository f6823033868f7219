#pragma once
#include <fstream>
#include <random>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "rules/games/armadas_match.h"
#include "rules/registry.h"

namespace linesman::rules::testing {

/// A ship by stern (mm) and heading (degrees).
inline PlaneObject ship(const std::string& id, const std::string& player, PyramidSize size, double x_mm, double y_mm,
                        double heading_deg) {
  PlaneObject object;
  object.id = id;
  object.player = player;
  object.size = size;
  object.pose = ShipPose(x_mm, y_mm, radFromDeg(heading_deg));
  return object;
}

inline PlaneObject disc(const std::string& id, Terrain terrain, double x_mm, double y_mm, double radius_mm,
                        double height_mm) {
  PlaneObject object;
  object.id = id;
  object.kind = PlaneKind::terrain;
  object.terrain = terrain;
  object.disc = true;
  object.pose = ShipPose(x_mm, y_mm, 0.0);
  object.radius_mm = radius_mm;
  object.height_mm = height_mm;
  return object;
}

inline PlaneObject upright(const std::string& id, PyramidSize size, double x_mm, double y_mm) {
  PlaneObject object;
  object.id = id;
  object.kind = PlaneKind::upright;
  object.size = size;
  object.pose = ShipPose(x_mm, y_mm, 0.0);
  return object;
}

inline PlaneLaw law(const std::map<std::string, std::string>& options = {}, const std::string& game = "armadas") {
  const auto loaded = PlaneLaw::load(game, options);
  if (!loaded)
    throw std::runtime_error(loaded.error().sentence);
  return *loaded;
}

inline nlohmann::json scenario(const std::string& query, const std::string& objects, const std::string& options = "{}",
                               const std::string& ruleset = "armadas") {
  nlohmann::json whole = {{"id", "t"}, {"ruleset", ruleset}};
  whole["options"] = nlohmann::json::parse(options);
  whole["objects"] = nlohmann::json::parse(objects);
  whole["query"] = nlohmann::json::parse(query);
  return whole;
}

inline nlohmann::json judged(const nlohmann::json& whole) {
  const auto answer = judgeScenario(whole);
  if (!answer)
    throw std::runtime_error(answer.error().sentence);
  return *answer;
}

#ifdef LINESMAN_TEST_DATA
/// The worked scenario of that id.
inline nlohmann::json workedCase(const std::string& id) {
  std::ifstream file(LINESMAN_TEST_DATA "/rules/armada_cases.json");
  const nlohmann::json whole = nlohmann::json::parse(file);
  for (const nlohmann::json& one : whole.at("cases"))
    if (one.at("id") == id)
      return one;
  throw std::runtime_error("no case " + id);
}
#endif

inline bool cites(const Verdict& verdict, const std::string& clause) {
  return std::find(verdict.clauses.begin(), verdict.clauses.end(), clause) != verdict.clauses.end();
}

/// A small war of two: each an L, an M and an S, far apart.
inline PlaneTable twoFleets() {
  PlaneTable table;
  table.objects = {
      ship("r1", "red", PyramidSize::large, -60, -250, 90), ship("r2", "red", PyramidSize::medium, 0, -250, 90),
      ship("r3", "red", PyramidSize::small, 60, -250, 90),  ship("b1", "blue", PyramidSize::large, -60, 250, -90),
      ship("b2", "blue", PyramidSize::medium, 0, 250, -90), ship("b3", "blue", PyramidSize::small, 60, 250, -90)};
  return table;
}

inline std::vector<FleetPlan> twoPlans() {
  FleetPlan red;
  red.player = "red";
  red.ships = {1, 1, 1};
  FleetPlan blue = red;
  blue.player = "blue";
  return {red, blue};
}

inline MatchAction act(MatchAction::Kind kind, const std::string& ship = {}, const std::string& target = {}) {
  MatchAction action;
  action.kind = kind;
  action.ship = ship;
  action.target = target;
  return action;
}

inline MatchAction sail(const std::string& ship, const std::vector<double>& headings_deg) {
  MatchAction action = act(MatchAction::Kind::move, ship);
  for (const double heading_deg : headings_deg)
    action.headings_rad.push_back(radFromDeg(heading_deg));
  return action;
}

} // namespace linesman::rules::testing
