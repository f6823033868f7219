#include "vision/quiet_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
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
constexpr int rim_rows = 5;             ///< in every so many rows and columns rims are looked for
constexpr int rim_reach = 8;            ///< px to both sides of an edge, where sharpening has no more influence
constexpr int least_step = 40;          ///< levels, of edges whose rims are measured
constexpr int steep = 6;                ///< such edges change by at least this part of their step in one pixel
constexpr int level_change = 5;         ///< at most, of the level surfaces an edge parts
constexpr std::size_t few_edges = 20;   ///< with fewer nothing is said
constexpr double rim_share = 0.75;      ///< of the edges have smaller rims: many lie too close to others to have any
constexpr double harmful_rims = 0.1;    ///< rendered tables have up to 0.08, photographs 0.2
constexpr double softening_px = 0.6;    ///< makes edges as steep again as they were

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

/// The value that `share` of some (not none) are smaller than; reorders them.
float quantileOf(std::vector<float>& values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size()));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The rims of the edge between the pixel at `green` and the next one, `next` bytes on, over its step; none where it is
/// no steep edge of its own between level surfaces.
std::optional<float> rimsOf(const std::uint8_t* green, std::ptrdiff_t next) {
  const auto at = [green, next](int x) { return static_cast<int>(green[x * next]); };
  const int rise = at(1) - at(0), sign = rise < 0 ? -1 : 1;
  const int here = at(1 - rim_reach), there = at(rim_reach), step = sign * (there - here);
  if (step < least_step || steep * std::abs(rise) < step || std::abs(rise) < std::abs(at(0) - at(-1)) ||
      std::abs(rise) <= std::abs(at(2) - at(1)))
    return {};
  for (int beyond = 1; beyond <= 2; ++beyond)
    if (std::abs(there - at(rim_reach - beyond)) > level_change ||
        std::abs(here - at(1 - rim_reach + beyond)) > level_change)
      return {};
  int above = 0, below = 0;
  for (int x = 0; x < rim_reach; ++x) {
    const int far = at(x + 1), near = at(-x);
    if (std::max(far, near) > 245 || std::min(far, near) < 8)
      return {}; // clipped
    above = std::max(above, sign * (far - there));
    below = std::max(below, sign * (here - near));
  }
  return static_cast<float>(std::min(above, below)) / static_cast<float>(step);
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
  return runs.empty() ? 0.0 : quantileOf(runs, plainest_share) / run_px / std::sqrt(6.0 * 2.0 / std::numbers::pi);
}

double edgeRims(const cv::Mat& image) {
  std::vector<float> rims;
  const auto look = [&rims](const std::uint8_t* green, std::ptrdiff_t next) {
    if (steep * std::abs(green[next] - green[0]) >= least_step)
      if (const auto found = rimsOf(green, next))
        rims.push_back(*found);
  };
  const auto next_row = static_cast<std::ptrdiff_t>(image.step);
  for (int y = 0; y < image.rows; ++y) {
    const std::uint8_t* green = image.ptr(y) + 1;
    if (y % rim_rows == rim_rows / 2)
      for (int x = rim_reach; x + rim_reach < image.cols; ++x)
        look(green + 3 * x, 3);
    if (y >= rim_reach && y + rim_reach < image.rows)
      for (int x = rim_rows / 2; x < image.cols; x += rim_rows)
        look(green + 3 * x, next_row);
  }
  return rims.size() < few_edges ? 0.0 : quantileOf(rims, rim_share);
}

bool hasSharpGrain(const cv::Mat& image) {
  return noiseLevels(image) >= harmful_levels && edgeRims(image) > harmful_rims;
}

QuietPicture::QuietPicture(const cv::Mat& image) : image_(image), noise_(noiseLevels(image)), light_(lightOf(image)) {
  // White noise under a Gaussian of s px falls to 1 / (2 sqrt(pi) s) of itself.
  const double per_px = 2.0 * std::sqrt(std::numbers::pi);
  if (noise_ >= harmful_levels)
    blur_px_ = noise_ / (per_px * harmless_levels);
  if (blur_px_ < softening_px && edgeRims(image) > harmful_rims)
    blur_px_ = softening_px;
  if (blur_px_ == 0.0)
    return;
  image_.release(); // it shares the caller's pixels
  cv::GaussianBlur(image, image_, cv::Size(0, 0), blur_px_);
  noise_ /= per_px * blur_px_;
}

} // namespace linesman
