#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Logarithms of a picture's colours, 32FC3: 8 bit levels with an offset that keeps the noise of dark places small.
cv::Mat logarithmsOf(const cv::Mat& image_bgr);

/// The change of light between two pictures as a quadratic over the picture, by reweighted least squares: what came or
/// went does not pull it along. `change`: 32FC3, of logarithmsOf(); `known`: 8 bit, where it counts (empty:
/// everywhere). The answer is as large.
cv::Mat smoothChange(const cv::Mat& change, const cv::Mat& known = {});

} // namespace linesman
