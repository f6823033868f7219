#include "vision/square_change.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {
namespace {

using Shape = SquareCropShape;
const cv::Rect whole(0, 0, Shape::width_px, Shape::height_px);

cv::Mat greyCrop() {
  cv::Mat crop(Shape::height_px, Shape::width_px, CV_8UC3);
  cv::RNG(3).fill(crop, cv::RNG::NORMAL, 120.0, 4.0);
  return crop;
}

TEST(SquareChange, NoiseIsNoneAndABlobIsOneWhereItIsLookedFor) {
  const cv::Mat before = greyCrop();
  cv::Mat noise(before.size(), CV_8UC3), noisy, blob = before.clone();
  cv::RNG(4).fill(noise, cv::RNG::NORMAL, 6.0, 4.0);
  cv::subtract(before, cv::Scalar::all(6.0), noisy);
  cv::add(noisy, noise, noisy);
  EXPECT_FALSE(looksDifferent(halved(noisy), halved(before), whole, 0.03));
  cv::rectangle(blob, cv::Rect(36, 96, 24, 24), cv::Scalar(150, 120, 120), cv::FILLED);
  EXPECT_TRUE(looksDifferent(halved(blob), halved(before), whole, 0.03));
  EXPECT_FALSE(
      looksDifferent(halved(blob), halved(before), cv::Rect(0, 0, Shape::width_px, 60), 0.03)); // it lies lower
  EXPECT_FALSE(looksDifferent(halved(blob), halved(before), whole, 0.2));
}

TEST(SquareChange, AThingChangesASquareUnevenlyAndAShadowDoesNot) {
  const cv::Mat before = greyCrop();
  const cv::Mat shaded = 0.75 * before;
  cv::Mat thing = shaded.clone();
  EXPECT_TRUE(looksDifferent(halved(shaded), halved(before), whole, 0.03));
  EXPECT_FALSE(changesUnevenly(halved(shaded), halved(before), whole, 0.05));
  cv::rectangle(thing, cv::Rect(36, 96, 24, 24), cv::Scalar(40, 90, 180), cv::FILLED);
  EXPECT_TRUE(changesUnevenly(halved(thing), halved(before), whole, 0.15));
  EXPECT_FALSE(
      changesUnevenly(halved(thing), halved(before), cv::Rect(0, 0, Shape::width_px, 60), 0.05)); // it lies lower
  EXPECT_FALSE(changesUnevenly(halved(thing), halved(before), cv::Rect(), 0.0));
}

TEST(SquareChange, ALookTellsTheColoursAroundTheFoot) {
  cv::Mat crop(Shape::height_px, Shape::width_px, CV_8UC3, cv::Scalar(10, 20, 30));
  cv::rectangle(crop, cv::Rect(Shape::foot_x_px - 6, Shape::foot_y_px - 13, 12, 12), cv::Scalar(200, 100, 50),
                cv::FILLED);
  const auto look = lookOfFoot(halved(crop));
  EXPECT_EQ(look[0], 10);
  EXPECT_EQ(look[2], 30);
  EXPECT_EQ(look[3 * 4], 200); // the tile in the middle
  EXPECT_EQ(look[3 * 4 + 2], 50);
  EXPECT_EQ(look[26], 30);
}

TEST(SquareChange, BlocksNoticeWhatChangesInThemOnly) {
  cv::Mat picture(120, 163, CV_8UC3, cv::Scalar::all(100)), other = picture.clone();
  cv::rectangle(other, cv::Rect(80, 40, 8, 8), cv::Scalar::all(130), cv::FILLED);
  const PictureBlocks before(picture), after(other);
  const cv::Rect there = before.around(cv::Rect(70, 30, 30, 30)), elsewhere = before.around(cv::Rect(0, 0, 60, 30));
  EXPECT_TRUE(after.same(elsewhere, before.of(elsewhere)));
  EXPECT_FALSE(after.same(there, before.of(there)));
  EXPECT_TRUE(before.same(there, before.of(there)));
  EXPECT_TRUE(before.around(cv::Rect(400, 400, 10, 10)).empty());
}

} // namespace
} // namespace linesman
