#pragma once
#include <optional>

#include <Eigen/Core>
#include <opencv2/core.hpp>

namespace linesman {

/// Mean of the 3 x 3 pixels around a place of the picture, by channel; nothing where they are not all in it.
inline std::optional<cv::Scalar> meanAround(const cv::Mat& image, const Eigen::Vector2d& pixel) {
  if (!(pixel.cwiseAbs().maxCoeff() < 1e6)) // nor where it is no place at all
    return std::nullopt;
  const cv::Rect around(cvRound(pixel.x()) - 1, cvRound(pixel.y()) - 1, 3, 3);
  if ((around & cv::Rect({0, 0}, image.size())) != around)
    return std::nullopt;
  return cv::mean(image(around));
}

} // namespace linesman
