#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/board_detector.h"
#include "vision/board_reader.h"
#include "vision/frame_source.h"
#include "vision/position_likelihood.h"

namespace linesman {
namespace {

/// A drawn board as a camera would see it, with what was drawn.
struct DrawnBoard {
  cv::Mat image;
  BoardView view;
};

DrawnBoard drawBoard(int columns, int rows, double tilt_rad, double heading_rad) {
  DrawnBoard drawn;
  BoardView& view = drawn.view;
  view.columns = columns;
  view.rows = rows;
  view.square_mm = 40.0;
  view.lens.width_px = 1280;
  view.lens.height_px = 720;
  view.lens.fx_px = view.lens.fy_px = 900.0;
  view.lens.cx_px = 639.5;
  view.lens.cy_px = 359.5;
  // The camera looks down along -z, tilted back towards the near side.
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  const Eigen::Matrix3d rotation = rotationFromVector({-tilt_rad, 0.0, 0.0}) * down * rotationFromVector({0.0, 0.0, heading_rad});
  view.camera_from_board = {rotation, {5.0, -8.0, 700.0}};
  drawn.image = cv::Mat(720, 1280, CV_8UC3);
  const Eigen::Vector2d half(0.5 * columns * 40.0, 0.5 * rows * 40.0);
  for (int y = 0; y < 720; ++y)
    for (int x = 0; x < 1280; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.375, -0.125, 0.125, 0.375})
        for (const double dx : {-0.375, -0.125, 0.125, 0.375}) {
          const Eigen::Vector2d p = view.point_mm({x + dx, y + dy}) + half;
          const bool inside = p.x() >= 0 && p.y() >= 0 && p.x() < 2 * half.x() && p.y() < 2 * half.y();
          const bool frame = p.x() >= -20 && p.y() >= -20 && p.x() < 2 * half.x() + 20 && p.y() < 2 * half.y() + 20;
          const bool dark = (static_cast<int>(p.x() / 40) + static_cast<int>(p.y() / 40)) % 2 == 0;
          sum += inside ? (dark ? 70.0 : 200.0) : frame ? 40.0 : 130.0;
        }
      const auto grey = cv::saturate_cast<uchar>(sum / 16.0);
      drawn.image.at<cv::Vec3b>(y, x) = {grey, grey, grey};
    }
  cv::GaussianBlur(drawn.image, drawn.image, {}, 0.8);
  return drawn;
}

double worstCorner(const BoardView& found, const BoardView& truth) {
  double worst = 0.0;
  for (int i = 0; i <= truth.columns; ++i)
    for (int j = 0; j <= truth.rows; ++j)
      worst = std::max(worst, (found.pixel(found.corner_mm(i, j)) - truth.pixel(truth.corner_mm(i, j))).norm());
  return worst;
}

BoardRequest requestFor(const DrawnBoard& drawn, bool lens) {
  BoardRequest request;
  request.columns = drawn.view.columns;
  request.rows = drawn.view.rows;
  request.known.square_mm = 40.0;
  if (lens)
    request.lens = drawn.view.lens;
  return request;
}

TEST(BoardDetector, FindsADrawnBoardToATenthOfAPixel) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.5, 0.05);
  const auto found = findBoard(drawn.image, requestFor(drawn, true));
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  EXPECT_LT(worstCorner(found->view, drawn.view), 0.1);
  EXPECT_FALSE(found->orientation_known);
  EXPECT_TRUE(found->dark_corner);
  EXPECT_GT(found->covariance.determinant(), 0.0);
  const Eigen::Vector3d off = found->view.camera_from_board.translation_mm() - drawn.view.camera_from_board.translation_mm();
  for (int k = 0; k < 3; ++k)
    EXPECT_LT(std::abs(off[k]), 4.0 * std::sqrt(found->covariance(3 + k, 3 + k)) + 1e-6);
}

TEST(BoardDetector, EstimatesTheFocalLengthWithoutALens) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.7, -0.1);
  const auto found = findBoard(drawn.image, requestFor(drawn, false));
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  EXPECT_LT(worstCorner(found->view, drawn.view), 0.3);
  EXPECT_TRUE(found->view.lens.estimated);
  EXPECT_NEAR(found->view.lens.fx_px, 900.0, 45.0);
}

TEST(BoardDetector, FindsOblongAndTenByTenBoards) {
  for (const auto& [columns, rows] : {std::pair{10, 10}, {8, 10}}) {
    const DrawnBoard drawn = drawBoard(columns, rows, 0.3, 0.08);
    const auto found = findBoard(drawn.image, requestFor(drawn, true));
    ASSERT_TRUE(found.has_value()) << found.error().sentence;
    EXPECT_EQ(found->view.columns, columns);
    EXPECT_LT(worstCorner(found->view, drawn.view), 0.15);
  }
}

TEST(BoardDetector, MeasuresHeightAndPlaceOnAKnownTable) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  BoardRequest request = requestFor(drawn, true);
  TableRegistration table;
  table.lens = drawn.view.lens;
  table.registration.ok = true;
  table.registration.from = Registration::From::markers;
  // The table lies 12 mm under the board's top face, its origin 30 mm right of the board's centre.
  table.registration.camera_from_table.pose =
      drawn.view.camera_from_board * Pose<BoardFrame, TableFrame>(Eigen::Matrix3d::Identity(), {30.0, 0.0, -12.0});
  request.table = table;
  const auto found = findBoard(drawn.image, request);
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  EXPECT_NEAR(found->thickness_mm, 12.0, 0.3);
  EXPECT_NEAR(found->table_from_board.x_mm(), -30.0, 0.2);
  EXPECT_NEAR(found->table_from_board.y_mm(), 0.0, 0.2);
  EXPECT_NEAR(found->table_from_board.heading_rad(), 0.0, 0.002);
}

