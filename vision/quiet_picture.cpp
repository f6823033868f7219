#include "vision/quiet_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr double harmful_levels = 2.5;  ///< noise beyond this is smoothed away
constexpr double harmless_levels = 1.8; ///< down to this
constexpr int run_px = 64;              ///< pixels of a row that are judged together
constexpr int row_step = 7;
constexpr double plainest_share = 0.25; ///< of the runs: the rest may have texture
constexpr int white_step = 4;           ///< rows and columns that white is looked for in
constexpr double white_share = 0.97;    ///< of the pixels are darker
constexpr double usual_white = 170.0;   ///< of the rendered tables, in the median

double lightOf(const cv::Mat& image) {
  std::array<int, 256> count{};
  int all = 0;
  for (int y = white_step / 2; y < image.rows; y += white_step)
    for (int x = white_step / 2; x < image.cols; x += white_step, ++all)
      ++count[image.ptr(y)[3 * x + 1]];
  int darker = 0, level = 0;
  while (level < 255 && darker + count[static_cast<std::size_t>(level)] <= white_share * all)
    darker += count[static_cast<std::size_t>(level++)];
  return std::max(1, level) / usual_white;
}

} // namespace

double noiseLevels(const cv::Mat& image) {
  std::vector<float> runs;
  for (int y = row_step / 2; y < image.rows; y += row_step) {
    const std::uint8_t* row = image.ptr(y);
    for (int begin = 1; begin + run_px < image.cols; begin += run_px) {
      int bend = 0, sum = 0;
      for (int x = begin; x < begin + run_px; ++x) { // green: what a Bayer sensor sees best
        const int l = row[3 * x - 2], m = row[3 * x + 1], r = row[3 * x + 4];
        bend += std::abs(l - 2 * m + r);
        sum += m;
      }
      if (sum > 12 * run_px && sum < 243 * run_px) // not clipped
        runs.push_back(static_cast<float>(bend));
    }
  }
  if (runs.empty())
    return 0.0;
  const auto at = runs.begin() + static_cast<std::ptrdiff_t>(plainest_share * static_cast<double>(runs.size()));
  std::nth_element(runs.begin(), at, runs.end());
  return *at / run_px / std::sqrt(6.0 * 2.0 / std::numbers::pi);
}

QuietPicture::QuietPicture(const cv::Mat& image) : image_(image), noise_(noiseLevels(image)), light_(lightOf(image)) {
  if (noise_ < harmful_levels)
    return;
  // White noise under a Gaussian of s px falls to 1 / (2 sqrt(pi) s) of itself.
  blur_px_ = noise_ / (2.0 * std::sqrt(std::numbers::pi) * harmless_levels);
  cv::GaussianBlur(image, image_, cv::Size(0, 0), blur_px_);
  noise_ = harmless_levels;
}

} // namespace linesman
