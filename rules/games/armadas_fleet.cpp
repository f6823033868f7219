#include "rules/games/armadas_fleet.h"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rules/setup_check.h"

namespace linesman::rules {

namespace {

Verdict no(const PlaneLaw& law, const std::string& clause, const std::string& sentence) {
  Verdict verdict;
  verdict.ruling = Ruling::illegal;
  verdict.clauses = {law.clause(clause)};
  verdict.sentence = sentence;
  return verdict;
}

Verdict yes(const PlaneLaw& law, const std::string& clause, const std::string& sentence) {
  Verdict verdict = no(law, clause, sentence);
  verdict.ruling = Ruling::legal;
  return verdict;
}

int totalOf(const std::array<int, 3>& ships) {
  return ships[0] + ships[1] + ships[2];
}

std::string listed(const std::array<int, 3>& ships) {
  return std::to_string(ships[0]) + " Small, " + std::to_string(ships[1]) + " Medium, " + std::to_string(ships[2]) +
         " Large";
}

int armourOf(const FleetPlan& plan) {
  int bought = 0;
  for (const auto& [ship, extra] : plan.armour)
    bought += extra;
  return bought;
}

/// Clause id that `clause` maps to in this book, or the 2K clause itself where Armadas has none.
std::optional<Verdict> checkCap(const PlaneLaw& law, const FleetPlan& plan) {
  if (!flagOption(law, "size_cap"))
    return std::nullopt;
  const int cap = 5 * intOption(law, "stashes") - 1;
  for (const int count : plan.ships)
    if (count > cap)
      return no(law, "A2-34",
                plan.player + " has " + std::to_string(count) + " ships of one size; at most " + std::to_string(cap) +
                    ", because one piece of each size is the gauge.");
  return std::nullopt;
}

std::optional<Verdict> checkCounts(const PlaneLaw& law, const FleetPlan& plan, const std::array<int, 3>& wanted,
                                   const std::string& clause) {
  if (plan.fewer_ships == 0 && plan.ships == wanted)
    return std::nullopt;
  const bool within = plan.ships[0] <= wanted[0] && plan.ships[1] <= wanted[1] && plan.ships[2] <= wanted[2];
  if (plan.fewer_ships > 0 && within && totalOf(plan.ships) == totalOf(wanted) - plan.fewer_ships)
    return std::nullopt;
  return no(law, plan.fewer_ships > 0 ? "AR-40" : clause,
            plan.player + " has " + listed(plan.ships) + "; agreed are " + listed(wanted) +
                (plan.fewer_ships > 0 ? " less " + std::to_string(plan.fewer_ships) : std::string()) + ".");
}

std::optional<Verdict> checkPoints(const PlaneLaw& law, const FleetPlan& plan) {
  const int budget = intOption(law, "fleet_points") - plan.fewer_points;
  const int price = fleetPrice(law, plan.ships);
  if (price > budget)
    return no(law, plan.fewer_points > 0 ? "AR-40" : "AR-39",
              plan.player + "'s fleet costs " + std::to_string(price) + " points; the budget is " +
                  std::to_string(budget) + ".");
  if (armourOf(plan) > 0 && !flagOption(law, "armour"))
    return no(law, "AR-52", plan.player + " has armour, which was not agreed.");
  if (price + armourOf(plan) * intOption(law, "armour_cost") > budget)
    return no(law, "AR-52", plan.player + "'s armour costs more points than are left over.");
  return std::nullopt;
}

std::optional<Verdict> checkFleet(const PlaneLaw& law, const FleetPlan& plan) {
  const std::string mode = law.option("fleet");
  if (totalOf(plan.ships) < 1 || *std::min_element(plan.ships.begin(), plan.ships.end()) < 0)
    return no(law, "AR-09", plan.player + " has no ship.");
  if (const auto capped = checkCap(law, plan))
    return capped;
  if (mode != "points" && armourOf(plan) > 0)
    return no(law, "AR-52", plan.player + " has armour, but there are no points left over to buy it with.");
  if (mode == "trios") {
    const int each = intOption(law, "trios") - 1;
    if (each < 1)
      return no(law, "AR-02", "Each player needs at least two trios; agreed is " + law.option("trios") + ".");
    return checkCounts(law, plan, {each, each, each}, "AR-08");
  }
  if (mode == "counts")
    return checkCounts(law, plan,
                       {intOption(law, "fleet_small"), intOption(law, "fleet_medium"), intOption(law, "fleet_large")},
                       "AR-37");
  if (mode == "number") {
    const int wanted = intOption(law, "fleet_number") - plan.fewer_ships;
    if (totalOf(plan.ships) != wanted)
      return no(law, plan.fewer_ships > 0 ? "AR-40" : "AR-38",
                plan.player + " has " + std::to_string(totalOf(plan.ships)) + " ships; agreed are " +
                    std::to_string(wanted) + ".");
  }
  if (mode == "points")
    return checkPoints(law, plan);
  return std::nullopt;
}

} // namespace

int intOption(const PlaneLaw& law, const std::string& name) {
  return static_cast<int>(std::strtol(law.option(name).c_str(), nullptr, 10));
}

double numberOption(const PlaneLaw& law, const std::string& name) {
  return std::strtod(law.option(name).c_str(), nullptr);
}

bool flagOption(const PlaneLaw& law, const std::string& name) {
  return law.option(name) == "true";
}

int fleetPrice(const PlaneLaw& law, const std::array<int, 3>& ships) {
  return ships[0] * intOption(law, "price_small") + ships[1] * intOption(law, "price_medium") +
         ships[2] * intOption(law, "price_large");
}

bool isMoreThanHalf(const PlaneLaw& law, const std::array<int, 3>& lost, const std::array<int, 3>& fleet) {
  const bool points = law.option("half_measure") == "points";
  const auto worth = [&](const std::array<int, 3>& ships) {
    return points ? fleetPrice(law, ships) : ships[0] + ships[1] + ships[2];
  };
  return 2 * worth(lost) > worth(fleet);
}

bool areEnoughSunk(const PlaneLaw& law, int ships, int points) {
  return (law.option("half_measure") == "points" ? points : ships) >= intOption(law, "goal_number");
}

MarkedLoss lossOfMarked(const PlaneLaw& law) {
  const std::string goal = law.option("goal");
  return goal == "flagship"       ? MarkedLoss::owner_out
         : goal == "capture_flag" ? MarkedLoss::sinker_wins
                                  : MarkedLoss::nothing;
}

int pointsLeft(const PlaneLaw& law, const FleetPlan& plan) {
  if (law.option("fleet") != "points")
    return 0;
  return intOption(law, "fleet_points") - plan.fewer_points - fleetPrice(law, plan.ships) -
         armourOf(plan) * intOption(law, "armour_cost");
}

Verdict checkFleets(const PlaneLaw& law, const std::vector<FleetPlan>& plans) {
  if (plans.size() < 2 || plans.size() > 10)
    return no(law, "AR-01", std::to_string(plans.size()) + " players; the game takes 2 to 10.");
  std::set<std::string> colours;
  for (const FleetPlan& plan : plans) {
    const auto own = plan.colours.empty() ? std::vector<std::string>{plan.player} : plan.colours;
    for (const std::string& colour : own)
      if (!colours.insert(colour).second)
        return no(law, "AR-04", "The colour " + colour + " belongs to two players.");
  }
  for (const FleetPlan& plan : plans)
    if (const auto wrong = checkFleet(law, plan))
      return *wrong;
  return yes(law, "AR-09", "The fleets are as agreed.");
}

namespace {

std::optional<Verdict> checkPresence(const PlaneLaw& law, const PlaneTable& table,
                                     const std::vector<FleetPlan>& plans) {
  for (const FleetPlan& plan : plans) {
    std::array<int, 3> seen{};
    for (const PlaneObject& object : table.objects) {
      if (object.player != plan.player)
        continue;
      if (object.kind == PlaneKind::upright)
        return no(law, "AR-11", object.id + " stands upright; ships lie flat.");
      if (object.isShip())
        ++seen[indexOf(object.size)];
    }
    if (seen != plan.ships)
      return no(law, "AR-09",
                plan.player + " has placed " + listed(seen) + "; the fleet is " + listed(plan.ships) + ".");
  }
  return std::nullopt;
}

/// One group: every ship has a neighbour of its fleet nearer than a Large's length, and they all hang together.
bool isOneGroup(const PlaneTable& table, const std::string& player) {
  std::vector<const PlaneObject*> ships;
  for (const PlaneObject& object : table.objects)
    if (object.isShip() && object.player == player)
      ships.push_back(&object);
  if (ships.empty())
    return true;
  std::vector<bool> joined(ships.size(), false);
  std::vector<std::size_t> open = {0};
  joined[0] = true;
  while (!open.empty()) {
    const std::size_t at = open.back();
    open.pop_back();
    for (std::size_t i = 0; i < ships.size(); ++i) {
      if (joined[i])
        continue;
      const double gap_mm =
          gapBetween_mm(shipOutline(ships[at]->pose, table.shapes[ships[at]->size], HullModel::footprint),
                        shipOutline(ships[i]->pose, table.shapes[ships[i]->size], HullModel::footprint));
      if (gap_mm <= table.shapes[PyramidSize::large].slant_mm) {
        joined[i] = true;
        open.push_back(i);
      }
    }
  }
  return std::all_of(joined.begin(), joined.end(), [](bool j) { return j; });
}

} // namespace

Verdict checkSetup(const PlaneLaw& law, const PlaneTable& table, const std::vector<FleetPlan>& plans) {
  if (const Verdict fleets = checkFleets(law, plans); fleets.ruling != Ruling::legal)
    return fleets;
  if (const auto wrong = checkPresence(law, table, plans))
    return *wrong;
  if (const auto small = judgeSurface(law, table.area))
    return *small;
  if (flagOption(law, "setup_group"))
    for (const FleetPlan& plan : plans)
      if (!isOneGroup(table, plan.player))
        return no(law, "AR-10", plan.player + "'s ships do not lie in one group.");
  const std::vector<Component> components = setupComponents(table, law.options);
  Verdict verdict = yes(law, "AR-10", "The set-up is in order.");
  if (components.empty())
    return verdict;
  for (const Component& c : components) {
    if (c.holds() || (law.options.setup_touch && c.kind == Component::Kind::overlap && c.margin_mm >= 0.0))
      continue;
    const bool pair = c.kind != Component::Kind::area;
    verdict = no(law,
                 c.kind == Component::Kind::separation ? "AR-13"
                 : pair                                ? "AR-12"
                                                       : "AR-06",
                 c.kind == Component::Kind::separation ? c.object + " and " + c.other + " are too near to each other."
                 : pair                                ? c.object + " and " + c.other + " overlap."
                                                       : c.object + " lies over the edge of the playing surface.");
    break;
  }
  const Component& least = tightest(components);
  verdict.margin_mm = least.margin_mm;
  verdict.limit = least.label();
  return verdict;
}

} // namespace linesman::rules
