#pragma once
#include <string>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/result.h"

namespace linesman {

/// Reads one picture (8 bit BGR, turned upright as its EXIF data say); a missing, torn or tiny one is one sentence.
Result<cv::Mat> readImage(const std::string& path);
/// The same in grey.
Result<cv::Mat> readGrey(const std::string& path);

/// Writes a picture in the format of its ending; an ending or folder that cannot be written is one sentence.
Result<void> writeImage(const std::string& path, const cv::Mat& image, int jpeg_quality = 95);

} // namespace linesman
