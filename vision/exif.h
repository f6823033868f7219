#pragma once
#include <optional>
#include <string_view>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// How the camera was held, by the tag Orientation of EXIF data (a TIFF block, from its "II" or "MM" on): 1 upright,
/// 2 to 8 as CIPA DC-008 section 4.6.5 numbers them. Nothing where the data do not tell.
std::optional<int> exifOrientation(std::string_view tiff);

/// The EXIF data of a WebP file (RIFF chunk "EXIF"); empty where it has none or is no WebP file.
std::string_view exifOfWebp(std::string_view file);

/// Turns and mirrors a picture as it was stored so that it stands upright.
void turnUpright(cv::Mat& image, int orientation);

} // namespace linesman
