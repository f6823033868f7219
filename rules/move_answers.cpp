#include "rules/move_answers.h"

#include <algorithm>
#include <cmath>

#include "rules/answer_parts.h"
#include "rules/reach.h"
#include "rules/scenario_doubt.h"
#include "rules/scenario_keys.h"

namespace linesman::rules {

using nlohmann::json;

namespace {

bool holdAll(const std::vector<Component>& components) {
  return std::all_of(components.begin(), components.end(), [](const Component& c) { return c.holds(); });
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

std::vector<double> degreesOf(const std::vector<double>& headings_rad) {
  std::vector<double> degrees;
  for (const double heading_rad : headings_rad)
    degrees.push_back(rounded(degFromRad(wrapAngle(heading_rad))));
  return degrees;
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

/// A query for a pose that a ship might get to.
struct Wanted {
  const PlaneObject* ship = nullptr;
  ShipPose goal;
  int steps = 0; ///< at most, or exactly
  bool exactly = false;
  int most = 0; ///< that the ship has
};

Result<Wanted> wantedIn(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  if (!ship)
    return tl::unexpected(ship.error());
  const auto goal = poseFrom(query);
  if (!goal)
    return tl::unexpected(goal.error());
  for (const char* key : {"steps", "max_steps"})
    if (query.contains(key) && !query[key].is_number_integer())
      return fail("The query's " + std::string(key) + " must be a whole number.");
  const int most = law.options.max_steps[indexOf((*ship)->size)];
  const bool exactly = query.contains("steps");
  return Wanted{*ship, *goal, exactly ? query["steps"].get<int>() : query.value("max_steps", most), exactly, most};
}

ReachResult bestWay(const PlaneTable& table, const PlaneLaw& law, const Wanted& wanted) {
  ReachResult best;
  for (int n = wanted.exactly ? wanted.steps : 1; n <= std::min({wanted.steps, wanted.most, 4}); ++n) {
    const ReachResult one = reachIn(table, law.options, *table.find(wanted.ship->id), wanted.goal, n);
    if (best.steps == 0 || one.margin_mm > best.margin_mm)
      best = one;
  }
  return best;
}

json noWayAnswer(const ReachResult& best, const PlaneLaw& law) {
  json answer = answerOf(false, best.margin_mm, "no chain of steps ends there");
  answer["clauses"] = {law.clause("AR-18"), law.clause("AR-21")};
  answer["sentence"] = "No: no chain of steps ends there.";
  return answer;
}

} // namespace

Result<json> answerMove(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto ship = objectNamed(table, query, "ship", true);
  if (!ship)
    return tl::unexpected(ship.error());
  const auto asked = askedPlacements(table, **ship, query);
  if (!asked)
    return tl::unexpected(asked.error());
  return stepAnswer(judgeSteps(table, law, (*ship)->id, asked->placements, asked->observed, asked->doubts));
}

Result<json> answerReach(const PlaneTable& table, const PlaneLaw& law, const json& query) {
  const auto wanted = wantedIn(table, law, query);
  if (!wanted)
    return tl::unexpected(wanted.error());
  const PlaneObject& ship = *wanted->ship;
  if (ship.sunk() || ship.moved || wanted->steps < 1 || (wanted->exactly && wanted->steps > wanted->most)) {
    const std::vector<ShipPose> asked(static_cast<std::size_t>(std::clamp(wanted->steps, 0, 1000)), ship.pose);
    return stepAnswer(judgeSteps(table, law, ship.id, asked, false));
  }
  const auto margin_mm = [&](const PlaneTable& at) { return bestWay(at, law, *wanted).margin_mm; };
  const ReachResult best = bestWay(table, law, *wanted);
  if (best.headings_rad.empty()) {
    json answer = noWayAnswer(best, law);
    Component joint;
    joint.kind = Component::Kind::joint;
    joint.step = best.steps;
    addReachDoubt(answer, table, law, joint, margin_mm);
    return answer;
  }
  const StepVerdict way = judgeSteps(exact(table), law, ship.id,
                                     placementsOf(ship.pose, table.shapes[ship.size], best.headings_rad), false);
  json answer = stepAnswer(way);
  addReachDoubt(answer, table, law, tightest(way.components), margin_mm);
  answer["steps"] = best.steps;
  answer["headings"] = degreesOf(best.headings_rad);
  return answer;
}

} // namespace linesman::rules
