#include "vision/quiet_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include <opencv2/core/hal/intrin.hpp>
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

void addTo(cv::v_uint32x4& sums, const cv::v_uint16x8& values) {
  cv::v_uint32x4 low, high;
  cv::v_expand(values, low, high);
  sums += low + high;
}

struct Run {
  int bend, sum; ///< how much its levels bend, all levels
};

/// Of green, which a Bayer sensor sees best. The pixels before and after it are looked at too.
Run bendOf(const std::uint8_t* pixels) {
  static_assert(run_px % 16 == 0);
  cv::v_uint32x4 bends = cv::v_setzero_u32(), sums = bends;
  const auto green = [](const std::uint8_t* from) {
    cv::v_uint8x16 b, g, r;
    cv::v_load_deinterleave(from, b, g, r);
    return g;
  };
  for (int x = 0; x < run_px; x += 16) {
    cv::v_uint16x8 l0, l1, m0, m1, r0, r1;
    cv::v_expand(green(pixels + 3 * x - 3), l0, l1);
    cv::v_expand(green(pixels + 3 * x), m0, m1);
    cv::v_expand(green(pixels + 3 * x + 3), r0, r1);
    for (const auto& bend : {cv::v_absdiff(l0 + r0, m0 + m0), cv::v_absdiff(l1 + r1, m1 + m1)})
      addTo(bends, bend);
    addTo(sums, m0 + m1);
  }
  return {static_cast<int>(cv::v_reduce_sum(bends)), static_cast<int>(cv::v_reduce_sum(sums))};
}

} // namespace

double noiseLevels(const cv::Mat& image) {
  std::vector<float> runs;
  for (int y = row_step / 2; y < image.rows; y += row_step) {
    const std::uint8_t* row = image.ptr(y);
    for (int begin = 1; begin + run_px < image.cols; begin += run_px) {
      const auto [bend, sum] = bendOf(row + 3 * begin);
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
