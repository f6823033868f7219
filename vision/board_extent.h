#pragma once
#include <array>
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// How much of the chequer there is along the sides of a board: the share of steps between neighbouring squares that
/// are as in the rest of the board, less the share that go the other way. 1 where all show it, about 0 where none does.
struct BoardExtent {
  enum Side { near, right, far, left }; ///< rank 1, last file, last rank, file a
  struct Strip {
    std::optional<double> inside; ///< in the outermost row of squares, and from it to the next one; where it is seen
    double outside = 0.0;         ///< in the row of squares that would lie beyond; 0 where it is not seen
  };
  std::array<Strip, 4> sides;
};

/// `grey`: 8 bit, the picture that the view is of.
BoardExtent measureExtent(const cv::Mat& grey, const BoardView& view);

/// How much more of the chequer lies within the board, and less beyond it, with the sides `there` than with those
/// `here`: the sum of what all sides gain, outermost rows only of sides that are seen both times.
double chequerGained(const BoardExtent& here, const BoardExtent& there);

/// What the user has to know where the board does not end where the view does, in a sentence; empty while it does.
std::string whyAnotherSize(const BoardExtent& extent, const BoardView& view);

} // namespace linesman
