#pragma once
// The Cramer-Rao bound of a pyramid's pose: what the picture's own outline edges and noise allow at best.
#include <algorithm>
#include <cmath>
#include <vector>

#include <Eigen/LU>
#include <opencv2/core.hpp>

#include "vision/outline_samples.h"

namespace linesman::accuracy {

/// Standard deviation of the brightness noise: median of second differences, for a normal law.
inline double noiseOf(const cv::Mat& grey) {
  std::vector<int> histogram(2048, 0);
  long long total = 0;
  for (int y = 0; y < grey.rows; y += 2)
    for (int x = 1; x + 1 < grey.cols; ++x, ++total)
      ++histogram[static_cast<std::size_t>(
          std::abs(grey.at<uchar>(y, x - 1) - 2 * grey.at<uchar>(y, x) + grey.at<uchar>(y, x + 1)))];
  long long below = 0;
  for (std::size_t i = 0; i < histogram.size(); ++i)
    if ((below += histogram[i]) * 2 > total)
      return std::max(0.4, (static_cast<double>(i) + 0.5) / 0.6745 / std::sqrt(6.0));
  return 1.0;
}

inline double brightness(const cv::Mat& grey, const Eigen::Vector2d& at) {
  const double x = std::clamp(at.x(), 0.0, grey.cols - 1.01), y = std::clamp(at.y(), 0.0, grey.rows - 1.01);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const double fx = x - u, fy = y - v;
  return (1 - fy) * ((1 - fx) * grey.at<uchar>(v, u) + fx * grey.at<uchar>(v, u + 1)) +
         fy * ((1 - fx) * grey.at<uchar>(v + 1, u) + fx * grey.at<uchar>(v + 1, u + 1));
}

/// Inverse Fisher information of the outline's brightness profiles at the true pose, independent noise in every pixel.
inline Eigen::Matrix3d boundOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                               const TableView& view, const cv::Mat& grey, double noise) {
  Eigen::Matrix3d information = Eigen::Matrix3d::Identity() * 1e-9;
  constexpr double spacing_px = 1.0, step_px = 0.5;
  for (const OutlineSample& sample : sampleOutline(solid, pose, view, spacing_px, false)) {
    double slopes = 0.0;
    for (double t = -2.0; t <= 2.0; t += step_px) {
      const double slope = 0.5 * (brightness(grey, sample.pixel + (t + 1.0) * sample.normal) -
                                  brightness(grey, sample.pixel + (t - 1.0) * sample.normal));
      slopes += slope * slope * step_px;
    }
    const Eigen::Vector3d row = (sample.normal.transpose() * sample.by_pose).transpose();
    information += slopes / (noise * noise) * spacing_px * row * row.transpose();
  }
  return information.inverse();
}

} // namespace linesman::accuracy
