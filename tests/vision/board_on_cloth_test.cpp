#include <cmath>
#include <tuple>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/tilted_board.h"
#include "vision/board_detector.h"

namespace linesman {
namespace {

/// A board of 8 x 8 squares of 40 mm in a dark frame, of little contrast, on a cloth of black and white squares.
cv::Mat boardOnCloth(const BoardView& view, double cloth_mm, double cloth_rad) {
  constexpr int half = 160, frame = 20;
  const Eigen::Rotation2Dd turn(cloth_rad);
  const auto parity = [](const Eigen::Vector2d& at) {
    return (static_cast<int>(std::floor(at.x())) + static_cast<int>(std::floor(at.y()))) % 2 == 0;
  };
  const auto level = [&](const Eigen::Vector2d& mm) {
    const double off = mm.cwiseAbs().maxCoeff();
    if (off >= half + frame)
      return parity(turn * mm / cloth_mm) ? 20.0 : 240.0;
    return off >= half ? 60.0 : parity(mm / 40.0) ? 100.0 : 160.0;
  };
  cv::Mat grey(view.lens.height_px, view.lens.width_px, CV_8U);
  for (int y = 0; y < grey.rows; ++y)
    for (int x = 0; x < grey.cols; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.25, 0.25})
        for (const double dx : {-0.25, 0.25})
          sum += level(view.point_mm({x + dx, y + dy}));
      grey.at<uchar>(y, x) = cv::saturate_cast<uchar>(sum / 4.0);
    }
  cv::Mat image;
  cv::cvtColor(grey, image, cv::COLOR_GRAY2BGR);
  cv::GaussianBlur(image, image, {}, 0.8);
  return image;
}

/// A cloth's corners are more than the board's, and stronger.
TEST(BoardOnCloth, IsFoundAndNotTheCloth) {
  const BoardView view = test::tiltedBoard(8, 8, 0.4, 0.1, {5.0, -8.0, 900.0}, test::plainLens());
  BoardRequest request;
  request.known.square_mm = view.square_mm;
  request.lens = view.lens;
  for (const auto& [cloth_mm, cloth_rad] : {std::tuple{15.0, 0.3}, {45.0, 0.6}}) {
    const auto found = findBoard(boardOnCloth(view, cloth_mm, cloth_rad), request);
    ASSERT_TRUE(found) << cloth_mm;
    const Eigen::Vector2d off = found->view.pixel({0.0, 0.0}) - view.pixel({0.0, 0.0});
    EXPECT_LT(off.norm(), 0.5) << cloth_mm << " mm";
    EXPECT_NEAR(found->view.middleSquare_px(), view.middleSquare_px(), 0.5) << cloth_mm << " mm";
  }
}

} // namespace
} // namespace linesman
