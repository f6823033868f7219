#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <numbers>
#include <regex>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/marker_detection.h"
#include "models/board_size.h"
#include "models/data_path.h"
#include "tests/support/tilted_board.h"
#include "vision/board_detector.h"
#include "vision/board_extent.h"
#include "vision/board_reader.h"
#include "vision/board_stage.h"
#include "vision/frame_source.h"
#include "vision/saddle_points.h"
#include "vision/set_composition.h"
#include "vision/square_crop.h"
#include "vision/taught_set.h"
#include "vision/token_reader.h"

namespace linesman {
namespace {

/// A drawn board as a camera would see it, with what was drawn.
struct DrawnBoard {
  cv::Mat image;
  BoardView view;
};

using test::plainLens;

DrawnBoard drawBoard(int columns, int rows, double tilt_rad, double heading_rad, const Lens& lens = plainLens(),
                     double frame_grey = 40.0, const Eigen::Vector3d& middle_mm = {5.0, -8.0, 700.0}) {
  DrawnBoard drawn;
  const BoardView& view = drawn.view = test::tiltedBoard(columns, rows, tilt_rad, heading_rad, middle_mm, lens);
  drawn.image = cv::Mat(lens.height_px, lens.width_px, CV_8UC3);
  const Eigen::Vector2d half(0.5 * columns * 40.0, 0.5 * rows * 40.0);
  for (int y = 0; y < lens.height_px; ++y)
    for (int x = 0; x < lens.width_px; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.375, -0.125, 0.125, 0.375})
        for (const double dx : {-0.375, -0.125, 0.125, 0.375}) {
          const Eigen::Vector2d p = view.point_mm({x + dx, y + dy}) + half;
          const bool inside = p.x() >= 0 && p.y() >= 0 && p.x() < 2 * half.x() && p.y() < 2 * half.y();
          const bool frame = p.x() >= -20 && p.y() >= -20 && p.x() < 2 * half.x() + 20 && p.y() < 2 * half.y() + 20;
          const bool dark = (static_cast<int>(p.x() / 40) + static_cast<int>(p.y() / 40)) % 2 == 0;
          sum += inside ? (dark ? 70.0 : 200.0) : frame ? frame_grey : 130.0;
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

/// The worst corner, whichever of the board's is taken for a1, as a share of a square in its middle.
double squaresOff(const FoundBoard& found, const BoardView& truth) {
  double best = 1e9;
  for (int quarters = 0; quarters < 4; ++quarters)
    best = std::min(best, worstCorner(found.turned(quarters).view, truth));
  return best / truth.middleSquare_px();
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
  const Eigen::Vector3d off =
      found->view.camera_from_board.translation_mm() - drawn.view.camera_from_board.translation_mm();
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

TEST(BoardDetector, StatesWhatAnUnknownLensMayHaveMovedThePoseBy) {
  cv::RNG rng(7);
  double sum = 0.0;
  constexpr int boards = 6;
  for (int k = 0; k < boards; ++k) {
    Lens lens = plainLens();
    lens.width_px = 480;
    lens.height_px = 360;
    lens.fx_px = rng.uniform(290.0, 460.0);
    lens.fy_px = lens.fx_px * (1.0 + rng.gaussian(0.001));
    lens.cx_px = 239.5 + rng.gaussian(3.0);
    lens.cy_px = 179.5 + rng.gaussian(3.0);
    lens.distortion[0] = rng.gaussian(0.05);
    lens.distortion[1] = rng.gaussian(0.02);
    const DrawnBoard drawn = drawBoard(8, 8, rng.uniform(0.3, 0.8), rng.uniform(-0.3, 0.3), lens);
    const auto found = findBoard(drawn.image, requestFor(drawn, false));
    ASSERT_TRUE(found.has_value()) << k << ": " << found.error().sentence;
    EXPECT_LT(worstCorner(found->view, drawn.view), 0.5) << k;
    const Vector6d off = errorBetween(drawn.view.camera_from_board, found->view.camera_from_board);
    const double chi2 = off.dot(found->covariance.ldlt().solve(off));
    EXPECT_LT(chi2, 30.0) << k; // one in twenty thousand of true covariances
    sum += chi2;
  }
  EXPECT_GT(sum / (6.0 * boards), 0.15);
  EXPECT_LT(sum / (6.0 * boards), 1.6);
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

/// A table whose markers were read and whose origin lies there in the frame of the board on it.
TableRegistration tableUnder(const DrawnBoard& drawn, const Eigen::Vector3d& origin_mm) {
  TableRegistration table;
  table.lens = drawn.view.lens;
  table.registration.ok = true;
  table.registration.from = Registration::From::markers;
  table.registration.camera_from_table.pose =
      drawn.view.camera_from_board * Pose<BoardFrame, TableFrame>(Eigen::Matrix3d::Identity(), origin_mm);
  return table;
}

TEST(BoardDetector, MeasuresHeightAndPlaceOnAKnownTable) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  BoardRequest request = requestFor(drawn, true);
  // The table lies 12 mm under the board's top face, its origin 30 mm right of the board's centre.
  request.table = tableUnder(drawn, {30.0, 0.0, -12.0});
  const auto found = findBoard(drawn.image, request);
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  EXPECT_NEAR(found->thickness_mm, 12.0, 0.3);
  EXPECT_NEAR(found->table_from_board.x_mm(), -30.0, 0.2);
  EXPECT_NEAR(found->table_from_board.y_mm(), 0.0, 0.2);
  EXPECT_NEAR(found->table_from_board.heading_rad(), 0.0, 0.002);
  EXPECT_EQ(found->registration.warning, "");
  // Told larger than it is it would lie under the table.
  *request.known.square_mm *= 1.1;
  const auto larger = findBoard(drawn.image, request);
  ASSERT_TRUE(larger.has_value()) << larger.error().sentence;
  EXPECT_LT(larger->thickness_mm, -10.0);
  EXPECT_NE(larger->registration.warning.find("mm under the table"), std::string::npos) << larger->registration.warning;
}

/// The table file has it elsewhere than the markers and the picture: it is taken where it is seen, and that is told.
/// Two squares beside its place every line but two meets one as well.
TEST(BoardDetector, ABoardThatLiesElsewhereThanTheFileHasItIsTold) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  BoardRequest request = requestFor(drawn, true);
  request.table = tableUnder(drawn, {30.0, 0.0, -12.0}); // the board's middle lies at -30, 0
  const auto told = [&](const Eigen::Vector2d& centre_mm, double heading_deg) {
    request.known.centre_mm = centre_mm;
    request.known.heading_rad = radFromDeg(heading_deg);
    const auto found = findBoard(drawn.image, request);
    EXPECT_TRUE(found.has_value());
    EXPECT_NEAR(found->table_from_board.x_mm(), -30.0, 0.3) << centre_mm.transpose();
    EXPECT_NEAR(found->table_from_board.y_mm(), 0.0, 0.3) << centre_mm.transpose();
    return found->registration.warning;
  };
  EXPECT_EQ(told({-30.0, 0.0}, 0.0), "");
  EXPECT_EQ(told({-28.0, 1.0}, 0.5), "") << "measured with a ruler";
  for (const auto& [centre_mm, heading_deg, words] :
       {std::tuple{Eigen::Vector2d(50.0, 0.0), 0.0, "lies 80 mm and 0 degrees beside"},
        {Eigen::Vector2d(-30.0, -80.0), 0.0, "lies 80 mm and 0 degrees beside"},
        {Eigen::Vector2d(-10.0, 0.0), 0.0, "lies 20 mm and 0 degrees beside"},
        {Eigen::Vector2d(-30.0, 0.0), 12.0, "lies 0 mm and 12 degrees beside"}})
    EXPECT_NE(told(centre_mm, heading_deg).find(words), std::string::npos) << words;
}

TEST(BoardDetector, ABoardThatIsTooHighForItsSquaresIsTold) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  BoardRequest request = requestFor(drawn, true);
  // The camera is 700 mm away: squares of 9/10 look alike a tenth of that nearer.
  request.table = tableUnder(drawn, {0.0, 0.0, -12.0});
  *request.known.square_mm *= 0.9;
  const auto smaller = findBoard(drawn.image, request);
  ASSERT_TRUE(smaller.has_value()) << smaller.error().sentence;
  EXPECT_GT(smaller->thickness_mm, 60.0);
  EXPECT_NE(smaller->registration.warning.find("mm over the table; where it is not as thick"), std::string::npos)
      << smaller->registration.warning;
  request.known.thickness_mm = smaller->thickness_mm;
  const auto said = findBoard(drawn.image, request);
  ASSERT_TRUE(said.has_value()) << said.error().sentence;
  EXPECT_EQ(said->registration.warning, "") << "the table file has it so";
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

/// Each corner square in turn lies near left when the table file says so, with markers and without.
TEST(BoardDetector, TheNamedCornerLiesNearLeft) {
  for (const int side : {8, 10}) {
    const DrawnBoard drawn = drawBoard(side, side, 0.4, 0.05);
    const auto near_left = drawn.view.pixel(drawn.view.centre_mm(0, 0));
    for (const bool markers : {false, true})
      for (const std::string& corner : cornerSquares(side, side)) {
        BoardRequest request = requestFor(drawn, true);
        request.known.coordinates = corner;
        if (markers) {
          request.table.emplace();
          request.table->lens = drawn.view.lens;
          request.table->registration.ok = true;
          request.table->registration.from = Registration::From::markers;
          request.table->registration.camera_from_table.pose =
              drawn.view.camera_from_board * Pose<BoardFrame, TableFrame>(Eigen::Matrix3d::Identity(), {0.0, 0.0, 0.0});
          request.known.thickness_mm = 0.0;
        }
        const auto found = findBoard(drawn.image, request);
        ASSERT_TRUE(found.has_value()) << found.error().sentence;
        EXPECT_TRUE(found->orientation_known);
        const auto [file, rank] = squareNamed(corner);
        EXPECT_LT((found->view.pixel(found->view.centre_mm(file, rank)) - near_left).norm(), 1.0)
            << corner << " of " << side << (markers ? " with markers" : "");
        const auto beside = found->view.pixel(found->view.centre_mm(file == 0 ? 1 : file - 1, rank));
        EXPECT_NEAR((beside - near_left).norm(), 51.0, 12.0); // a neighbour, so that the names are no mirror image
      }
  }
}

/// Without markers the table's -y side is the camera's: a board that is turned there is turned in the picture.
TEST(BoardDetector, AKnownHeadingNamesTheSquaresWithoutMarkersToo) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  for (const int quarters : {0, 1, 2, 3}) {
    BoardRequest request = requestFor(drawn, true);
    request.known.heading_rad = quarters * 0.5 * std::numbers::pi;
    const auto found = findBoard(drawn.image, request);
    ASSERT_TRUE(found.has_value()) << found.error().sentence;
    const int at[4][2] = {{0, 0}, {7, 0}, {7, 7}, {0, 7}}; // where a1 lies, counter-clockwise
    EXPECT_LT((found->view.pixel(found->view.centre_mm(0, 0)) -
               drawn.view.pixel(drawn.view.centre_mm(at[quarters][0], at[quarters][1])))
                  .norm(),
              1.0)
        << quarters;
  }
}

/// A board of another size than the table file says is refused, or the user is told.
TEST(BoardDetector, ABoardOfAnotherSizeIsTold) {
  for (const int side : {8, 10}) {
    const DrawnBoard drawn = drawBoard(side, side, 0.4, 0.05);
    for (const int said : {8, 9, 10}) {
      BoardRequest request = requestFor(drawn, true);
      request.columns = request.rows = said;
      const auto found = findBoard(drawn.image, request);
      const std::string warning = found ? found->registration.warning : "none found";
      EXPECT_EQ(warning.empty(), side == said) << side << " squares, said to be " << said << ": " << warning;
    }
  }
}

/// A mat of stronger colours that shows more squares than the board lies beside it.
TEST(BoardDetector, AMatWhoseSquaresGoOnIsNoBoard) {
  DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.1, plainLens(), 60.0, {200.0, -10.0, 950.0});
  constexpr double square = 40.0, left = -720.0, low = -200.0;
  for (int i = 0; i < 8; ++i)
    for (int j = 0; j < 10; ++j) {
      std::vector<cv::Point> px;
      for (const auto& [di, dj] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
        const Eigen::Vector2d p = drawn.view.pixel({left + square * (i + di), low + square * (j + dj)});
        px.emplace_back(cvRound(16.0 * p.x()), cvRound(16.0 * p.y()));
      }
      cv::fillConvexPoly(drawn.image, px, cv::Scalar::all((i + j) % 2 == 0 ? 10 : 250), cv::LINE_AA, 4);
    }
  const auto found = findBoard(drawn.image, requestFor(drawn, true));
  ASSERT_TRUE(found);
  EXPECT_LT(squaresOff(*found, drawn.view), 0.1);
}

/// A frame that is darker than the light squares, and no darker than the dark ones, steps to both as a row would.
TEST(BoardDetector, AFrameIsNoFurtherRowOfSquares) {
  for (const double frame_grey : {70.0, 95.0, 118.0, 150.0}) {
    const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05, plainLens(), frame_grey);
    BoardView larger = drawn.view;
    larger.columns = larger.rows = 10; // the frame all around
    cv::Mat grey;
    cv::cvtColor(drawn.image, grey, cv::COLOR_BGR2GRAY);
    for (const auto& side : measureExtent(grey, larger).sides)
      EXPECT_LT(side.inside.value_or(1.0), 0.1) << frame_grey;
    EXPECT_NE(whyAnotherSize(measureExtent(grey, larger), larger).find("in [board] of a table file"), std::string::npos)
        << frame_grey << ": there may be none yet";
    EXPECT_EQ(whyAnotherSize(measureExtent(grey, drawn.view), drawn.view), "") << frame_grey;
  }
}

