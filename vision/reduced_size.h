#pragma once
#include <opencv2/core/mat.hpp>

namespace linesman {

/// The picture at a smaller size, every pixel the mean of those it covers. Halves it as long as that goes, which takes
/// a third of the time of one large step; the levels differ by rounding alone.
cv::Mat reducedTo(const cv::Mat& image, cv::Size size);

} // namespace linesman
