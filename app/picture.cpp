#include "app/picture.h"

namespace linesman::app {

QImage toQImage(const cv::Mat& bgr) {
  if (bgr.empty() || bgr.type() != CV_8UC3)
    return {};
  const QImage view(bgr.data, bgr.cols, bgr.rows, static_cast<qsizetype>(bgr.step), QImage::Format_BGR888);
  return view.convertToFormat(QImage::Format_RGB32);
}

cv::Mat toMat(const QImage& picture) {
  QImage bgr = picture.convertToFormat(QImage::Format_BGR888);
  return cv::Mat(bgr.height(), bgr.width(), CV_8UC3, bgr.bits(), static_cast<std::size_t>(bgr.bytesPerLine())).clone();
}

} // namespace linesman::app
