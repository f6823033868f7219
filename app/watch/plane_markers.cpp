#include "app/watch/plane_markers.h"

#include <algorithm>
#include <tuple>

#include "app/watch/event.h"
#include "models/polygon_json.h"

namespace linesman::app {

Eigen::Vector2d middleOfThing(const Terrain& thing) {
  if (thing.contains("centre"))
    return {thing["centre"].at(0).get<double>(), thing["centre"].at(1).get<double>()};
  const TablePolygon corners = cornersFrom(thing.value("points", nlohmann::json::array()));
  Eigen::Vector2d sum = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& corner : corners)
    sum += corner;
  return sum / std::max(1.0, static_cast<double>(corners.size()));
}

PlaneMarkers::PlaneMarkers(const PlaneLaw& law) {
  const std::string goal = law.option("goal", "");
  kind_ = goal == "capture_flag" ? "flag" : goal == "dock" ? "base" : "";
  clause_ = kind_ == "flag" ? law.agreed().clause("A2-36") : law.clause(kind_ == "base" ? 47 : 42);
}

const char* PlaneMarkers::word() const {
  return kind_ == "base" ? "home base" : "flag";
}

const char* PlaneMarkers::verb() const {
  return kind_ == "base" ? "base" : "flagship";
}

bool PlaneMarkers::includes(const Terrain& thing) const {
  return !kind_.empty() && textIn(thing, "class") == kind_;
}

bool PlaneMarkers::stand(const std::vector<Terrain>& terrain) const {
  return std::ranges::any_of(terrain, [&](const Terrain& thing) { return includes(thing); });
}

std::string PlaneMarkers::of(const std::string& player, const std::vector<Terrain>& terrain) const {
  const auto found = std::ranges::find_if(
      terrain, [&](const Terrain& thing) { return includes(thing) && textIn(thing, "player") == player; });
  return found == terrain.end() ? "" : textIn(*found, "id");
}

Terrain* PlaneMarkers::named(const std::string& id, std::vector<Terrain>& terrain) const {
  const auto found =
      std::ranges::find_if(terrain, [&](const Terrain& thing) { return includes(thing) && textIn(thing, "id") == id; });
  return found == terrain.end() ? nullptr : &*found;
}

std::vector<const Terrain*> PlaneMarkers::giveToNearest(const std::vector<Ship>& ships,
                                                        std::vector<Terrain>& terrain) const {
  std::vector<std::tuple<double, std::string, Terrain*>> pairs;
  for (Terrain& thing : terrain)
    for (const Ship& ship : ships)
      if (includes(thing) && textIn(thing, "player").empty())
        pairs.emplace_back((middleOf(ship) - middleOfThing(thing)).norm(), ship.player, &thing);
  std::ranges::sort(pairs);
  std::vector<const Terrain*> given;
  for (const auto& [away_mm, player, marker] : pairs) {
    if (!of(player, terrain).empty() || !textIn(*marker, "player").empty())
      continue;
    (*marker)["player"] = player;
    given.push_back(marker);
  }
  return given;
}

void PlaneMarkers::giveTo(const std::string& player, const std::string& id, std::vector<Terrain>& terrain) const {
  Terrain* marker = named(id, terrain);
  if (marker == nullptr)
    return;
  const std::string own = of(player, terrain), owner = textIn(*marker, "player");
  for (Terrain& thing : terrain)
    if (includes(thing) && textIn(thing, "id") == own && own != id)
      thing["player"] = owner;
  (*marker)["player"] = player;
}

void PlaneMarkers::takeFrom(const std::string& player, std::vector<Terrain>& terrain) const {
  for (Terrain& thing : terrain)
    if (includes(thing) && textIn(thing, "player") == player)
      thing.erase("player");
}

} // namespace linesman::app
