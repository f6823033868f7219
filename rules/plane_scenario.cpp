#include "rules/plane_scenario.h"

#include <algorithm>
#include <cmath>

#include "models/json_line.h"
#include "models/polygon.h"
#include "rules/plane_answers.h"
#include "rules/scenario_doubt.h"
#include "rules/scenario_keys.h"
#include "rules/scenario_numbers.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
using nlohmann::json;

constexpr std::size_t most_objects = 500;

Result<PyramidSize> sizeOf(const json& object) {
  const auto size = pyramidSizeFrom(object.at("size").get<std::string>());
  if (!size)
    return fail("The size \"" + object.at("size").get<std::string>() + "\" is unknown; give S, M or L.");
  return *size;
}

Result<ShipPose> poseOf(const json& object, const char* place, const char* angle, bool angle_needed) {
  const auto at = pointFrom(object.at(place), std::string("\"") + place + "\"");
  if (!at)
    return tl::unexpected(at.error());
  if (angle_needed)
    object.at(angle);
  const auto angle_deg = numberAt(object, angle, 0.0);
  if (!angle_deg)
    return tl::unexpected(angle_deg.error());
  return ShipPose(*at, radFromDeg(*angle_deg));
}

Result<void> readShip(const json& object, PlaneObject& ship) {
  const bool lying = ship.kind == PlaneKind::ship;
  const auto size = sizeOf(object);
  if (!size)
    return tl::unexpected(size.error());
  ship.size = *size;
  const auto pose = poseOf(object, lying ? "stern" : "centre", lying ? "heading" : "angle", lying);
  if (!pose)
    return tl::unexpected(pose.error());
  ship.pose = *pose;
  for (const char* count : {"damage", "armour", "shots"})
    if (object.contains(count) && (!object[count].is_number_integer() || object[count] < 0))
      return fail("\"" + std::string(count) + "\" of " + ship.id + " must be a whole number, 0 or more.");
  ship.damage = object.value("damage", 0);
  ship.armour = object.value("armour", 0);
  if (object.contains("moved"))
    ship.moved = object["moved"].is_number() ? object["moved"].get<double>() > 0.0 : object["moved"].get<bool>();
  ship.shots = object.value("shots", 0);
  if (std::abs(ship.damage) > 1000 || std::abs(ship.armour) > 1000 || std::abs(ship.shots) > 1000)
    return fail("Damage, armour and shots of " + ship.id + " must be small numbers.");
  return {};
}

Result<void> readOutline(const json& object, PlaneObject& terrain) {
  const std::string shape = object.value("shape", std::string(object.contains("points") ? "polygon" : "disc"));
  if (shape == "disc" || shape == "circle") {
    terrain.disc = true;
    const auto pose = poseOf(object, "centre", "angle", false);
    const auto radius_mm = numberFrom(object.at("radius"), "\"radius\"");
    if (!pose || !radius_mm)
      return tl::unexpected(!pose ? pose.error() : radius_mm.error());
    if (*radius_mm < 0.0)
      return fail("The radius of " + terrain.id + " must not be negative.");
    terrain.pose = *pose;
    terrain.radius_mm = *radius_mm;
    return {};
  }
  if (shape != "polygon")
    return fail("The terrain shape \"" + shape + "\" is unknown; give disc or polygon.");
  const auto polygon = polygonFrom(object.at("points"), "\"points\"");
  if (!polygon)
    return tl::unexpected(polygon.error());
  if (crossesItself(*polygon))
    return fail("The outline of " + terrain.id +
                " crosses or touches itself; list its points in their order around it.");
  terrain.polygon_mm = *polygon;
  Vector2d mean = Vector2d::Zero();
  for (const Vector2d& corner : terrain.polygon_mm)
    mean += corner;
  terrain.pose = ShipPose(mean / static_cast<double>(terrain.polygon_mm.size()), 0.0);
  return {};
}

