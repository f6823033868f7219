// Set-up under the shared clock (AC-10 to AC-14): placing, and what counts when the time is over.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

/// One piece as it is seen when the set-up clock ends. The list is in order of appearance on the board.
struct SetupPiece {
  Kind kind = Kind::pawn;
  Side side = Side::white;
  bool touches = false;       ///< touches the board
  std::optional<Field> field; ///< the field on which it stands; none in a hand, a tray, or between fields
};

struct SetupFinding {
  std::vector<int> clauses;
  std::string sentence;
  bool warning = false;    ///< a notice only; the others demand something
  Side side = Side::white; ///< whose set-up it is about
};

struct SetupVerdict {
  Position position; ///< what stands properly, and what went to the reserve
  std::vector<SetupFinding> findings;
  std::vector<std::size_t> to_correct; ///< pieces (by index) that touch the board on a wrong field and must be moved
  bool ready() const { return to_correct.empty(); }
};

/// Seconds left for `side` when `elapsed_s` seconds of the set-up have passed; 0 when its time is over, and for the
/// side that waits under `setup=in_turn`.
double setupTimeLeft(const Law& law, Side side, double elapsed_s);
/// What stands against placing this piece there; empty when nothing does.
std::optional<SetupFinding> checkPlacement(const Law& law, const Position& so_far, Kind kind, Side side, Field field);
/// The verdict at zero. Pieces of the army that are not in the list count as not touching the board.
SetupVerdict judgeSetup(const Law& law, const std::vector<SetupPiece>& seen);

} // namespace linesman::rules::armada_chess
