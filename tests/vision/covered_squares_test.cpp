#include "vision/covered_squares.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "tests/support/drawn_squares.h"

namespace linesman {
namespace {

constexpr bool isSea(int file, int rank) {
  return file >= 3 && file <= 4 && rank >= 3 && rank <= 4;
}

/// A chequer with a sea of one colour in its middle.
double squareOrSea(int file, int rank, const Eigen::Vector2d&) {
  if (isSea(file, rank))
    return 90.0;
  return (file + rank) % 2 == 0 ? 60.0 : 200.0;
}

class CoveredSquares : public testing::Test, protected test::DrawnSquares {
protected:
  CoveredSquares() : DrawnSquares(squareOrSea) {}
  std::vector<bool> covered() const {
    return coveredSquares(image, view, std::vector<bool>(64, true), {{3, 3}, {4, 3}, {3, 4}, {4, 4}});
  }
  bool isCovered(int file, int rank) const { return covered()[static_cast<std::size_t>(8 * rank + file)]; }
  int count() const { return static_cast<int>(std::ranges::count(covered(), true)); }
  cv::Point at(double file, double rank) const {
    const Eigen::Vector2d p = view.pixel(view.corner_mm(file, rank));
    return {cvRound(p.x()), cvRound(p.y())};
  }
};

TEST_F(CoveredSquares, OnABareBoardThereIsNoneThoughItHasASea) {
  EXPECT_EQ(count(), 0);
}

TEST_F(CoveredSquares, AreUnderAnArmFromTheEdgeOn) {
  cv::line(image, at(-2.0, -1.0), at(2.5, 5.0), {120, 150, 200}, 150);
  EXPECT_TRUE(isCovered(0, 2));
  EXPECT_TRUE(isCovered(1, 3));
  EXPECT_FALSE(isCovered(5, 1));
  EXPECT_FALSE(isCovered(7, 7));
  EXPECT_GE(count(), 3);
  EXPECT_LE(count(), 14);
}

TEST_F(CoveredSquares, AreUnderASheetInTheMiddleWhateverItsColour) {
  const cv::Mat bare = image.clone();
  for (const int level : {22, 60, 140, 200, 235}) { // two of them are the squares' own
    bare.copyTo(image);
    cv::fillConvexPoly(image, std::vector<cv::Point>{at(3, 5), at(6, 5), at(6, 7), at(3, 7)}, cv::Scalar::all(level));
    cv::GaussianBlur(image, image, {}, 0.8);
    for (const int file : {3, 4, 5})
      for (const int rank : {5, 6})
        EXPECT_TRUE(isCovered(file, rank)) << level << " " << file << " " << rank;
    EXPECT_EQ(count(), 6) << level;
  }
}

TEST_F(CoveredSquares, OneIsUnderAMugInTheMiddle) {
  const cv::Mat bare = image.clone();
  for (const int level : {22, 140, 235}) {
    bare.copyTo(image);
    const cv::Point middle = at(5.5, 5.5), side = at(6.25, 5.5);
    cv::circle(image, middle, side.x - middle.x, cv::Scalar::all(level), cv::FILLED, cv::LINE_AA);
    EXPECT_TRUE(isCovered(5, 5)) << level;
    EXPECT_EQ(count(), 1) << level;
  }
}

TEST_F(CoveredSquares, AtTheEdgeOneMayBePrintedOtherwise) {
  cv::fillConvexPoly(image, std::vector<cv::Point>{at(0, 0), at(1, 0), at(1, 1), at(0, 1)}, cv::Scalar::all(140));
  EXPECT_EQ(count(), 0);
}

TEST_F(CoveredSquares, AThingOnTheSeaAloneIsNotTold) {
  cv::fillConvexPoly(image, std::vector<cv::Point>{at(3, 3), at(5, 3), at(5, 5), at(3, 5)}, {120, 150, 200});
  EXPECT_EQ(count(), 0);
}

} // namespace
} // namespace linesman
