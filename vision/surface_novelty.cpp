#include "vision/surface_novelty.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr int columns = 4, rows = 3;   ///< windows are centred on this grid, each twice as wide as its cell
constexpr int l_step = 10, c_step = 7; ///< of the colour bins, 8 bit Lab
constexpr int l_bins = 256 / l_step + 3, c_bins = 256 / c_step + 3;
constexpr double common_share = 0.03; ///< of a window: colours this frequent belong to the surface

int binOf(const cv::Vec3b& lab) {
  return ((lab[0] / l_step + 1) * c_bins + lab[1] / c_step + 1) * c_bins + lab[2] / c_step + 1;
}

/// Sums over three neighbouring bins along one axis, in place; the border bins stay empty.
void addNeighbours(std::vector<int>& bins, int stride) {
  std::vector<int> sums(bins.size(), 0);
  const auto s = static_cast<std::size_t>(stride);
  for (std::size_t i = s; i + s < bins.size(); ++i)
    sums[i] = bins[i - s] + bins[i] + bins[i + s];
  bins.swap(sums);
}

} // namespace

cv::Mat surfaceNovelty(const cv::Mat& image) {
  cv::Mat lab, novelty(image.size(), CV_8U, cv::Scalar(0));
  cv::cvtColor(image, lab, cv::COLOR_BGR2Lab);
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const cv::Rect cell(cv::Point(column * image.cols / columns, row * image.rows / rows),
                          cv::Point((column + 1) * image.cols / columns, (row + 1) * image.rows / rows));
      const cv::Rect window =
          cv::Rect(cell.x - cell.width / 2, cell.y - cell.height / 2, 2 * cell.width, 2 * cell.height) &
          cv::Rect(0, 0, image.cols, image.rows);
      std::vector<int> bins(static_cast<std::size_t>(l_bins * c_bins * c_bins), 0);
      int total = 0;
      for (int y = window.y; y < window.br().y; y += 2)
        for (int x = window.x; x < window.br().x; x += 2, ++total)
          ++bins[static_cast<std::size_t>(binOf(lab.at<cv::Vec3b>(y, x)))];
      addNeighbours(bins, 1);
      addNeighbours(bins, c_bins);
      addNeighbours(bins, c_bins * c_bins);
      const double full = 255.0 / (common_share * total);
      for (int y = cell.y; y < cell.br().y; ++y)
        for (int x = cell.x; x < cell.br().x; ++x) {
          const double count = bins[static_cast<std::size_t>(binOf(lab.at<cv::Vec3b>(y, x)))];
          novelty.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(std::max(0.0, 255.0 - full * count));
        }
    }
  return novelty;
}

} // namespace linesman
