#include "app/watch/plane_start.h"

#include <algorithm>
#include <functional>
#include <optional>

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

/// For each of so many told things its seen one, such that most have one, and then the costs of all together are the
/// least: fleets that lie shifted are not told by whom each is next to. No cost: they are no pair. Shortest augmenting
/// paths by Bellman and Ford.
std::vector<std::optional<std::size_t>>
cheapestPairs(std::size_t told, std::size_t seen,
              const std::function<std::optional<double>(std::size_t, std::size_t)>& cost) {
  std::vector<std::optional<std::size_t>> seen_of(told), told_of(seen);
  for (;;) {
    std::vector<std::optional<double>> to_seen(seen); // least cost of a path from an unpaired told one
    std::vector<std::size_t> from(seen);
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = 0; i < told; ++i) {
        std::optional<double> here = 0.0;
        if (seen_of[i]) // reached by giving its own up
          here = to_seen[*seen_of[i]] ? std::optional(*to_seen[*seen_of[i]] - *cost(i, *seen_of[i])) : std::nullopt;
        for (std::size_t k = 0; here && k < seen; ++k) {
          const auto step = seen_of[i] == k ? std::nullopt : cost(i, k);
          if (!step || (to_seen[k] && *to_seen[k] <= *here + *step + 1e-9))
            continue;
          to_seen[k] = *here + *step;
          from[k] = i;
          changed = true;
        }
      }
    }
    std::optional<std::size_t> end;
    for (std::size_t k = 0; k < seen; ++k)
      if (to_seen[k] && !told_of[k] && (!end || *to_seen[k] < *to_seen[*end]))
        end = k;
    if (!end)
      return seen_of;
    for (std::optional<std::size_t> k = end; k;) {
      const std::size_t i = from[*k];
      const auto before = seen_of[i];
      seen_of[i] = k;
      told_of[*k] = i;
      k = before;
    }
  }
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

std::ptrdiff_t PlaneStart::count(const std::string& player, PyramidSize size) const {
  return std::ranges::count_if(ships, [&](const rules::PlaneObject& ship) {
    return ship.size == size && (ship.player.empty() || ship.player == player);
  });
}

std::vector<std::string> PlaneStart::tell(std::vector<Ship>& seen) const {
  constexpr double reach_mm = 30.0; // who measured the places by hand, or set the fleets up again
  std::vector<std::string> sentences;
  if (!not_looked_at.empty())
    sentences.push_back("Of the start this is not read: " + not_looked_at +
                        "; the match has its options from --option, and area and islands from the table file.");
  const auto off_mm2 = [&](std::size_t told, std::size_t ship) -> std::optional<double> {
    const rules::PlaneObject& one = ships[told];
    const double mm2 = (seen[ship].seen.pose.origin_mm() - one.pose.origin_mm()).squaredNorm();
    const bool alike = seen[ship].size == one.size && (one.player.empty() || one.player == seen[ship].player);
    return alike && mm2 < reach_mm * reach_mm ? std::optional(mm2) : std::nullopt;
  };
  const auto pairs = cheapestPairs(ships.size(), seen.size(), off_mm2);
  std::vector<Ship*> left;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (std::ranges::find(pairs, i) == pairs.end())
      left.push_back(&seen[i]);
  for (std::size_t i = 0; i < ships.size(); ++i) {
    const rules::PlaneObject& told = ships[i];
    if (!pairs[i]) {
      sentences.push_back(told.id + " is not on the table where the start has it; lay it there, or correct the start.");
      continue;
    }
    Ship& ship = seen[*pairs[i]];
    ship.name = told.id;
    ship.damage = told.damage;
    ship.armour = told.armour;
    ship.sunk = ship.damage >= rules::damageToSink(ship.size, ship.armour);
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
