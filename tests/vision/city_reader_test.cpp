#include <algorithm>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/city_reader.h"

namespace linesman {
namespace {

constexpr double square_mm = 40.0, px_a_mm = 2.0;

/// A board of three squares by three seen from straight above, 80 pixels a square.
BoardView fromAbove() {
  BoardView view;
  view.columns = view.rows = 3;
  view.square_mm = square_mm;
  view.lens.width_px = view.lens.height_px = 400;
  view.lens.fx_px = view.lens.fy_px = 2000.0;
  view.lens.cx_px = view.lens.cy_px = 199.5;
  view.camera_from_board = {Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal(), {0.0, 0.0, 2000.0 / px_a_mm}};
  return view;
}

cv::Mat plainBoard() {
  return {400, 400, CV_8UC3, cv::Scalar(60, 100, 140)};
}

cv::Point onPicture(const BoardView& view, const Eigen::Vector2d& point_mm) {
  const Eigen::Vector2d p = view.pixel(point_mm);
  return {cvRound(p.x()), cvRound(p.y())};
}

/// A blue die with white pips showing 2.
void layDie(cv::Mat& picture, const cv::Point& middle) {
  cv::rectangle(picture, middle - cv::Point(12, 12), middle + cv::Point(12, 12), {190, 60, 30}, cv::FILLED);
  for (const int way : {-1, 1})
    cv::circle(picture, middle + way * cv::Point(6, 6), 2, {235, 235, 235}, cv::FILLED, cv::LINE_AA);
  cv::GaussianBlur(picture, picture, {}, 0.8);
}

/// One dark pip on a dark die: for the network alone.
void layDarkOne(cv::Mat& picture, const cv::Point& middle) {
  cv::rectangle(picture, middle - cv::Point(12, 12), middle + cv::Point(12, 20), {12, 10, 45}, cv::FILLED);
  cv::rectangle(picture, middle - cv::Point(12, 12), middle + cv::Point(12, 12), {30, 25, 100}, cv::FILLED);
  cv::circle(picture, middle, 2, {10, 9, 30}, cv::FILLED, cv::LINE_AA);
  cv::GaussianBlur(picture, picture, {}, 1.2);
}

std::vector<SquareReading> emptySquares(double die, double ring, int version) {
  std::vector<SquareReading> readings(9);
  for (int k = 0; k < 9; ++k) {
    SquareReading& reading = readings[static_cast<std::size_t>(k)];
    reading.file = k % 3;
    reading.rank = k / 3;
    reading.p[0] = 1.0;
    reading.die = die;
    reading.ring = ring;
    reading.version = version;
  }
  return readings;
}

TEST(CityReader, PlacesOfDiceComeFromTheBoardFile) {
  const auto places = cityPlaces("companion-10x10");
  ASSERT_EQ(places.size(), 9U); // four cities of one square, two of two, and one die between two squares
  const auto has = [&](int file, int rank) {
    return std::any_of(places.begin(), places.end(),
                       [&](const CityPlace& p) { return p.file == file && p.rank == rank; });
  };
  for (const auto& [file, rank] : {std::pair{2, 0}, {4, 0}, {5, 0}, {7, 0}, {2, 9}, {4, 9}, {5, 9}, {7, 9}})
    EXPECT_TRUE(has(file, rank)) << file << " " << rank;
  EXPECT_NEAR(places.back().offset_squares.norm(), 0.5, 1e-9);
  EXPECT_TRUE(cityPlaces("plain-8x8").empty());
}

TEST(CityReader, ADieIsReadOnItsCityAndAgainOnlyWhenTheSquareChanges) {
  const BoardView view = fromAbove();
  CityReader reader({{2, 1, {0.0, 0.0}}});
  cv::Mat picture = plainBoard();
  layDie(picture, onPicture(view, view.centre_mm(2, 1)) + cv::Point(5, -4));
  layDie(picture, onPicture(view, view.centre_mm(0, 1))); // no city: whatever it is, it is none of the game's dice
  auto marks = reader.read(picture, view, emptySquares(0.9, 0.01, 1));
  ASSERT_EQ(marks.dice.size(), 1U);
  EXPECT_EQ(marks.dice[0].square, "c2");
  EXPECT_EQ(marks.dice[0].face, 2);
  EXPECT_TRUE(marks.rings.empty());
  EXPECT_EQ(reader.read(plainBoard(), view, emptySquares(0.9, 0.01, 1)).dice.size(), 1U);
  EXPECT_TRUE(reader.read(plainBoard(), view, emptySquares(0.9, 0.01, 2)).dice.empty());
}

TEST(CityReader, ADieOfMoreThanOnePipIsToldWhereTheSquareNetworkSeesNone) { // on a print that it has not learnt
  const BoardView view = fromAbove();
  for (const bool one : {false, true}) { // the hole of a letter looks like one pip
    cv::Mat picture = plainBoard();
    (one ? layDarkOne : layDie)(picture, onPicture(view, view.centre_mm(1, 1)));
    CityReader reader({{1, 1, {0.0, 0.0}}});
    EXPECT_EQ(reader.read(picture, view, emptySquares(0.9, 0.01, 1)).dice.size(), 1U) << one;
    reader.forget();
    EXPECT_EQ(reader.read(picture, view, emptySquares(0.01, 0.01, 1)).dice.size(), one ? 0U : 1U) << one;
  }
}

TEST(CityReader, WhereAManIsSeenADieHasToBeSeenTheSurer) { // heads, crowns and collars have shapes like dice
  const BoardView view = fromAbove();
  cv::Mat picture = plainBoard();
  layDie(picture, onPicture(view, view.centre_mm(1, 1)));
  CityReader reader({{1, 1, {0.0, 0.0}}});
  for (const double die : {0.7, 0.95}) {
    auto readings = emptySquares(die, 0.01, 1);
    readings[4].p[0] = 0.1;
    readings[4].p[6] = 0.9;
    reader.forget();
    EXPECT_EQ(reader.read(picture, view, readings).dice.size(), die > 0.9 ? 1U : 0U) << die;
  }
}

TEST(CityReader, WhereAManIsSeenTheShapeAloneTellsADie) { // the network takes a pawn's head for one pip
  const BoardView view = fromAbove();
  cv::Mat picture = plainBoard();
  layDarkOne(picture, onPicture(view, view.centre_mm(1, 1)));
  auto readings = emptySquares(0.95, 0.01, 1);
  CityReader reader({{1, 1, {0.0, 0.0}}});
  EXPECT_EQ(reader.read(picture, view, readings).dice.size(), 1U);
  readings[4].p[0] = 0.1;
  readings[4].p[6] = 0.9;
  reader.forget();
  EXPECT_TRUE(reader.read(picture, view, readings).dice.empty());
}

/// Pale on a pale block, so that its edges are hardly seen; its pips are.
void layPaleFive(cv::Mat& picture, const cv::Point& middle) {
  cv::rectangle(picture, middle - cv::Point(18, 18), middle + cv::Point(18, 18), {200, 200, 200}, cv::FILLED);
  cv::rectangle(picture, middle - cv::Point(12, 12), middle + cv::Point(12, 12), {190, 190, 190}, cv::FILLED);
  for (const auto& pip : {cv::Point(0, 0), {6, 6}, {-6, 6}, {6, -6}, {-6, -6}})
    cv::circle(picture, middle + pip, 2, {120, 120, 120}, cv::FILLED, cv::LINE_AA);
  cv::GaussianBlur(picture, picture, {}, 1.0);
}

TEST(CityReader, ADieInDoubtIsReadAgainInTheSizeOfTheOthers) {
  const BoardView view = fromAbove();
  cv::Mat picture = plainBoard();
  layPaleFive(picture, onPicture(view, view.centre_mm(1, 1)));
  for (const int file : {0, 2})
    layDie(picture, onPicture(view, view.centre_mm(file, 1)));
  CityReader reader({{0, 1, {0.0, 0.0}}, {1, 1, {0.0, 0.0}}, {2, 1, {0.0, 0.0}}});
  const auto marks = reader.read(picture, view, emptySquares(0.9, 0.01, 1));
  ASSERT_EQ(marks.dice.size(), 3U);
  for (const SeenDie& die : marks.dice)
    EXPECT_EQ(die.face, die.square == "b2" ? 5 : 2) << die.square;
}

TEST(CityReader, ADieBetweenTwoSquaresIsFoundAtItsAnchor) {
  const BoardView view = fromAbove();
  CityReader reader({{0, 1, {0.0, 0.0}}, {1, 1, {0.0, 0.0}}, {0, 1, {0.5, 0.0}}});
  cv::Mat picture = plainBoard();
  layDie(picture, onPicture(view, view.centre_mm(0, 1) + Eigen::Vector2d(0.5 * square_mm, 0.0)));
  const auto marks = reader.read(picture, view, emptySquares(0.9, 0.01, 1));
  ASSERT_EQ(marks.dice.size(), 1U);
  EXPECT_EQ(marks.dice[0].square, "a2");
}

TEST(CityReader, ABandAroundACityIsARingAndAFrameIsNone) {
  const BoardView view = fromAbove();
  const cv::Point middle = onPicture(view, view.centre_mm(1, 1));
  cv::Mat ring = plainBoard(), frame = plainBoard();
  cv::circle(ring, middle, 32, {60, 160, 40}, 3, cv::LINE_AA);
  cv::rectangle(frame, middle - cv::Point(32, 32), middle + cv::Point(32, 32), {60, 160, 40}, 3);
  EXPECT_GT(ringStep(ring, view, view.centre_mm(1, 1)), 30.0);
  EXPECT_LT(ringStep(frame, view, view.centre_mm(1, 1)), 10.0);
  EXPECT_LT(ringStep(plainBoard(), view, view.centre_mm(1, 1)), 1.0);
  CityReader reader({{1, 1, {0.0, 0.0}}});
  EXPECT_EQ(reader.read(ring, view, emptySquares(0.0, 0.5, 1)).rings, std::vector<std::string>{"b2"});
  reader.forget();
  EXPECT_TRUE(reader.read(frame, view, emptySquares(0.0, 0.5, 1)).rings.empty());
}

} // namespace
} // namespace linesman
