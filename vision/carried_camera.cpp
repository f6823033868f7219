#include "vision/carried_camera.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

namespace linesman {

CameraMove CarriedCamera::sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, bool by_hand) {
  constexpr double reach_mm = 100.0;
  constexpr double bump = 0.03, differ = 0.0012, nudge = 0.02; // of the picture's width
  std::array<Eigen::Vector2d, 4> now;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Eigen::Vector3d corner_mm(i % 2 == 0 ? reach_mm : -reach_mm, i < 2 ? reach_mm : -reach_mm, 0.0);
    now[i] = lens.project(camera_from_table * Point3<TableFrame>{corner_mm}).xy;
  }
  const auto before = std::exchange(before_, now);
  if (!before)
    return CameraMove::none;
  double farthest_px = 0.0;
  std::vector<cv::Point2f> from, to;
  for (const Eigen::Vector2d& point : now) {
    // Each to the nearest: the frame of a board turns by a quarter when a1 is found to be another corner.
    const auto away = [&](const Eigen::Vector2d& other) { return (other - point).norm(); };
    const Eigen::Vector2d& nearest = *std::ranges::min_element(*before, {}, away);
    farthest_px = std::max(farthest_px, away(nearest));
    from.emplace_back(static_cast<float>(nearest.x()), static_cast<float>(nearest.y()));
    to.emplace_back(static_cast<float>(point.x()), static_cast<float>(point.y()));
  }
  if (farthest_px < (by_hand ? differ : bump) * lens.width_px)
    return CameraMove::none;
  if (farthest_px > nudge * lens.width_px)
    return CameraMove::carried;
  now_from_before_ = cv::getPerspectiveTransform(from, to);
  constexpr double most_change =
      0.3; // of areas; seen from very far away two of the points may take the same for theirs
  return std::abs(cv::determinant(now_from_before_) - 1.0) < most_change ? CameraMove::nudged : CameraMove::carried;
}

} // namespace linesman