/// Of a board that is cut off by the picture's border the squares keep their names.
TEST(BoardDetector, ABoardCutOffByThePictureIsNotTakenForItsMiddle) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  for (const int lost : {1, 2})
    for (const bool left : {true, false}) {
      const int x = cvRound(drawn.view.pixel(drawn.view.corner_mm(left ? lost : 8 - lost, 4)).x());
      const cv::Rect seen =
          left ? cv::Rect(x, 0, drawn.image.cols - x, drawn.image.rows) : cv::Rect(0, 0, x, drawn.image.rows);
      DrawnBoard cut{drawn.image(seen).clone(), drawn.view.cut(seen.x, seen.y, seen.width, seen.height)};
      const auto found = findBoard(cut.image, requestFor(cut, true));
      ASSERT_TRUE(found) << lost << left;
      EXPECT_LT(squaresOff(*found, cut.view), 0.1) << lost << left;
    }
}

/// Men hide the chequer of a side, and what lies beyond the other one looks like some: the lines tell.
TEST(BoardDetector, AGridIsNotMovedOffItsLines) {
  DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const auto fill = [&](const std::vector<Eigen::Vector2d>& outline, int level) {
    std::vector<cv::Point> px;
    for (const Eigen::Vector2d& corner : outline) {
      const Eigen::Vector2d p = drawn.view.pixel(drawn.view.corner_mm(corner.x(), corner.y()));
      px.emplace_back(cvRound(p.x()), cvRound(p.y()));
    }
    cv::fillConvexPoly(drawn.image, px, cv::Scalar::all(level));
  };
  for (int file = 0; file < 8; ++file) {
    std::vector<Eigen::Vector2d> man;
    for (int k = 0; k < 24; ++k)
      man.emplace_back(file + 0.5 + 0.4 * std::cos(k * std::numbers::pi / 12.0),
                       0.5 + 0.4 * std::sin(k * std::numbers::pi / 12.0));
    fill(man, 130);
    const double left = file + 0.1, right = file + 0.9; // on rank 9
    fill({{left, 8.1}, {right, 8.1}, {right, 8.9}, {left, 8.9}}, file % 2 == 0 ? 70 : 200);
  }
  const auto found = findBoard(drawn.image, requestFor(drawn, true));
  ASSERT_TRUE(found);
  EXPECT_LT(squaresOff(*found, drawn.view), 0.1);
}

