#pragma once
#include <vector>

#include <opencv2/core.hpp>

#include "vision/board_view.h"
#include "vision/square_reading.h"

namespace linesman {

/// Outlines (BoardFrame mm) of arms that reach in over a board, in a single picture: what lies beside the board from
/// the picture's border, or from four squares away, to an edge of it and is unlike the rest along that edge, where
/// squares beyond the edge cannot be seen. (From one picture to the next HandDetector tells arms by change, more
/// surely.)
std::vector<std::vector<Eigen::Vector2d>> armsOverBoard(const cv::Mat& image_bgr, const BoardView& view,
                                                        const std::vector<SquareReading>& readings);

} // namespace linesman
