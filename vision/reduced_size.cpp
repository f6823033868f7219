#include "vision/reduced_size.h"

#include <opencv2/imgproc.hpp>

namespace linesman {

cv::Mat reducedTo(const cv::Mat& image, cv::Size size) {
  cv::Mat from = image, to;
  while (from.cols % 2 == 0 && from.rows % 2 == 0 && from.cols >= 2 * size.width && from.rows >= 2 * size.height) {
    cv::resize(from, to, from.size() / 2, 0.0, 0.0, cv::INTER_AREA);
    from = to;
    to = cv::Mat();
  }
  if (from.size() == size)
    return from;
  cv::resize(from, to, size, 0.0, 0.0, cv::INTER_AREA);
  return to;
}

} // namespace linesman