/// Which sizes of ships may pass over it.
Result<void> readPassable(const json& object, PlaneObject& terrain) {
  const json passable = object.value("passable", json());
  const auto unlike = [&] {
    return fail("\"passable\" of " + terrain.id + " must be a list of S, M and L, or true or false.");
  };
  if (passable.is_array()) {
    for (const json& size : passable) {
      const auto known = size.is_string() ? pyramidSizeFrom(size.get<std::string>()) : std::nullopt;
      if (!known)
        return unlike();
      terrain.passable[indexOf(*known)] = true;
    }
  } else if (passable.is_boolean()) {
    terrain.passable.fill(passable.get<bool>());
  } else if (!passable.is_null()) {
    return unlike();
  } else if (terrain.terrain == Terrain::shallow) {
    terrain.passable[indexOf(PyramidSize::small)] = true;
  }
  return {};
}

Result<void> readTerrain(const json& object, PlaneObject& terrain) {
  static const std::vector<std::string> classes = {"island", "reef", "shallow", "flag", "obstacle", "base"};
  const std::string name = object.value("class", std::string("island"));
  const auto found = std::find(classes.begin(), classes.end(), name);
  if (found == classes.end())
    return fail("The terrain class \"" + name + "\" is unknown; give island, reef, shallow, flag, obstacle or base.");
  terrain.terrain = static_cast<Terrain>(found - classes.begin());
  if (auto good = readOutline(object, terrain); !good)
    return good;
  const bool flat =
      terrain.terrain == Terrain::reef || terrain.terrain == Terrain::shallow || terrain.terrain == Terrain::base;
  const auto height_mm = numberAt(object, "height", flat ? 0.0 : 50.0);
  if (!height_mm)
    return tl::unexpected(height_mm.error());
  terrain.height_mm = std::max(*height_mm, 0.0);
  if (object.contains("blocks_fire") && !object["blocks_fire"].is_null())
    terrain.blocks_fire = object["blocks_fire"].get<bool>();
  return readPassable(object, terrain);
}

Result<PlaneObject> readObject(const json& node, const json& scenario) {
  if (!node.is_object())
    return fail("An entry of the scenario's \"objects\" must be an object.");
  PlaneObject object;
  object.id = node.at("id").get<std::string>();
  static const std::vector<std::string> keys = {
      "id",          "kind",     "player", "colour",   "size",      "stern",      "heading",     "centre", "angle",
      "damage",      "armour",   "moved",  "shots",    "class",     "shape",      "points",      "radius", "height",
      "blocks_fire", "passable", "sigma",  "sigma_mm", "sigma_deg", "covariance", "shared_error"};
  if (const auto good = checkScenarioKeys(node, keys, object.id); !good)
    return tl::unexpected(good.error());
  if (node.contains("player") && !node["player"].is_null()) {
    if (!node["player"].is_string())
      return fail("The player of " + object.id + " must be a name in quotes.");
    object.player = node["player"].get<std::string>();
  }
  const std::string kind = node.value("kind", std::string("ship"));
  if (kind != "ship" && kind != "upright" && kind != "terrain")
    return fail("The kind \"" + kind + "\" of " + object.id + " is unknown; give ship, upright or terrain.");
  object.kind = kind == "ship" ? PlaneKind::ship : kind == "upright" ? PlaneKind::upright : PlaneKind::terrain;
  if (auto good = kind == "terrain" ? readTerrain(node, object) : readShip(node, object); !good)
    return tl::unexpected(good.error());
  const auto covariance = covarianceOf(node, scenario);
  if (!covariance)
    return tl::unexpected(covariance.error());
  object.covariance = *covariance;
  const auto shared = sharedErrorFrom(node);
  if (!shared)
    return tl::unexpected(shared.error());
  object.shared_error = *shared;
  return object;
}

