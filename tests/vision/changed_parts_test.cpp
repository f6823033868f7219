#include "vision/changed_parts.h"

#include <gtest/gtest.h>
#include <opencv2/core.hpp>

namespace linesman {
namespace {

/// Cells of 8 px of a picture of 320 x 240.
cv::Mat nothing() {
  return cv::Mat::zeros(30, 40, CV_8U);
}

TEST(ChangedParts, NearOnesAreOneRectangleAndFarOnesAreNot) {
  cv::Mat changed = nothing();
  changed(cv::Rect(2, 3, 2, 1)).setTo(255);
  changed(cv::Rect(6, 3, 1, 2)).setTo(255);
  changed(cv::Rect(30, 20, 1, 1)).setTo(255);
  const std::vector<cv::Rect> parts = changedRectangles(changed, {320, 240});
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0] | cv::Rect(16, 24, 40, 16), parts[0]);
  EXPECT_LT(parts[0].area(), 45 * 20);
  EXPECT_EQ(parts[1] & cv::Rect(240, 160, 8, 8), cv::Rect(240, 160, 8, 8));
  EXPECT_TRUE(changedRectangles(nothing(), {320, 240}).empty());
}

TEST(ChangedParts, DistancesCountFromTheNearest) {
  cv::Mat changed = nothing();
  changed.at<std::uint8_t>(10, 10) = 255; // pixels 80 to 87
  changed.at<std::uint8_t>(10, 17) = 255; // pixels 136 to 143
  const cv::Mat away = distanceFromChanged(changed, {320, 240}, 30);
  EXPECT_EQ(away.at<std::uint8_t>(83, 84), 0);
  EXPECT_EQ(away.at<std::uint8_t>(83, 97), 10);
  EXPECT_EQ(away.at<std::uint8_t>(83, 126), 10);
  EXPECT_EQ(away.at<std::uint8_t>(83, 111), 24);
  EXPECT_EQ(away.at<std::uint8_t>(83, 112), 24);
  EXPECT_NEAR(away.at<std::uint8_t>(97, 97), 14, 1);
  EXPECT_EQ(away.at<std::uint8_t>(83, 50), 255);
  EXPECT_EQ(away.at<std::uint8_t>(200, 300), 255);
}

} // namespace
} // namespace linesman
