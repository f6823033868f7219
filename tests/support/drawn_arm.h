#pragma once
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace linesman::test {

/// A table with a grain and some pieces, under a lamp beside the picture.
inline cv::Mat table(double lamp, int piece_x_px, unsigned seed) {
  cv::Mat image(360, 640, CV_32FC3);
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      const double grain = 1.0 + 0.1 * std::sin(0.15 * y + 3.0 * std::sin(0.01 * x));
      const double light = 0.6 + lamp * (1.0 - x / 900.0) * (1.0 - y / 900.0);
      image.at<cv::Vec3f>(y, x) = cv::Vec3f(70.0F, 110.0F, 150.0F) * static_cast<float>(grain * light);
    }
  cv::rectangle(image, {piece_x_px, 200, 30, 40}, {40.0, 40.0, 180.0}, cv::FILLED);
  cv::rectangle(image, {300, 345, 40, 15}, {180.0, 60.0, 40.0}, cv::FILLED); // a piece cut by the border
  cv::Mat noise(image.size(), CV_32FC3);
  cv::RNG random(seed);
  random.fill(noise, cv::RNG::NORMAL, 0.0, 3.0);
  cv::Mat out;
  image += noise;
  image.convertTo(out, CV_8UC3);
  return out;
}

/// With an arm that reaches in from the right border.
inline cv::Mat withArm(cv::Mat image, const cv::Scalar& colour, int reach_px) {
  cv::line(image, {image.cols, 40}, {image.cols - reach_px, 160}, colour, 60);
  return image;
}

/// With a board's squares from there on.
inline cv::Mat withSquares(cv::Mat image, int left_px, int square_px = 30) {
  for (int row = 0; row < 8; ++row)
    for (int column = row % 2; column < 8; column += 2)
      cv::rectangle(image, {left_px + square_px * column, 60 + square_px * row, square_px, square_px}, {40, 60, 60},
                    cv::FILLED);
  return image;
}

} // namespace linesman::test
