#pragma once
#include <string>

#include "app/watch/event.h"
#include "app/watch/fleet.h"
#include "rules/verdict.h"

namespace linesman::app {

inline const std::string gauge_key = "#gauge";
inline constexpr int sure_looks = 3;          // sightings of a gauge before its pose is believed as it is
inline constexpr double step_reach_mm = 20.0; // a gauge whose stern lies further from every bow is no step
inline constexpr int patient_tables = 2;      // settled tables before something inexplicable is spoken of
inline constexpr double laid_joint_mm = 3.0;  // a pyramid this near to a bow was laid there, whoever is to move
inline constexpr double gauge_moved_mm = 1.5; // a gauge shifted by more is judged anew
inline constexpr double gauge_turned_rad = 0.07;

/// One settled table while it is interpreted.
struct PlaneLook {
  const TableState& state;
  Matching matching;
  double t_s;
  bool untouched; ///< no hand came in since the last one
  bool last;      ///< at the source's end
  std::vector<Event> events;

  bool sees(const std::string& key) const { return matching.found.contains(key); }
  /// Whether a ship that is not seen may lie there yet, under a hand that rests or close beside it.
  bool mayBeUnderHand(const Ship& ship) const { return mayBeUnder(state.resting_mm, ship.size, ship.seen); }
  /// A piece of the ship's kind that nobody expected and that lies as if the ship, its bow there, had stepped: its
  /// index.
  std::optional<std::size_t> strangerAt(const Ship& ship, const Eigen::Vector2d& bow_mm) const;
  SeenPose at(const std::string& key) const { return SeenPose::of(state.pyramids[matching.found.at(key)]); }
  void say(const char* kind, nlohmann::json body) { events.push_back({kind, t_s, std::move(body)}); }
};

/// Whether what lies here is the gauge that was seen there, not one that was laid anew or nudged.
bool isLaidAlike(const SeenPose& there, const SeenPose& here);
/// "small red", and "(12, -40) mm": how a pyramid that has no name is told.
std::string kindOf(const SeenPyramid& pyramid);
std::string placeWords(const SeenPyramid& pyramid);
std::string placeWords(const SeenPose& at);
std::string noSuchShip(const std::string& name);
/// What every event about a ship says of it.
nlohmann::json pieceJson(const Ship& ship);
/// Body of a `put_back` event that asks for a ship that is not on the table; it is noted that it was asked for.
nlohmann::json askBack(Ship& ship, const std::string& sentence);
/// A verdict of the bookkeeping, without geometry.
rules::Verdict ruled(rules::Ruling ruling, std::vector<std::string> clauses, std::string sentence);
/// Refused by the bookkeeping, whatever was measured: no margin speaks of it.
void refuse(rules::Verdict& verdict, const std::string& clause, const std::string& sentence);

} // namespace linesman::app
