#pragma once
#include <opencv2/core/mat.hpp>

#include "calibration/marker_detection.h"
#include "calibration/pose_solver.h"
#include "calibration/table_file.h"

namespace linesman {

/// A marker's corners (OpenCV's order) as points of the table, at the height of its print.
std::array<Eigen::Vector3d, 4> cornersInSpace(const TableMarker& marker, double thickness_mm);

/// The edges of a marker share errors, so that their mean is known less well than that of as many independent ones: by
/// this share of its variance. Seen against the truth of 120 tables drawn with errors smooth over some ten pixels (3832
/// outer and 802 inner edges): a reading's own variance is 1.16 (inner: 1.29) times the stated one, that of a side's
/// mean 1.31 (1.21), since its two readings go together (0.21), and that of a marker's size 1.14.
inline constexpr double edge_overdispersion = 1.2;

/// Measures the sides of a marker's black square where lens and pose predict them, up to `range_px` away, and appends
/// two observations a side with `group`. False (and nothing appended) when fewer than three sides are seen or the
/// cells do not show the marker's code, so it is covered, out of view or another one.
bool measureMarker(const cv::Mat& grey, const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table,
                   const TableMarker& marker, const MarkerCode& code, double thickness_mm, double range_px, int group,
                   std::vector<PoseObservation>& observations);

} // namespace linesman
