#include "vision/plane_picture.h"

#include <algorithm>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

constexpr int knot_px = 16; ///< projections are exact on a grid so wide, linear between

/// Picture pixels of the patch's knots; far outside where there is none.
cv::Mat knotsOf(const PlanePatch& patch, double pitch_mm, const cv::Size& size, const TableView& view) {
  cv::Mat knots((size.height + knot_px - 1) / knot_px + 1, (size.width + knot_px - 1) / knot_px + 1, CV_32FC2);
  const double far_px = 4.0 * view.lens().width_px;
  for (int j = 0; j < knots.rows; ++j)
    for (int i = 0; i < knots.cols; ++i) {
      const auto pixel = view.pixel(patch.at(pitch_mm * knot_px * i, pitch_mm * knot_px * j));
      const bool near = pixel && pixel->cwiseAbs().maxCoeff() < far_px;
      knots.at<cv::Vec2f>(j, i) =
          near ? cv::Vec2f(static_cast<float>(pixel->x()), static_cast<float>(pixel->y())) : cv::Vec2f::all(-1e4F);
    }
  return knots;
}

} // namespace

PlanePicture planePicture(const cv::Mat& image, const TableView& view, const PlanePatch& patch, double pitch_mm) {
  const cv::Size size(std::max(1, static_cast<int>(patch.width_mm / pitch_mm)),
                      std::max(1, static_cast<int>(patch.height_mm / pitch_mm)));
  const cv::Mat knots = knotsOf(patch, pitch_mm, size, view);
  cv::Mat map(size, CV_32FC2);
  PlanePicture out{patch, pitch_mm, {}, cv::Mat::zeros(size, CV_8U)};
  for (int y = 0; y < size.height; ++y) {
    const float v = static_cast<float>(y % knot_px) / knot_px;
    const auto *upper = knots.ptr<cv::Vec2f>(y / knot_px), *lower = knots.ptr<cv::Vec2f>(y / knot_px + 1);
    auto* row = map.ptr<cv::Vec2f>(y);
    auto* known = out.known.ptr<std::uint8_t>(y);
    for (int x = 0; x < size.width; ++x) {
      const int i = x / knot_px;
      const float u = static_cast<float>(x % knot_px) / knot_px;
      row[x] = (1.0F - v) * ((1.0F - u) * upper[i] + u * upper[i + 1]) + v * ((1.0F - u) * lower[i] + u * lower[i + 1]);
      known[x] = row[x][0] >= 0.0F && row[x][1] >= 0.0F && row[x][0] <= static_cast<float>(image.cols - 1) &&
                         row[x][1] <= static_cast<float>(image.rows - 1)
                     ? 255
                     : 0;
    }
  }
  cv::remap(image, out.image, map, cv::Mat(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return out;
}

} // namespace linesman
