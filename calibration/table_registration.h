#pragma once
#include <algorithm>

#include <opencv2/core/mat.hpp>

#include "calibration/lens.h"
#include "calibration/table_file.h"
#include "models/result.h"

namespace linesman {

/// What makes good a misfit that the edges' own errors do not explain.
enum class MisfitCause {
  unknown, ///< neither of the others, or there is none
  lens,    ///< another lens, as webcams differ, leaves little of it
  size     ///< other sizes of all markers beside their distances
};

/// The lens used (given, or estimated from the markers) and where the camera is.
struct TableRegistration {
  Lens lens;
  Registration registration;
  std::vector<int> markers_used;
  std::vector<int> markers_apart; ///< read, but not where the table file has them beside the used ones: left out
  std::vector<int> markers_twice; ///< read on another table too, whose sheets have the same numbers
  double misfit = 1.0; ///< from markers: chi-square per degree of freedom, by the stated errors of their edges
  MisfitCause cause = MisfitCause::unknown;
  /// Where `cause` is size: how many times larger than the file has them all markers are beside their distances. The
  /// pose is that of the distances, its covariance covers that they are wrong instead.
  double size_ratio = 1.0;
  /// One marker alone was seen, and the picture does not tell which of two ways it is tipped; the covariance spans
  /// both.
  bool tipped_either_way = false;

  bool uses(int marker) const {
    return std::find(markers_used.begin(), markers_used.end(), marker) != markers_used.end();
  }
};

/// Registers the table from its markers in `grey` (8 bit, one channel). Without `lens` the focal length is estimated
/// and the covariance grows. Markers in view win over a saved registration; no marker and none saved is an error
/// sentence, and so are markers that contradict the table file beyond what one that was knocked explains.
Result<TableRegistration> registerTable(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table);

/// The same for the next frame of a camera that hardly moved (under 3 pixels): markers are measured where `previous`
/// predicts them, without a search, and their codes checked; under a millisecond. Nothing when fewer than two markers
/// (one, where `previous` had one) are found there, or where `previous` does not know which way its one marker is
/// tipped: then search with registerTable.
std::optional<TableRegistration> reregisterTable(const cv::Mat& grey, const TableRegistration& previous,
                                                 const TableFile& table);

} // namespace linesman
