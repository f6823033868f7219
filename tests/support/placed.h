#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "calibration/registration_check.h"

namespace linesman::test {

/// The largest error over what the covariance states of it, in standard deviations, of points of the table (mm): how
/// far `found` puts their true pixels beside them.
inline double worstPlaced_sigmas(const TableRegistration& found, const Lens& true_lens,
                                 const Pose<CameraFrame, TableFrame>& truth,
                                 const std::vector<Eigen::Vector2d>& points_mm) {
  double worst = 0.0;
  for (const Eigen::Vector2d& at_mm : points_mm) {
    const auto px = true_lens.project(truth * Point3<TableFrame>{{at_mm.x(), at_mm.y(), 0.0}}).xy;
    const auto placed = found.lens.tablePoint(found.registration.camera_from_table.pose, px);
    if (!placed)
      return 1e9;
    const Eigen::Vector2d off_mm = *placed - at_mm;
    const Eigen::Matrix2d stated = placedCovariance(found.registration.camera_from_table, at_mm);
    worst = std::max(worst, std::sqrt(off_mm.dot(stated.inverse() * off_mm)));
  }
  return worst;
}

} // namespace linesman::test
