#include "vision/covered_squares.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

/// A board of 8 x 8 squares of 40 mm in the middle of a grey table, with a sea of one colour in its middle.
double boardWithSea(const Eigen::Vector2d& mm) {
  const Eigen::Vector2d at = mm / 40.0 + Eigen::Vector2d(4.0, 4.0);
  if (at.x() < 0.0 || at.y() < 0.0 || at.x() >= 8.0 || at.y() >= 8.0)
    return 110.0;
  const int file = static_cast<int>(at.x()), rank = static_cast<int>(at.y());
  if (file >= 3 && file <= 4 && rank >= 3 && rank <= 4)
    return 90.0;
  return (file + rank) % 2 == 0 ? 60.0 : 200.0;
}

class CoveredSquares : public testing::Test {
protected:
  CoveredSquares() {
    const auto camera = test::cameraOver(520.0, 0.3, 0.0);
    view.lens = test::webcam(1280, 720);
    view.camera_from_board = Pose<CameraFrame, BoardFrame>(camera.rotation(), camera.translation_mm());
    view.square_mm = 40.0;
    cv::cvtColor(test::render(view.lens, camera, boardWithSea, {}), image, cv::COLOR_GRAY2BGR);
  }
  bool isCovered(int file, int rank) const {
    return coveredSquares(image, view, std::vector<bool>(64, true))[static_cast<std::size_t>(8 * rank + file)];
  }
  int count() const {
    const auto covered = coveredSquares(image, view, std::vector<bool>(64, true));
    return static_cast<int>(std::ranges::count(covered, true));
  }

  BoardView view;
  cv::Mat image;
};

TEST_F(CoveredSquares, OnABareBoardThereIsNoneThoughItHasASea) {
  EXPECT_EQ(count(), 0);
}

TEST_F(CoveredSquares, AreUnderAnArmFromTheEdgeOn) {
  const auto at = [&](double file, double rank) {
    const Eigen::Vector2d p = view.pixel(view.corner_mm(file, rank));
    return cv::Point(cvRound(p.x()), cvRound(p.y()));
  };
  cv::line(image, at(-2.0, -1.0), at(2.5, 5.0), {120, 150, 200}, 150);
  EXPECT_TRUE(isCovered(0, 2));
  EXPECT_TRUE(isCovered(1, 3));
  EXPECT_FALSE(isCovered(5, 1));
  EXPECT_FALSE(isCovered(7, 7));
  EXPECT_GE(count(), 3);
  EXPECT_LE(count(), 14);
}

TEST_F(CoveredSquares, AThingInTheBoardsMiddleIsNoArm) {
  cv::circle(image, {cvRound(view.pixel({0.0, 0.0}).x()), cvRound(view.pixel({0.0, 0.0}).y())}, 110, {120, 150, 200},
             cv::FILLED);
  EXPECT_EQ(count(), 0);
}

} // namespace
} // namespace linesman
