#include "rules/plane_answers.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "rules/doubt.h"
#include "rules/plane_scenario.h"
#include "rules/reach.h"
#include "rules/scenario_keys.h"
#include "rules/setup_check.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
using nlohmann::json;

/// Millimetres (degrees) as answers show them: a nanometre is far below any measurement.
double rounded(double value) {
  return std::round(value * 1e6) / 1e6 + 0.0;
}

constexpr double close_mm = 0.2;

json pointJson(const Vector2d& point) {
  return {rounded(point.x()), rounded(point.y())};
}

/// The parts that every answer has.
json answerOf(const json& verdict, std::optional<double> margin_mm, const std::string& reason) {
  json answer = {{"verdict", verdict}, {"margin_mm", nullptr}, {"reason", reason}, {"close", false}};
  if (margin_mm) {
    answer["margin_mm"] = rounded(*margin_mm);
    answer["close"] = std::abs(*margin_mm) < close_mm;
  }
  return answer;
}

void addDoubt(json& answer, const Verdict& verdict) {
  answer["clauses"] = verdict.clauses;
  answer["sentence"] = verdict.sentence;
  if (!verdict.sigma_mm)
    return;
  answer["sigma_mm"] = rounded(*verdict.sigma_mm);
  answer["probability"] = *verdict.probability;
  answer["ruling"] = nameOf(verdict.ruling);
  if (verdict.ruling == Ruling::unclear)
    answer["doubtful"] = verdict.doubtful;
}

bool holdAll(const std::vector<Component>& components) {
  return std::all_of(components.begin(), components.end(), [](const Component& c) { return c.holds(); });
}

Result<const PlaneObject*> objectNamed(const PlaneTable& table, const json& query, const char* key, bool ship) {
  const std::string id = query.at(key).get<std::string>();
  const PlaneObject* object = table.find(id);
  if (object == nullptr)
    return fail("The query's " + std::string(key) + " " + id + " is not on the table.");
  if (ship && !object->isShip())
    return fail("The query's " + std::string(key) + " " + id + " is no ship.");
  return object;
}

Result<double> headingOf(const json& node) {
  if (!node.is_number() || !std::isfinite(node.get<double>()) || std::abs(node.get<double>()) > 1e6)
    return fail("A heading must be a number of degrees.");
  return radFromDeg(node.get<double>());
}

Result<ShipPose> poseFrom(const json& node) {
  const json& stern = node.at("stern");
  if (!stern.is_array() || stern.size() != 2 || !stern[0].is_number() || !stern[1].is_number() ||
      !(std::abs(stern[0].get<double>()) < 1e6) || !(std::abs(stern[1].get<double>()) < 1e6))
    return fail("A pose needs \"stern\": [x, y] in millimetres.");
  const auto heading = headingOf(node.at("heading"));
  if (!heading)
    return tl::unexpected(heading.error());
  return ShipPose(stern[0].get<double>(), stern[1].get<double>(), *heading);
}

/// What a step or move query asks for.
struct Asked {
  std::vector<ShipPose> placements;
  std::vector<PoseDoubt> doubts;
  bool observed = false;
};

constexpr std::size_t most_steps = 64;

Result<Asked> askedPoses(const PlaneObject& ship, const json& poses) {
  Asked asked;
  asked.observed = true;
  for (const json& node : poses) {
    if (!node.is_object())
      return fail("A pose needs \"stern\": [x, y] in millimetres.");
    if (const auto good = checkScenarioKeys(
            node, {"stern", "heading", "sigma", "sigma_mm", "sigma_deg", "covariance", "shared_error"}, "a pose");
        !good)
      return tl::unexpected(good.error());
    const auto pose = poseFrom(node);
    if (!pose)
      return tl::unexpected(pose.error());
    asked.placements.push_back(*pose);
    PoseDoubt doubt = ship.doubt(); // seen by the same camera, unless the query says otherwise
    const auto own = covarianceFrom(node, "a pose");
    if (!own)
      return tl::unexpected(own.error());
    doubt.own = own->value_or(doubt.own);
    if (node.contains("shared_error")) {
      const auto shared = sharedErrorFrom(node);
      if (!shared)
        return tl::unexpected(shared.error());
      doubt.shared = *shared;
    }
    asked.doubts.push_back(doubt);
  }
  return asked;
}

