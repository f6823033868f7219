#include "vision/pyramid_behind.h"

#include <array>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "support/render_table.h"
#include "vision/outline_samples.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

/// A ship whose bow points to the camera, drawn flat, and the gauge that hides this bow.
class BehindAGauge : public testing::Test {
protected:
  BehindAGauge() {
    ship_.size = gauge_.size = PyramidSize::medium;
    ship_.colour = gauge_.colour = Colour::blue;
    ship_.table_from_piece = {20.0, 40.0, radFromDeg(-87.0)};
    const auto& at = ship_.table_from_piece;
    const Eigen::Vector2d bow = at.origin_mm() + pieces_.pyramid(ship_.size).height_mm() * at.direction();
    gauge_.table_from_piece = {bow.x(), bow.y(), radFromDeg(-140.0)};
  }

  /// What is there when the ship was lost on a table with these on it, the farther ones first, the first `known`.
  std::vector<SeenPyramid> thereOn(const std::vector<SeenPyramid>& drawn, std::vector<SeenPyramid> found,
                                   std::size_t known = 0) const {
    cv::Mat image(lens_.height_px, lens_.width_px, CV_8UC3, cv::Scalar(120, 124, 126));
    for (const SeenPyramid& piece : drawn) {
      const PyramidSolid solid(pieces_.pyramid(piece.size), piece.size, piece.posture);
      std::vector<cv::Point> outline;
      constexpr int bits = 4; // of a pixel
      for (const Eigen::Vector2d& corner : projectedHull(solid, piece.table_from_piece, view_))
        outline.emplace_back(cvRound(corner.x() * (1 << bits)), cvRound(corner.y() * (1 << bits)));
      cv::fillConvexPoly(image, outline, &piece == &drawn.back() ? cv::Scalar(175, 85, 50) : cv::Scalar(140, 60, 30),
                         cv::LINE_AA, bits);
    }
    cv::GaussianBlur(image, image, {}, 0.7);
    const TableFile table;
    const ReducedPicture picture(image, view_);
    const PyramidColours colours(image, view_, table);
    const std::vector<PyramidSolid> solids = solidsOf(pieces_);
    addBehind({ship_}, known, {picture, view_, table, colours, solids}, found);
    return found;
  }
  SeenPyramid shipMoved(double x_mm, double y_mm) const {
    SeenPyramid moved = ship_;
    moved.table_from_piece = {ship_.table_from_piece.x_mm() + x_mm, ship_.table_from_piece.y_mm() + y_mm,
                              ship_.table_from_piece.heading_rad()};
    return moved;
  }

  const PieceCatalog pieces_ = PieceCatalog::standard();
  const Lens lens_ = test::webcam(960, 540);
  const TableView view_{lens_, {test::cameraOver(600.0, 0.7, 0.0), {}}};
  SeenPyramid ship_, gauge_;
};

TEST_F(BehindAGauge, AShipIsMeasuredByWhatIsSeenOfIt) {
  for (const auto& moved : {ship_, shipMoved(0.8, 0.6)}) {
    const auto there = thereOn({moved, gauge_}, {gauge_});
    ASSERT_EQ(there.size(), 2U);
    const SeenPyramid& met = there.back();
    EXPECT_LT((met.table_from_piece.origin_mm() - moved.table_from_piece.origin_mm()).norm(), 0.5);
    EXPECT_LT(std::abs(met.table_from_piece.heading_rad() - moved.table_from_piece.heading_rad()), radFromDeg(2.0));
    EXPECT_GT(met.own_covariance(0, 0), 0.0);
    EXPECT_EQ(met.colour, Colour::blue);
  }
}

TEST_F(BehindAGauge, AShipThatWasTakenAwayIsNotMet) {
  EXPECT_EQ(thereOn({gauge_}, {gauge_}).size(), 1U);
}

TEST_F(BehindAGauge, OneThatLiesElsewhereIsAnother) {
  EXPECT_EQ(thereOn({shipMoved(-6.0, 2.0), gauge_}, {gauge_}).size(), 1U);
}

TEST_F(BehindAGauge, WhatNothingHidesIsNotAskedFor) {
  SeenPyramid apart = gauge_;
  apart.table_from_piece = {-120.0, -60.0, 0.0};
  EXPECT_EQ(thereOn({ship_, apart}, {apart}).size(), 1U);
  EXPECT_EQ(thereOn({ship_}, {}).size(), 0U);
}

TEST_F(BehindAGauge, AShipTurnedRoundWasAMisreadingOfIt) {
  SeenPyramid turned = ship_;
  const Eigen::Vector2d at = ship_.table_from_piece.origin_mm() + 15.0 * ship_.table_from_piece.direction();
  turned.table_from_piece = {at.x(), at.y(), radFromDeg(95.0)};
  const auto there = thereOn({ship_, gauge_}, {gauge_, turned});
  ASSERT_EQ(there.size(), 2U);
  EXPECT_LT((there.back().table_from_piece.origin_mm() - ship_.table_from_piece.origin_mm()).norm(), 0.5);
  const auto known = thereOn({ship_, gauge_}, {gauge_, turned}, 2);
  ASSERT_EQ(known.size(), 2U) << "it was known before";
  EXPECT_EQ(known.back().table_from_piece.heading_rad(), turned.table_from_piece.heading_rad());
  const auto really = thereOn({turned, gauge_}, {gauge_, turned});
  ASSERT_EQ(really.size(), 2U) << "it is";
  EXPECT_EQ(really.back().table_from_piece.heading_rad(), turned.table_from_piece.heading_rad());
}

} // namespace
} // namespace linesman
