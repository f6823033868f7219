#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman::support {

inline const cv::Scalar green(50, 170, 40), shade(40, 60, 87), wood(60, 90, 130);

/// The crop of a brown man of 0.8 squares with a ring around him at `height` squares.
inline std::vector<float> manWithRing(double height, const cv::Scalar& ring) {
  using Shape = SquareCropShape;
  constexpr double rise_px = 32.0, most_rise_px = 46.0;
  cv::Mat picture(Shape::height_px, Shape::width_px, CV_8UC3, cv::Scalar(190, 200, 205));
  const auto row = [](double squares) { return cvRound(Shape::foot_y_px - rise_px * squares); };
  const double flat = std::sqrt(1.0 - std::pow(rise_px / most_rise_px, 2));
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

} // namespace linesman::support
