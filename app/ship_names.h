#pragma once
#include <map>
#include <string>

#include "models/table_state.h"

namespace linesman::app {

/// Names of lying pyramids: the colour's first letters (as many as tell the colours on the table apart) and a number
/// counted from left to right.
std::map<PieceId, std::string> shipNames(const TableState& state);

} // namespace linesman::app
