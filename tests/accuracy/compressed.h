#pragma once
#include <random>
#include <vector>

#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

namespace linesman::accuracy {

/// The picture as a webcam hands it over.
inline cv::Mat compressed(const cv::Mat& grey, int jpeg_quality) {
  std::vector<uchar> bytes;
  cv::imencode(".jpg", grey, bytes, {cv::IMWRITE_JPEG_QUALITY, jpeg_quality});
  return cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
}

/// Edges a little off their place, along and across by a standard deviation of `sigma_px`, differently from one end of
/// a marker's side to the other: what demosaicing, sharpening, uneven light and ink do and a drawn picture lacks.
inline cv::Mat unsteady(const cv::Mat& grey, double sigma_px, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<float> normal;
  cv::Mat maps[2];
  for (cv::Mat& map : maps) {
    constexpr int step = 12; // pixels between independent nodes
    cv::Mat nodes(grey.rows / step + 2, grey.cols / step + 2, CV_32F);
    for (int y = 0; y < nodes.rows; ++y)
      for (int x = 0; x < nodes.cols; ++x)
        nodes.at<float>(y, x) = normal(random);
    cv::resize(nodes, map, grey.size(), 0, 0, cv::INTER_CUBIC);
    cv::Scalar mean, spread;
    cv::meanStdDev(map, mean, spread);
    map *= sigma_px / spread[0];
  }
  for (int y = 0; y < grey.rows; ++y)
    for (int x = 0; x < grey.cols; ++x) {
      maps[0].at<float>(y, x) += static_cast<float>(x);
      maps[1].at<float>(y, x) += static_cast<float>(y);
    }
  cv::Mat moved;
  cv::remap(grey, moved, maps[0], maps[1], cv::INTER_CUBIC, cv::BORDER_REPLICATE);
  return moved;
}

} // namespace linesman::accuracy