TEST(SaddlePoints, EachPartOfThePictureHasItsTurn) {
  cv::Mat grey(640, 640, CV_8UC1); // strong and small squares but for a faint board in the middle
  for (int y = 0; y < 640; ++y)
    for (int x = 0; x < 640; ++x) {
      const bool board = std::abs(x - 320) < 160 && std::abs(y - 320) < 160;
      const int square = board ? 40 : 16;
      const bool light = (x / square + y / square) % 2 == 0;
      grey.at<uchar>(y, x) = static_cast<uchar>(light ? (board ? 140 : 220) : (board ? 100 : 20));
    }
  const auto onBoard = [&](SaddleOrder order) {
    const auto found = findSaddlePoints(grey, 1.8, 700, order);
    EXPECT_EQ(found.size(), 700U);
    return std::ranges::count_if(
        found, [](const SaddlePoint& s) { return (s.px - Eigen::Vector2d(320, 320)).cwiseAbs().maxCoeff() < 150; });
  };
  EXPECT_EQ(onBoard(SaddleOrder::strongest), 0);
  EXPECT_GE(onBoard(SaddleOrder::of_each_part), 40);
}

TEST(BoardExtent, SidesThatAreNotSeenSayNothing) {
  BoardExtent here, there;
  for (auto& side : here.sides)
    side.inside = 0.5;
  there = here;
  EXPECT_DOUBLE_EQ(chequerGained(here, there), 0.0);
  there.sides[BoardExtent::near].inside.reset();
  EXPECT_DOUBLE_EQ(chequerGained(here, there), 0.0);
  there.sides[BoardExtent::far].inside = 0.9;
  there.sides[BoardExtent::left].outside = 0.1;
  EXPECT_NEAR(chequerGained(here, there), 0.3, 1e-9);
}

/// Squares that lie outside the picture are not seen, and nothing is told of them.
TEST(BoardStage, TellsNothingOfSquaresOutsideThePicture) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const cv::Mat cut = drawn.image.colRange(0, 785).clone();
  BoardView view = drawn.view.cut(0, 0, cut.cols, cut.rows);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 40.0;
  known.coordinates = "a1";
  for (const char* set : {"staunton", "tokens"}) {
    BoardStage stage(set);
    const auto answer = stage.process(cut, known, view.lens, std::nullopt);
    ASSERT_TRUE(answer) << answer.error().sentence;
    std::size_t outside = 0;
    for (int rank = 0; rank < 8; ++rank)
      for (int file = 0; file < 8; ++file) {
        const double share = view.shareInPicture(file, rank);
        const auto look = answer->board.looks.find(squareName(file, rank));
        if (share == 0.0) {
          ASSERT_NE(look, answer->board.looks.end()) << squareName(file, rank) << " " << set;
          EXPECT_LE(look->second.empty, 0.5) << squareName(file, rank) << " " << set;
        }
        if (share == 1.0 && look != answer->board.looks.end()) {
          EXPECT_GT(look->second.empty, 0.9) << squareName(file, rank) << " " << set;
        }
        outside += share < 0.5 ? 1 : 0;
      }
    EXPECT_GE(outside, 7U);
    EXPECT_EQ(answer->unseen_mm.size(), outside) << set;
    EXPECT_TRUE(answer->board.pieces.empty()) << set;
  }
}

/// The drawn board with its light squares and its dark ones in these colours (BGR), under grey blotches.
cv::Mat inColours(const cv::Mat& drawn, const cv::Vec3f& light, const cv::Vec3f& dark) {
  cv::Mat blotches(drawn.rows / 12, drawn.cols / 12, CV_32F), coloured(drawn.size(), CV_8UC3);
  cv::RNG(3).fill(blotches, cv::RNG::NORMAL, 0.0, 12.0);
  cv::resize(blotches, blotches, drawn.size(), 0, 0, cv::INTER_CUBIC);
  for (int y = 0; y < drawn.rows; ++y)
    for (int x = 0; x < drawn.cols; ++x) {
      const float part = std::clamp((static_cast<float>(drawn.at<cv::Vec3b>(y, x)[0]) - 70.0F) / 130.0F, 0.0F, 1.0F);
      const cv::Vec3f colour = dark + part * (light - dark) + cv::Vec3f::all(blotches.at<float>(y, x));
      for (int k = 0; k < 3; ++k)
        coloured.at<cv::Vec3b>(y, x)[k] = cv::saturate_cast<uchar>(colour[k]);
    }
  return coloured;
}

/// Squares of two colours need not differ in brightness.
TEST(BoardDetector, FindsSquaresThatDifferInColourAlone) {
  struct Colours {
    cv::Vec3f light, dark;
    BoardLight found_in;
  };
  const DrawnBoard drawn = drawBoard(8, 8, 0.5, 0.1, plainLens(), 130.0);
  for (const Colours& colours : {Colours{{137, 137, 137}, {30, 120, 210}, BoardLight::yellow_blue},
                                 Colours{{79, 148, 80}, {101, 92, 180}, BoardLight::red_green}}) {
    const cv::Mat image = inColours(drawn.image, colours.light, colours.dark);
    const auto found = findBoard(image, requestFor(drawn, true));
    ASSERT_TRUE(found.has_value()) << found.error().sentence;
    EXPECT_EQ(found->light, colours.found_in);
    EXPECT_LT(squaresOff(*found, drawn.view), 0.02);
    cv::Mat moved;
    cv::warpAffine(image, moved, cv::Matx23d(1, 0, 2.0, 0, 1, 1.0), image.size());
    const auto again = followBoard(moved, requestFor(drawn, true), *found);
    ASSERT_TRUE(again.has_value()) << again.error().sentence;
    EXPECT_NEAR((again->view.pixel({0, 0}) - found->view.pixel({0, 0})).norm(), std::sqrt(5.0), 0.2);
  }
}

TEST(BoardDetector, SaysSoWhereThereIsNoBoard) {
  const cv::Mat plain(480, 640, CV_8UC3, cv::Scalar(120, 120, 120));
  const auto found = findBoard(plain, BoardRequest{});
  ASSERT_FALSE(found.has_value());
  EXPECT_NE(found.error().sentence.find("No board"), std::string::npos);
}

