#pragma once
#include <array>
#include <optional>

#include <opencv2/core/matx.hpp>

#include "calibration/lens.h"
#include "models/pose.h"

namespace linesman {

enum class CameraMove {
  none,
  nudged, ///< so little that the picture before, moved along, still tells what changed
  carried ///< elsewhere
};

/// Tells a camera that was carried elsewhere from one that stands.
class CarriedCamera {
public:
  /// Whether this registration sees the table from elsewhere than the one before: farther than a bump moves a camera,
  /// or, `by_hand`, than registrations differ.
  CameraMove sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, bool by_hand);
  /// Where pixels of the picture before lie in this one, of the table's plane; after a nudge.
  const cv::Matx33d& nowFromBefore() const { return now_from_before_; }
  /// The next registration is the first.
  void reset() { before_.reset(); }

private:
  std::optional<Eigen::Vector2d> middle_mm_;             ///< of the four points, on the table
  std::optional<std::array<Eigen::Vector2d, 4>> before_; ///< where they were seen, pixels
  cv::Matx33d now_from_before_ = cv::Matx33d::eye();
};

} // namespace linesman
