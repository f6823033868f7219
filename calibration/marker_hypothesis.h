#pragma once
#include <array>
#include <set>
#include <vector>

#include "calibration/marker_detection.h"
#include "calibration/pose_solver.h"
#include "calibration/table_file.h"

namespace linesman {

using CameraFromTable = Pose<CameraFrame, TableFrame>;

/// How near a pose puts a marker's corners to where they were read, when it explains them: of its side, and px.
inline constexpr double closest_share = 0.12, closest_px = 3.0;

/// A marker of the table with where its code was read.
struct MarkerCandidate {
  const TableMarker* marker;
  std::array<Eigen::Vector3d, 4> corners_mm; ///< TableFrame, on the sheet or block that the table file tells of
  std::array<Eigen::Vector2d, 4> corners_px;
  double side_px;
};

/// Of what was read all that the table file lists; the table must outlive them.
std::vector<MarkerCandidate> candidatesIn(const std::vector<FoundMarker>& found, const TableFile& table);
std::set<int> idsOf(const std::vector<MarkerCandidate>& candidates);

/// A pose with the candidates that it explains.
struct MarkerHypothesis {
  std::vector<std::size_t> inliers;
  PoseSolution solution;
  double score = -1.0;
};

/// The pose from the corners of the chosen candidates, as they were read.
PoseProblem cornerProblem(const std::vector<MarkerCandidate>& candidates, const std::vector<std::size_t>& chosen,
                          bool free_lens);

/// Poses of the plane through the chosen markers' corners (two: a plane seen without much perspective can tip both
/// ways).
std::vector<CameraFromTable> planePoses(const std::vector<MarkerCandidate>& candidates,
                                        const std::vector<std::size_t>& chosen, const Lens& lens);

/// The candidates, one of each marker, whose corners a pose puts within `share` of their sides, or closest_px, of where
/// they were read.
std::vector<std::size_t> agreeing(const std::vector<MarkerCandidate>& candidates, const Lens& lens,
                                  const CameraFromTable& pose, double share);

/// The candidates that a pose explains, and that which they lead to.
MarkerHypothesis grownFrom(const std::vector<MarkerCandidate>& candidates, CameraFromTable pose, const Lens& lens,
                           bool free_lens);

/// The largest set of markers that one pose explains: wrong, doubled and displaced ones are left out.
MarkerHypothesis bestHypothesis(const std::vector<MarkerCandidate>& candidates, const Lens& lens, bool free_lens);

/// Of markers that are read twice, as of two tables whose sheets have the same numbers, those of the nearer table.
struct NearerTable {
  MarkerHypothesis markers;
  std::set<int> others; ///< numbers read on the other table; empty where there is none
};

/// `best`: bestHypothesis of the candidates. Two that one pose explains and `best` has elsewhere are another table's; a
/// copy that lies about is none.
NearerTable nearerTable(const std::vector<MarkerCandidate>& candidates, MarkerHypothesis best, bool free_lens);

/// How many times as large as the file has them the markers look beside their distances, by the corners where they were
/// read; 1 where edges are found near enough with the file's sizes.
double sizeByCorners(const std::vector<MarkerCandidate>& candidates, const MarkerHypothesis& best, const Lens& lens);

} // namespace linesman