Result<Asked> askedPlacements(const PlaneTable& table, const PlaneObject& ship, const json& query) {
  const bool seen = query.contains("poses") || query.contains("pose");
  json list = query.contains("poses")      ? query["poses"]
              : query.contains("pose")     ? json::array({query["pose"]})
              : query.contains("headings") ? query["headings"]
                                           : json::array({query.at("heading")});
  if (!list.is_array() || list.size() > most_steps)
    return fail("A move must be a list of at most " + std::to_string(most_steps) + " headings or poses.");
  if (seen)
    return askedPoses(ship, list);
  std::vector<double> headings;
  for (const json& node : list) {
    const auto heading = headingOf(node);
    if (!heading)
      return tl::unexpected(heading.error());
    headings.push_back(*heading);
  }
  Asked asked;
  asked.placements = placementsOf(ship.pose, table.shapes[ship.size], headings);
  return asked;
}

json stepAnswer(const StepVerdict& result) {
  const Verdict& verdict = result.verdict;
  if (result.components.empty()) {
    json answer = answerOf(false, std::nullopt, verdict.limit);
    answer["clauses"] = verdict.clauses;
    answer["sentence"] = verdict.sentence;
    return answer;
  }
  const bool legal = holdAll(result.components);
  json answer = answerOf(legal, verdict.margin_mm, legal ? "ok" : verdict.limit);
  answer["limit"] = verdict.limit;
  addDoubt(answer, verdict);
  return answer;
}

Result<json> answerMove(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  if (!ship)
    return tl::unexpected(ship.error());
  const auto asked = askedPlacements(table, **ship, query);
  if (!asked)
    return tl::unexpected(asked.error());
  return stepAnswer(judgeSteps(table, law, (*ship)->id, asked->placements, asked->observed, asked->doubts));
}

std::vector<double> degreesOf(const std::vector<double>& headings_rad) {
  std::vector<double> degrees;
  for (const double heading_rad : headings_rad) {
    double heading_deg = rounded(degFromRad(wrapAngle(heading_rad)));
    degrees.push_back(heading_deg);
  }
  return degrees;
}

/// Conditions of a table, always in the same order.
using ComponentsOf = std::function<std::vector<Component>(const PlaneTable&)>;

/// The table with its objects at other poses.
PlaneTable movedTo(const std::vector<ShipPose>& poses, PlaneTable table) {
  for (std::size_t i = 0; i < poses.size(); ++i) {
    PlaneObject& object = table.objects[i];
    const Eigen::Matrix2d rotation =
        Eigen::Rotation2Dd(poses[i].heading_rad() - object.pose.heading_rad()).toRotationMatrix();
    for (Vector2d& corner : object.polygon_mm)
      corner = poses[i].origin_mm() + rotation * (corner - object.pose.origin_mm());
    object.pose = poses[i];
  }
  return table;
}

/// The conditions with their sigmas. False where nothing was measured and there are none.
bool tellSigmas(std::vector<Component>& components, const PlaneTable& table, const ComponentsOf& ask) {
  UncertainPoses at;
  for (const PlaneObject& object : table.objects)
    at.add(object.pose, object.doubt());
  if (at.covariance.size() == 0 || at.covariance.diagonal().maxCoeff() <= 0.0)
    return false;
  const MarginsAt margins = [&](const std::vector<ShipPose>& poses) {
    std::vector<double> values;
    for (const Component& component : ask(movedTo(poses, table)))
      values.push_back(component.margin_mm);
    return values;
  };
  const Eigen::VectorXd sigmas = sigmasOf(marginJacobian(at, margins, components.size()), at.covariance);
  for (std::size_t i = 0; i < components.size(); ++i)
    components[i].sigma_mm = sigmas(static_cast<Eigen::Index>(i));
  return true;
}

/// What measured conditions come to together.
void addConclusion(json& answer, const std::vector<Component>& components, double turn_guard_rad, const PlaneLaw& law) {
  const Conclusion conclusion = conclusionOf(components, turn_guard_rad, true);
  answer["probability"] = conclusion.probability;
  answer["ruling"] = nameOf(conclusion.ruling);
  if (conclusion.ruling != Ruling::unclear)
    return;
  answer["doubtful"] = conclusion.doubtful->label();
  answer["sentence"] = tooClose(*conclusion.doubtful);
  answer["clauses"].insert(answer["clauses"].begin(), law.clause("AR-33"));
}

/// The table as if it had been measured without any doubt.
PlaneTable exact(PlaneTable table) {
  for (PlaneObject& object : table.objects) {
    object.covariance.setZero();
    object.shared_error = {};
  }
  return table;
}

