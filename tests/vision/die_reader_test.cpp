#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/die_reader.h"

namespace linesman {
namespace {

constexpr int finer = 8, size = DieReader::window_px;

cv::Point onFace(double x, double y, double turn_deg) {
  const double a = turn_deg * CV_PI / 180.0;
  return {cvRound(finer * (0.5 * size + 2.0 + std::cos(a) * x - std::sin(a) * y)),
          cvRound(finer * (0.5 * size - 1.0 + std::sin(a) * x + std::cos(a) * y))};
}

/// As a camera sees it: soft and noisy.
cv::Mat photographed(const cv::Mat& fine) {
  cv::Mat picture, noise(size, size, CV_16SC3);
  cv::resize(fine, picture, {size, size}, 0, 0, cv::INTER_AREA);
  cv::GaussianBlur(picture, picture, {}, 1.2);
  cv::RNG random(5);
  random.fill(noise, cv::RNG::NORMAL, 0, 3);
  cv::add(picture, noise, picture, {}, CV_8UC3);
  return picture;
}

/// A die on a brown square, its front darker than its top.
cv::Mat die(int face, double turn_deg, const cv::Scalar& body, const cv::Scalar& pips) {
  cv::Mat fine(finer * size, finer * size, CV_8UC3, cv::Scalar(60, 100, 140));
  const auto square = [&](double down, const cv::Scalar& colour) {
    std::vector<cv::Point> corners;
    for (const auto& [x, y] : {std::pair{-12, -12}, {12, -12}, {12, 12}, {-12, 12}})
      corners.push_back(onFace(x, y, turn_deg) + cv::Point(0, cvRound(finer * down)));
    cv::fillConvexPoly(fine, corners, colour, cv::LINE_AA);
  };
  square(9.0, 0.5 * body);
  square(0.0, body);
  const auto pip = [&](double x, double y) {
    cv::circle(fine, onFace(6.2 * x, 6.2 * y, turn_deg), cvRound(2.4 * finer), pips, cv::FILLED, cv::LINE_AA);
  };
  if (face % 2 == 1)
    pip(0, 0);
  for (const double way : {-1.0, 1.0}) {
    if (face >= 2)
      pip(way, way);
    if (face >= 4)
      pip(way, -way);
    if (face == 6)
      pip(way, 0);
  }
  return photographed(fine);
}

TEST(DieReader, TellsTheSixFacesHoweverTheyLie) {
  for (int face = 1; face <= 6; ++face)
    for (const double turn : {0.0, 25.0, 50.0})
      EXPECT_EQ(DieReader{}.readWindow(die(face, turn, {40, 30, 190}, {235, 235, 235})).face, face) << turn;
}

TEST(DieReader, SaysNothingRatherThanAnotherFace) { // black pips look like the shadow beside the die
  for (int face = 1; face <= 6; ++face)
    for (const double turn : {0.0, 25.0, 50.0}) {
      const int told = DieReader{}.readWindow(die(face, turn, {235, 235, 235}, {25, 25, 25})).face;
      EXPECT_TRUE(told == face || told == 0) << told << " for " << face;
    }
}

TEST(DieReader, ReadsBlackPipsWhereNoPrintIsToBeFeared) {
  for (const int face : {3, 4, 5, 6})
    EXPECT_EQ(DieReader{}.readWindow(die(face, 25.0, {235, 235, 235}, {25, 25, 25}), {DieSearch::Place::likely}).face,
              face);
}

TEST(DieReader, FindsNoneWhereNoneIs) {
  const cv::Mat empty(finer * size, finer * size, CV_8UC3, cv::Scalar(60, 100, 140));
  EXPECT_EQ(DieReader{}.readWindow(photographed(empty)).face, 0);
  cv::Mat letter = empty.clone(); // a sign printed on the square
  cv::rectangle(letter, {26 * finer, 26 * finer}, {70 * finer, 70 * finer}, cv::Scalar(40, 30, 190), cv::FILLED);
  cv::putText(letter, "R", {36 * finer, 64 * finer}, cv::FONT_HERSHEY_SIMPLEX, 1.3 * finer, cv::Scalar(235, 235, 235),
              4 * finer, cv::LINE_AA);
  EXPECT_EQ(DieReader{}.readWindow(photographed(letter)).face, 0);
  EXPECT_EQ(DieReader{}.readWindow(photographed(letter), {DieSearch::Place::likely}).face, 0);
  cv::Mat knob = empty.clone(); // a man from above
  cv::circle(knob, {48 * finer, 48 * finer}, 17 * finer, cv::Scalar(30, 35, 40), cv::FILLED, cv::LINE_AA);
  cv::circle(knob, {46 * finer, 44 * finer}, 8 * finer, cv::Scalar(90, 95, 100), cv::FILLED, cv::LINE_AA);
  EXPECT_EQ(DieReader{}.readWindow(photographed(knob)).face, 0);
}

/// As a camera sees it that is farther away.
cv::Mat farther(const cv::Mat& window, double times) {
  cv::Mat few, many;
  cv::resize(window, few, {}, 1.0 / times, 1.0 / times, cv::INTER_AREA);
  cv::resize(few, many, {size, size}, 0, 0, cv::INTER_LINEAR);
  return many;
}

TEST(DieReader, TheNetworkTellsDarkPipsOnADarkDieThatTheShapeDoesNot) {
  for (const double times : {1.0, 1.8, 2.4}) {
    const cv::Mat window = farther(die(1, 25.0, {30, 25, 100}, {10, 9, 30}), times);
    EXPECT_EQ(DieReader::byShape().readWindow(window, {DieSearch::Place::likely}).face, 0) << times;
    EXPECT_EQ(DieReader{}.readWindow(window, {DieSearch::Place::likely}).face, 1) << times;
  }
}

TEST(DieReader, ReadsADieInAPictureFromAbove) {
  cv::Mat picture(300, 400, CV_8UC3, cv::Scalar(200, 200, 200));
  cv::Mat large;
  cv::resize(die(5, 15.0, {40, 160, 40}, {240, 240, 240}), large, {192, 192}, 0, 0, cv::INTER_CUBIC);
  large.copyTo(picture(cv::Rect(100, 60, 192, 192)));
  for (const double edge_px : {38.0, 46.0, 70.0}) // its edges are 48 px: boxes around dice are often too large
    EXPECT_EQ(DieReader{}.readPicture(picture, {200.0, 152.0}, edge_px).face, 5) << edge_px;
}

TEST(DieReader, WhereTheNetworkDoubtsADieThatAnotherLookSeesItIsToldInDoubt) {
  const cv::Scalar square(60, 100, 140), red(40, 30, 190);
  cv::Mat hidden = die(1, 50.0, red, {60, 50, 220}); // something stands before it
  cv::rectangle(hidden, {0, 0}, {40, size}, square, cv::FILLED);
  for (const cv::Mat& window : {farther(die(1, 50.0, square, {235, 235, 235}), 1.8),
                                farther(die(1, 50.0, square, {235, 235, 235}), 2.4), farther(hidden, 1.0)}) {
    EXPECT_EQ(DieReader{}.readWindow(window, {DieSearch::Place::likely}).face, 0);
    const DieReading told = DieReader{}.readWindow(window, {DieSearch::Place::seen});
    EXPECT_EQ(told.face, 1);
    EXPECT_GT(told.p, 0.5);
    EXPECT_LT(told.p, 0.9); // no ruling rests on it
  }
}

TEST(DieReader, LeavesPictureAndWindowAsTheyAre) { // large dice are looked at reduced, and so blurred
  const cv::Mat window = die(5, 15.0, {40, 160, 40}, {240, 240, 240});
  cv::Mat large, picture;
  cv::resize(window, large, {}, 4.0, 4.0, cv::INTER_CUBIC);
  large.copyTo(picture);
  DieReader{}.readPicture(picture, {191.5, 191.5}, 96.0);
  EXPECT_EQ(cv::norm(picture, large, cv::NORM_INF), 0.0);
  const cv::Mat close = large(cv::Rect(108, 108, 168, 168)); // the die's edge takes more than half of it
  close.copyTo(picture);
  DieReader{}.readWindow(picture, {DieSearch::Place::certain});
  EXPECT_EQ(cv::norm(picture, close, cv::NORM_INF), 0.0);
}

} // namespace
} // namespace linesman
