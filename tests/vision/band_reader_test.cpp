#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/band_reader.h"
#include "vision/square_crop.h"
#include "vision/square_reader.h"

namespace linesman {
namespace {

using Shape = SquareCropShape;
constexpr double rise_px = 32.0, most_rise_px = 46.0;

/// The crop of a brown man of 0.8 squares with a ring around him at `height` squares.
std::vector<float> manWithRing(double height, const cv::Scalar& ring) {
  cv::Mat picture(Shape::height_px, Shape::width_px, CV_8UC3, cv::Scalar(190, 200, 205));
  const auto row = [](double squares) { return cvRound(Shape::foot_y_px - rise_px * squares); };
  const double flat = std::sqrt(1.0 - std::pow(rise_px / most_rise_px, 2));
  const cv::Scalar wood(60, 90, 130);
  cv::rectangle(picture, {Shape::foot_x_px - 9, row(0.8)}, {Shape::foot_x_px + 9, Shape::foot_y_px}, wood, cv::FILLED);
  const double radius_px = 0.22 * Shape::square_px;
  cv::ellipse(picture, {Shape::foot_x_px, row(height)}, {cvRound(radius_px), cvRound(flat * radius_px)}, 0, 0, 180,
              ring, 2, cv::LINE_AA);
  std::vector<float> crop(Shape::numbers);
  constexpr int area = Shape::width_px * Shape::height_px;
  for (int y = 0; y < Shape::height_px; ++y)
    for (int x = 0; x < Shape::width_px; ++x) {
      const auto at = static_cast<std::size_t>(y * Shape::width_px + x);
      for (std::size_t c = 0; c < 3; ++c)
        crop[c * area + at] = static_cast<float>(picture.at<cv::Vec3b>(y, x)[static_cast<int>(c)]) / 255.0F;
      crop[3 * area + at] =
          std::clamp(static_cast<float>((Shape::foot_y_px - y) / rise_px / 2.5), -0.4F, 1.0F); // as in square_crop
    }
  return crop;
}

const cv::Scalar green(50, 170, 40), shade(40, 60, 87);

std::size_t mostColoured(const std::vector<RingStep>& steps) {
  const auto best = std::max_element(steps.begin(), steps.end(),
                                     [](const RingStep& a, const RingStep& b) { return a.colour < b.colour; });
  return static_cast<std::size_t>(best - steps.begin());
}

// A wide ring low down and a narrow one higher up are seen at the same place: heights are known to a fifth of a square.
TEST(RingSteps, ABandStandsOutByColourAtItsHeight) {
  for (const double height : {0.18, 0.51}) {
    const auto steps = ringSteps(manWithRing(height, green).data(), {0.0, 0.0});
    ASSERT_EQ(steps.size(), static_cast<std::size_t>(RingHeights::count));
    const std::size_t at = mostColoured(steps);
    EXPECT_NEAR(RingHeights::first + RingHeights::step * static_cast<double>(at), height, 0.2);
    EXPECT_GT(steps[at].colour, 30.0F);
  }
}

TEST(RingSteps, ACollarIsAStepOfLightOnly) {
  const auto band = ringSteps(manWithRing(0.18, green).data(), {0.0, 0.0}),
             collar = ringSteps(manWithRing(0.18, shade).data(), {0.0, 0.0});
  EXPECT_LT(3.0F * collar[mostColoured(collar)].colour, band[mostColoured(band)].colour);
  EXPECT_GT(std::max_element(collar.begin(), collar.end(),
                             [](const RingStep& a, const RingStep& b) { return a.darker < b.darker; })
                ->darker,
            10.0F);
}

/// Pawns in a row: crops, and what the network says of their low and neck bands.
std::vector<SquareReading> pawns(const std::vector<std::vector<float>>& crops, const std::vector<double>& low,
                                 const std::vector<double>& high) {
  std::vector<SquareReading> readings;
  for (std::size_t k = 0; k < crops.size(); ++k) {
    readings.emplace_back();
    readings.back().file = static_cast<int>(k);
    readings.back().p[6] = 1.0;
    readings.back().low = low[k];
    readings.back().high = high[k];
    readings.back().rings = ringSteps(crops[k].data(), {0.0, 0.0});
  }
  return readings;
}

TEST(Bands, CollarsThatAllMenOfASetHaveAreNone) {
  const auto collar = manWithRing(0.18, shade);
  for (const MansBands& bands :
       bandsOf(pawns({collar, collar, collar, collar}, {0.99, 0.985, 0.995, 0.99}, {0.2, 0.1, 0.2, 0.2}))) {
    EXPECT_FALSE(bands.low);
    EXPECT_FALSE(bands.high);
  }
}

TEST(Bands, AreToldLowAndHigh) {
  const auto collar = manWithRing(0.18, shade);
  const auto bands = bandsOf(pawns({collar, manWithRing(0.18, green), collar, manWithRing(0.51, green)},
                                   {0.05, 0.9, 0.1, 0.05}, {0.05, 0.05, 0.1, 0.9}));
  EXPECT_FALSE(bands[0].low || bands[0].high || bands[2].low || bands[2].high);
  EXPECT_TRUE(bands[1].low && !bands[1].high);
  EXPECT_TRUE(bands[3].high && !bands[3].low);
}

TEST(Bands, ABlackBandIsToldByItsDarkness) {
  const auto collar = manWithRing(0.18, shade);
  const auto bands = bandsOf(
      pawns({collar, manWithRing(0.18, {6, 6, 6}), collar, collar}, {0.05, 0.99, 0.1, 0.05}, {0.05, 0.05, 0.1, 0.05}));
  EXPECT_TRUE(bands[1].low);
  EXPECT_FALSE(bands[0].low || bands[2].low || bands[3].low);
}

TEST(Bands, APlainColourIsEnoughWhereThePeersWearBandsToo) {
  // Own colour, whole, darkness, network; the same less the peers'.
  const BandTraits bright{3.9, 4.3, 0.7, 3.8, 0.9, 1.0, -0.9, 4.3}, dull{2.4, 2.6, 0.7, 3.8, 0.9, 1.0, -0.9, 4.3};
  EXPECT_TRUE(claimed(Band::high, bright));
  EXPECT_FALSE(claimed(Band::high, dull));
}

TEST(Bands, WhatTheNetworkAloneSeesIsNotClaimed) { // no other colour than the other men's
  const auto collar = manWithRing(0.18, shade);
  for (const MansBands& bands :
       bandsOf(pawns({collar, collar, collar, collar}, {0.05, 0.99, 0.1, 0.05}, {0.1, 0.1, 0.99, 0.1})))
    EXPECT_FALSE(bands.low || bands.high);
}

} // namespace
} // namespace linesman
