#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/outline_samples.h"

namespace linesman {

/// Whether an outline, pixels, stands out of what is around it: false where that is dark and the mean step of colour
/// across its sides is hardly more than the noise there. A dark room beyond the table, made brighter by a camera, is
/// full of blocks that look like small pieces. `image`: 8 bit BGR. About a hundredth of a millisecond where it is not
/// dark.
bool standsOutOfDark(const PictureOutline& hull, const cv::Mat& image);

} // namespace linesman
