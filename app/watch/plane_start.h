#pragma once
#include <map>
#include <string>
#include <vector>

#include "app/watch/plane_law.h"
#include "app/watch/ship.h"
#include "app/watch/turn_ledger.h"
#include "rules/plane_table.h"

namespace linesman::app {

/// A plane game in progress, told as a scenario of `judge`: its ships with their names, places, damage and armour, who
/// is "to_move", and what was done in this turn.
struct PlaneStart {
  std::vector<rules::PlaneObject> ships;
  std::string to_move;                          ///< empty: not told
  std::map<std::string, int> points;            ///< player -> points left over that he has not spent
  std::map<std::string, std::string> flagships; ///< player -> his marked ship
  std::string not_looked_at;                    ///< what else it has, which the match takes from elsewhere

  /// One sentence where the text is no such scenario of this game.
  static Result<PlaneStart> from(const std::string& text, const std::string& game);
  /// Ships of a player and size; those of no player told count for each.
  std::ptrdiff_t count(const std::string& player, PyramidSize size) const;
  /// Gives the ships that are seen where it has them their names, damage and armour. A sentence about each that is not,
  /// and about what is not looked at.
  std::vector<std::string> tell(std::vector<Ship>& seen) const;
  /// Moves and shots of this turn, by the player to move.
  void tellTurn(const std::vector<Ship>& seen, TurnLedger& ledger) const;
};

} // namespace linesman::app
