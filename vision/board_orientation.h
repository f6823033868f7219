#pragma once
#include "vision/board_detector.h"

namespace linesman {

/// Which quarter turn makes a1 of what is known: turns `view`. Says whether that was known or only assumed;
/// `dark_corner`: whether a1 is dark.
bool orient(const cv::Mat& grey, const BoardRequest& request, BoardView& view, bool& dark_corner);

} // namespace linesman
