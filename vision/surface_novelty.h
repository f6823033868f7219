#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// How foreign each pixel's colour is to the surface around it: 0 where the colour is common in a wide window (table,
/// cloth, each square of a pattern), 255 where it is rare (pieces). 8 bit, same size as `image` (8 bit BGR).
cv::Mat surfaceNovelty(const cv::Mat& image);

} // namespace linesman
