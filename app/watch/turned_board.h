#pragma once
#include <optional>
#include <string>

#include "models/table_state.h"

namespace linesman::app {

/// A corner of the board as the camera sees it, counter-clockwise seen from above.
enum class SeenCorner { near_left, near_right, far_right, far_left };
constexpr int corner_count = 4;

/// "near left", and back; nothing for other words.
std::string nameOf(SeenCorner corner);
std::optional<SeenCorner> cornerFrom(const std::string& name);

/// Where the camera sees a1; near left where no registration tells. The state has a board.
SeenCorner cornerOfA1(const TableState& state);

/// Quarter turns that bring a1 from one corner to another; of a board that is not square none or two.
int quartersBetween(SeenCorner from, SeenCorner to, const SeenBoard& board);

/// Name of a square of `board` when a1 is `quarters` corners farther, counter-clockwise seen from above.
std::string turnedSquare(const std::string& square, const SeenBoard& board, int quarters);

/// The board with a1 there: names of squares and the board's frame.
SeenBoard turnedBoard(const SeenBoard& board, int quarters);

} // namespace linesman::app
