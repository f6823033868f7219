#pragma once
// A picture of a board of 8 x 8 squares of 40 mm in the middle of a grey table.
#include <functional>

#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"
#include "vision/board_view.h"

namespace linesman::test {

struct DrawnSquares {
  /// Grey value of a spot on a square: its file and rank, and how far from its middle the spot lies, squares.
  using Square = std::function<double(int, int, const Eigen::Vector2d&)>;

  explicit DrawnSquares(const Square& square) {
    const auto camera = cameraOver(520.0, 0.3, 0.0);
    view.lens = webcam(1280, 720);
    view.camera_from_board = Pose<CameraFrame, BoardFrame>(camera.rotation(), camera.translation_mm());
    view.square_mm = 40.0;
    const Pattern board = [&](const Eigen::Vector2d& mm) {
      const Eigen::Vector2d at = mm / 40.0 + Eigen::Vector2d(4.0, 4.0);
      if (at.x() < 0.0 || at.y() < 0.0 || at.x() >= 8.0 || at.y() >= 8.0)
        return 110.0;
      const int file = static_cast<int>(at.x()), rank = static_cast<int>(at.y());
      return square(file, rank, at - Eigen::Vector2d(file + 0.5, rank + 0.5));
    };
    cv::cvtColor(render(view.lens, camera, board, {}), image, cv::COLOR_GRAY2BGR);
  }

  BoardView view;
  cv::Mat image;
};

} // namespace linesman::test
