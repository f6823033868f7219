#include "app/watch/plane_start.h"

#include <algorithm>

#include "models/json_line.h"
#include "rules/plane_scenario.h"

namespace linesman::app {

using nlohmann::json;

Result<PlaneStart> PlaneStart::from(const std::string& text) {
  const json scenario = json::parse(text, nullptr, false);
  if (!scenario.is_object() || !scenario.contains("objects"))
    return fail(
        "The start is no table of ships; give a scenario as `linesman judge` takes it, with \"objects\" and who "
        "is \"to_move\".");
  try {
    auto table = rules::planeTableFromJson(scenario);
    if (!table)
      return fail("The start cannot be read: " + table.error().sentence);
    PlaneStart start;
    start.to_move = scenario.value("to_move", "");
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
    ship.sunk = ship.damage >= law.damageToSink(ship.size);
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

} // namespace linesman::app