/// In blotches of noise lattices of saddle points are found whose edges are nowhere near the picture's.
TEST(BoardDetector, ClaimsNoBoardInNoise) {
  BoardRequest request;
  request.known.square_mm = 50.0;
  for (unsigned seed = 1; seed <= 12; ++seed) {
    cv::RNG random(seed);
    cv::Mat image(720, 1280, CV_8UC3), grey(720, 1280, CV_8U);
    random.fill(grey, cv::RNG::UNIFORM, 0, 256);
    cv::cvtColor(grey, image, cv::COLOR_GRAY2BGR);
    const auto found = findBoard(image, request);
    EXPECT_FALSE(found) << seed << ": rms " << (found ? found->rms_px : 0.0);
  }
}

/// A stretched picture fits no lens: what is left of its residuals is told.
TEST(BoardDetector, APictureThatWasStretchedIsToldOrNoBoard) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.5, 0.2);
  cv::Mat stretched;
  cv::resize(drawn.image, stretched, {1280, 1000}, 0, 0, cv::INTER_LINEAR);
  const auto found = findBoard(stretched, requestFor(drawn, false));
  const double share = found ? found->rms_px / found->view.middleSquare_px() : 1.0;
  EXPECT_TRUE(!found || !found->registration.warning.empty()) << "residual of a square " << share;
  EXPECT_EQ(findBoard(drawn.image, requestFor(drawn, false))->registration.warning, "");
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

/// Partly covered markers tip the table: a board in plain sight must not be lost for that.
TEST(BoardStage, TakesTheBoardByItselfWhereTheMarkersPutItElsewhere) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 40.0;
  known.thickness_mm = 2.0;
  TableRegistration table = tableUnder(drawn, {0.0, 0.0, -2.0});
  const auto camera_from_table = table.registration.camera_from_table.pose;
  BoardStage right;
  const auto on_table = right.process(drawn.image, known, drawn.view.lens, table);
  ASSERT_TRUE(on_table) << on_table.error().sentence;
  EXPECT_EQ(on_table->registration.from, Registration::From::markers);
  EXPECT_EQ(on_table->registration.warning, "");

  const Pose<TableFrame, TableFrame> tipped(rotationFromVector({0.0, 0.12, 0.0}), {0.0, 0.0, 0.0});
  table.registration.camera_from_table.pose = camera_from_table * tipped;
  BoardStage stage;
  for (int picture = 0; picture < 3; ++picture) { // found, then followed
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, table);
    ASSERT_TRUE(answer) << answer.error().sentence;
    EXPECT_EQ(answer->registration.from, Registration::From::board);
    EXPECT_NE(answer->registration.warning.find("not where the markers put it"), std::string::npos);
    const Eigen::Vector3d off =
        answer->registration.camera_from_table.pose.translation_mm() - camera_from_table.translation_mm();
    EXPECT_LT(off.norm(), 1.0);
  }
}

/// A slip of the ruler is told as one, not as markers that are covered.
TEST(BoardStage, TellsWhichSquaresWouldLieBetweenTheMarkers) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.thickness_mm = 2.0;
  const TableRegistration table = tableUnder(drawn, {0.0, 0.0, -2.0});
  for (const double said_mm : {38.0, 42.0}) {
    known.square_mm = said_mm;
    BoardStage stage;
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, table);
    ASSERT_TRUE(answer) << answer.error().sentence;
    const std::string& warning = answer->registration.warning;
    EXPECT_EQ(answer->registration.from, Registration::From::board);
    EXPECT_TRUE(std::regex_search(warning, std::regex(R"(squares measure (39\.9\d|40\.0\d) mm and not )"))) << warning;
    EXPECT_EQ(warning.find("uncover the markers"), std::string::npos) << warning;
  }
}

/// Also where the board's thickness is not known; its squares are told roughly then.
TEST(BoardStage, TellsAboutWhichSquaresWouldLieBetweenTheMarkers) {
  const DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.square_mm = 80.0;
  BoardStage stage;
  const auto answer = stage.process(drawn.image, known, drawn.view.lens, tableUnder(drawn, {0.0, 0.0, -2.0}));
  ASSERT_TRUE(answer) << answer.error().sentence;
  const std::string& warning = answer->registration.warning;
  EXPECT_EQ(answer->registration.from, Registration::From::board);
  EXPECT_NE(warning.find("squares measure about 40 mm and not 80,"), std::string::npos) << warning;
}

/// A mirrored picture of a game that goes on already, whose men tell nothing of it.
TEST(BoardStage, ALightCornerByTheTableFileIsTold) {
  DrawnBoard drawn = drawBoard(8, 8, 0.6, 0.0);
  KnownBoard known;
  known.definition = "plain-8x8";
  known.coordinates = "a1";
  int told = 0;
  for (int seen = 0; seen < 2; ++seen) {
    BoardStage stage;
    const auto answer = stage.process(drawn.image, known, drawn.view.lens, std::nullopt);
    ASSERT_TRUE(answer) << answer.error().sentence;
    const std::string& warning = answer->registration.warning;
    told += warning.find("By the table file's `coordinates` a1 is a light square") != std::string::npos ? 1 : 0;
    cv::flip(drawn.image, drawn.image, 1);
  }
  EXPECT_EQ(told, 1) << "either the picture or its mirror image has a light one";
}

TEST(BoardSize, KnowsNamesAndRefusesOthers) {
  EXPECT_EQ(boardSize("plain-8x8").value(), (std::pair{8, 8}));
  EXPECT_EQ(boardSize("club-9x12").value(), (std::pair{9, 12}));
  for (const char* wrong : {"", "nonsense", "plain-99x99", "plain-2x2"})
    EXPECT_FALSE(boardSize(wrong).has_value()) << wrong;
}

TEST(BoardSize, TellsWhatMayBePrintedOffTheChequer) {
  EXPECT_TRUE(offChequer("plain-8x8").empty());
  EXPECT_TRUE(offChequer("plain-10x10").empty());
  EXPECT_EQ(offChequer("invasion-10x10").size(), 16U);
  const auto printed = offChequer("companion-10x10");
  EXPECT_EQ(printed.size(), 16U);
  EXPECT_TRUE(printed.contains({5, 5}) && printed.contains({0, 4}) && printed.contains({2, 9})); // f6, a5, c10
  EXPECT_FALSE(printed.contains({4, 5}));
}

TEST(BoardTruth, RenderedTableIsRegisteredFromItsGrid) {
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  BoardRequest request;
  const auto found = findBoard(image, request); // neither lens nor markers
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  const std::vector<std::tuple<int, int, Eigen::Vector2d>> truth = {
      {0, 0, {361.12, 638.36}}, {8, 0, {985.87, 574.67}}, {8, 8, {855.13, 106.55}},
      {0, 8, {391.37, 147.73}}, {4, 4, {646.45, 330.67}}, {2, 6, {508.81, 231.91}},
  };
  for (const auto& [i, j, px] : truth)
    EXPECT_LT((found->view.pixel(found->view.corner_mm(i, j)) - px).norm(), 1.0) << i << "," << j;
}

TEST(SetComposition, TheLastKingIsClaimedOnce) {
  const int king = classOf("light", "king"), queen = classOf("light", "queen");
  std::vector<SquareReading> readings(3);
  readings[0].p[static_cast<std::size_t>(king)] = 0.9;
  readings[0].p[static_cast<std::size_t>(queen)] = 0.1;
  readings[1].p[static_cast<std::size_t>(king)] = 0.55;
  readings[1].p[static_cast<std::size_t>(queen)] = 0.45;
  readings[2].p[0] = 1.0;
  applyComposition(readings, SetComposition::staunton());
  EXPECT_EQ(readings[0].best(), king);
  EXPECT_EQ(readings[1].best(), queen);
  EXPECT_GT(readings[1].p[static_cast<std::size_t>(queen)], 0.85);
  EXPECT_EQ(readings[2].best(), 0);
}

