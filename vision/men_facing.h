#pragma once
#include <vector>

#include "vision/square_reading.h"

namespace linesman {

/// From which side White plays, by where the men of a game stand: pawns and Kings seldom get far.
enum class Facing { as_read, other_way, unknown };

/// Of the 64 readings of an orthodox game; a scatter of men tells nothing.
Facing facingOf(const std::vector<SquareReading>& readings);

} // namespace linesman
