#include "vision/large_print.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "vision/obstacle_detector.h"

namespace linesman {
namespace {

constexpr int width_px = 640, height_px = 480;

/// Straight from above, 1.2 mm per pixel.
TableView fromAbove() {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = lens.fy_px = 500.0;
  lens.cx_px = 319.5;
  lens.cy_px = 239.5;
  UncertainPose<CameraFrame, TableFrame> camera_from_table;
  camera_from_table.pose = Pose<CameraFrame, TableFrame>(
      Eigen::AngleAxisd(3.14159265358979, Eigen::Vector3d::UnitX()).toRotationMatrix(), {0.0, 0.0, 600.0});
  return {lens, camera_from_table};
}

void addNoise(cv::Mat& image) {
  cv::RNG rng(3);
  cv::Mat noise(image.size(), CV_16SC3), noisy;
  rng.fill(noise, cv::RNG::NORMAL, 0.0, 2.0);
  image.convertTo(noisy, CV_16SC3);
  cv::Mat(noisy + noise).convertTo(image, CV_8UC3);
}

/// With checks of 11 cm.
cv::Mat checkedCloth() {
  constexpr int check_px = 92;
  cv::Mat image(height_px, width_px, CV_8UC3);
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      const int stripes = (x / check_px) % 2 + (y / check_px) % 2;
      image.at<cv::Vec3b>(y, x) = stripes == 0   ? cv::Vec3b(180, 220, 225)
                                  : stripes == 1 ? cv::Vec3b(140, 200, 190)
                                                 : cv::Vec3b(70, 165, 150);
    }
  addNoise(image);
  return image;
}

cv::Mat plainTable() {
  cv::Mat image(height_px, width_px, CV_8UC3, cv::Scalar(90, 120, 150));
  addNoise(image);
  return image;
}

cv::Mat printIn(const cv::Mat& image) {
  return largePrint(EdgeField(image, 1, 2), fromAbove(), cv::Mat::zeros(image.size(), CV_8U));
}

std::vector<SeenObstacle> thingsOn(const cv::Mat& image) {
  TableFile table;
  table.area = TableArea{{{-280.0, -200.0}, {280.0, -200.0}, {280.0, 200.0}, {-280.0, 200.0}}, {}};
  const ReducedPicture picture(QuietPicture(image), fromAbove());
  const auto known = KnownThings::of(picture, fromAbove(), table, PieceCatalog::standard(), {});
  const TableView view = fromAbove();
  LargePrint print(picture.edges, view, known->things);
  return detectObstacles(picture, view, *known, ThingEdges::of(picture.edges.image()), print);
}

const cv::Point mug_px(300, 180);
constexpr int mug_radius_px = 35;

TEST(LargePrint, ChecksOfAHandsWidthArePrintAndAMugOnThemIsNot) {
  cv::Mat image = checkedCloth();
  cv::circle(image, mug_px, mug_radius_px, cv::Scalar(60, 40, 160), cv::FILLED);
  const cv::Mat print = printIn(image);
  ASSERT_EQ(print.size(), image.size());
  cv::Mat mug = cv::Mat::zeros(image.size(), CV_8U), cloth(image.size(), CV_8U, cv::Scalar(255));
  cv::circle(mug, mug_px, mug_radius_px - 5, cv::Scalar(255), cv::FILLED);
  cv::circle(cloth, mug_px, mug_radius_px + 10, cv::Scalar(0), cv::FILLED);
  EXPECT_LT(cv::mean(print, mug)[0], 0.05 * 255);
  EXPECT_GT(cv::mean(print, cloth)[0], 0.9 * 255);
}

TEST(LargePrint, SheetsThatLieApartOnAPlainTableAreNone) {
  cv::Mat image = plainTable(), sheets = cv::Mat::zeros(image.size(), CV_8U);
  for (const cv::Rect& sheet :
       {cv::Rect(110, 110, 90, 120), cv::Rect(250, 150, 90, 120), cv::Rect(420, 250, 90, 120)}) {
    image(sheet).setTo(cv::Scalar(230, 230, 230));
    sheets(sheet).setTo(255);
  }
  const cv::Mat print = printIn(image);
  EXPECT_TRUE(print.empty() || cv::countNonZero(print & sheets) == 0);
  EXPECT_EQ(thingsOn(image).size(), 3U);
}

TEST(LargePrint, AClothWithLargeChecksIsNoUnknownThingAndWhatLiesOnItIs) {
  cv::Mat image = checkedCloth();
  EXPECT_TRUE(thingsOn(image).empty());
  cv::circle(image, mug_px, mug_radius_px, cv::Scalar(60, 40, 160), cv::FILLED);
  const std::vector<SeenObstacle> things = thingsOn(image);
  ASSERT_EQ(things.size(), 1U);
  EXPECT_NEAR(signedArea(things.front().polygon_mm), 5500.0, 1500.0);
}

} // namespace
} // namespace linesman