TEST(SetComposition, WhatIsPlainlySeenStays) { // two queens: promoted, or a mixed set
  const auto queen = static_cast<std::size_t>(classOf("dark", "queen"));
  std::vector<SquareReading> readings(2);
  for (SquareReading& r : readings) {
    r.p[queen] = 0.9999;
    r.p[0] = 0.0001;
  }
  applyComposition(readings, SetComposition::staunton());
  EXPECT_GT(readings[0].p[queen], 0.99);
  EXPECT_GT(readings[1].p[queen], 0.99);
}

TEST(SetComposition, WhatCannotBeLackingIsWhereItIsLikeliest) {
  const auto king = static_cast<std::size_t>(classOf("dark", "king")),
             queen = static_cast<std::size_t>(classOf("dark", "queen"));
  std::vector<SquareReading> readings(2);
  readings[0].p[king] = 0.2;
  readings[0].p[queen] = 0.8;
  readings[1].p[king] = 1e-4;
  readings[1].p[0] = 1.0 - 1e-4;
  SetComposition set = SetComposition::staunton();
  std::vector<SquareReading> free = readings;
  applyComposition(free, set);
  EXPECT_LT(free[0].p[king], 0.3);
  set.lacking[king] = 0.03;
  applyComposition(readings, set);
  EXPECT_GT(readings[0].p[king], 0.8);
  EXPECT_GT(readings[1].p[0], 0.99);
}

TEST(SetComposition, ManyWeakClaimsOnPawnsDoNotEmptyTheBoard) {
  const auto pawn = static_cast<std::size_t>(classOf("light", "pawn")),
             knight = static_cast<std::size_t>(classOf("light", "knight"));
  std::vector<SquareReading> readings(10);
  for (SquareReading& r : readings) {
    r.p[pawn] = 0.7;
    r.p[knight] = 0.28;
    r.p[0] = 0.02;
  }
  applyComposition(readings, SetComposition::staunton());
  for (const SquareReading& r : readings)
    EXPECT_GT(r.occupied(), 0.9);
}

/// Squares whose features tell men apart in a way of their own; the network calls every man a pawn.
TaughtSquare taughtSquare(int man, int picture, int variation) {
  static const char* kinds[] = {"", "archer", "queen", "beast"};
  TaughtSquare square;
  square.kind = kinds[man];
  square.side = man == 0 ? "" : man == 3 ? "dark" : "light";
  square.picture = picture;
  square.reading.p[man == 0 ? 0 : 6] = 0.9;
  square.reading.p[man == 0 ? 6 : 0] = 0.1;
  for (std::size_t f = 0; f < 64; ++f)
    square.reading.feature[f] = (f % 4 == static_cast<std::size_t>(man) ? 1.0F : 0.0F) +
                                0.2F * static_cast<float>(std::sin(7.0 * variation + 3.0 * static_cast<double>(f)));
  return square;
}

/// Eighty of them, as many of each man.
std::vector<TaughtSquare> taughtSquares() {
  std::vector<TaughtSquare> squares;
  for (int k = 0; k < 80; ++k)
    squares.push_back(taughtSquare(k % 4, (k / 4) % 2, k));
  return squares;
}

TEST(TaughtSet, LearnsMenTheNetworkDoesNotKnowAndIsReadBack) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  EXPECT_EQ(set->men().size(), 4U);
  EXPECT_GT(set->held_out(), 0.95);
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught.json").string();
  ASSERT_TRUE(set->save(path).has_value());
  const auto again = TaughtSet::load(path, "network");
  ASSERT_TRUE(again.has_value()) << again.error().sentence;
  for (int man = 0; man < 4; ++man) {
    const TaughtSquare fresh = taughtSquare(man, 0, 1000 + man);
    const TaughtChances told = again->chances(fresh.reading);
    const auto best = std::max_element(told.begin(), told.end()) - told.begin();
    EXPECT_EQ(again->men()[static_cast<std::size_t>(best)].kind, fresh.kind);
    EXPECT_NEAR(told[static_cast<std::size_t>(best)], set->chances(fresh.reading)[static_cast<std::size_t>(best)],
                1e-9);
  }
  const auto other = TaughtSet::load(path, "another network");
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().sentence.find("teach the set again"), std::string::npos);
  EXPECT_TRUE(TaughtSet::isIn(path));
  std::filesystem::resize_file(path, 200);
  EXPECT_FALSE(TaughtSet::load(path, "network").has_value());
  EXPECT_FALSE(TaughtSet::isIn(path));
  std::filesystem::remove(path);
  const std::string folder = std::filesystem::temp_directory_path().string();
  const auto none = TaughtSet::load(folder, "network");
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().sentence, folder + " is a folder; name the file in it.");
  EXPECT_FALSE(TaughtSet::isIn(folder));
}

TEST(TaughtSet, NumbersThatNoReadingHasAreRefused) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  const auto path = (std::filesystem::temp_directory_path() / "linesman_taught_far.json").string();
  for (const char* which : {"mean", "scale", "weights", "trust", "temperature"}) {
    ASSERT_TRUE(set->save(path).has_value());
    EXPECT_EQ(TaughtSet::menIn(path).size(), 3U);
    std::ifstream in(path);
    nlohmann::json all = nlohmann::json::parse(in);
    auto& number = all[which].is_array() ? (all[which][0].is_array() ? all[which][0][0] : all[which][0]) : all[which];
    number = 1e300;
    std::ofstream(path) << all;
    const auto damaged = TaughtSet::load(path, "network");
    ASSERT_FALSE(damaged.has_value()) << which;
    EXPECT_NE(damaged.error().sentence.find("is damaged"), std::string::npos) << damaged.error().sentence;
  }
  std::filesystem::remove(path);
}

TEST(TaughtSet, NothingShownIsRefused) {
  EXPECT_FALSE(TaughtSet::learn({taughtSquare(0, 0, 1)}, "network").has_value());
}

/// A board told to be the start array: what the network sees of it, and how uneven squares are with a man and without.
std::vector<TaughtSquare> startArray(const std::function<bool(int rank)>& occupied, double with_man, double without) {
  std::vector<TaughtSquare> squares;
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file) {
      TaughtSquare square;
      square.reading.file = file;
      square.reading.rank = rank;
      square.reading.p[0] = occupied(rank) ? 0.001 : 0.999;
      square.kind = rank < 2 || rank > 5 ? "pawn" : "";
      square.contrast = square.kind.empty() ? without : with_man;
      squares.push_back(square);
    }
  return squares;
}

TEST(ToldOtherwise, IsWhatLooksPlainlyEmptyOrOccupied) {
  const auto array = [](int rank) { return rank < 2 || rank > 5; };
  const auto nothing = [](int) { return false; };
  EXPECT_EQ(toldOtherwise(startArray(array, 40.0, 5.0)).count(), 0u);
  EXPECT_EQ(toldOtherwise(startArray(nothing, 5.0, 5.0)).empty.size(), 32u);   // an empty board
  EXPECT_EQ(toldOtherwise(startArray(nothing, 30.0, 5.0)).count(), 0u);        // coins, which the network does not know
  EXPECT_EQ(toldOtherwise(startArray(nothing, 25.0, 20.0)).empty.size(), 32u); // an empty board of much grain
  const ToldOtherwise moved = toldOtherwise(startArray([](int rank) { return rank > 2; }, 5.0, 40.0));
  EXPECT_EQ(moved.empty.size(), 16u);
  EXPECT_EQ(moved.occupied.size(), 24u);
  EXPECT_EQ(moved.occupied.front(), "a4");
}

