#include "calibration/marker_hypothesis.h"

#include <algorithm>

#include "calibration/marker_measurement.h"
#include "calibration/plane_poses.h"

namespace linesman {
namespace {

/// Largest distance of a marker's corners from their prediction.
double cornerError_px(const MarkerCandidate& candidate, const Lens& lens, const CameraFromTable& pose) {
  double worst_px = 0.0;
  for (std::size_t k = 0; k < 4; ++k) {
    const Point3<CameraFrame> seen = pose * Point3<TableFrame>{candidate.corners_mm[k]};
    if (seen.mm.z() < 1.0)
      return 1e9;
    worst_px = std::max(worst_px, (lens.project(seen).xy - candidate.corners_px[k]).norm());
  }
  return worst_px;
}

} // namespace

std::vector<MarkerCandidate> candidatesIn(const std::vector<FoundMarker>& found, const TableFile& table) {
  std::vector<MarkerCandidate> candidates;
  for (const FoundMarker& seen : found)
    for (const TableMarker& marker : table.markers)
      if (marker.id == seen.id) {
        double around_px = 0.0;
        for (std::size_t k = 0; k < 4; ++k)
          around_px += (seen.corners_px[(k + 1) % 4] - seen.corners_px[k]).norm();
        candidates.push_back(
            {&marker, cornersInSpace(marker, table.marker_thickness_mm), seen.corners_px, 0.25 * around_px});
      }
  return candidates;
}

PoseProblem cornerProblem(const std::vector<MarkerCandidate>& candidates, const std::vector<std::size_t>& chosen,
                          bool free_lens) {
  PoseProblem problem;
  problem.free_lens = free_lens;
  problem.robust = false;
  for (const std::size_t i : chosen) {
    const auto& corners_mm = candidates[i].corners_mm;
    const Eigen::Vector3d centre_mm = 0.5 * (corners_mm[0] + corners_mm[2]);
    for (std::size_t k = 0; k < 4; ++k)
      for (const Eigen::Vector2d& axis : {Eigen::Vector2d(1, 0), Eigen::Vector2d(0, 1)})
        problem.observations.push_back(
            {0, corners_mm[k], corners_mm[k] - centre_mm, candidates[i].corners_px[k], axis, 1.0, false});
  }
  return problem;
}

std::vector<CameraFromTable> planePoses(const std::vector<MarkerCandidate>& candidates,
                                        const std::vector<std::size_t>& chosen, const Lens& lens) {
  std::vector<PlanePoint> points;
  Eigen::Vector3d on_plane = Eigen::Vector3d::Zero(); // that of the markers, which may lie on blocks
  for (const std::size_t i : chosen) {
    const auto& corners_mm = candidates[i].corners_mm;
    on_plane.z() = corners_mm[0].z();
    for (std::size_t k = 0; k < 4; ++k)
      points.push_back({corners_mm[k].head<2>(), candidates[i].corners_px[k]});
  }
  std::vector<CameraFromTable> poses = posesOfPlane(points, lens);
  for (CameraFromTable& pose : poses)
    pose = pose * Pose<TableFrame, TableFrame>(Eigen::Matrix3d::Identity(), -on_plane);
  return poses;
}

std::vector<std::size_t> agreeing(const std::vector<MarkerCandidate>& candidates, const Lens& lens,
                                  const CameraFromTable& pose, double share) {
  std::vector<std::size_t> inliers;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const bool better_twin = std::any_of(inliers.begin(), inliers.end(),
                                         [&](std::size_t k) { return candidates[k].marker == candidates[i].marker; });
    if (!better_twin && cornerError_px(candidates[i], lens, pose) < std::max(closest_px, share * candidates[i].side_px))
      inliers.push_back(i);
  }
  return inliers;
}

MarkerHypothesis grownFrom(const std::vector<MarkerCandidate>& candidates, CameraFromTable pose, const Lens& lens,
                           bool free_lens) {
  MarkerHypothesis grown;
  Lens used = lens;
  for (const double share : {0.6, 0.25, closest_share}) { // a pose from few corners points the way to the others
    grown.inliers = agreeing(candidates, used, pose, share);
    if (grown.inliers.empty())
      return grown;
    const PoseProblem problem = cornerProblem(candidates, grown.inliers, free_lens);
    if (!solvePose(problem, used, pose, grown.solution)) {
      grown.inliers.clear();
      return grown;
    }
    pose = grown.solution.camera_from_table;
    used = grown.solution.lens;
  }
  grown.score = static_cast<double>(grown.inliers.size()) - std::min(0.9, 0.02 * grown.solution.rms_px);
  return grown;
}

