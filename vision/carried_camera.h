#pragma once
#include <array>
#include <optional>

#include "calibration/lens.h"
#include "models/pose.h"

namespace linesman {

/// Tells a camera that was carried elsewhere from one that stands.
class CarriedCamera {
public:
  /// Whether this registration sees the table from elsewhere than the one before: farther than a bump moves a camera,
  /// or, `by_hand`, than registrations differ.
  bool sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table, bool by_hand);
  /// The next registration is the first.
  void reset() { before_.reset(); }

private:
  std::optional<std::array<Eigen::Vector2d, 4>> before_; ///< where four points of the table were seen, pixels
};

} // namespace linesman
