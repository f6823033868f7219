#include "vision/projective_picture.h"

#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

namespace linesman {
namespace {

/// A window of this side, turned and seen askew, around a place of the picture.
cv::Matx33d windowAround(const cv::Point2d& middle, double turn_rad, int side) {
  const std::array<cv::Point2d, 4> corners{{{-31.0, -27.0}, {29.0, -30.0}, {35.0, 33.0}, {-34.0, 30.0}}};
  const auto last = static_cast<float>(side - 1);
  const std::array<cv::Point2f, 4> window{{{0.0F, 0.0F}, {last, 0.0F}, {last, last}, {0.0F, last}}};
  std::array<cv::Point2f, 4> picture;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const cv::Point2d& c = corners[i];
    picture[i] = {static_cast<float>(middle.x + c.x * std::cos(turn_rad) - c.y * std::sin(turn_rad)),
                  static_cast<float>(middle.y + c.x * std::sin(turn_rad) + c.y * std::cos(turn_rad))};
  }
  return cv::getPerspectiveTransform(window.data(), picture.data());
}

TEST(ProjectivePicture, IsAsOpenCvDrawsItInsideAndAtEveryBorder) {
  cv::Mat image(150, 211, CV_8UC3);
  cv::RNG(5).fill(image, cv::RNG::UNIFORM, 0, 256);
  for (const int side : {64, 128, 33})
    for (double y = 0.0; y <= image.rows; y += 15.0)
      for (double x = 0.0; x <= image.cols; x += 15.0) {
        const cv::Matx33d map = windowAround({x, y}, 0.1 * x + 0.7 * y, side);
        cv::Mat expected;
        cv::warpPerspective(image, expected, map, {side, side}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                            cv::BORDER_REPLICATE);
        ASSERT_EQ(cv::norm(projectedPicture(image, map, {side, side}), expected, cv::NORM_INF), 0.0)
            << side << " at " << x << ", " << y;
      }
}

} // namespace
} // namespace linesman
