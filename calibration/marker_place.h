#pragma once
#include <optional>
#include <string>

#include <opencv2/core/mat.hpp>

#include "calibration/marker_detection.h"
#include "calibration/table_registration.h"

namespace linesman {

/// Where a marker lies on a table that others register.
struct PlacedMarker {
  TableMarker marker;
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero(); ///< mm, mm, rad; that of the registration included
  double px_per_mm = 0.0;
};

/// Measures a marker of `size_mm` by its edges; nothing when three of its sides cannot be.
std::optional<PlacedMarker> placeMarker(const cv::Mat& grey, const FoundMarker& seen,
                                        const TableRegistration& registration, const TableFile& table, double size_mm);

} // namespace linesman
