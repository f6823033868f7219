#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Points of the lines between a board's squares, and whether the picture steps there from dark to light as the squares
/// do: what lies on the board hides them.
class BoardLines {
public:
  /// `dark_corner`: whether a1 is a dark square.
  BoardLines(const cv::Mat& grey, const BoardView& view, bool dark_corner);

  /// Whether the lines inside an outline, pixels, are seen about as well as the others: nothing covers them there.
  /// Where too few lines are inside to tell, whether the outline hardly lies on the board.
  bool seenInside(const std::vector<cv::Point>& outline) const;

private:
  struct Point {
    cv::Point2f pixel;
    bool met = false;
  };
  std::vector<Point> points_;
  std::vector<cv::Point2f> board_; ///< its corners
  double square_px2_ = 0.0;        ///< mean area of a square
};

} // namespace linesman
