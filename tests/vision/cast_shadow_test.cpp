#include "vision/cast_shadow.h"

#include <cmath>

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

const PictureOutline piece = {{60, 60}, {95, 66}, {70, 92}};
const PictureOutline beside = {{100, 62}, {140, 74}, {104, 96}};

/// A checked cloth, whose squares are larger than a ship.
cv::Mat cloth() {
  cv::Mat image(160, 200, CV_8UC3, cv::Scalar(150, 175, 195));
  for (const cv::Rect& square : {cv::Rect(0, 0, 98, 50), cv::Rect(98, 50, 102, 60), cv::Rect(0, 110, 98, 50)})
    cv::rectangle(image, square, cv::Scalar(110, 120, 185), cv::FILLED);
  cv::Mat noise(image.size(), CV_16SC3), noisy;
  cv::theRNG().state = 7;
  cv::randn(noise, cv::Scalar::all(0), cv::Scalar::all(2));
  cv::add(image, noise, noisy, cv::noArray(), CV_8U);
  return noisy;
}

cv::Mat within(const PictureOutline& outline, const cv::Size& size) {
  cv::Mat mask = cv::Mat::zeros(size, CV_8U);
  std::vector<cv::Point> corners(outline.begin(), outline.end());
  cv::fillConvexPoly(mask, corners, cv::Scalar(255));
  return mask;
}

std::vector<SurfaceLight> lightsOf(const cv::Mat& image) {
  return SurfaceLight::of({piece, beside}, EdgeField(image, 1, 3));
}

TEST(CastShadow, AShadowIsTheSurfaceDarkened) {
  cv::Mat image = cloth(), dark;
  image.setTo(cv::Scalar(200, 208, 214), within(piece, image.size()));
  image.convertTo(dark, -1, 0.72); // of levels: half of the light
  dark.copyTo(image, within(beside, image.size()));
  const auto lights = lightsOf(image);
  EXPECT_FALSE(lights[0].isDarkenedSurface()) << "plastic has a colour of its own";
  EXPECT_TRUE(lights[1].isDarkenedSurface());
  EXPECT_FALSE(lights[1].isLike(lights[0]));
}

/// The picture where only the room's light comes in: so much of the lamp's and the room's together, of blue, green,
/// red.
void shade(cv::Mat& image, const PictureOutline& outline, const cv::Vec3d& left) {
  cv::Mat dark = image.clone();
  dark.forEach<cv::Vec3b>([&](cv::Vec3b& colour, const int*) {
    for (int c = 0; c < 3; ++c)
      colour[c] = cv::saturate_cast<std::uint8_t>(colour[c] * std::pow(left[c], 1.0 / 2.2));
  });
  dark.copyTo(image, within(outline, image.size()));
}

TEST(CastShadow, ARoomMayBeBluerOrRedderThanItsLamp) {
  const auto is_shadow = [](const cv::Vec3d& left) {
    cv::Mat image = cloth();
    shade(image, beside, left);
    return lightsOf(image)[1].isDarkenedSurface();
  };
  EXPECT_TRUE(is_shadow({0.51, 0.45, 0.41})) << "of a warm lamp, in daylight";
  EXPECT_TRUE(is_shadow({0.41, 0.45, 0.51})) << "of daylight, in a warm room";
  EXPECT_FALSE(is_shadow({0.92, 0.80, 0.64})) << "hardly darker, it is hardly bluer";
  EXPECT_FALSE(is_shadow({0.45, 0.56, 0.45})) << "no room is green";
  EXPECT_FALSE(is_shadow({0.045, 0.035, 0.028})) << "black plastic";
}

TEST(CastShadow, TwoPiecesOfOnePlasticAreAlike) {
  cv::Mat image = cloth();
  image.setTo(cv::Scalar(200, 208, 214), within(piece, image.size()));
  image.setTo(cv::Scalar(185, 192, 198), within(beside, image.size()));
  const auto lights = lightsOf(image);
  EXPECT_FALSE(lights[1].isDarkenedSurface());
  EXPECT_TRUE(lights[1].isLike(lights[0]));
}

TEST(CastShadow, TwoColoursOfThePrintShowWhereNothingOpaqueIs) {
  const PictureOutline across = {{84, 60}, {112, 66}, {90, 92}}; // a border of the print
  const auto look = [&](const cv::Mat& image) { return SurfaceLight::of({across}, EdgeField(image, 1, 3)).front(); };
  cv::Mat image = cloth(), dark;
  EXPECT_TRUE(look(image).showsPrint());
  image.convertTo(dark, -1, 0.85);
  dark.copyTo(image, within(across, image.size()));
  EXPECT_TRUE(look(image).showsPrint()) << "a shadow across it";
  image.setTo(cv::Scalar(200, 208, 214), within(across, image.size()));
  image.setTo(cv::Scalar(150, 158, 170), within({{84, 60}, {98, 63}, {90, 92}}, image.size())); // its shaded side
  EXPECT_FALSE(look(image).showsPrint()) << "plastic, lit and shaded";
  EXPECT_FALSE(SurfaceLight::of({piece}, EdgeField(cloth(), 1, 3)).front().showsPrint()) << "one colour";
}

TEST(CastShadow, WhatIsOutsideThePictureTellsNothing) {
  const auto lights = SurfaceLight::of({{{-90, -90}, {-50, -90}, {-70, -60}}, {}}, EdgeField(cloth(), 1, 3));
  ASSERT_EQ(lights.size(), 2u);
  EXPECT_FALSE(lights[0].isDarkenedSurface());
  EXPECT_FALSE(lights[1].isDarkenedSurface());
}

} // namespace
} // namespace linesman
