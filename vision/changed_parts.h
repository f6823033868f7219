#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

// Where a picture changed: `changed` is 8 bit, of any size, stretched over the picture, and not 0 there.

/// Rectangles of a picture of `size` around all that changed; what is near to each other is joined.
std::vector<cv::Rect> changedRectangles(const cv::Mat& changed, const cv::Size& size);

/// How far every pixel of a picture of `size` is from what changed: 8 bit, px, rounded; 255 where it is `reach_px`
/// (at most 250) or more.
cv::Mat distanceFromChanged(const cv::Mat& changed, const cv::Size& size, int reach_px);

} // namespace linesman
