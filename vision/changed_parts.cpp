#include "vision/changed_parts.h"

#include <algorithm>
#include <cstdint>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr int joined_px = 40; ///< parts nearer to each other are one

cv::Rect grown(const cv::Rect& part, int by) {
  return {part.x - by, part.y - by, part.width + 2 * by, part.height + 2 * by};
}

/// Adds a part, as one with those that it is near to.
void join(cv::Rect part, std::vector<cv::Rect>& parts) {
  for (std::size_t k = 0; k < parts.size();) {
    if ((grown(part, joined_px) & parts[k]).empty()) {
      ++k;
      continue;
    }
    part |= parts[k];
    parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(k));
    k = 0;
  }
  parts.push_back(part);
}

} // namespace

std::vector<cv::Rect> changedRectangles(const cv::Mat& changed, const cv::Size& size) {
  const auto at = [](int value, int of, int all) { return value == of ? all : value * all / of; };
  std::vector<cv::Rect> parts;
  for (int y = 0; y < changed.rows; ++y) {
    const std::uint8_t *row = changed.ptr(y), *end = row + changed.cols;
    const auto is_changed = [](std::uint8_t value) { return value != 0; };
    for (const auto* first = row; (first = std::find_if(first, end, is_changed)) != end;) {
      const auto* last = std::find(first, end, 0);
      const cv::Point begin(at(static_cast<int>(first - row), changed.cols, size.width),
                            at(y, changed.rows, size.height));
      const cv::Point stop(at(static_cast<int>(last - row), changed.cols, size.width) + 1,
                           at(y + 1, changed.rows, size.height) + 1);
      join(cv::Rect(begin, stop) & cv::Rect({0, 0}, size), parts);
      first = last;
    }
  }
  return parts;
}

cv::Mat distanceFromChanged(const cv::Mat& changed, const cv::Size& size, int reach_px) {
  cv::Mat wide, out(size, CV_8U, cv::Scalar(255)), distance, rounded;
  cv::resize(changed, wide, size, 0.0, 0.0, cv::INTER_NEAREST);
  for (const cv::Rect& changed_part : changedRectangles(changed, size)) {
    const cv::Rect part = grown(changed_part, reach_px) & cv::Rect({0, 0}, size);
    cv::distanceTransform(wide(part) == 0, distance, cv::DIST_L2, cv::DIST_MASK_5);
    distance.setTo(255.0, distance >= static_cast<double>(reach_px));
    distance.convertTo(rounded, CV_8U);
    cv::Mat here = out(part);
    cv::min(here, rounded, here); // parts may reach into each other
  }
  return out;
}

} // namespace linesman
