#include <numbers>

#include <gtest/gtest.h>

#include "vision/beside_board.h"
#include "vision/board_reader.h"
#include "vision/frame_source.h"

namespace linesman {
namespace {

BoardView viewFromAbove() {
  BoardView view;
  view.columns = 10;
  view.rows = 8;
  view.square_mm = 40.0;
  return view;
}

SquareReading man(double p, const Eigen::Vector2d& foot_mm) {
  SquareReading reading;
  reading.file = reading.rank = -1;
  reading.p.fill(0.0);
  reading.p[6] = p;
  reading.p[0] = 1.0 - p;
  reading.seen = 0.9;
  reading.foot_mm = foot_mm;
  return reading;
}

TEST(BesideBoard, EverySpotAroundTheGridIsNearAPlaceAndNoPlaceIsOnIt) {
  const BoardView view = viewFromAbove();
  const PlacesBeside places = placesBeside(view, 12.0);
  EXPECT_EQ(places.below_mm, 12.0);
  const Eigen::Vector2d half = 0.5 * view.square_mm * Eigen::Vector2d(view.columns, view.rows);
  for (const Eigen::Vector2d& place : places.feet_mm)
    EXPECT_GT((place.cwiseAbs() - half).maxCoeff(), 0.4 * view.square_mm);
  const double deep_mm = 1.8 * view.square_mm;
  for (double x = -half.x() - deep_mm; x <= half.x() + deep_mm; x += 3.0)
    for (double y = -half.y() - deep_mm; y <= half.y() + deep_mm; y += 3.0) {
      const Eigen::Vector2d spot(x, y);
      if ((spot.cwiseAbs() - half).maxCoeff() < 0.4 * view.square_mm)
        continue;
      double nearest_mm = 1e9;
      for (const Eigen::Vector2d& place : places.feet_mm)
        nearest_mm = std::min(nearest_mm, (place - spot).lpNorm<Eigen::Infinity>());
      EXPECT_LT(nearest_mm, 0.39 * view.square_mm) << spot.transpose();
    }
}

TEST(BesideBoard, AManSeenFromTwoPlacesCountsOnceAndNobodyOnTheGridCounts) {
  const BoardView view = viewFromAbove();
  std::vector<SquareReading> readings{
      man(0.96, {250.0, 0.0}),   man(0.99, {258.0, 4.0}), // the same man
      man(0.98, {250.0, 40.0}),                           // his neighbour
      man(0.99, {195.0, 0.0}),                            // stands on the outer file
      man(0.6, {-250.0, 0.0}),                            // hardly a man
      man(0.99, {-250.0, 80.0}),                          // hidden by something
  };
  readings.back().seen = 0.1;
  readings.push_back(man(0.99, {20.0, 20.0}));
  readings.back().file = 5;
  EXPECT_EQ(menBeside(readings, view), (std::vector<std::size_t>{1, 2}));
}

TEST(BesideBoard, AKindSeenMoreOftenThanABoxHoldsIsAPrint) {
  const BoardView view = viewFromAbove();
  std::vector<SquareReading> readings;
  for (int k = 0; k < 4; ++k) { // rooks
    readings.push_back(man(0.99, {250.0, -80.0 + 40.0 * k}));
    std::swap(readings.back().p[6], readings.back().p[3]);
  }
  readings.push_back(man(0.99, {-250.0, 0.0}));
  EXPECT_EQ(menBeside(readings, view), (std::vector<std::size_t>{4}));
  readings.erase(readings.begin());
  EXPECT_EQ(menBeside(readings, view).size(), 4U);
}

TEST(BesideBoard, AViewIsLoweredAlongTheBoardsNormal) {
  BoardView view = viewFromAbove();
  view.lens.fx_px = view.lens.fy_px = 800.0;
  view.lens.width_px = 1280;
  view.lens.height_px = 720;
  view.lens.cx_px = 640.0;
  view.lens.cy_px = 360.0;
  const Eigen::Matrix3d turn = Eigen::AngleAxisd(std::numbers::pi - 0.6, Eigen::Vector3d::UnitX()).toRotationMatrix();
  view.camera_from_board = {turn, {10.0, -20.0, 700.0}};
  const Eigen::Vector2d spot(130.0, -60.0);
  EXPECT_LT((view.lowered(15.0).pixel(spot) - view.pixel(spot, -15.0)).norm(), 1e-9);
}

TEST(BesideBoard, MenWhoWereTakenAreReportedWhereTheyStandAndNothingElseIs) {
  const cv::Mat image = readImage(LINESMAN_TEST_DATA "/tables/chess_41.jpg").value();
  auto found = findBoard(image, BoardRequest{});
  ASSERT_TRUE(found.has_value()) << found.error().sentence;
  auto reader = BoardReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const SeenBoard board = reader->read(image, *found);
  const std::vector<std::tuple<std::string, std::string, Eigen::Vector2d>> truth = {
      {"light", "bishop", {1094.9, 525.5}},
      {"light", "bishop", {1071.2, 452.0}},
      {"dark", "pawn", {253.0, 414.3}},
      {"dark", "knight", {268.7, 352.3}},
  };
  EXPECT_EQ(board.off_board.size(), truth.size());
  for (const auto& [side, kind, px] : truth) {
    const Eigen::Vector2d foot_mm = found->view.lowered(found->thickness_mm).point_mm(px);
    EXPECT_TRUE(std::any_of(board.off_board.begin(), board.off_board.end(),
                            [&, side = side, kind = kind](const SeenOffBoard& man) {
                              const Eigen::Vector2d at_mm =
                                  (found->table_from_board.inverse() * Point2<TableFrame>{man.centre_mm}).xy;
                              return man.side == side && man.kind == kind &&
                                     (at_mm - foot_mm).norm() < 0.25 * found->view.square_mm;
                            }))
        << side << " " << kind;
  }
  // What looks like a man where a marker was read is a part of its print.
  const Eigen::Vector2d at_mm = board.off_board.front().centre_mm;
  TableMarker marker;
  marker.size_mm = 30.0;
  marker.centre_mm = at_mm + Eigen::Vector2d(15.0, -15.0);
  reader->knowMarkers({marker});
  EXPECT_EQ(reader->read(image, *found).off_board.size(), truth.size()); // no marker tells where the table lies
  found->registration.from = Registration::From::markers;
  const SeenBoard without = reader->read(image, *found);
  EXPECT_EQ(without.off_board.size(), truth.size() - 1);
  for (const SeenOffBoard& man : without.off_board)
    EXPECT_GT((man.centre_mm - at_mm).norm(), 10.0);
}

} // namespace
} // namespace linesman
