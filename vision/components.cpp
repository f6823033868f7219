#include "vision/components.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace linesman {

std::vector<Component> componentsOf(const cv::Mat& mask, cv::Mat& labels, int neighbours) {
  const int count = cv::connectedComponents(mask, labels, neighbours, CV_32S);
  struct Seen {
    int left, right = -1, top = -1, bottom = -1, area = 0;
  };
  std::vector<Seen> seen(static_cast<std::size_t>(count), Seen{labels.cols});
  for (int y = 0; y < labels.rows; ++y) {
    const auto* row = labels.ptr<int>(y);
    for (int first = 0, last; first < labels.cols; first = last) { // runs
      last = first + 1;
      while (last < labels.cols && row[last] == row[first])
        ++last;
      Seen& one = seen[static_cast<std::size_t>(row[first])];
      one.left = std::min(one.left, first);
      one.right = std::max(one.right, last);
      one.top = one.top < 0 ? y : one.top;
      one.bottom = y + 1;
      one.area += last - first;
    }
  }
  std::vector<Component> out;
  out.reserve(seen.size());
  for (const Seen& one : seen)
    out.push_back(
        {one.area > 0 ? cv::Rect({one.left, one.top}, cv::Point(one.right, one.bottom)) : cv::Rect(), one.area});
  return out;
}

} // namespace linesman