TEST(ToldOtherwise, NamesTheOnlyManOfAKindWhoIsNotThere) {
  auto squares = startArray([](int rank) { return rank < 2 || rank > 5; }, 40.0, 5.0);
  for (const std::size_t lost : {8U, 3U}) { // a pawn of sixteen, and whom nobody else stands for
    squares[lost].reading.p[0] = 0.999;
    squares[lost].contrast = 30.0; // a shadow, or grain: the others are seen, so these would be
  }
  squares[3].kind = "queen";
  const ToldOtherwise otherwise = toldOtherwise(squares);
  EXPECT_EQ(otherwise.empty, (std::vector<std::string>{"d1", "a2"}));
  EXPECT_EQ(otherwise.only, std::vector<std::string>{"d1"});
}

TEST(ToldOtherwise, NamesOfficersWhoLookLikeEachOther) {
  auto squares = startArray([](int rank) { return rank < 2 || rank > 5; }, 40.0, 5.0);
  const auto seen = [&](std::size_t at, const char* told, double king, double queen) {
    squares[at].side = "light";
    squares[at].kind = told;
    squares[at].reading.p[1] = king;
    squares[at].reading.p[2] = queen;
  };
  seen(3, "queen", 0.9, 0.05);
  seen(4, "king", 0.2, 0.7);
  ASSERT_EQ(toldOtherwise(squares).exchanged.size(), 1U);
  EXPECT_EQ(toldOtherwise(squares).exchanged[0], (std::pair<std::string, std::string>{"d1", "e1"}));
  seen(4, "king", 0.7, 0.2); // one of them looks as told, so the other may be misread
  EXPECT_TRUE(toldOtherwise(squares).exchanged.empty());
}

/// A board with printed tokens of 0.8 of a square, seen at an angle; every second square, all kinds in turn.
struct BoardWithTokens {
  DrawnBoard drawn;
  std::vector<std::optional<BoardMan>> men = std::vector<std::optional<BoardMan>>(64);
};

BoardWithTokens drawTokens(double tilt) {
  BoardWithTokens with{drawBoard(8, 8, tilt, 0.1)};
  DrawnBoard& drawn = with.drawn;
  const BoardView& view = drawn.view;
  std::vector<std::optional<BoardMan>>& men = with.men;
  int id = 50;
  for (int s = 0; s < 64; s += 2) {
    men[static_cast<std::size_t>(s)] = manOfToken(id);
    id = id == 85 ? 50 : id + 1;
  }
  for (int y = 0; y < 720; ++y)
    for (int x = 0; x < 1280; ++x) {
      double sum = 0.0;
      for (const double dy : {-0.25, 0.25})
        for (const double dx : {-0.25, 0.25}) {
          const Eigen::Vector2d p = view.point_mm({x + dx, y + dy}, 2.0) / view.square_mm + Eigen::Vector2d(4.0, 4.0);
          const int file = static_cast<int>(std::floor(p.x())), rank = static_cast<int>(std::floor(p.y()));
          double value = drawn.image.at<cv::Vec3b>(y, x)[0];
          if (file >= 0 && rank >= 0 && file < 8 && rank < 8 && men[static_cast<std::size_t>(rank * 8 + file)]) {
            const int s = rank * 8 + file;
            const double angle = 0.9 * s;
            const Eigen::Vector2d q = (p - Eigen::Vector2d(file + 0.5, rank + 0.5)) / 0.8; // in diameters
            const Eigen::Vector2d own(std::cos(angle) * q.x() + std::sin(angle) * q.y(),
                                      -std::sin(angle) * q.x() + std::cos(angle) * q.y());
            const BoardMan& man = *men[static_cast<std::size_t>(s)];
            if (own.norm() < 0.5) {
              value = own.norm() > (man.side == "dark" ? 0.46 : 0.488) ? 25.0 : 225.0;
              const MarkerCode code = markerCode(token_dictionary, *tokenId(man));
              const double u = (own.x() / token_marker_share + 0.5) * code.cells,
                           v = (0.5 - (own.y() + token_marker_drop) / token_marker_share) * code.cells;
              if (u >= 0 && v >= 0 && u < code.cells && v < code.cells)
                value =
                    code.white[static_cast<std::size_t>(static_cast<int>(v) * code.cells + static_cast<int>(u))] != 0
                        ? 225.0
                        : 25.0;
            }
          }
          sum += value;
        }
      const auto grey = cv::saturate_cast<uchar>(sum / 4.0);
      drawn.image.at<cv::Vec3b>(y, x) = {grey, grey, grey};
    }
  cv::GaussianBlur(drawn.image, drawn.image, {}, 0.8);
  cv::Mat noise(drawn.image.size(), CV_16SC3);
  cv::RNG(5).fill(noise, cv::RNG::NORMAL, 0.0, 4.0);
  cv::add(drawn.image, noise, drawn.image, cv::noArray(), CV_8UC3);
  return with;
}

TEST(Tokens, AreReadAt720Lines) {
  for (const double tilt : {0.1, 0.45, 0.7}) {
    int right = 0, all = 0, wrong = 0;
    const auto [drawn, men] = drawTokens(tilt);
    const BoardView& view = drawn.view;
    for (const auto& man : men)
      all += man ? 1 : 0;
    for (const ReadToken& token : readTokens(drawn.image, view)) {
      const auto& truth = men[static_cast<std::size_t>(token.rank * 8 + token.file)];
      const bool good = truth && token.man == *truth;
      right += good ? 1 : 0;
      wrong += good ? 0 : 1;
      EXPECT_LT((token.centre_mm - view.centre_mm(token.file, token.rank)).norm(), 0.05 * view.square_mm);
    }
    EXPECT_EQ(wrong, 0);
    // Seen from 40 degrees the markers of the far ranks are some 11 pixels high.
    EXPECT_GE(right, tilt < 0.6 ? all : all * 3 / 4) << "of " << all << " at " << tilt << " rad";
  }
}

