#include "vision/board_lines.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

TEST(BoardLines, AreSeenWhereNothingCoversThem) {
  BoardView view;
  view.lens = test::webcam(1280, 720);
  view.camera_from_board = {test::cameraOver(700.0, 0.4, 0.2).rotation(),
                            test::cameraOver(700.0, 0.4, 0.2).translation_mm()};
  cv::Mat grey(720, 1280, CV_8U, cv::Scalar(90));
  const auto corner = [&](int i, int j) {
    const Eigen::Vector2d at = view.pixel(view.corner_mm(i, j));
    return cv::Point(cvRound(at.x()), cvRound(at.y()));
  };
  for (int file = 0; file < 8; ++file)
    for (int rank = 0; rank < 8; ++rank)
      cv::fillConvexPoly(grey,
                         std::vector<cv::Point>{corner(file, rank), corner(file + 1, rank), corner(file + 1, rank + 1),
                                                corner(file, rank + 1)},
                         cv::Scalar((file + rank) % 2 == 0 ? 70 : 190));
  const std::vector<cv::Point> middle{corner(2, 2), corner(6, 2), corner(6, 6), corner(2, 6)};
  const std::vector<cv::Point> beside{
      corner(8, 0) + cv::Point(8, 0), {1279, 719}, {1279, 0}, corner(8, 8) + cv::Point(8, 0)};
  const std::vector<cv::Point> rim{corner(7, 3), corner(8, 3), corner(8, 6), corner(7, 6)};
  EXPECT_TRUE(BoardLines(grey, view, true).seenInside(middle));
  EXPECT_TRUE(BoardLines(grey, view, true).seenInside(beside)) << "not on the board";
  EXPECT_FALSE(BoardLines(grey, view, false).seenInside(middle)) << "the squares the other way round";
  cv::Mat covered = grey.clone();
  for (const auto& part : {middle, rim})
    cv::fillConvexPoly(covered, part, cv::Scalar(130));
  EXPECT_FALSE(BoardLines(covered, view, true).seenInside(middle));
  EXPECT_FALSE(BoardLines(covered, view, true).seenInside(rim));
  EXPECT_TRUE(BoardLines(covered, view, true).seenInside(beside));
}

} // namespace
} // namespace linesman
