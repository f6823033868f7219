#pragma once
#include <cstdio>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// What became of a file: a JPEG that was decoded, or is torn, or no JPEG, which is for the media library.
enum class JpegResult { decoded, torn, other };

/// Decodes a JPEG file (8 bit BGR, turned upright as its EXIF data say). The same pixels as OpenCV's decoder, without
/// the hundred libraries that it loads; and a file that breaks off is torn, where OpenCV paints what lacks in grey.
JpegResult decodeJpeg(std::FILE* file, cv::Mat& image);

/// Encodes an 8 bit BGR or grey picture, 4:2:0; empty when the picture has another type.
std::vector<unsigned char> jpegBytes(const cv::Mat& image, int quality);

} // namespace linesman
