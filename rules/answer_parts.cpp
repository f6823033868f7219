#include "rules/answer_parts.h"

#include <cmath>
#include <utility>

#include "rules/margin_kinks.h"
#include "rules/plane_doubt.h"

namespace linesman::rules {

using nlohmann::json;

namespace {

constexpr double close_mm = 0.2;

/// The table with its objects at other poses.
PlaneTable movedTo(const std::vector<ShipPose>& poses, PlaneTable table) {
  for (std::size_t i = 0; i < poses.size(); ++i)
    table.objects[i] = movedTo(table.objects[i], poses[i]);
  return table;
}

UncertainPoses posesOf(const PlaneTable& table) {
  UncertainPoses at;
  for (const PlaneObject& object : table.objects)
    at.add(object.pose, object.doubt());
  return at;
}

/// A condition of one thing or of two with its sigma at a kink, asked at tables of those alone; of any other (contact
/// with one of them, the best of many ways) at whole tables.
void sampleKink(Component& c, const PlaneTable& table, const ComponentsOf& ask) {
  const bool own = !c.other.empty();
  PlaneTable part = table;
  if (own)
    std::erase_if(part.objects,
                  [&](const PlaneObject& object) { return object.id != c.object && object.id != c.other; });
  const UncertainPoses at = posesOf(part);
  std::vector<double> levers;
  for (const PlaneObject& object : part.objects)
    levers.push_back(leverOf(object, part.shapes));
  if (own && beyondDoubt(c.margin_mm, at, levers))
    return;
  const MarginAt margin = [&](const std::vector<ShipPose>& poses) {
    for (const Component& again : ask(movedTo(poses, part)))
      if (!own || again.label() == c.label())
        return again.margin_mm;
    return c.margin_mm;
  };
  sampleAtKink(c, at, margin, own ? KinkEffort{} : KinkEffort{8, 256});
}

} // namespace

double rounded(double value) {
  return std::round(value * 1e6) / 1e6 + 0.0;
}

json answerOf(const json& verdict, std::optional<double> margin_mm, const std::string& reason) {
  json answer = {
      {"verdict", verdict}, {"margin_mm", nullptr}, {"limit", nullptr}, {"reason", reason}, {"close", false}};
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

Result<const PlaneObject*> objectNamed(const PlaneTable& table, const json& query, const char* key, bool ship) {
  const std::string id = query.at(key).get<std::string>();
  const PlaneObject* object = table.find(id);
  if (object == nullptr)
    return fail("The query's " + std::string(key) + " " + id + " is not on the table.");
  if (ship && !object->isShip())
    return fail("The query's " + std::string(key) + " " + id + " is no ship.");
  return object;
}

bool tellSigmas(std::vector<Component>& components, const PlaneTable& table, const ComponentsOf& ask) {
  const UncertainPoses at = posesOf(table);
  if (at.covariance.size() == 0 || at.covariance.diagonal().maxCoeff() <= 0.0)
    return false;
  const MarginsAt margins = [&](const std::vector<ShipPose>& poses) {
    std::vector<double> values;
    for (const Component& component : ask(movedTo(poses, table)))
      values.push_back(component.margin_mm);
    return values;
  };
  const Eigen::MatrixXd jacobian = marginJacobian(at, margins, components.size());
  const Eigen::VectorXd sigmas = sigmasOf(jacobian, at.covariance);
  for (std::size_t i = 0; i < components.size(); ++i) {
    components[i].sigma_mm = sigmas(static_cast<Eigen::Index>(i));
    sampleKink(components[i], table, ask);
  }
  tellPulls(components, jacobian, at.covariance);
  return true;
}

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

} // namespace linesman::rules
