#pragma once
#include <vector>

#include "vision/square_reader.h"

namespace linesman {

/// Where men who were taken may stand: places three quarters of a square apart all around the grid, up to some 1.8
/// squares from it, on the table `below_mm` under the board's top face.
PlacesBeside placesBeside(const BoardView& view, double below_mm);

/// Those of the readings beside the board (file -1) that tell of a man, by number; a man who is seen from several
/// places counts once, and none who stands on the grid. A kind that is seen more often than one box of pieces holds,
/// and one more, is a print on the table.
std::vector<std::size_t> menBeside(const std::vector<SquareReading>& readings, const BoardView& view);

} // namespace linesman
