#include "rules/games/armadas_match.h"

#include <algorithm>

#include "models/json_line.h"
#include "models/matrix_json.h"
#include "models/polygon_json.h"

namespace linesman::rules {

namespace {

using nlohmann::json;

Eigen::Matrix3d matrixFrom(const json& node) {
  Eigen::Matrix3d m;
  readMatrix(node, m);
  return m;
}

json objectJson(const PlaneObject& object) {
  json node = {{"id", object.id},
               {"kind", static_cast<int>(object.kind)},
               {"player", object.player},
               {"size", static_cast<int>(object.size)},
               {"pose", poseJson(object.pose)}};
  if (!object.covariance.isZero(0.0))
    node["covariance"] = matrixJson(object.covariance);
  if (object.shared_error.cols() > 0)
    node["shared_error"] = matrixJson(object.shared_error);
  if (object.kind == PlaneKind::terrain) {
    node["terrain"] = static_cast<int>(object.terrain);
    node["disc"] = object.disc;
    node["radius_mm"] = object.radius_mm;
    node["polygon_mm"] = cornersJson(object.polygon_mm);
    node["height_mm"] = object.height_mm;
    node["passable"] = object.passable;
    if (object.blocks_fire)
      node["blocks_fire"] = *object.blocks_fire;
    return node;
  }
  node["damage"] = object.damage;
  node["armour"] = object.armour;
  node["moved"] = object.moved;
  node["shots"] = object.shots;
  return node;
}

int enumAt(const json& node, const char* key, int last) {
  const int value = node.at(key).get<int>();
  if (value < 0 || value > last)
    throw json::other_error::create(501, std::string(key) + " is out of range", &node);
  return value;
}

PlaneObject objectFrom(const json& node) {
  PlaneObject object;
  object.id = node.at("id").get<std::string>();
  object.kind = static_cast<PlaneKind>(enumAt(node, "kind", 2));
  object.player = node.at("player").get<std::string>();
  object.size = static_cast<PyramidSize>(enumAt(node, "size", 2));
  object.pose = poseFrom(node.at("pose"));
  if (node.contains("covariance"))
    object.covariance = matrixFrom(node["covariance"]);
  if (node.contains("shared_error"))
    object.shared_error = readSharedError(node["shared_error"]);
  if (object.kind == PlaneKind::terrain) {
    object.terrain = static_cast<Terrain>(enumAt(node, "terrain", 5));
    object.disc = node.at("disc").get<bool>();
    object.radius_mm = node.at("radius_mm").get<double>();
    object.polygon_mm = cornersFrom(node.at("polygon_mm"));
    object.height_mm = node.at("height_mm").get<double>();
    object.passable = node.at("passable").get<std::array<bool, 3>>();
    if (node.contains("blocks_fire"))
      object.blocks_fire = node["blocks_fire"].get<bool>();
    return object;
  }
  object.damage = node.at("damage").get<int>();
  object.armour = node.at("armour").get<int>();
  object.moved = node.at("moved").get<bool>();
  object.shots = node.at("shots").get<int>();
  return object;
}

json shapesJson(const ShipShapes& shapes) {
  json node = json::array();
  for (const ShipShape& shape : shapes.of)
    node.push_back(
        {shape.base_mm, shape.height_mm, shape.height_mm * (1.0 - shape.step_mm / shape.slant_mm), shape.step_mm});
  return node;
}

ShipShapes shapesFrom(const json& node) {
  ShipShapes shapes;
  for (std::size_t i = 0; i < 3; ++i) {
    shapes.of[i] = ShipShape(
        Pyramid(node.at(i).at(0).get<double>(), node.at(i).at(1).get<double>(), node.at(i).at(2).get<double>()));
    shapes.of[i].step_mm = node.at(i).at(3).get<double>();
  }
  return shapes;
}

json tableJson(const PlaneTable& table) {
  json node = {{"pieces", shapesJson(table.shapes)}, {"objects", json::array()}};
  for (const PlaneObject& object : table.objects)
    node["objects"].push_back(objectJson(object));
  node["area"] = {{"kind", static_cast<int>(table.area.kind)},
                  {"polygon_mm", cornersJson(table.area.polygon_mm)},
                  {"circle", {table.area.centre_mm.x(), table.area.centre_mm.y(), table.area.radius_mm}}};
  return node;
}

PlaneTable tableFrom(const json& node) {
  PlaneTable table;
  table.shapes = shapesFrom(node.at("pieces"));
  for (const json& object : node.at("objects"))
    table.objects.push_back(objectFrom(object));
  const json& area = node.at("area");
  table.area.kind = static_cast<PlaneArea::Kind>(enumAt(area, "kind", 2));
  table.area.polygon_mm = cornersFrom(area.at("polygon_mm"));
  table.area.centre_mm = {area.at("circle").at(0).get<double>(), area.at("circle").at(1).get<double>()};
  table.area.radius_mm = area.at("circle").at(2).get<double>();
  return table;
}

json playerJson(const MatchPlayer& p) {
  return {{"name", p.name},
          {"fleet", p.fleet},
          {"lost", p.lost},
          {"points", p.points},
          {"sunk_ships", p.sunk_ships},
          {"sunk_points", p.sunk_points},
          {"delivered", p.delivered},
          {"out", p.out},
          {"wants_draw", p.wants_draw},
          {"flagship", p.flagship},
          {"flagship_sunk", p.flagship_sunk},
          {"flagship_sunk_by", p.flagship_sunk_by},
          {"flag", p.flag},
          {"base", p.base},
          {"cargo_ship", p.cargo_ship},
          {"cargo_goal", p.cargo_goal}};
}

MatchPlayer playerFrom(const json& node) {
  MatchPlayer p;
  node.at("name").get_to(p.name);
  node.at("fleet").get_to(p.fleet);
  node.at("lost").get_to(p.lost);
  node.at("points").get_to(p.points);
  node.at("sunk_ships").get_to(p.sunk_ships);
  node.at("sunk_points").get_to(p.sunk_points);
  node.at("delivered").get_to(p.delivered);
  node.at("out").get_to(p.out);
  node.at("wants_draw").get_to(p.wants_draw);
  node.at("flagship").get_to(p.flagship);
  p.flagship_sunk = node.value("flagship_sunk", false); // older journals have no such words
  p.flagship_sunk_by = node.value("flagship_sunk_by", "");
  node.at("flag").get_to(p.flag);
  node.at("base").get_to(p.base);
  node.at("cargo_ship").get_to(p.cargo_ship);
  node.at("cargo_goal").get_to(p.cargo_goal);
  return p;
}

MatchState stateFrom(const json& node) {
  MatchState state;
  state.table = tableFrom(node.at("table"));
  for (const json& player : node.at("players"))
    state.players.push_back(playerFrom(player));
  node.at("turn").get_to(state.turn);
  if (state.turn >= state.players.size())
    throw json::other_error::create(501, "turn names no player", &node);
  node.at("round").get_to(state.round);
  node.at("actions_used").get_to(state.actions_used);
  node.at("extra_actions").get_to(state.extra_actions);
  node.at("passes").get_to(state.passes);
  node.at("draw_offered").get_to(state.draw_offered);
  for (const auto& [ship, carried] : node.at("cargo").items())
    for (const json& object : carried)
      state.cargo[ship].push_back(objectFrom(object));
  node.at("over").get_to(state.over);
  node.at("winners").get_to(state.winners);
  node.at("ending").get_to(state.ending);
  node.at("ending_clause").get_to(state.ending_clause);
  return state;
}

const std::vector<std::string> kinds = {"move",   "fire",       "done",        "repair",       "extra",    "adjust",
                                        "resign", "offer_draw", "accept_draw", "decline_draw", "take_back"};

} // namespace

json poseJson(const ShipPose& pose) {
  return {pose.x_mm(), pose.y_mm(), pose.heading_rad()};
}

ShipPose poseFrom(const json& node) {
  return {node.at(0).get<double>(), node.at(1).get<double>(), node.at(2).get<double>()};
}

nlohmann::json toJson(const MatchState& state) {
  json node = {{"table", tableJson(state.table)},
               {"players", json::array()},
               {"turn", state.turn},
               {"round", state.round},
               {"actions_used", state.actions_used},
               {"extra_actions", state.extra_actions},
               {"passes", state.passes},
               {"draw_offered", state.draw_offered},
               {"cargo", json::object()},
               {"over", state.over},
               {"winners", state.winners},
               {"ending", state.ending},
               {"ending_clause", state.ending_clause}};
  for (const MatchPlayer& player : state.players)
    node["players"].push_back(playerJson(player));
  for (const auto& [ship, carried] : state.cargo)
    for (const PlaneObject& object : carried)
      node["cargo"][ship].push_back(objectJson(object));
  return node;
}

Result<MatchState> matchStateFromJson(const nlohmann::json& node) {
  try {
    return stateFrom(node);
  } catch (const json::exception& error) {
    return fail("The state of the match is not understood: " + jsonFault(error) + ".");
  }
}

nlohmann::json toJson(const MatchAction& action) {
  json node = {{"action", kinds[static_cast<std::size_t>(action.kind)]}};
  for (const auto& [key, text] :
       {std::pair{"player", action.player}, std::pair{"ship", action.ship}, std::pair{"target", action.target}})
    if (!text.empty())
      node[key] = text;
  if (action.side)
    node["side"] = nameOf(*action.side);
  if (!action.headings_rad.empty())
    node["headings_rad"] = action.headings_rad;
  for (const ShipPose& pose : action.placements)
    node["placements"].push_back(poseJson(pose));
  for (const PoseDoubt& doubt : action.doubts) {
    node["covariances"].push_back(matrixJson(doubt.own));
    node["shared_errors"].push_back(matrixJson(doubt.shared));
  }
  if (action.agreed)
    node["agreed"] = true;
  return node;
}

Result<MatchAction> matchActionFromJson(const nlohmann::json& node) {
  try {
    MatchAction action;
    const std::string kind = node.at("action").get<std::string>();
    const auto found = std::find(kinds.begin(), kinds.end(), kind);
    if (found == kinds.end())
      return fail("The action \"" + kind + "\" is unknown.");
    action.kind = static_cast<MatchAction::Kind>(found - kinds.begin());
    action.player = node.value("player", std::string());
    action.ship = node.value("ship", std::string());
    action.target = node.value("target", std::string());
    if (node.contains("side"))
      action.side = sideFrom(node["side"].get<std::string>());
    if (node.contains("headings_rad"))
      node["headings_rad"].get_to(action.headings_rad);
    if (node.contains("placements"))
      for (const json& pose : node["placements"])
        action.placements.push_back(poseFrom(pose));
    if (node.contains("covariances"))
      for (std::size_t i = 0; i < node["covariances"].size(); ++i) {
        action.doubts.emplace_back(matrixFrom(node["covariances"][i]));
        if (node.contains("shared_errors"))
          action.doubts.back().shared = readSharedError(node["shared_errors"].at(i));
      }
    action.agreed = node.value("agreed", false);
    return action;
  } catch (const json::exception& error) {
    return fail("The action is not understood: " + jsonFault(error) + ".");
  }
}

} // namespace linesman::rules
