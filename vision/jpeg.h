#pragma once
#include <cstdio>
#include <vector>

#include <opencv2/core/mat.hpp>

namespace linesman {

/// What became of a JPEG file: decoded, torn, or better left to the media library (EXIF data, CMYK, not a JPEG at all).
enum class JpegResult { decoded, torn, other };

/// Decodes a plain JPEG file (8 bit BGR). The same pixels as OpenCV's decoder, without the hundred libraries that it
/// loads.
JpegResult decodeJpeg(std::FILE* file, cv::Mat& image);

/// Encodes an 8 bit BGR or grey picture, 4:2:0; empty when the picture has another type.
std::vector<unsigned char> jpegBytes(const cv::Mat& image, int quality);

} // namespace linesman