/// The doubt of the best way to a pose: the headings of its steps change with where the ship was measured, and its
/// margin with them. `least` is the condition that limits it.
void addReachDoubt(json& answer, const PlaneTable& table, const PlaneLaw& law, const Component& least,
                   const std::function<double(const PlaneTable&)>& margin_mm) {
  const ComponentsOf ask = [&](const PlaneTable& at) {
    Component best = least;
    best.margin_mm = margin_mm(at);
    return std::vector<Component>{best};
  };
  std::vector<Component> components = ask(table);
  if (!tellSigmas(components, table, ask))
    return;
  Component& best = components.front();
  if (best.margin_mm != 0.0) // of a turn, which is ruled on as an angle
    best.angle_sigma_rad = std::abs(best.angle_rad / best.margin_mm) * best.sigma_mm;
  answer["sigma_mm"] = rounded(best.sigma_mm);
  addConclusion(answer, components, radFromDeg(law.options.turn_margin_deg), law);
}

Result<json> answerReach(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  if (!ship)
    return tl::unexpected(ship.error());
  const auto goal = poseFrom(query);
  if (!goal)
    return tl::unexpected(goal.error());
  const int most = law.options.max_steps[indexOf((*ship)->size)];
  for (const char* key : {"steps", "max_steps"})
    if (query.contains(key) && !query[key].is_number_integer())
      return fail("The query's " + std::string(key) + " must be a whole number.");
  const bool exactly = query.contains("steps");
  const int steps = exactly ? query["steps"].get<int>() : query.value("max_steps", most);
  if ((*ship)->sunk() || (*ship)->moved || steps < 1 || (exactly && steps > most)) {
    const std::vector<ShipPose> asked(static_cast<std::size_t>(std::clamp(steps, 0, 1000)), (*ship)->pose);
    return stepAnswer(judgeSteps(table, law, (*ship)->id, asked, false));
  }
  const auto bestAt = [&](const PlaneTable& at) {
    ReachResult best;
    for (int n = exactly ? steps : 1; n <= std::min({steps, most, 4}); ++n) {
      const ReachResult one = reachIn(at, law.options, *at.find((*ship)->id), *goal, n);
      if (best.steps == 0 || one.margin_mm > best.margin_mm)
        best = one;
    }
    return best;
  };
  const auto margin_mm = [&](const PlaneTable& at) { return bestAt(at).margin_mm; };
  const ReachResult best = bestAt(table);
  if (best.headings_rad.empty()) {
    json answer = answerOf(false, best.margin_mm, "no chain of steps ends there");
    answer["clauses"] = {law.clause("AR-18"), law.clause("AR-21")};
    answer["sentence"] = "No: no chain of steps ends there.";
    Component joint;
    joint.kind = Component::Kind::joint;
    joint.step = best.steps;
    addReachDoubt(answer, table, law, joint, margin_mm);
    return answer;
  }
  const StepVerdict way =
      judgeSteps(exact(table), law, (*ship)->id,
                 placementsOf((*ship)->pose, table.shapes[(*ship)->size], best.headings_rad), false);
  json answer = stepAnswer(way);
  addReachDoubt(answer, table, law, tightest(way.components), margin_mm);
  answer["steps"] = best.steps;
  answer["headings"] = degreesOf(best.headings_rad);
  return answer;
}

json shotAnswer(const Shot& shot, const PlaneObject& target, const Verdict& verdict) {
  const bool known = shot.refusal.empty();
  json answer = answerOf(shot.hit(), known ? std::optional(shot.margin_mm()) : std::nullopt, shot.reason());
  if (known) {
    answer["side"] = nameOf(shot.side);
    answer["range_mm"] = rounded(shot.range_mm);
    answer["limit"] = verdict.limit;
  }
  if (known && shot.los_mm) {
    answer["los_mm"] = rounded(*shot.los_mm);
    answer["blocker"] = shot.blocker;
    if (shot.slide_mm)
      answer["witness"] = {{"lambda", rounded(*shot.slide_mm)}};
    else if (shot.ray_mm)
      answer["witness"] = {{"x", rounded(*shot.ray_mm)}};
    else if (shot.line)
      answer["witness"] = {{"gun", pointJson(shot.line->first)}, {"aim", pointJson(shot.line->second)}};
  }
  if (shot.hit() && target.isShip()) {
    answer["damage_after"] = target.damage + 1;
    answer["sunk"] = target.damage + 1 >= pipsOf(target.size) + target.armour;
  }
  addDoubt(answer, verdict);
  return answer;
}

