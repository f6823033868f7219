#include "rules/plane_answers.h"

#include <algorithm>
#include <functional>
#include <limits>

#include "rules/answer_parts.h"
#include "rules/doubt.h"
#include "rules/move_answers.h"
#include "rules/scenario_keys.h"
#include "rules/setup_check.h"

namespace linesman::rules {

namespace {

using nlohmann::json;

json pointJson(const Eigen::Vector2d& point) {
  return {rounded(point.x()), rounded(point.y())};
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
    answer["sunk"] = target.damage + 1 >= damageToSink(target.size, target.armour);
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
  if (const auto small = judgeSurface(law, table.area)) // whoever asks has no other table
    answer["warnings"].push_back(small->sentence);
  const auto apart_mm = [](const Component& c) {
    return c.kind == Component::Kind::separation ? c.margin_mm : std::numeric_limits<double>::infinity();
  };
  if (const auto nearest = std::ranges::min_element(components, {}, apart_mm);
      apart_mm(*nearest) + law.options.min_separation_mm < law.options.warn_separation_mm)
    answer["warnings"].push_back(nearest->object + " and " + nearest->other + " are nearer than 12 inches.");
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
