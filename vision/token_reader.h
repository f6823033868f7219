#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/board_men.h"
#include "vision/board_view.h"

namespace linesman {

/// A printed token that was read.
struct ReadToken {
  BoardMan man;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero(); ///< of the disc, BoardFrame; may lie beside the board
  int file = -1, rank = -1;                            ///< -1 beside the board
};

/// Reads the markers of tokens (models/board_men.h) on the board and up to two squares beside it, in a picture
/// straightened through the lens. `thickness_mm` of the discs. A token that is half hidden is not read; one marker is
/// never two men.
std::vector<ReadToken> readTokens(const cv::Mat& image_bgr, const BoardView& view, double thickness_mm = 2.0);

} // namespace linesman
