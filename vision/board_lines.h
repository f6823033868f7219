#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "vision/board_view.h"

namespace linesman {

/// Points of the lines between a board's squares, and whether the picture steps there from dark to light as the squares
/// do, in light or shadow: what lies on the board hides them.
class BoardLines {
public:
  /// `dark_corner`: whether a1 is a dark square.
  BoardLines(const cv::Mat& grey, const BoardView& view, bool dark_corner);

  enum class Cover {
    none,
    perhaps, ///< no more than a man who was moved may cover, or too few lines are there to tell
    plainly
  };
  /// Whether something inside an outline, pixels, covers lines that were seen in an earlier picture of the same board,
  /// by more of them than are lost elsewhere (men who were moved, noise). Where too few of those are inside to tell,
  /// whether the outline lies on the board.
  Cover coverInside(const std::vector<cv::Point>& outline, const BoardLines& before) const;
  /// Whether the same lines are seen as in another picture of the board, but for noise.
  bool sameAs(const BoardLines& other) const;

private:
  struct Point {
    cv::Point2f pixel;
    bool met = false;
  };
  std::vector<Point> points_;      ///< in the same order for every picture
  std::vector<cv::Point2f> board_; ///< its corners
  double square_px2_ = 0.0;        ///< mean area of a square
};

} // namespace linesman
