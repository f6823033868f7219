#include "vision/board_lines.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

/// A board of bare squares, and outlines on it.
class BoardLinesTest : public testing::Test {
protected:
  BoardLinesTest() {
    view_.lens = test::webcam(1280, 720);
    view_.camera_from_board = {test::cameraOver(700.0, 0.4, 0.2).rotation(),
                               test::cameraOver(700.0, 0.4, 0.2).translation_mm()};
    for (int file = 0; file < 8; ++file)
      for (int rank = 0; rank < 8; ++rank)
        cv::fillConvexPoly(bare_, square(file, rank), cv::Scalar((file + rank) % 2 == 0 ? 70 : 190));
  }

  cv::Point corner(double i, double j) const {
    const Eigen::Vector2d at = view_.pixel(view_.corner_mm(i, j));
    return {cvRound(at.x()), cvRound(at.y())};
  }
  std::vector<cv::Point> part(double i0, double j0, double i1, double j1) const {
    return {corner(i0, j0), corner(i1, j0), corner(i1, j1), corner(i0, j1)};
  }
  std::vector<cv::Point> square(int file, int rank) const { return part(file, rank, file + 1, rank + 1); }
  BoardLines linesOf(const cv::Mat& grey) const { return {grey, view_, true}; }

  using Cover = BoardLines::Cover;
  BoardView view_;
  cv::Mat bare_ = cv::Mat(720, 1280, CV_8U, cv::Scalar(90));
};

TEST_F(BoardLinesTest, AHandCoversThemAndAShadowDoesNot) {
  const std::vector<cv::Point> middle = part(2, 2, 6, 6), rim = part(7, 3, 8, 6);
  const std::vector<cv::Point> beside{
      corner(8, 0) + cv::Point(8, 0), {1279, 719}, {1279, 0}, corner(8, 8) + cv::Point(8, 0)};
  const BoardLines before = linesOf(bare_);
  EXPECT_EQ(before.coverInside(middle, before), Cover::none);
  EXPECT_EQ(before.coverInside(beside, before), Cover::none) << "not on the board";
  cv::Mat covered = bare_.clone();
  for (const auto& hand : {middle, rim})
    cv::fillConvexPoly(covered, hand, cv::Scalar(130));
  EXPECT_EQ(linesOf(covered).coverInside(middle, before), Cover::plainly);
  EXPECT_NE(linesOf(covered).coverInside(rim, before), Cover::none);
  EXPECT_EQ(linesOf(covered).coverInside(beside, before), Cover::none);
  EXPECT_EQ(linesOf(covered).coverInside(middle, linesOf(covered)), Cover::none) << "it lay there before";
  cv::Mat shaded = bare_.clone(), mask(bare_.size(), CV_8U, cv::Scalar(0));
  const std::vector<cv::Point> shadow = part(2.5, 1.5, 6.5, 5.5);
  cv::fillConvexPoly(mask, shadow, cv::Scalar(255));
  cv::Mat(bare_ * 0.4).copyTo(shaded, mask);
  EXPECT_EQ(linesOf(shaded).coverInside(shadow, before), Cover::none);
}

TEST_F(BoardLinesTest, AHandIsSmallInTheOutlineOfItsShadow) {
  const std::vector<cv::Point> half = part(0, 0, 8, 4);
  cv::Mat hand = bare_.clone();
  cv::fillConvexPoly(hand, part(3.2, 1.2, 4.4, 2.4), cv::Scalar(130));
  EXPECT_EQ(linesOf(hand).coverInside(half, linesOf(bare_)), Cover::plainly);
  EXPECT_FALSE(linesOf(hand).sameAs(linesOf(bare_)));
  cv::Mat man = bare_.clone();
  cv::circle(man, corner(3.5, 1.5), 14, cv::Scalar(230), cv::FILLED);
  EXPECT_EQ(linesOf(man).coverInside(half, linesOf(bare_)), Cover::none) << "a man who was put there";
  EXPECT_TRUE(linesOf(man).sameAs(linesOf(bare_)));
}

} // namespace
} // namespace linesman