/// The table file speaks of other men than there are: nothing, or nearly nothing, is read, and that must be told.
TEST(BoardStage, MenOfAnotherSetThanTheFilesAreTold) {
  const auto warningOf = [](const std::string& set, const cv::Mat& image, const std::optional<Lens>& lens) {
    KnownBoard known;
    known.definition = "chess-8x8";
    known.square_mm = 40.0;
    BoardStage stage(set);
    std::string warning;
    for (int times = 0; times < 2; ++times) { // the second one is followed
      const auto answer = stage.process(image, known, lens, std::nullopt);
      EXPECT_TRUE(answer) << answer.error().sentence;
      warning = answer ? answer->registration.warning : "";
      EXPECT_EQ(warning.find("[pieces]"), warning.rfind("[pieces]")) << "told twice: " << warning;
    }
    return warning;
  };
  const BoardWithTokens with = drawTokens(0.45);
  const Lens& lens = with.drawn.view.lens;
  EXPECT_NE(warningOf("staunton", with.drawn.image, lens).find("Printed tokens lie on the board"), std::string::npos);
  EXPECT_EQ(warningOf("tokens", with.drawn.image, lens), "");
  const DrawnBoard bare = drawBoard(8, 8, 0.45, 0.1);
  for (const char* set : {"staunton", "tokens"})
    EXPECT_EQ(warningOf(set, bare.image, bare.view.lens), "") << set;
  const cv::Mat men = readImage(std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg").value();
  EXPECT_NE(warningOf("tokens", men, std::nullopt).find("No printed token is read"), std::string::npos);
  EXPECT_EQ(warningOf("staunton", men, std::nullopt).find("token"), std::string::npos);
}

TEST(SquareClasses, NamesGoBothWays) {
  for (int k = 1; k < square_class_count; ++k)
    EXPECT_EQ(classOf(sideOfClass(k), kindOfClass(k)), k);
  EXPECT_EQ(classOf("light", "archer"), 0);
}

TEST(SquareReader, OnlyWhatChangedIsReadAgain) {
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  reader->readChanged(drawn.image, drawn.view);
  EXPECT_EQ(reader->reread(), 64);
  cv::Mat noise(drawn.image.size(), CV_16SC3), noisy;
  cv::RNG(3).fill(noise, cv::RNG::NORMAL, 0.0, 3.0);
  cv::add(drawn.image, noise, noisy, cv::noArray(), CV_8UC3);
  reader->readChanged(noisy, drawn.view);
  EXPECT_EQ(reader->reread(), 0);
  const auto foot = drawn.view.pixel(drawn.view.centre_mm(3, 4));
  cv::circle(noisy, {cvRound(foot.x()), cvRound(foot.y())}, 15, cv::Scalar(30, 30, 160), cv::FILLED);
  const auto changed = reader->readChanged(noisy, drawn.view);
  EXPECT_GE(reader->reread(), 1);
  EXPECT_LE(reader->reread(), 16); // the square and those whose columns it stands in
  reader->forget();
  const auto all = reader->readChanged(noisy, drawn.view);
  EXPECT_EQ(reader->reread(), 64);
  const std::size_t at = 4 * 8 + 3;
  EXPECT_EQ(changed[at].file, 3);
  EXPECT_EQ(changed[at].rank, 4);
  EXPECT_NEAR(changed[at].p[0], all[at].p[0], 0.02); // the others were not looked at again, so noise differs
}

TEST(SquareReader, BlotchesAreNoChangeAndAFaintManIsOne) {
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const auto before = reader->readChanged(drawn.image, drawn.view);
  cv::Mat small(drawn.image.rows / 6, drawn.image.cols / 6, CV_32FC3), wide, blotched;
  cv::RNG(5).fill(small, cv::RNG::NORMAL, 0.0, 3.5); // as large as JPEG's blocks are in a crop
  cv::resize(small, wide, drawn.image.size(), 0, 0, cv::INTER_CUBIC);
  cv::add(drawn.image, wide, blotched, cv::noArray(), CV_8UC3);
  const auto after = reader->readChanged(blotched, drawn.view);
  EXPECT_LE(reader->reread(), 3);
  int seen_anew = 0; // colours are told as they are now, also of squares that were not read again
  for (std::size_t k = 0; k < after.size(); ++k)
    seen_anew += after[k].version == before[k].version && after[k].look != before[k].look ? 1 : 0;
  EXPECT_GE(seen_anew, 50);
  const auto foot = drawn.view.pixel(drawn.view.centre_mm(3, 4));
  cv::Mat man = cv::Mat::zeros(blotched.size(), CV_8UC3), faint;
  cv::circle(man, {cvRound(foot.x()), cvRound(foot.y())}, 14, cv::Scalar(18, 18, 18), cv::FILLED);
  cv::add(blotched, man, faint);
  const int version = reader->readChanged(blotched, drawn.view)[4 * 8 + 3].version;
  EXPECT_GT(reader->readChanged(faint, drawn.view)[4 * 8 + 3].version, version);
}

TEST(SquareNetwork, SquaresAreComparedInAnyOrder) {
  auto network = SquareNetwork::load(*findData("models/detectors/squares.onnx"));
  ASSERT_TRUE(network.has_value()) << network.error().sentence;
  const DrawnBoard drawn = drawBoard(8, 8, 0.4, 0.05);
  const CropSource source = prepareCrops(drawn.image, drawn.view);
  std::vector<std::vector<float>> crops(5, std::vector<float>(SquareCropShape::numbers));
  std::vector<const float*> pointers;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    cropColumn(source, drawn.view.centre_mm(static_cast<int>(k), static_cast<int>(k)), crops[k].data());
    pointers.push_back(crops[k].data());
  }
  auto alone = network->readAlone(pointers);
  cv::RNG random(7);
  for (auto& answer : alone) // as if men stood there: of empty squares there is nothing to compare
    for (float& number : answer)
      number = static_cast<float>(random.gaussian(2.0));
  const auto together = network->readTogether(alone);
  const auto backwards = network->readTogether({alone.rbegin(), alone.rend()});
  const auto single = network->readTogether({alone[0]});
  float change = 0.0F;
  for (std::size_t a = 0; a < SquareNetwork::answers; ++a) {
    for (std::size_t k = 0; k < crops.size(); ++k)
      EXPECT_NEAR(together[k][a], backwards[crops.size() - 1 - k][a], 1e-3F);
    change = std::max(change, std::abs(together[0][a] - single[0][a]));
  }
  EXPECT_GT(change, 1e-4F); // the others matter
}

TEST(SquareNetwork, OnlyDoubtfulSquaresThatReadAnotherWayAreLookedAtAgain) {
  auto network = SquareNetwork::load(*findData("models/detectors/squares.onnx"));
  ASSERT_TRUE(network.has_value()) << network.error().sentence;
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  const auto found = findBoard(image, BoardRequest{});
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  const CropSource source = prepareCrops(image, found->view);
  constexpr std::size_t rank = 8;
  std::vector<std::vector<float>> crops(3 * rank, std::vector<float>(SquareCropShape::numbers));
  for (std::size_t file = 0; file < rank; ++file) { // the officers of both sides, and what is between them
    cropColumn(source, found->view.centre_mm(static_cast<int>(file), 0), crops[file].data());
    cropColumn(source, found->view.centre_mm(static_cast<int>(file), 7), crops[rank + file].data());
    std::ranges::transform(crops[file], crops[rank + file], crops[2 * rank + file].begin(),
                           [](float a, float b) { return 0.5F * (a + b); });
  }
  std::vector<const float*> pointers;
  std::ranges::transform(crops, std::back_inserter(pointers), [](const auto& crop) { return crop.data(); });
  const auto alone = network->readAlone(pointers), careful = network->readCarefully(pointers),
             again = network->readCarefully(pointers, alone);
  EXPECT_EQ(again, alone); // nothing reads another way than before
  int doubtful = 0;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    const SquareReading reading = readingOf(alone[k]);
    if (reading.p[static_cast<std::size_t>(reading.best())] >= 0.95) {
      EXPECT_EQ(careful[k], alone[k]);
      continue;
    }
    ++doubtful;
    EXPECT_NE(careful[k], alone[k]);
    EXPECT_NEAR(careful[k][SquareNetwork::foot], alone[k][SquareNetwork::foot], 0.1F); // moved back
  }
  EXPECT_GT(doubtful, 0);
  EXPECT_LT(doubtful, 16);
}

