#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// Where the middle of a disc may be.
struct DiscPlace {
  double x, y; ///< px
  float votes;
};

/// Middles that the edges of `image` (8 bit BGR) vote for, every edge for the two that lie one radius across it, where
/// `wanted` (8 bit, its size) is not 0. Those with most votes first.
std::vector<DiscPlace> discPlaces(const cv::Mat& image, const cv::Mat& wanted, double radius_px);

} // namespace linesman
