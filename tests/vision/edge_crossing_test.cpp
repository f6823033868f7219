#include "vision/edge_crossing.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

constexpr double edge_x_px = 30.3;

/// A straight vertical edge as a camera delivers it: light blurred by the lens, then stored as grey levels. `line`: a
/// black line so wide beside the edge, towards the right.
cv::Mat pictureOfEdge(double left_level, double right_level, double line_px = 0.0) {
  const int finer = 20;
  cv::Mat light(1, 60 * finer, CV_32F);
  for (int i = 0; i < light.cols; ++i) {
    const double x = (i + 0.5) / finer - 0.5;
    const double level = x < edge_x_px ? left_level : x < edge_x_px + line_px ? 8.0 : right_level;
    light.at<float>(0, i) = static_cast<float>(std::pow(level / 255.0, 2.2));
  }
  cv::GaussianBlur(light, light, cv::Size(0, 0), 0.9 * finer, 1e-3);
  cv::resize(light, light, cv::Size(60, 1), 0.0, 0.0, cv::INTER_AREA);
  cv::Mat picture(20, 60, CV_8UC3);
  for (int x = 0; x < picture.cols; ++x) {
    const int level = cvRound(255.0 * std::pow(static_cast<double>(light.at<float>(0, x)), 1.0 / 2.2));
    picture.col(x).setTo(cv::Scalar(level, level, level));
  }
  return picture;
}

OutlineSample sampleAcross(bool on_table) {
  OutlineSample sample;
  sample.pixel = {edge_x_px, 10.0};
  sample.normal = {1.0, 0.0};
  sample.by_pose << 2.0, 0.0, 0.0, 0.0, 2.0, 0.0; // 2 px per mm
  sample.on_table = on_table;
  return sample;
}

constexpr double near_px = 2.0, far_px = 4.0;

double offsetIn(const cv::Mat& picture, bool on_table = false, double reach_px = near_px) {
  const EdgeCrossing met = crossEdge(picture, sampleAcross(on_table), reach_px, 0.6);
  EXPECT_TRUE(met.found);
  return met.offset_px;
}

// Far from an edge grey levels are looked at: there its steepest place is half a pixel on the dark side.
TEST(EdgeCrossing, DarkAndBrightPiecesAreHardlySmallerOrLargerThanTheyAre) {
  const cv::Mat dark = pictureOfEdge(25.0, 200.0), bright = pictureOfEdge(200.0, 25.0);
  EXPECT_LT(offsetIn(dark, false, far_px), -0.4);
  EXPECT_GT(offsetIn(bright, false, far_px), 0.4);
  EXPECT_NEAR(offsetIn(dark), 0.0, 0.35);
  EXPECT_NEAR(offsetIn(bright), 0.0, 0.35);
}

TEST(EdgeCrossing, TheCreviceUnderAPieceIsNoPartOfIt) {
  const double line_px = 0.2; // what a dark piece seems to reach too far
  EXPECT_LT(offsetIn(pictureOfEdge(25.0, 200.0, line_px), true), offsetIn(pictureOfEdge(25.0, 200.0, line_px)) - 0.05);
}

TEST(EdgeCrossing, WithoutAnEdgeNothingIsMet) {
  EXPECT_FALSE(crossEdge(pictureOfEdge(100.0, 100.0), sampleAcross(false), 2.0, 0.6).found);
}

} // namespace
} // namespace linesman
