#include "vision/light_change.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr int cell_px = 8;        ///< the light is compared by cells of this size
constexpr double of_slopes = 0.2; ///< so much less stiff are slopes than bends

using Terms = cv::Vec<double, 6>;

Terms termsAt(double x, double y) {
  return {1.0, x, y, x * x, x * y, y * y};
}

} // namespace

cv::Mat logarithmsOf(const cv::Mat& image_bgr, double offset) {
  cv::Mat of_level(1, 256, CV_32F), out;
  for (int level = 0; level < of_level.cols; ++level)
    of_level.at<float>(level) = static_cast<float>(level + offset);
  cv::log(of_level, of_level);
  cv::LUT(image_bgr, of_level, out);
  return out;
}

float tooBright() {
  static const float logarithm = static_cast<float>(std::log(235.0 + level_offset));
  return logarithm;
}

cv::Mat notTooBright(const cv::Mat& now, const cv::Mat& before) {
  std::vector<cv::Mat> channels;
  cv::split(cv::max(now, before), channels);
  return cv::max(cv::max(channels[0], channels[1]), channels[2]) <= tooBright();
}

cv::Mat noveltyOutside(const cv::Mat& colours, const cv::Mat& least, const cv::Mat& most) {
  constexpr double quite_different = 0.45; // of the logarithm of a channel
  const cv::Mat brighter = colours - most, darker = least - colours;
  std::vector<cv::Mat> channels;
  cv::split(cv::max(brighter, darker), channels);
  cv::Mat outside = cv::max(cv::max(channels[0], channels[1]), channels[2]);
  outside.convertTo(outside, CV_8U, 255.0 / quite_different);
  return outside;
}

cv::Mat smoothPart(const cv::Mat& change, const cv::Mat& known, double stiffness) {
  constexpr float least_known = 0.1F; // share of a cell
  const cv::Size size(std::max(1, change.cols / cell_px), std::max(1, change.rows / cell_px));
  cv::Mat cells, shares(size, CV_32F, cv::Scalar(1.0));
  if (known.empty()) {
    cv::resize(change, cells, size, 0, 0, cv::INTER_AREA);
  } else {
    cv::Mat counted = change.clone(), share_of_three;
    counted.setTo(cv::Scalar::all(0.0), known == 0);
    cv::resize(counted, cells, size, 0, 0, cv::INTER_AREA);
    cv::Mat(known != 0).convertTo(counted, CV_32F, 1.0 / 255.0);
    cv::resize(counted, shares, size, 0, 0, cv::INTER_AREA);
    cv::merge(std::vector<cv::Mat>(3, cv::max(shares, 1e-6)), share_of_three);
    cells /= share_of_three;
  }
  const auto terms = [&](int x, int y) { return termsAt(2.0 * x / cells.cols - 1.0, 2.0 * y / cells.rows - 1.0); };
  cv::Mat smooth(cells.size(), CV_32FC3, cv::Scalar::all(0.0));
  constexpr int rounds = 8;
  for (int round = 0; round < rounds; ++round) {
    cv::Matx66d normal = cv::Matx66d::zeros();
    cv::Matx<double, 6, 3> right = cv::Matx<double, 6, 3>::zeros();
    double weights = 0.0;
    for (int y = 0; y < cells.rows; ++y)
      for (int x = 0; x < cells.cols; ++x) {
        if (shares.at<float>(y, x) < least_known)
          continue;
        const Terms row = terms(x, y);
        const cv::Vec3d value = cells.at<cv::Vec3f>(y, x);
        const double off = round == 0 ? 0.0 : cv::norm(value - cv::Vec3d(smooth.at<cv::Vec3f>(y, x)));
        const double weight = 1.0 / (0.02 + off); // about least absolute deviations
        weights += weight;
        normal += weight * row * row.t();
        right += weight * row * value.t();
      }
    for (int k = 1; k < 6; ++k)
      normal(k, k) += weights * stiffness * (k < 3 ? of_slopes : 1.0);
    const cv::Matx<double, 6, 3> solution = normal.solve(right, cv::DECOMP_SVD);
    for (int y = 0; y < cells.rows; ++y)
      for (int x = 0; x < cells.cols; ++x) {
        const cv::Matx13d fitted = terms(x, y).t() * solution;
        smooth.at<cv::Vec3f>(y, x) = {static_cast<float>(fitted(0)), static_cast<float>(fitted(1)),
                                      static_cast<float>(fitted(2))};
      }
  }
  cv::resize(smooth, smooth, change.size(), 0, 0, cv::INTER_LINEAR);
  return smooth;
}

} // namespace linesman