Result<json> answerFire(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  const auto target = objectNamed(table, query, "target", false);
  if (!ship || !target)
    return tl::unexpected(!ship ? ship.error() : target.error());
  std::optional<Side> side;
  if (const json given = query.value("side", json()); !given.is_null() && given != "any" && given != "either") {
    side = given.is_string() ? sideFrom(given.get<std::string>()) : std::nullopt;
    if (!side)
      return fail("The side " + given.dump() + " is unknown; give port, starboard or stern.");
  }
  const ShotVerdict shot = judgeShot(table, law, (*ship)->id, (*target)->id, side);
  return shotAnswer(shot.shot, **target, shot.verdict);
}

Result<json> answerTargets(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  if (!ship)
    return tl::unexpected(ship.error());
  json hits = json::array();
  json targets = json::object();
  std::optional<double> nearest_mm;
  json doubt = json::object(); // of the target that is nearest to its limit, whose margin the answer tells
  for (const PlaneObject& target : table.objects) {
    if (!target.isShip() || target.id == (*ship)->id)
      continue;
    const ShotVerdict shot = judgeShot(table, law, (*ship)->id, target.id);
    json one = shotAnswer(shot.shot, target, shot.verdict);
    one["hit"] = one["verdict"];
    for (const char* key : {"verdict", "close", "limit", "clauses", "range_mm"})
      one.erase(key);
    targets[target.id] = one;
    if (shot.shot.hit())
      hits.push_back(target.id);
    if (!shot.shot.refusal.empty() || (nearest_mm && std::abs(shot.shot.margin_mm()) >= std::abs(*nearest_mm)))
      continue;
    nearest_mm = shot.shot.margin_mm();
    doubt.clear();
    for (const char* key : {"sigma_mm", "probability", "ruling", "doubtful"})
      if (one.contains(key))
        doubt[key] = one[key];
  }
  json answer = answerOf(hits, nearest_mm, "ok");
  answer.update(doubt);
  answer["targets"] = targets;
  answer["clauses"] = {law.clause("AR-29"), law.clause("AR-30")};
  return answer;
}

Result<json> answerDamage(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  std::map<std::string, PlaneObject> afloat;
  for (const PlaneObject& object : table.objects)
    if (object.isShip() && !object.sunk())
      afloat[object.id] = object;
  json sunk = json::array();
  json lost = json::array();
  for (const json& hit : query.at("hits")) {
    const std::string id = hit.get<std::string>();
    if (table.find(id) == nullptr)
      return fail("The query's hit on " + id + " names nothing on the table.");
    const auto ship = afloat.find(id);
    if (ship == afloat.end()) {
      lost.push_back(id);
      continue;
    }
    ++ship->second.damage;
    if (ship->second.sunk()) {
      sunk.push_back(id);
      afloat.erase(ship);
    }
  }
  json damage = json::object();
  for (const auto& [id, ship] : afloat)
    damage[id] = ship.damage;
  json answer = answerOf(sunk, std::nullopt, "ok");
  answer["damage"] = damage;
  answer["lost"] = lost;
  answer["clauses"] = {law.clause("AR-31"), law.clause("AR-32")};
  return answer;
}

/// Is it about two pieces, not about the ground?
bool isOfPieces(const Component& component, const PlaneTable& table) {
  return std::ranges::none_of(table.objects, [&](const PlaneObject& object) {
    return object.kind == PlaneKind::terrain && (object.id == component.object || object.id == component.other);
  });
}

/// Verdict of conditions that belong to no move and no shot.
json componentsAnswer(const PlaneTable& table, const PlaneLaw& law, const ComponentsOf& ask, bool touching_allowed,
                      const std::string& clause) {
  std::vector<Component> components = ask(table);
  const bool measured = tellSigmas(components, table, ask);
  const Component least = tightest(components);
  // Where pieces may touch, those that perhaps reach into each other do: they are solid.
  const auto touching = [&](const Component& c) {
    return touching_allowed && c.kind == Component::Kind::overlap &&
           (c.margin_mm >= 0.0 || (rulingOf(c, 0.0, measured) == Ruling::unclear && isOfPieces(c, table)));
  };
  const bool holds = std::ranges::all_of(components, [&](const Component& c) { return c.holds() || touching(c); });
  json answer = answerOf(holds, least.margin_mm, holds ? "ok" : least.label());
  if (least.kind != Component::Kind::contact)
    answer["limit"] = least.label();
  else if (!holds)
    answer["reason"] = "no contact";
  answer["clauses"] = {law.clause(clause)};
  if (!measured)
    return answer;
  answer["sigma_mm"] = rounded(least.sigma_mm);
  std::erase_if(components, [&](const Component& c) { return touching(c) && isOfPieces(c, table); });
  addConclusion(answer, components, 0.0, law);
  return answer;
}

