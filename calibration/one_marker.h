#pragma once
#include <array>
#include <optional>
#include <vector>

#include "calibration/marker_hypothesis.h"
#include "calibration/table_registration.h"

namespace linesman {

/// Of an outline that may be a marker's, px.
using OutlineCorners = std::array<Eigen::Vector2d, 4>;

/// One marker alone can be seen tipped either way: both are refined. Where outlines of others lie as one of them has
/// it, these decide; else the better one wins, and where the picture hardly tells them apart the covariance spans both.
/// One that strays from where the marker was read, or finds few of its edges, fits what it finds for want of anything
/// to contradict it; one that does not fit the edges it finds is none.
std::optional<TableRegistration> fromOneMarker(const cv::Mat& grey, const TableFile& table,
                                               const MarkerCandidate& candidate,
                                               const std::vector<OutlineCorners>& outlines, const Lens& lens,
                                               bool free_lens);

} // namespace linesman