TEST(SquareNetwork, TheFilesBesideItAreNeeded) {
  const auto folder = std::filesystem::temp_directory_path() / "linesman_half_network";
  std::filesystem::create_directories(folder);
  std::filesystem::copy_file(*findData("models/detectors/squares.onnx"), folder / "squares.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto alone = SquareNetwork::load(folder / "squares.onnx");
  ASSERT_FALSE(alone.has_value());
  EXPECT_NE(alone.error().sentence.find("squares_together.onnx"), std::string::npos);
  std::filesystem::copy_file(*findData("models/detectors/squares_together.onnx"), folder / "squares_together.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto two = SquareNetwork::load(folder / "squares.onnx");
  ASSERT_FALSE(two.has_value());
  EXPECT_NE(two.error().sentence.find("squares_screen.onnx"), std::string::npos);
  std::filesystem::copy_file(*findData("models/detectors/dice.onnx"), folder / "squares_screen.onnx",
                             std::filesystem::copy_options::overwrite_existing);
  const auto other = SquareNetwork::load(folder / "squares.onnx"); // a network, but for something else
  ASSERT_FALSE(other.has_value());
  EXPECT_NE(other.error().sentence.find("squares_screen.onnx"), std::string::npos);
  std::filesystem::remove_all(folder);
}

/// A rendered picture of the orthodox array.
class OrthodoxArray : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
    ASSERT_TRUE(found.has_value()) << found.error().sentence;
  }
  Result<SquareReader> reader = SquareReader::load();
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_25.jpg").value();
  const Result<FoundBoard> found = findBoard(image, BoardRequest{});
};

TEST_F(OrthodoxArray, AShadowIsNoReasonToReadAManAgain) {
  const auto before = reader->readChanged(image, found->view);
  cv::Mat shadowed = image.clone(), shade = shadowed({0, 0, image.cols / 2, image.rows});
  shade.convertTo(shade, -1, 0.75);
  const auto after = reader->readChanged(shadowed, found->view);
  EXPECT_GE(reader->reread(), 20);
  int men = 0, kept = 0;
  for (std::size_t k = 0; k < before.size(); ++k) {
    const bool man = before[k].occupied() > 0.9;
    men += man ? 1 : 0;
    kept += man && after[k].version == before[k].version ? 1 : 0;
  }
  EXPECT_GE(4 * kept, 3 * men); // half of them stand in the shadow
  const auto gone = std::find_if(after.begin(), after.end(), [&](const SquareReading& reading) {
    return reading.occupied() > 0.9 && found->view.pixel(reading.foot_mm).x() < 0.4 * image.cols;
  });
  ASSERT_NE(gone, after.end());
  const auto foot = found->view.pixel(gone->foot_mm);
  cv::circle(shadowed, {cvRound(foot.x()), cvRound(foot.y() - 15.0)}, 40, cv::Scalar(90, 110, 120), cv::FILLED);
  EXPECT_GT(reader->readChanged(shadowed, found->view)[static_cast<std::size_t>(gone - after.begin())].version,
            gone->version);
}

TEST_F(OrthodoxArray, APrintedSquareIsReadAgainForADieOrABandAndNotForAShadow) {
  const auto pixelOf = [&](std::size_t k) {
    const Eigen::Vector2d p =
        found->view.pixel(found->view.centre_mm(static_cast<int>(k) % 8, static_cast<int>(k) / 8));
    return cv::Point(cvRound(p.x()), cvRound(p.y()));
  };
  cv::Mat printed = image.clone();
  for (std::size_t k = 16; k < 48; ++k)
    cv::putText(printed, "W", pixelOf(k) + cv::Point(-12, 12), cv::FONT_HERSHEY_TRIPLEX, 1.1, {30, 30, 30}, 5,
                cv::LINE_AA);
  const auto before = reader->readChanged(printed, found->view);
  cv::Mat darker = printed.clone(), shade = darker({0, 0, image.cols / 2, image.rows});
  shade.convertTo(shade, -1, 0.75);
  const auto after = reader->readChanged(darker, found->view);
  EXPECT_GE(reader->reread(), 20);
  std::vector<std::size_t> kept;
  for (std::size_t k = 16; k < 48; ++k)
    if (before[k].p[0] > 0.9 && !before[k].plain && after[k].version == before[k].version)
      kept.push_back(k);
  ASSERT_GE(kept.size(), 5U);
  cv::Mat with_dice = darker.clone();
  for (const std::size_t k : kept) {
    const cv::Point middle = pixelOf(k);
    if (k % 2 == 0) {
      cv::circle(with_dice, middle, 15, {60, 160, 60}, 2, cv::LINE_AA);
      continue;
    }
    cv::rectangle(with_dice, middle - cv::Point(9, 9), middle + cv::Point(9, 9), {40, 40, 180}, cv::FILLED);
    for (const int way : {-4, 4})
      cv::circle(with_dice, middle + cv::Point(way, way), 2, {230, 230, 230}, cv::FILLED, cv::LINE_AA);
  }
  const auto changed = reader->readChanged(with_dice, found->view);
  for (const std::size_t k : kept)
    EXPECT_GT(changed[k].version, after[k].version) << k;
}

TEST_F(OrthodoxArray, PlainSquaresAreLeftToTheScreenAndMenAreNot) {
  int plain = 0;
  for (const SquareReading& reading : reader->readChanged(image, found->view)) {
    const bool man = reading.rank < 2 || reading.rank > 5;
    EXPECT_FALSE(man && reading.plain) << squareName(reading.file, reading.rank);
    EXPECT_EQ(reading.best() != 0, man) << squareName(reading.file, reading.rank);
    plain += reading.plain ? 1 : 0;
  }
  EXPECT_GE(plain, 16); // of 32 empty ones
  reader->screenPlain(false);
  for (const SquareReading& reading : reader->readChanged(image, found->view))
    EXPECT_FALSE(reading.plain);
}

TEST_F(OrthodoxArray, AManIsReadAgainWhenHeChangesAndNotForHisNeighbour) {
  const BoardView& view = found->view;
  const auto versions = [&](const cv::Mat& picture) {
    std::vector<int> out;
    for (const SquareReading& reading : reader->readChanged(picture, view))
      out.push_back(reading.version);
    return out;
  };
  const auto paintedOver = [&](int file, int rank) {
    cv::Mat picture = image.clone();
    std::vector<cv::Point> outline;
    for (double angle = 0.0; angle < 6.2; angle += 0.3) {
      const Eigen::Vector2d rim = 0.42 * view.square_mm * Eigen::Vector2d(std::cos(angle), std::sin(angle));
      const auto p = view.pixel(view.centre_mm(file, rank) + rim);
      outline.emplace_back(cvRound(p.x()), cvRound(p.y()));
    }
    cv::fillConvexPoly(picture, outline, cv::Scalar(40, 160, 60));
    return picture;
  };
  const auto before = versions(image), after = versions(paintedOver(4, 1));
  EXPECT_GT(after[8 + 4], before[8 + 4]);
  EXPECT_EQ(after[8 + 3], before[8 + 3]);
  const auto again = versions(paintedOver(3, 1));
  EXPECT_GT(again[8 + 4], after[8 + 4]);
  EXPECT_GT(again[8 + 3], after[8 + 3]);
}

TEST(TaughtSet, SaysNothingAboutAPlainSquare) {
  const auto set = TaughtSet::learn(taughtSquares(), "network");
  ASSERT_TRUE(set.has_value());
  SquareReading reading;
  reading.p.fill(0.0005 / 12);
  reading.p[0] = 0.9995;
  reading.plain = true;
  set->apply(reading);
  EXPECT_DOUBLE_EQ(reading.p[0], 0.9995);
  for (std::size_t m = 0; m < set->men().size(); ++m)
    EXPECT_EQ(reading.taught[m] > 0.99, set->men()[m].kind.empty()) << m;
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
