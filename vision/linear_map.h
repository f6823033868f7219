#pragma once
#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Where each pixel of a picture of this size lies in another one, as cv::remap() takes it (32FC2): `at(pixel)` at
/// every sixteenth pixel, linear between.
template <class Function> cv::Mat linearMap(const cv::Size& size, const Function& at) {
  constexpr int knot_px = 16;
  const cv::Size knots((size.width + knot_px - 1) / knot_px + 1, (size.height + knot_px - 1) / knot_px + 1);
  cv::Mat sparse(knots, CV_32FC2);
  for (int j = 0; j < knots.height; ++j)
    for (int i = 0; i < knots.width; ++i) {
      const Eigen::Vector2d p = at(Eigen::Vector2d(i * knot_px, j * knot_px));
      sparse.at<cv::Vec2f>(j, i) = {static_cast<float>(p.x()), static_cast<float>(p.y())};
    }
  cv::Mat map(size, CV_32FC2);
  for (int y = 0; y < size.height; ++y) {
    const int j = y / knot_px;
    const float v = static_cast<float>(y % knot_px) / knot_px;
    const auto *upper = sparse.ptr<cv::Vec2f>(j), *lower = sparse.ptr<cv::Vec2f>(j + 1);
    auto* row = map.ptr<cv::Vec2f>(y);
    for (int x = 0; x < size.width; ++x) {
      const int i = x / knot_px;
      const float u = static_cast<float>(x % knot_px) / knot_px;
      row[x] = (1.0F - v) * ((1.0F - u) * upper[i] + u * upper[i + 1]) + v * ((1.0F - u) * lower[i] + u * lower[i + 1]);
    }
  }
  return map;
}

} // namespace linesman
