#include "vision/dark_noise.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

/// A triangle of one colour on the noise of a ground, in the blocks that a camera's compression makes of it.
cv::Mat shown(double ground, double noise, double inside, unsigned seed) {
  cv::Mat image(160, 200, CV_8UC3), fine(image.size(), CV_32FC3);
  cv::RNG(seed).fill(fine, cv::RNG::NORMAL, ground, noise);
  cv::fillConvexPoly(fine, std::vector<cv::Point>{{80, 70}, {80, 100}, {120, 85}}, cv::Scalar::all(inside));
  cv::Mat grain(image.size(), CV_32FC3);
  cv::RNG(seed + 1U).fill(grain, cv::RNG::NORMAL, 0.0, 0.5);
  fine += grain;
  fine.convertTo(image, CV_8UC3);
  return image;
}

const PictureOutline there{{80.0F, 70.0F}, {80.0F, 100.0F}, {120.0F, 85.0F}},
    beside{{20.0F, 70.0F}, {20.0F, 100.0F}, {60.0F, 85.0F}};

TEST(DarkNoise, APieceStandsOutOfItAndItsBlocksDoNot) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const cv::Mat room = shown(12.0, 6.0, 90.0, seed);
    EXPECT_TRUE(standsOutOfDark(there, room)) << seed;
    EXPECT_FALSE(standsOutOfDark(beside, room)) << seed;
    EXPECT_TRUE(standsOutOfDark(there, shown(12.0, 0.0, 20.0, seed))) << "a dark piece where there is no noise";
    EXPECT_TRUE(standsOutOfDark(beside, shown(90.0, 6.0, 60.0, seed))) << "a rough table in the light";
  }
}

TEST(DarkNoise, OutlinesAtTheBorderAndBeyondItAreAllowed) {
  const cv::Mat room = shown(12.0, 6.0, 90.0, 1);
  EXPECT_NO_THROW(standsOutOfDark({{-20.0F, -5.0F}, {30.0F, 10.0F}, {10.0F, 40.0F}}, room));
  EXPECT_TRUE(standsOutOfDark({{-90.0F, -95.0F}, {-60.0F, -80.0F}, {-70.0F, -60.0F}}, room)) << "not in the picture";
  EXPECT_TRUE(standsOutOfDark({}, room));
}

} // namespace
} // namespace linesman
