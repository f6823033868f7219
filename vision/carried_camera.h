#pragma once
#include <array>
#include <optional>

#include "calibration/lens.h"
#include "models/pose.h"

namespace linesman {

/// Tells a camera that was carried elsewhere from one that stands, or that was bumped.
class CarriedCamera {
public:
  /// Whether this registration sees the table from elsewhere than the one before.
  bool sees(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table);
  /// The next registration is the first.
  void reset() { before_.reset(); }

private:
  std::optional<std::array<Eigen::Vector2d, 4>> before_; ///< where four points of the table were seen, pixels
};

} // namespace linesman