Result<json> answerContact(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  const auto object = objectNamed(table, query, "object", false);
  if (!ship || !object)
    return tl::unexpected(!ship ? ship.error() : object.error());
  if (*ship == *object)
    return fail("The query's ship and object are the same; name two.");
  const auto ask = [&](const PlaneTable& at) {
    const PlaneObject& mover = *at.find((*ship)->id);
    const PlaneObject& other = *at.find((*object)->id);
    const Gap gap = clearanceTo(shipBody(mover.pose, at.shapes[mover.size], law.options.contact_model), other,
                                at.shapes, law.options.contact_model);
    Component contact;
    contact.kind = Component::Kind::contact;
    contact.object = other.id;
    contact.margin_mm = -gap.mm;
    contact.from_mm = gap.on_a_mm;
    contact.to_mm = gap.on_b_mm;
    return std::vector<Component>{contact};
  };
  const bool flag = (*object)->kind == PlaneKind::terrain && (*object)->terrain == Terrain::flag;
  return componentsAnswer(table, law, ask, false, flag ? "A2-36" : "AR-22");
}

Result<json> answerSetup(const PlaneTable& table, const PlaneLaw& law) {
  const auto ask = [&](const PlaneTable& at) { return setupComponents(at, law.options); };
  const std::vector<Component> components = ask(table);
  if (components.empty()) {
    json answer = answerOf(true, std::nullopt, "ok");
    answer["clauses"] = {law.clause("AR-10")};
    return answer;
  }
  const Component& least = tightest(components);
  const std::string clause = least.kind == Component::Kind::separation ? "AR-13"
                             : least.kind == Component::Kind::overlap  ? "AR-12"
                                                                       : "AR-06";
  json answer = componentsAnswer(table, law, ask, law.options.setup_touch, clause);
  for (const Component& c : components)
    if (c.kind == Component::Kind::separation &&
        c.margin_mm + law.options.min_separation_mm < law.options.warn_separation_mm)
      answer["warnings"].push_back(c.object + " and " + c.other + " are nearer than 12 inches");
  return answer;
}

/// What a query of this type may say, and who answers it.
struct QueryType {
  std::string name;
  std::vector<std::string> keys;
  std::function<Result<json>(const PlaneTable&, const PlaneLaw&, const json&)> answer;
};

const std::vector<QueryType>& queryTypes() {
  static const std::vector<std::string> move_keys = {"type", "ship", "heading", "headings", "pose", "poses"};
  static const std::vector<QueryType> types = {
      {"step", move_keys, answerMove},
      {"move", move_keys, answerMove},
      {"reach", {"type", "ship", "stern", "heading", "steps", "max_steps"}, answerReach},
      {"fire", {"type", "ship", "target", "side"}, answerFire},
      {"targets", {"type", "ship"}, answerTargets},
      {"damage", {"type", "hits"}, answerDamage},
      {"contact", {"type", "ship", "object"}, answerContact},
      {"setup", {"type"}, [](const auto& table, const auto& law, const json&) { return answerSetup(table, law); }}};
  return types;
}

} // namespace

Result<nlohmann::json> answerPlaneQuery(const PlaneTable& table, const PlaneLaw& law, const nlohmann::json& query) {
  if (!query.is_object())
    return fail("The scenario's \"query\" must be an object with its type.");
  const std::string name = query.at("type").get<std::string>();
  const auto type = std::ranges::find(queryTypes(), name, &QueryType::name);
  if (type == queryTypes().end())
    return fail("The query type \"" + name +
                "\" is unknown; give step, move, reach, fire, targets, damage, contact or setup.");
  if (const auto good = checkScenarioKeys(query, type->keys, "\"query\""); !good)
    return tl::unexpected(good.error());
  return type->answer(table, law, query);
}

} // namespace linesman::rules
