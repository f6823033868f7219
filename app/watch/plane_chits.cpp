#include "app/watch/plane_chits.h"

#include <algorithm>

#include "app/watch/describe.h"
#include "models/chit_count.h"

namespace linesman::app {

namespace {

constexpr double chit_patience_s = 3.0; // a chit may lie there before its shot is told
constexpr double neighbours_mm = 80.0;  // between ships' middles: a chit of one may be nearer to the other
constexpr double same_time_s = 1e-6;

std::string chitWords(int count) {
  return std::to_string(count) + (count == 1 ? " chit" : " chits");
}

} // namespace

void askAboutChits(std::vector<Ship>& ships, PlaneLook& look) {
  const std::map<PieceId, int> counts = chitsOfShips(look.state);
  const auto seenBeside = [&](const Ship& ship) {
    const auto found = look.matching.found.find(ship.name);
    const auto count =
        found == look.matching.found.end() ? counts.end() : counts.find(look.state.pyramids[found->second].id);
    return count == counts.end() ? 0 : count->second;
  };
  for (Ship& ship : ships) {
    if (ship.removed)
      continue;
    const int seen = seenBeside(ship);
    if (!look.untouched)
      ship.asked_chits = std::clamp(seen - ship.chits, 0, ship.asked_chits);
    int surplus = seen - ship.chits - std::max(ship.damage, ship.asked_chits);
    for (const Ship& other : ships)
      if (!other.removed && &other != &ship && (middleOf(other) - middleOf(ship)).norm() < neighbours_mm)
        surplus -= std::max(0, other.damage - seenBeside(other));
    if (surplus <= 0) {
      ship.chits_since_s.reset();
      continue;
    }
    if (!ship.chits_since_s)
      ship.chits_since_s = look.t_s;
    if (!look.last && look.t_s - *ship.chits_since_s < chit_patience_s - same_time_s)
      continue;
    ship.asked_chits = seen - ship.chits;
    ship.chits_since_s.reset();
    look.say("error",
             merged({{"what", "chits"},
                     {"seen", seen},
                     {"counted", ship.damage},
                     {"sentence", chitWords(seen) + (seen == 1 ? " lies at " : " lie at ") + ship.name + ", and " +
                                      std::to_string(ship.damage) +
                                      " damage is counted; tell the shot that is missing, or take away what is "
                                      "too much."}},
                    pieceJson(ship)));
  }
}

} // namespace linesman::app
