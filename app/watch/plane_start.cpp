#include "app/watch/plane_start.h"

#include <algorithm>

#include "models/json_line.h"
#include "rules/plane_scenario.h"
#include "rules/scenario_keys.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// Keys and objects of a scenario that a match has from its options and its table file.
std::string notLookedAt(const json& scenario, const rules::PlaneTable& table) {
  std::string names;
  const auto add = [&](const char* name) { names += (names.empty() ? "" : ", ") + std::string(name); };
  if (!scenario.value("options", json::object()).empty())
    add("options");
  if (scenario.contains("area") && !scenario["area"].is_null())
    add("area");
  if (!std::ranges::all_of(table.objects, &rules::PlaneObject::isShip))
    add("objects that are no ships");
  return names;
}

} // namespace

Result<PlaneStart> PlaneStart::from(const std::string& text, const std::string& game) {
  const json scenario = json::parse(text, nullptr, false);
  if (!scenario.is_object() || !scenario.contains("objects"))
    return fail(
        "The start is no table of ships; give a scenario as `linesman judge` takes it, with \"objects\" and who "
        "is \"to_move\".");
  try {
    if (const auto good = rules::checkScenarioKeys(scenario, {"id", "ruleset", "game", "options", "area", "objects",
                                                              "sigma", "query", "to_move", "flagships", "points"});
        !good)
      return fail("The start cannot be read: " + good.error().sentence);
    for (const char* key : {"ruleset", "game"})
      if (const std::string of = scenario.value(key, game); of != game)
        return fail("The start is one of " + of + ", and the match is one of " + game + "; give one of these.");
    auto table = rules::planeTableFromJson(scenario);
    if (!table)
      return fail("The start cannot be read: " + table.error().sentence);
    PlaneStart start;
    start.to_move = scenario.value("to_move", "");
    start.points = scenario.value("points", start.points);
    start.flagships = scenario.value("flagships", start.flagships);
    start.not_looked_at = notLookedAt(scenario, *table);
    std::ranges::copy_if(table->objects, std::back_inserter(start.ships), &rules::PlaneObject::isShip);
    if (start.ships.empty())
      return fail("The start has no ship; give a scenario as `linesman judge` takes it, with \"objects\" and who is "
                  "\"to_move\".");
    return start;
  } catch (const json::exception& error) {
    return fail(std::string("The start cannot be read (") + jsonFault(error) +
                "); give a scenario as `linesman judge` takes it, with \"objects\" and who is \"to_move\".");
  }
}

std::vector<std::string> PlaneStart::tell(std::vector<Ship>& seen, const PlaneLaw& law) const {
  constexpr double reach_mm = 30.0; // who measured the places by hand, or set the fleets up again
  std::vector<std::string> sentences;
  if (!not_looked_at.empty())
    sentences.push_back("Of the start this is not read: " + not_looked_at +
                        "; the match has its options from --option, and area and islands from the table file.");
  std::vector<Ship*> left;
  for (Ship& ship : seen)
    left.push_back(&ship);
  for (const rules::PlaneObject& told : ships) {
    const auto off_mm = [&](const Ship* ship) { return (ship->seen.pose.origin_mm() - told.pose.origin_mm()).norm(); };
    const auto nearer = [&](const Ship* a, const Ship* b) { return off_mm(a) < off_mm(b); };
    std::vector<Ship*> alike;
    std::ranges::copy_if(left, std::back_inserter(alike), [&](const Ship* ship) {
      return ship->size == told.size && (told.player.empty() || told.player == ship->player) && off_mm(ship) < reach_mm;
    });
    if (alike.empty()) {
      sentences.push_back(told.id + " is not on the table where the start has it; lay it there, or correct the start.");
      continue;
    }
    Ship& ship = **std::ranges::min_element(alike, nearer);
    std::erase(left, &ship);
    ship.name = told.id;
    ship.damage = told.damage;
    ship.armour = told.armour;
    ship.sunk = ship.damage >= law.damageToSink(ship);
  }
  for (Ship* other : left) {
    sentences.push_back("The " + std::string(nameOf(other->size)) + ' ' + std::string(nameOf(other->colour)) +
                        " ship that was counted as " + other->name +
                        " is not in the start; take it away, or name it there.");
    while (std::ranges::count(seen, other->name, &Ship::name) > 1)
      other->name += '+';
  }
  return sentences;
}

void PlaneStart::tellTurn(const std::vector<Ship>& seen, TurnLedger& ledger) const {
  for (const rules::PlaneObject& told : ships) {
    const auto ship = std::ranges::find(seen, told.id, &Ship::name);
    if (ship == seen.end() || ship->player != ledger.player())
      continue;
    if (told.moved) {
      ledger.actions.push_back("move " + told.id);
      ledger.moved.insert(told.id);
    }
    ledger.actions.insert(ledger.actions.end(), static_cast<std::size_t>(told.shots), "fire " + told.id);
    if (told.shots > 0)
      ledger.shots[told.id] = told.shots;
  }
}

} // namespace linesman::app