namespace {

void growHypothesis(const std::vector<MarkerCandidate>& candidates, const std::vector<std::size_t>& seed,
                    const Lens& lens, bool free_lens, MarkerHypothesis& best) {
  for (const CameraFromTable& start : planePoses(candidates, seed, lens))
    if (MarkerHypothesis grown = grownFrom(candidates, start, lens, free_lens); grown.score > best.score)
      best = std::move(grown);
}

} // namespace

MarkerHypothesis bestHypothesis(const std::vector<MarkerCandidate>& candidates, const Lens& lens, bool free_lens) {
  MarkerHypothesis best;
  std::vector<std::size_t> all(candidates.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = i;
  growHypothesis(candidates, all, lens, free_lens, best);
  const auto complete = [&] { return best.inliers.size() == candidates.size(); };
  constexpr std::size_t most = 12; // of a crowd of markers, seeds among the first are enough
  for (std::size_t i = 0; i < std::min(most, all.size()) && !complete(); ++i)
    for (std::size_t k = i + 1; k < std::min(most, all.size()) && !complete(); ++k)
      growHypothesis(candidates, {i, k}, lens, free_lens, best);
  for (std::size_t i = 0; i < std::min(most, all.size()) && !complete(); ++i)
    growHypothesis(candidates, {i}, lens, free_lens, best);
  return best;
}

namespace {

std::set<int> idsOf(const std::vector<MarkerCandidate>& candidates, const MarkerHypothesis& of) {
  std::set<int> ids;
  for (const std::size_t i : of.inliers)
    ids.insert(candidates[i].marker->id);
  return ids;
}

} // namespace

NearerTable nearerTable(const std::vector<MarkerCandidate>& candidates, MarkerHypothesis best, bool free_lens) {
  const std::set<int> ids = idsOf(candidates, best);
  std::vector<MarkerCandidate> left;
  std::vector<std::size_t> left_at; // in `candidates`
  std::size_t twins = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    if (std::ranges::find(best.inliers, i) == best.inliers.end()) {
      left.push_back(candidates[i]);
      left_at.push_back(i);
      twins += ids.contains(candidates[i].marker->id) ? 1 : 0;
    }
  if (twins < 2)
    return {std::move(best), {}};
  MarkerHypothesis other = bestHypothesis(left, best.solution.lens, free_lens);
  if (other.inliers.size() < 2)
    return {std::move(best), {}};
  for (std::size_t& i : other.inliers)
    i = left_at[i];
  const auto distance_mm = [](const MarkerHypothesis& of) {
    return of.solution.camera_from_table.translation_mm().norm();
  };
  // Beside another table's markers what is read twice is of there too, also where it is seen too badly to fit.
  const auto taken_from = [&](MarkerHypothesis taken, const std::set<int>& of_others) {
    NearerTable nearer{std::move(taken), of_others};
    for (std::size_t i = 0; i < candidates.size(); ++i)
      if (std::ranges::find(nearer.markers.inliers, i) == nearer.markers.inliers.end() &&
          idsOf(candidates, nearer.markers).contains(candidates[i].marker->id))
        nearer.others.insert(candidates[i].marker->id);
    return nearer;
  };
  // Not the one with more markers: of the nearer table some may be covered by hands.
  const std::set<int> of_other = idsOf(candidates, other);
  return distance_mm(other) < distance_mm(best) ? taken_from(std::move(other), ids)
                                                : taken_from(std::move(best), of_other);
}

std::set<int> idsOf(const std::vector<MarkerCandidate>& candidates) {
  std::set<int> ids;
  for (const MarkerCandidate& candidate : candidates)
    ids.insert(candidate.marker->id);
  return ids;
}

double sizeByCorners(const std::vector<MarkerCandidate>& candidates, const MarkerHypothesis& best, const Lens& lens) {
  constexpr double near_px = 1.5; // read corners err by a pixel, alike to all sides of a marker by less than that
  if (best.inliers.size() < 2)
    return 1.0;
  PoseProblem problem = cornerProblem(candidates, best.inliers, false);
  problem.free_size = true;
  PoseSolution solution;
  if (!solvePose(problem, lens, best.solution.camera_from_table, solution))
    return 1.0;
  double side_px = 0.0;
  for (const std::size_t i : best.inliers)
    side_px = std::max(side_px, candidates[i].side_px);
  return 0.5 * side_px * std::abs(solution.size_ratio - 1.0) > near_px ? solution.size_ratio : 1.0;
}

} // namespace linesman
