#include "vision/square_change.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;

/// Sums of a difference's blocks of 12 x 12 pixels of a crop, by colour; `coarse` x `coarse` of them make one here.
constexpr int block = 12, across = Shape::width_px / block, down = Shape::height_px / block, coarse = 2;
using BlockSums = std::array<std::array<std::array<int, 3>, across>, down>;

/// How much a window's sums change when one of its colours goes through the whole range.
constexpr double whole_window = 255.0 * 4 * (block / coarse) * (block / coarse);

BlockSums changesOf(const cv::Mat& now, const cv::Mat& before) {
  constexpr int size = block / coarse, numbers = 3 * across * size;
  BlockSums sums{};
  for (int row = 0; row < down; ++row) {
    std::array<std::int16_t, numbers> columns{}; // six differences of bytes fit
    for (int y = row * size; y < (row + 1) * size; ++y) {
      const auto *a = now.ptr<uchar>(y), *b = before.ptr<uchar>(y);
      for (std::size_t k = 0; k < numbers; ++k)
        columns[k] = static_cast<std::int16_t>(columns[k] + a[k] - b[k]);
    }
    for (std::size_t k = 0; k < numbers; ++k)
      sums[static_cast<std::size_t>(row)][k / (3 * size)][k % 3] += columns[k];
  }
  return sums;
}

/// Calls with(sums by colour) for every window of two by two blocks whose middle is in `part`.
template <class With> void eachWindow(const BlockSums& sums, const cv::Rect& part, const With& with) {
  for (std::size_t y = 0; y + 1 < down; ++y)
    for (std::size_t x = 0; x + 1 < across; ++x) {
      if (!part.contains({block * (static_cast<int>(x) + 1), block * (static_cast<int>(y) + 1)}))
        continue;
      std::array<int, 3> sum{};
      for (std::size_t c = 0; c < 3; ++c)
        sum[c] = sums[y][x][c] + sums[y][x + 1][c] + sums[y + 1][x][c] + sums[y + 1][x + 1][c];
      with(sum);
    }
}

constexpr int edge_px = 8; ///< of a picture's blocks

} // namespace

bool looksDifferent(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share) {
  bool differs = false;
  eachWindow(changesOf(now, before), part, [&](const std::array<int, 3>& change) {
    for (const int of_colour : change)
      differs |= std::abs(of_colour) > share * whole_window;
  });
  return differs;
}

bool changesUnevenly(const cv::Mat& now, const cv::Mat& before, const cv::Rect& part, double share) {
  std::array<int, 3> least, most;
  least.fill(std::numeric_limits<int>::max());
  most.fill(std::numeric_limits<int>::min());
  eachWindow(changesOf(now, before), part, [&](const std::array<int, 3>& change) {
    for (std::size_t c = 0; c < 3; ++c) {
      least[c] = std::min(least[c], change[c]);
      most[c] = std::max(most[c], change[c]);
    }
  });
  for (std::size_t c = 0; c < 3; ++c)
    if (most[c] > least[c] && most[c] - least[c] > share * whole_window)
      return true;
  return false;
}

std::array<std::uint8_t, 27> lookOfFoot(const cv::Mat& colours_of_half) {
  constexpr int tile = block / coarse, foot_x = Shape::foot_x_px / coarse, foot_y = Shape::foot_y_px / coarse;
  std::array<std::uint8_t, 27> look{};
  std::size_t at = 0;
  for (int y = foot_y - 2 * tile; y < foot_y + tile; y += tile)
    for (int x = foot_x - 3 * tile / 2; x < foot_x + 3 * tile / 2; x += tile)
      for (int c = 0; c < 3; ++c) {
        int sum = 0;
        for (int v = 0; v < tile; ++v)
          for (int u = 0; u < tile; ++u)
            sum += colours_of_half.at<cv::Vec3b>(y + v, x + u)[c];
        look[at++] = static_cast<std::uint8_t>(sum / (tile * tile));
      }
  return look;
}

PictureBlocks::PictureBlocks(const cv::Mat& image_bgr) {
  const cv::Size size(image_bgr.cols / edge_px, image_bgr.rows / edge_px);
  if (!size.empty())
    cv::resize(image_bgr({0, 0, size.width * edge_px, size.height * edge_px}), means_, size, 0, 0, cv::INTER_AREA);
}

cv::Rect PictureBlocks::around(const cv::Rect& part) const {
  return cv::Rect(cv::Point(part.x / edge_px, part.y / edge_px),
                  cv::Point(part.br().x / edge_px + 1, part.br().y / edge_px + 1)) &
         cv::Rect({}, means_.size());
}

bool PictureBlocks::same(const cv::Rect& at, const cv::Mat& before) const {
  constexpr double enough = 3.0; // grey levels; windows of many blocks have to change by more than twice as much
  return !at.empty() && cv::norm(means_(at), before, cv::NORM_INF) < enough;
}

} // namespace linesman
