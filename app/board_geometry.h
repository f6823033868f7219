#pragma once
#include <string>

#include "models/table_state.h"

namespace linesman::app {

/// The four corners of a board's squares together, table mm.
TablePolygon boardCorners(const SeenBoard& board);

/// The four corners of a board's square ("e4"), table mm; empty when the board has no such square.
TablePolygon squareCorners(const SeenBoard& board, const std::string& square);

} // namespace linesman::app
