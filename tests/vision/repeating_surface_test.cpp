#include "vision/repeating_surface.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "vision/autocorrelation.h"

namespace linesman {
namespace {

constexpr int width_px = 640, height_px = 360;

/// Straight from above, 1.2 mm per pixel.
TableView fromAbove() {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = lens.fy_px = 500.0;
  lens.cx_px = 319.5;
  lens.cy_px = 179.5;
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = Pose<CameraFrame, TableFrame>(
      Eigen::AngleAxisd(3.14159265358979, Eigen::Vector3d::UnitX()).toRotationMatrix(), {0.0, 0.0, 600.0});
  return {lens, camera_from_table};
}

/// Empty when the surface does not repeat.
cv::Mat unlikeRepeats(const cv::Mat& image) {
  const auto print = RepeatingSurface::find(EdgeField(image, 1, 2), fromAbove());
  return print ? print->picture() : cv::Mat();
}

cv::Mat checkedCloth(int square_px) {
  cv::Mat image(height_px, width_px, CV_8UC3);
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      const int stripes = (x / square_px) % 2 + (y / square_px) % 2;
      image.at<cv::Vec3b>(y, x) = stripes == 0   ? cv::Vec3b(220, 220, 220)
                                  : stripes == 1 ? cv::Vec3b(60, 60, 170)
                                                 : cv::Vec3b(10, 10, 120);
    }
  return image;
}

TEST(RepeatingSurface, WhatLiesOnACheckedClothStandsOutInTheClothsOwnColourToo) {
  cv::Mat image = checkedCloth(17);
  const std::vector<cv::Point> piece = {{300, 150}, {345, 160}, {310, 195}};
  cv::fillConvexPoly(image, piece, cv::Scalar(10, 10, 120)); // the red of its darkest squares
  const cv::Mat unlike = unlikeRepeats(image);
  ASSERT_EQ(unlike.size(), image.size());
  cv::Mat inside = cv::Mat::zeros(image.size(), CV_8U), around = inside.clone();
  cv::fillConvexPoly(inside, piece, cv::Scalar(255));
  cv::dilate(inside, around, cv::getStructuringElement(cv::MORPH_RECT, {9, 9}));
  EXPECT_GT(cv::mean(unlike, inside)[0], 90.0); // its dark squares hide a quarter, edges some more
  EXPECT_LT(cv::mean(unlike, around == 0)[0], 8.0);
}

TEST(RepeatingSurface, TheClothAroundALargeWhiteSheetIsStillTheCloth) {
  cv::Mat image = checkedCloth(17);
  const cv::Rect sheet(330, 90, 170, 130);
  image(sheet).setTo(cv::Scalar(250, 250, 250));
  const cv::Mat unlike = unlikeRepeats(image);
  ASSERT_EQ(unlike.size(), image.size());
  cv::Mat beside = cv::Mat::zeros(image.size(), CV_8U);
  const cv::Point rim(40, 40), gap(5, 5);
  beside(cv::Rect(sheet.tl() - rim, sheet.br() + rim)).setTo(255);
  beside(cv::Rect(sheet.tl() - gap, sheet.br() + gap)).setTo(0);
  EXPECT_LT(cv::mean(unlike, beside)[0], 30.0);
  EXPECT_LT(cv::countNonZero((unlike > 60) & beside), 0.2 * cv::countNonZero(beside));
}

TEST(RepeatingSurface, APlainTableDoesNotRepeat) {
  cv::Mat image(height_px, width_px, CV_8UC3, cv::Scalar(90, 120, 150));
  cv::RNG rng(3);
  cv::Mat noise(image.size(), CV_8UC3);
  rng.fill(noise, cv::RNG::NORMAL, 10.0, 4.0);
  image += noise;
  cv::fillConvexPoly(image, std::vector<cv::Point>{{300, 150}, {345, 160}, {310, 195}}, cv::Scalar(20, 20, 150));
  cv::fillConvexPoly(image, std::vector<cv::Point>{{100, 80}, {145, 95}, {110, 120}}, cv::Scalar(20, 20, 150));
  EXPECT_TRUE(unlikeRepeats(image).empty());
}

TEST(Autocorrelation, SumsThePictureTimesItselfMoved) {
  cv::Mat picture(33, 47, CV_32F);
  cv::RNG(4).fill(picture, cv::RNG::NORMAL, 0.3, 1.0);
  constexpr int reach = 22;
  for (const bool widely : {false, hasWideRegisters()}) {
    const cv::Mat sums = autocorrelation(picture, reach, widely);
    ASSERT_EQ(sums.size(), cv::Size(2 * reach + 1, reach + 1));
    for (int y = 0; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x) {
        const cv::Rect all({0, 0}, picture.size()), both = all & (all - cv::Point(x, y));
        EXPECT_NEAR(static_cast<double>(sums.at<float>(y, reach + x)),
                    picture(both).dot(picture(both + cv::Point(x, y))), 1e-3);
      }
  }
}

} // namespace
} // namespace linesman