Result<PlaneArea> readArea(const json& node) {
  PlaneArea area;
  if (node.is_null())
    return area;
  if (!node.is_object())
    return fail("The scenario's \"area\" must be an object with type, and points or centre and radius.");
  const std::string type = node.at("type").get<std::string>();
  const std::vector<std::string> shape = type == "circle" ? std::vector<std::string>{"type", "centre", "radius"}
                                                          : std::vector<std::string>{"type", "points"};
  if (type != "circle" && type != "polygon")
    return fail("The area type \"" + type + "\" is unknown; give polygon or circle.");
  if (const auto good = checkScenarioKeys(node, shape, "\"area\""); !good)
    return tl::unexpected(good.error());
  if (type == "circle") {
    const auto centre = pointFrom(node.at("centre"), "area's \"centre\"");
    const auto radius_mm = numberFrom(node.at("radius"), "area's \"radius\"");
    if (!centre || !radius_mm)
      return tl::unexpected(!centre ? centre.error() : radius_mm.error());
    if (!(*radius_mm > 0.0))
      return fail("The radius of the scenario's area must be more than 0.");
    area.kind = PlaneArea::Kind::circle;
    area.centre_mm = *centre;
    area.radius_mm = *radius_mm;
    return area;
  }
  const auto polygon = polygonFrom(node.at("points"), "area's \"points\"");
  if (!polygon)
    return tl::unexpected(polygon.error());
  if (crossesItself(*polygon) || !isConvex(*polygon))
    return fail("The scenario's area must be convex; leave out the points where its outline turns inwards.");
  area.kind = PlaneArea::Kind::polygon;
  area.polygon_mm = *polygon;
  return area;
}

/// A calibrated set: {"S":{"b":..,"h":..,"tip_cut":..}}; what is left out is standard.
Result<ShipShapes> readPieces(const json& options, bool ideal_bow) {
  ShipShapes shapes(PieceCatalog::standard(), ideal_bow);
  if (!options.is_object() || !options.contains("pieces"))
    return shapes;
  for (const auto& [name, piece] : options["pieces"].items()) {
    const auto size = pyramidSizeFrom(name);
    if (!size)
      return fail("The piece size \"" + name + "\" is unknown; give S, M or L.");
    if (!piece.is_object())
      return fail("The piece " + name + " needs numbers b and h.");
    if (const auto good = checkScenarioKeys(piece, {"b", "h", "tip_cut"}, "the piece " + name); !good)
      return tl::unexpected(good.error());
    const ShipShape& standard = shapes[*size];
    const auto base_mm = numberAt(piece, "b", standard.base_mm);
    const auto height_mm = numberAt(piece, "h", standard.height_mm);
    const auto cut_mm = numberAt(piece, "tip_cut", 0.0);
    if (!base_mm || !height_mm || !cut_mm)
      return fail("The piece " + name + " needs numbers b and h.");
    if (*base_mm <= 0.0 || *height_mm <= 0.0 || *cut_mm < 0.0 || *cut_mm >= *height_mm)
      return fail("The piece " + name + " needs b > 0, h > 0 and 0 <= tip_cut < h.");
    shapes.of[indexOf(*size)] = ShipShape(Pyramid(*base_mm, *height_mm, *cut_mm), ideal_bow);
  }
  return shapes;
}

/// Words that people use for the values of a switch.
std::string commonWord(const std::string& name, const std::string& value) {
  static const std::map<std::string, std::map<std::string, std::string>> words = {
      {"friendly_fire",
       {{"true", "allowed"},
        {"false", "forbidden"},
        {"yes", "allowed"},
        {"no", "forbidden"},
        {"allow", "allowed"},
        {"forbid", "forbidden"},
        {"off", "forbidden"},
        {"on", "allowed"}}},
      {"setup_touch",
       {{"allowed", "true"},
        {"forbidden", "false"},
        {"allow", "true"},
        {"forbid", "false"},
        {"yes", "true"},
        {"no", "false"}}},
      {"template_shape", {{"footprint", "triangle"}, {"outline", "silhouette"}, {"pentagon", "silhouette"}}},
      {"short_side", {{"centred", "centered"}}},
      {"rear_cannon", {{"false", "off"}, {"none", "off"}}}};
  const auto option = words.find(name);
  if (option == words.end())
    return value;
  const auto word = option->second.find(value);
  return word == option->second.end() ? value : word->second;
}

