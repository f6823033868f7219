#pragma once
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"

namespace linesman::app {

// The pictures of a match's record: `SEQ.jpg` of the settled table with that number, and beside it the lens it was seen
// through, so that marks can be drawn on it again.

std::string pictureFile(const std::string& folder, long long seq);
/// The whole picture or none, and the lens where it is known; makes the folder when it is missing. A picture less is no
/// loss: the measurements are in the record.
void keepPicture(const std::string& folder, long long seq, const cv::Mat& picture, const std::optional<Lens>& lens);
/// Nothing when it was not kept.
std::optional<Lens> pictureLens(const std::string& folder, long long seq);

} // namespace linesman::app
