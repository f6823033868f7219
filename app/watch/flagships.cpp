#include "app/watch/flagships.h"

#include <algorithm>

#include "rules/games/armadas_fleet.h"

namespace linesman::app {

bool marksShips(const PlaneLaw& law) {
  return rules::lossOfMarked(law.agreed()) != rules::MarkedLoss::nothing;
}

Ship* flagshipOf(const std::string& player, std::vector<Ship>& ships) {
  const auto found = std::ranges::find_if(
      ships, [&](const Ship& ship) { return ship.player == player && ship.flagship != Marked::no; });
  return found == ships.end() ? nullptr : &*found;
}

void keepMarks(const std::vector<Ship>& before, std::vector<Ship>& ships) {
  constexpr double same_ship_mm = 10.0;
  for (const Ship& marked : before) {
    if (marked.flagship == Marked::no && marked.armour == 0)
      continue;
    const auto alike = [&](const Ship& one) { return one.colour == marked.colour && one.size == marked.size; };
    const auto is_another = [&](const Ship& here) {
      return std::ranges::any_of(before, [&](const Ship& other) {
        return &other != &marked && alike(other) && shiftBetween(other.seen, here.seen) < same_ship_mm;
      });
    };
    Ship* nearest = nullptr;
    for (Ship& ship : ships)
      if (alike(ship) && !is_another(ship) &&
          (nearest == nullptr || shiftBetween(marked.seen, ship.seen) < shiftBetween(marked.seen, nearest->seen)))
        nearest = &ship;
    if (nearest == nullptr)
      continue;
    nearest->flagship = marked.flagship;
    nearest->armour = marked.armour;
  }
}

} // namespace linesman::app
