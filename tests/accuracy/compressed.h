#pragma once
#include <vector>

#include <opencv2/imgcodecs.hpp>

namespace linesman::accuracy {

/// The picture as a webcam hands it over.
inline cv::Mat compressed(const cv::Mat& grey, int jpeg_quality) {
  std::vector<uchar> bytes;
  cv::imencode(".jpg", grey, bytes, {cv::IMWRITE_JPEG_QUALITY, jpeg_quality});
  return cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
}

} // namespace linesman::accuracy
