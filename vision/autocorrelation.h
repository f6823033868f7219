#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/wide.h"

namespace linesman {

/// Of a picture (32F) the sums of products with itself, moved by every shift up to `reach` px down and to both sides:
/// at (y, reach + x) for x px to the right and y px down. Rows go by Fourier transforms, shifts down are summed: there
/// are few of them. `widely`: sixteen numbers at once, for processors that hasWideRegisters().
cv::Mat autocorrelation(const cv::Mat& picture, int reach, bool widely = hasWideRegisters());

} // namespace linesman
