#include "app/match_names.h"

#include "app/watch/ship.h"

namespace linesman::app {

namespace {

constexpr double same_ship_mm = 10.0; // less than the smallest step

} // namespace

std::map<PieceId, std::string> matchNames(const nlohmann::json& ships, const Snapshot& snapshot) {
  std::map<PieceId, std::string> names;
  if (ships.empty())
    return names;
  for (const nlohmann::json& entry : ships) {
    const Ship ship = Ship::fromJson(entry);
    if (ship.removed)
      continue;
    const SeenPyramid* nearest = nullptr;
    double least_mm = same_ship_mm;
    for (const SeenPyramid& seen : snapshot.state.pyramids) {
      const double away_mm = (seen.table_from_piece.origin_mm() - ship.seen.pose.origin_mm()).norm();
      if (seen.posture == Posture::lying && ship.isLike(seen) && away_mm < least_mm && !names.contains(seen.id)) {
        nearest = &seen;
        least_mm = away_mm;
      }
    }
    if (nearest != nullptr)
      names[nearest->id] = ship.name;
  }
  for (const auto& [id, name] : snapshot.names)
    if (!names.contains(id))
      names[id] = name.substr(0, name.find_first_of("0123456789")) + "?";
  return names;
}

} // namespace linesman::app
