#pragma once
#include <set>
#include <string>
#include <utility>
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
  double size_mm = 0.0;                                ///< of the disc
  std::vector<std::string> bands; ///< "low", "high", "crown": coloured rings around the disc; none beside the board
};

constexpr double token_thickness_mm = 2.0; ///< of card, as the sheets say

/// Reads the markers of tokens (models/board_men.h) on the board and up to two squares beside it, in a picture
/// straightened through the lens. `thickness_mm` of the discs. A token that is half hidden is not read; one marker is
/// never two men. Discs carry their bands as rubber bands or rings around the rim, told by colour: green is the low
/// one, blue the high one, red the crown. A ring of the colour of the square that it lies on is none.
/// `unread` takes the squares on which an outline like the tokens' markers is seen whose code cannot be read.
std::vector<ReadToken> readTokens(const cv::Mat& image_bgr, const BoardView& view,
                                  double thickness_mm = token_thickness_mm,
                                  std::set<std::pair<int, int>>* unread = nullptr);

} // namespace linesman
