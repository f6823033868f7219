#pragma once
#include <utility>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Squares (file, rank) among `squares` that look unlike the others of their colour, whatever the light on them:
/// something lies there, or covers them. For boards without print. Where fewer than four of a colour are given nothing
/// is said of them.
std::vector<std::pair<int, int>> unlikeSquares(const cv::Mat& image_bgr, const BoardView& view,
                                               const std::vector<std::pair<int, int>>& squares);

} // namespace linesman
