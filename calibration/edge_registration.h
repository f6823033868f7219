#pragma once
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <set>
#include <utility>

#include "calibration/table_registration.h"

namespace linesman {

/// Of the paper under the markers.
inline constexpr double thickness_sigma_mm = 0.05;

/// How well a registration explains the edges it measured.
struct EdgeFit {
  double cost = 0.0; ///< sum of the squared normalised residuals
  std::size_t count = 0;
  std::set<std::pair<int, int>> sides; ///< marker's group and side of the outer edges among them
};

/// The table with all markers' sizes multiplied by `ratio`.
TableFile resized(TableFile table, double ratio);

/// Sub-pixel registration from a pose that is good to `ranges_px`, one after the other, with the markers `size_ratio`
/// times as large as the file has them. Nothing where no marker's edges are found there.
std::optional<TableRegistration> registerByEdges(const cv::Mat& grey, const TableFile& table, Lens lens,
                                                 Pose<CameraFrame, TableFrame> camera_from_table, bool free_lens,
                                                 std::initializer_list<double> ranges_px, double size_ratio = 1.0,
                                                 EdgeFit* fit = nullptr);

} // namespace linesman
