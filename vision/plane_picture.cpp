#include "vision/plane_picture.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

#include "vision/linear_map.h"

namespace linesman {

PlanePicture planePicture(const cv::Mat& image, const TableView& view, const PlanePatch& patch, double pitch_mm) {
  const cv::Size size(std::max(1, static_cast<int>(patch.width_mm / pitch_mm)),
                      std::max(1, static_cast<int>(patch.height_mm / pitch_mm)));
  const double far_px = 4.0 * view.lens().width_px;
  const cv::Mat map = linearMap(size, [&](const Eigen::Vector2d& at) {
    const auto pixel = view.pixel(patch.at(pitch_mm * at.x(), pitch_mm * at.y()));
    return pixel && pixel->cwiseAbs().maxCoeff() < far_px ? *pixel : Eigen::Vector2d(-1e4, -1e4);
  });
  PlanePicture out{patch, pitch_mm, {}, cv::Mat::zeros(size, CV_8U)};
  for (int y = 0; y < size.height; ++y) {
    const auto* row = map.ptr<cv::Vec2f>(y);
    auto* known = out.known.ptr<std::uint8_t>(y);
    for (int x = 0; x < size.width; ++x)
      known[x] = row[x][0] >= 0.0F && row[x][1] >= 0.0F && row[x][0] <= static_cast<float>(image.cols - 1) &&
                         row[x][1] <= static_cast<float>(image.rows - 1)
                     ? 255
                     : 0;
  }
  cv::remap(image, out.image, map, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return out;
}

} // namespace linesman
