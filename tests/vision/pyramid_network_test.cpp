#include "vision/pyramid_network.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/data_path.h"
#include "models/units.h"
#include "tests/support/render_table.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

using PiecePose = PlanarPose<TableFrame, PieceFrame>;

const TableView& aboveTable() {
  static const TableView view(test::webcam(1280, 720), {test::cameraOver(500.0, 0.5, 0.0), {}});
  return view;
}

const PyramidSolid& mediumShip() {
  static const PyramidSolid solid = solidsOf(PieceCatalog::standard())[1];
  return solid;
}

TEST(PyramidNetwork, AFileThatIsNoneIsNamed) {
  const auto network = PyramidNetwork::load("no/such/pyramids.onnx");
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("no/such/pyramids.onnx"), std::string::npos);
}

TEST(PyramidNetwork, ANetworkForSomethingElseIsNamed) {
  const auto path = findData("models/detectors/dice.onnx");
  ASSERT_TRUE(path.has_value());
  const auto network = PyramidNetwork::load(*path);
  ASSERT_FALSE(network.has_value());
  EXPECT_NE(network.error().sentence.find("dice.onnx is not a network"), std::string::npos);
}

// Whatever the heading, the same window is drawn of the same piece: the bow points right.
TEST(PyramidWindow, TurnsWithThePiece) {
  const TableView straight_down(test::webcam(1280, 720), {test::cameraOver(500.0, 0.0, 0.0), {}});
  cv::Mat image(720, 1280, CV_8UC3, cv::Scalar(100, 140, 150));
  cv::Mat first;
  for (const double heading : {0.0, 1.1, -2.6}) {
    const PyramidWindow window({&mediumShip(), PiecePose{0.0, 0.0, heading}}, straight_down);
    ASSERT_TRUE(window.seen());
    const cv::Mat drawn = window.draw(image);
    ASSERT_EQ(drawn.size(), cv::Size(PyramidWindow::side_px, PyramidWindow::planes * PyramidWindow::side_px));
    const cv::Mat outline = drawn.rowRange(3 * PyramidWindow::side_px, 4 * PyramidWindow::side_px);
    // The stern is the broad end: more of the outline lies in the left half.
    EXPECT_GT(cv::countNonZero(outline.colRange(0, 32)), 1.5 * cv::countNonZero(outline.colRange(32, 64)));
  }
}

// One window px ahead of the pose is one unit of the table ahead.
TEST(PyramidWindow, ItsUnitIsWhatAPixelIsWorth) {
  const PiecePose pose{20.0, -30.0, 0.7};
  cv::Mat image(720, 1280, CV_8UC3, cv::Scalar(60, 60, 60));
  const Eigen::Vector2d spot_mm =
      pose.origin_mm() + Eigen::Rotation2Dd(pose.heading_rad()) * Eigen::Vector2d(10.0, 4.0);
  const auto pixel = aboveTable().pixel({spot_mm.x(), spot_mm.y(), 0.0});
  ASSERT_TRUE(pixel.has_value());
  cv::circle(image, cv::Point(cvRound(pixel->x()), cvRound(pixel->y())), 2, cv::Scalar(255, 255, 255), -1, cv::LINE_AA);
  const auto middle_of = [&](const PiecePose& at) {
    const PyramidWindow window({&mediumShip(), at}, aboveTable());
    const cv::Mat blue = window.draw(image).rowRange(0, PyramidWindow::side_px);
    double darkest = 0.0, brightest = 0.0;
    cv::minMaxLoc(blue, &darkest, &brightest);
    const cv::Mat spot = blue > 0.5 * (darkest + brightest);
    const cv::Moments m = cv::moments(spot, true);
    return Eigen::Vector2d(m.m10 / m.m00, m.m01 / m.m00);
  };
  const double unit_mm = PyramidWindow({&mediumShip(), pose}, aboveTable()).unit().x();
  const Eigen::Vector2d ahead = Eigen::Rotation2Dd(pose.heading_rad()) * Eigen::Vector2d(unit_mm * 5.0, 0.0);
  const Eigen::Vector2d before = middle_of(pose), after = middle_of({pose.origin_mm() + ahead, pose.heading_rad()});
  EXPECT_NEAR(before.x() - after.x(), 5.0, 0.7);
  EXPECT_NEAR(before.y() - after.y(), 0.0, 0.5);
}

TEST(PyramidLook, IsAppliedInThePiecesFrame) {
  PyramidLook look;
  look.offset = {1.0, 2.0, 0.1};
  const PiecePose there = look.applied({5.0, 6.0, pi / 2.0});
  EXPECT_NEAR(there.x_mm(), 3.0, 1e-12);
  EXPECT_NEAR(there.y_mm(), 7.0, 1e-12);
  EXPECT_NEAR(there.heading_rad(), pi / 2.0 + 0.1, 1e-12);
}

} // namespace
} // namespace linesman
