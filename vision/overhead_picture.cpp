#include "vision/overhead_picture.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "vision/linear_map.h"

namespace linesman {

namespace {

constexpr double nearly_above_mm =
    30.0; ///< from where the picture's middle looks: then its own columns tell directions

/// Where the middle of the picture looks, or the nearest place to it that is on the table.
std::optional<Eigen::Vector2d> middleOfView(const TableView& view) {
  const double w = view.lens().width_px, h = view.lens().height_px;
  for (const double share : {0.5, 0.7, 0.9})
    if (auto at = view.tablePoint({0.5 * w, share * h}))
      return at;
  return std::nullopt;
}

Eigen::Vector2d towardsCamera(const TableView& view, const Eigen::Vector2d& middle_mm) {
  const Eigen::Vector2d to_eye = view.eye_mm().head<2>() - middle_mm;
  if (to_eye.norm() > nearly_above_mm)
    return to_eye.normalized();
  const auto above = view.pixel({middle_mm.x(), middle_mm.y(), 0.0});
  const auto below = above ? view.tablePoint(*above + Eigen::Vector2d(0.0, 10.0)) : std::nullopt;
  return below ? (*below - middle_mm).normalized() : Eigen::Vector2d(0.0, -1.0);
}

int wholeGrains(double px) {
  constexpr int grain = OverheadFrame::grain_px;
  return (static_cast<int>(std::ceil(px)) + grain - 1) / grain * grain;
}

} // namespace

OverheadFrame::OverheadFrame(const TableView& view, double farthest_mm) {
  const auto middle = middleOfView(view);
  if (!middle)
    return;
  const Eigen::Vector2d down = towardsCamera(view, *middle);
  axes_.col(0) = Eigen::Vector2d(-down.y(), down.x());
  axes_.col(1) = down;
  Eigen::AlignedBox2d bounds;
  constexpr int steps = 16;
  for (int i = 0; i <= steps; ++i)
    for (int j = 0; j <= steps; ++j)
      if (const auto at = view.tablePoint({view.lens().width_px * static_cast<double>(i) / steps,
                                           view.lens().height_px * static_cast<double>(j) / steps}))
        if ((*at - view.middle_mm()).norm() < 2.0 * farthest_mm && view.mmPerPixel(*at) < coarsest_mm)
          bounds.extend(axes_.transpose() * *at);
  const Eigen::Vector2d most(farthest_mm, farthest_mm), about = axes_.transpose() * view.middle_mm();
  bounds = bounds.intersection(Eigen::AlignedBox2d(about - most, about + most));
  if (bounds.isEmpty())
    return;
  first_mm_ = axes_ * bounds.min();
  size_ = {wholeGrains(bounds.sizes().x() / mm_per_px), wholeGrains(bounds.sizes().y() / mm_per_px)};
}

cv::Mat overheadPicture(const OverheadFrame& frame, const EdgeField& reduced, double light, const TableView& view) {
  const cv::Mat map = linearMap(frame.size(), [&](const Eigen::Vector2d& at) {
    const Eigen::Vector2d on_table = frame.tablePoint(at);
    const auto pixel = view.pixel({on_table.x(), on_table.y(), 0.0});
    return pixel ? reduced.toReduced(*pixel) : Eigen::Vector2d(-1e4, -1e4);
  });
  cv::Mat out;
  cv::remap(reduced.image(), out, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  out.convertTo(out, CV_8U, 1.0 / light);
  return out;
}

} // namespace linesman
