#include "vision/carried_camera.h"

#include <algorithm>
#include <utility>

namespace linesman {

bool CarriedCamera::sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, bool by_hand) {
  constexpr double reach_mm = 100.0;
  const double most_px = (by_hand ? 0.004 : 0.03) * lens.width_px;
  std::array<Eigen::Vector2d, 4> now;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const Eigen::Vector3d corner_mm(i % 2 == 0 ? reach_mm : -reach_mm, i < 2 ? reach_mm : -reach_mm, 0.0);
    now[i] = lens.project(camera_from_table * Point3<TableFrame>{corner_mm}).xy;
  }
  const auto before = std::exchange(before_, now);
  const auto is_near = [&](const Eigen::Vector2d& point) {
    return std::any_of(before->begin(), before->end(),
                       [&](const Eigen::Vector2d& other) { return (other - point).norm() < most_px; });
  };
  // Each to the nearest: the frame of a board turns by a quarter when a1 is found to be another corner.
  return before && !std::all_of(now.begin(), now.end(), is_near);
}

} // namespace linesman
