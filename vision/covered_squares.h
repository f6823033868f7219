#pragma once
#include <set>
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Squares taken for empty of which nothing is seen: around them the colours do not change from square to square as the
/// board's do, and at the board's edge, which may be printed otherwise, three or more of them lie together. `empty`:
/// what is taken for empty, row by row from rank 0; the answer in the same order. Those of `off_chequer` (file and
/// rank) may look so with nothing on them, as a sea does: they count only where what hides them hides two others, or
/// comes in from the board's edge.
std::vector<bool> coveredSquares(const cv::Mat& image_bgr, const BoardView& view, const std::vector<bool>& empty,
                                 const std::set<std::pair<int, int>>& off_chequer = {});

} // namespace linesman
