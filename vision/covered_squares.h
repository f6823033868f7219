#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Squares taken for empty of which nothing is seen: around them the colours do not change from square to square as the
/// board's do, and they lie together at the board's edge, where an arm comes in. `empty`: what is taken for empty, row
/// by row from rank 0; the answer in the same order. A sea in the board's middle, whose squares are of one colour, is
/// none.
std::vector<bool> coveredSquares(const cv::Mat& image_bgr, const BoardView& view, const std::vector<bool>& empty);

} // namespace linesman
