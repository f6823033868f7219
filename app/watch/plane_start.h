#pragma once
#include <string>
#include <vector>

#include "app/watch/plane_law.h"
#include "app/watch/ship.h"
#include "rules/plane_table.h"

namespace linesman::app {

/// A plane game in progress, told as a scenario of `judge`: its ships with their names, places and damage, and who is
/// "to_move".
struct PlaneStart {
  std::vector<rules::PlaneObject> ships;
  std::string to_move; ///< empty: not told

  /// One sentence where the text is no such scenario.
  static Result<PlaneStart> from(const std::string& text);
  /// Gives the ships that are seen where it has them their names and damage. A sentence about each that is not.
  std::vector<std::string> tell(std::vector<Ship>& seen, const PlaneLaw& law) const;
};

} // namespace linesman::app
