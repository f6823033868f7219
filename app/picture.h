#pragma once
#include <QImage>
#include <opencv2/core/mat.hpp>

namespace linesman::app {

/// Picture for the screen: RGB32, own memory; null for anything but 8 bit BGR.
QImage toQImage(const cv::Mat& bgr);
/// Back to 8 bit BGR, own memory.
cv::Mat toMat(const QImage& picture);

} // namespace linesman::app