TEST(BoardDetector, TakesACornerFromTheTableFile) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.0);
  BoardRequest request = requestFor(drawn, true);
  request.known.coordinates = "h8";
  const auto found = findBoard(drawn.image, request);
  ASSERT_TRUE(found.has_value());
  EXPECT_TRUE(found->orientation_known);
  const auto a1 = found->view.pixel(found->view.centre_mm(0, 0));
  EXPECT_LT((a1 - drawn.view.pixel(drawn.view.centre_mm(7, 7))).norm(), 1.0);
}

TEST(BoardDetector, SaysSoWhereThereIsNoBoard) {
  const cv::Mat plain(480, 640, CV_8UC3, cv::Scalar(120, 120, 120));
  const auto found = findBoard(plain, BoardRequest{});
  ASSERT_FALSE(found.has_value());
  EXPECT_NE(found.error().sentence.find("No board"), std::string::npos);
}

TEST(BoardDetector, FollowsABoardThatMovedALittle) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.5, 0.05);
  auto found = findBoard(drawn.image, requestFor(drawn, true));
  ASSERT_TRUE(found.has_value());
  cv::Mat moved;
  cv::warpAffine(drawn.image, moved, cv::Matx23d(1, 0, 2.5, 0, 1, -1.5), drawn.image.size());
  const auto again = followBoard(moved, requestFor(drawn, true), *found);
  ASSERT_TRUE(again.has_value());
  const Eigen::Vector2d shift = again->view.pixel({0, 0}) - drawn.view.pixel({0, 0});
  EXPECT_NEAR(shift.x(), 2.5, 0.1);
  EXPECT_NEAR(shift.y(), -1.5, 0.1);
}

TEST(BoardSize, KnowsNamesAndRefusesOthers) {
  EXPECT_EQ(boardSize("plain-8x8").value(), (std::pair{8, 8}));
  EXPECT_EQ(boardSize("club-9x12").value(), (std::pair{9, 12}));
  for (const char* wrong : {"", "nonsense", "plain-99x99", "plain-2x2"})
    EXPECT_FALSE(boardSize(wrong).has_value()) << wrong;
}

TEST(BoardTruth, RenderedTableIsRegisteredFromItsGrid) {
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  BoardRequest request;
  const auto found = findBoard(image, request); // neither lens nor markers
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  const std::vector<std::tuple<int, int, Eigen::Vector2d>> truth = {
      {0, 0, {361.12, 638.36}},
      {8, 0, {985.87, 574.67}},
      {8, 8, {855.13, 106.55}},
      {0, 8, {391.37, 147.73}},
      {4, 4, {646.45, 330.67}},
      {2, 6, {508.81, 231.91}},
  };
  for (const auto& [i, j, px] : truth)
    EXPECT_LT((found->view.pixel(found->view.corner_mm(i, j)) - px).norm(), 1.0) << i << "," << j;
}

SquareReading reading(int square_class, double p, double seen = 0.99) {
  SquareReading r;
  for (double& q : r.p)
    q = (1.0 - p) / (square_class_count - 1);
  r.p[static_cast<std::size_t>(square_class)] = p;
  r.seen = seen;
  return r;
}

TEST(PositionLikelihood, TheMoveThatWasMadeExplainsTheReadings) {
  const int pawn = classOf("light", "pawn"), knight = classOf("dark", "knight");
  std::vector<SquareReading> readings = {reading(0, 0.98), reading(pawn, 0.9), reading(knight, 0.7)};
  const std::vector<CandidatePosition> candidates = {{{pawn, 0, knight}}, {{0, pawn, knight}}, {{0, knight, pawn}}};
  const auto ranked = rankCandidates(readings, candidates);
  EXPECT_EQ(ranked.front().candidate, 1U);
  EXPECT_GT(ranked.front().p, 0.99);
}

TEST(PositionLikelihood, WhatIsHiddenDecidesNothing) {
  const int pawn = classOf("light", "pawn");
  const std::vector<SquareReading> readings = {reading(pawn, 0.99, 0.01)};
  const auto ranked = rankCandidates(readings, {{{0}}, {{pawn}}});
  EXPECT_LT(ranked.front().p, 0.6);
  EXPECT_TRUE(changedSquares(readings, {0}).empty());
}

TEST(PositionLikelihood, AnUnlawfulChangeIsReported) {
  const int pawn = classOf("light", "pawn");
  const std::vector<SquareReading> readings = {reading(0, 0.97), reading(pawn, 0.97)};
  EXPECT_EQ(changedSquares(readings, {pawn, pawn}), (std::vector<std::size_t>{0}));
}

TEST(SquareClasses, NamesGoBothWays) {
  for (int k = 1; k < square_class_count; ++k)
    EXPECT_EQ(classOf(sideOfClass(k), kindOfClass(k)), k);
  EXPECT_EQ(classOf("light", "archer"), 0);
}

TEST(SquareReader, ATornNetworkIsOneSentence) {
  const auto path = std::filesystem::temp_directory_path() / "linesman_torn.onnx";
  std::ofstream(path) << "not a network";
  const auto reader = SquareReader::load(path);
  ASSERT_FALSE(reader.has_value());
  EXPECT_NE(reader.error().sentence.find("linesman_torn.onnx"), std::string::npos);
  std::filesystem::remove(path);
}

} // namespace
} // namespace linesman
