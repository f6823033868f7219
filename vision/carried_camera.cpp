#include "vision/carried_camera.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/table_view.h"

namespace linesman {

namespace {

/// The table's origin where the picture shows it, as it does a board's middle; else where the picture's middle looks.
Eigen::Vector2d middleSeen(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table) {
  const TableView view(lens, {camera_from_table, Matrix6d::Zero()});
  const auto origin = view.pixel(Eigen::Vector3d::Zero());
  const auto back = origin ? view.tablePoint(*origin) : std::nullopt;
  const bool shown = back && back->norm() < 1.0 && origin->x() >= 0.0 && origin->x() < lens.width_px &&
                     origin->y() >= 0.0 && origin->y() < lens.height_px;
  return shown ? Eigen::Vector2d::Zero().eval() : view.middle_mm();
}

} // namespace

CameraMove CarriedCamera::sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, bool by_hand) {
  constexpr double reach_mm = 100.0;
  constexpr double bump = 0.03, differ = 0.0012, nudge = 0.02; // of the picture's width
  const auto places = [&] {
    std::array<Eigen::Vector2d, 4> px;
    for (std::size_t i = 0; i < px.size(); ++i) {
      const Eigen::Vector3d corner_mm(middle_mm_->x() + (i % 2 == 0 ? reach_mm : -reach_mm),
                                      middle_mm_->y() + (i < 2 ? reach_mm : -reach_mm), 0.0);
      px[i] = lens.project(camera_from_table * Point3<TableFrame>{corner_mm}).xy;
    }
    return px;
  };
  const auto look = [&] { // from here on
    middle_mm_ = middleSeen(lens, camera_from_table);
    before_ = places();
  };
  if (!before_) {
    look();
    return CameraMove::none;
  }
  const std::array<Eigen::Vector2d, 4> now = places();
  const std::array<Eigen::Vector2d, 4> before = *std::exchange(before_, now);
  double farthest_px = 0.0;
  std::vector<cv::Point2f> from, to;
  for (const Eigen::Vector2d& point : now) {
    // Each to the nearest: the frame of a board turns by a quarter when a1 is found to be another corner.
    const auto away = [&](const Eigen::Vector2d& other) { return (other - point).norm(); };
    const Eigen::Vector2d& nearest = *std::ranges::min_element(before, {}, away);
    farthest_px = std::max(farthest_px, away(nearest));
    from.emplace_back(static_cast<float>(nearest.x()), static_cast<float>(nearest.y()));
    to.emplace_back(static_cast<float>(point.x()), static_cast<float>(point.y()));
  }
  if (farthest_px < (by_hand ? differ : bump) * lens.width_px)
    return CameraMove::none;
  if (farthest_px > nudge * lens.width_px) {
    look();
    return CameraMove::carried;
  }
  now_from_before_ = cv::getPerspectiveTransform(from, to);
  constexpr double most_change =
      0.3; // of areas; seen from very far away two of the points may take the same for theirs
  return std::abs(cv::determinant(now_from_before_) - 1.0) < most_change ? CameraMove::nudged : CameraMove::carried;
}

} // namespace linesman
