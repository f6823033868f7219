#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// Of a picture (32F) the sums of products with itself, moved by every shift up to `reach` px down and to both sides:
/// at (y, reach + x) for x px to the right and y px down. Rows go by Fourier transforms, shifts down are summed: there
/// are few of them.
cv::Mat autocorrelation(const cv::Mat& picture, int reach);

} // namespace linesman
