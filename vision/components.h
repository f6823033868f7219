#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// What of a mask hangs together.
struct Component {
  cv::Rect box; ///< around it
  int area_px = 0;
};

/// All of them in a mask (8 bit, not 0 there), and in the first place what is beside them; `labels` (32 bit, of its
/// size): which of them each pixel belongs to. Pixels hang together with 4 or 8 `neighbours`. The same as
/// cv::connectedComponentsWithStats() finds, which takes three times as long to tell where middles lie.
std::vector<Component> componentsOf(const cv::Mat& mask, cv::Mat& labels, int neighbours = 8);

} // namespace linesman