/// What counts decide, not measurements, is sure; and so is all of exact objects.
void addCertainty(json& answer) {
  if (answer.contains("ruling"))
    return;
  const bool holds = answer.contains("hit") ? answer["hit"] == true : answer["verdict"] != false; // a list is as it is
  answer["sigma_mm"] = answer["margin_mm"].is_null() ? json() : json(0.0);
  answer["probability"] = holds ? 1.0 : 0.0;
  answer["ruling"] = nameOf(holds ? Ruling::legal : Ruling::illegal);
}

} // namespace

Result<std::map<std::string, std::string>> optionTexts(const nlohmann::json& options) {
  std::map<std::string, std::string> texts;
  if (options.is_null())
    return texts;
  if (!options.is_object())
    return fail("The scenario's \"options\" must be an object of switch names and values.");
  for (const auto& [name, value] : options.items()) {
    if (name == "pieces")
      continue;
    if (value.is_object() || value.is_array() || value.is_null())
      return fail("The option " + name + " must be a word, a number or true/false.");
    texts[name] = commonWord(name, jsonText(value));
  }
  return texts;
}

Result<PlaneTable> planeTableFromJson(const nlohmann::json& scenario, bool ideal_bow) {
  PlaneTable table;
  const auto shapes = readPieces(scenario.value("options", json::object()), ideal_bow);
  if (!shapes)
    return tl::unexpected(shapes.error());
  table.shapes = *shapes;
  if (scenario.contains("area")) {
    const auto area = readArea(scenario["area"]);
    if (!area)
      return tl::unexpected(area.error());
    table.area = *area;
  }
  const json objects = scenario.value("objects", json::array());
  if (!objects.is_array() || objects.size() > most_objects)
    return fail("The scenario's \"objects\" must be a list of at most " + std::to_string(most_objects) + ".");
  for (const json& node : objects) {
    const auto object = readObject(node, scenario);
    if (!object)
      return tl::unexpected(object.error());
    if (table.find(object->id) != nullptr)
      return fail("The scenario has two objects called " + object->id + "; give each its own id.");
    table.objects.push_back(*object);
  }
  if (const auto good = checkSigma(scenario, table); !good)
    return tl::unexpected(good.error());
  return table;
}

Result<nlohmann::json> judgePlaneScenario(const std::shared_ptr<const RuleBook>& book, const nlohmann::json& scenario) {
  if (const auto good = checkScenarioKeys(
          scenario, {"id", "ruleset", "game", "options", "area", "objects", "sigma", "query", "to_move"});
      !good)
    return tl::unexpected(good.error());
  const auto texts = optionTexts(scenario.value("options", json()));
  if (!texts)
    return tl::unexpected(texts.error());
  const auto options = PlaneOptions::from(*book, *texts);
  if (!options)
    return tl::unexpected(options.error());
  const auto table = planeTableFromJson(scenario, options->ideal_bow);
  if (!table)
    return tl::unexpected(table.error());
  PlaneLaw law{book, *options, *texts};
  const json& query = scenario.at("query");
  auto answer = answerPlaneQuery(*table, law, query);
  if (!answer)
    return tl::unexpected(answer.error());
  if (givesDoubt(scenario)) {
    addCertainty(*answer);
    if (const auto targets = answer->find("targets"); targets != answer->end())
      for (json& target : *targets)
        addCertainty(target);
  }
  json whole = {{"id", scenario.value("id", json())}};
  whole.update(*answer);
  return whole;
}

} // namespace linesman::rules
