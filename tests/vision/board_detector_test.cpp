#include "vision/board_detector.h"

#include <cmath>
#include <functional>
#include <numbers>
#include <tuple>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/board_size.h"
#include "tests/support/drawn_board.h"
#include "vision/board_extent.h"
#include "vision/board_stage.h"
#include "vision/frame_source.h"
#include "vision/saddle_points.h"

namespace linesman {
namespace {

using namespace test;

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

} // namespace
} // namespace linesman
