#include "calibration/edge_registration.h"

#include <opencv2/core.hpp>

#include "calibration/marker_hypothesis.h"
#include "calibration/marker_measurement.h"
#include "calibration/misfit_cause.h"

namespace linesman {
namespace {

/// Observations of every marker of the table that is in view at `pose`.
PoseProblem measureAll(const cv::Mat& grey, const TableFile& table, const Lens& lens, const CameraFromTable& pose,
                       bool free_lens, double range_px, std::vector<int>& ids) {
  PoseProblem problem;
  problem.free_lens = free_lens;
  problem.overdispersion = edge_overdispersion;
  ids.clear();
  for (const TableMarker& marker : table.markers)
    if (measureMarker(grey, lens, pose, marker, markerCode(table.dictionary, marker.id), table.marker_thickness_mm,
                      range_px, static_cast<int>(ids.size()), problem.observations))
      ids.push_back(marker.id);
  problem.doubts_layout = ids.size() > 1; // a marker alone fits wherever it lies
  return problem;
}

void removeGroup(PoseProblem& problem, int group) {
  std::erase_if(problem.observations, [&](const PoseObservation& o) { return o.group == group; });
  for (PoseObservation& o : problem.observations)
    o.group -= o.group > group ? 1 : 0;
}

/// Leaves out a marker that was moved: without it the others agree far better, and than with any lens or sizes. A moved
/// marker bends the fit of all, so that its own residuals do not tell; each is left out in turn. Three must remain, and
/// they fit nearly any lens: what another lens explains about as well is no moved marker.
bool dropMovedMarker(PoseProblem& problem, const Lens& lens, PoseSolution& solution, std::vector<int>& ids,
                     std::set<int>& dropped) {
  constexpr double clearly = 1.5; // of mean squares
  const double before = meanSquare(solution);
  if (ids.size() < 4 || before < 12.0)
    return false;
  double best = before;
  int moved = -1;
  PoseSolution best_solution;
  for (int group = 0; group < static_cast<int>(ids.size()); ++group) {
    PoseProblem rest = problem;
    removeGroup(rest, group);
    PoseSolution without;
    if (solvePose(rest, lens, solution.camera_from_table, without) && meanSquare(without) < best) {
      best = meanSquare(without);
      best_solution = without;
      moved = group;
    }
  }
  if (moved < 0 || best > 0.2 * before)
    return false;
  const Explanations others = explain(problem, lens, solution);
  if (clearly * best > std::min(others.lens_left, others.size_left))
    return false;
  removeGroup(problem, moved);
  dropped.insert(ids[static_cast<std::size_t>(moved)]);
  ids.erase(ids.begin() + moved);
  solution = best_solution;
  return true;
}

TableRegistration toRegistration(const PoseSolution& solution, double size_ratio) {
  TableRegistration result;
  result.lens = solution.lens;
  result.misfit = solution.misfit;
  result.registration.ok = true;
  result.registration.from = Registration::From::markers;
  result.registration.rms_px = solution.rms_px;
  result.registration.camera_from_table.pose = solution.camera_from_table;
  Matrix6d covariance = solution.covariance;
  const Eigen::Vector3d up = solution.camera_from_table.rotation().col(2);
  covariance.bottomRightCorner<3, 3>() += thickness_sigma_mm * thickness_sigma_mm * up * up.transpose();
  const Eigen::Vector3d by_scale = solution.camera_from_table.translation_mm();
  covariance.bottomRightCorner<3, 3>() += scaleVariance(solution, size_ratio) * by_scale * by_scale.transpose();
  result.registration.camera_from_table.covariance = covariance;
  return result;
}

EdgeFit edgeFitOf(const PoseProblem& problem, const PoseSolution& solution) {
  EdgeFit fit;
  fit.count = solution.residuals.size();
  for (const double residual : solution.residuals)
    fit.cost += residual * residual;
  for (const PoseObservation& o : problem.observations)
    if (o.outer)
      fit.sides.emplace(o.group, o.side);
  return fit;
}

} // namespace

TableFile resized(TableFile table, double ratio) {
  for (TableMarker& marker : table.markers)
    marker.size_mm *= ratio;
  return table;
}

std::optional<TableRegistration> registerByEdges(const cv::Mat& grey, const TableFile& table, Lens lens,
                                                 CameraFromTable pose, bool free_lens,
                                                 std::initializer_list<double> ranges_px, double size_ratio,
                                                 EdgeFit* fit) {
  std::optional<TableRegistration> result;
  std::set<int> dropped; // of any range: a wide one may find what a narrow one does not
  for (const double range_px : ranges_px) {
    std::vector<int> ids;
    PoseProblem problem = measureAll(grey, resized(table, size_ratio), lens, pose, free_lens, range_px, ids);
    PoseSolution solution;
    if (ids.empty() || !solvePose(problem, lens, pose, solution))
      return std::nullopt;
    while (dropMovedMarker(problem, lens, solution, ids, dropped)) {
    }
    MisfitCause cause = MisfitCause::unknown;
    if (ids.size() > 1 && isStrained(solution))
      cause = causeOf(problem, lens, solution);
    if (cause == MisfitCause::size)
      size_ratio *= solution.size_ratio;
    result = toRegistration(solution, size_ratio);
    result->cause = size_ratio != 1.0 ? MisfitCause::size : cause;
    result->size_ratio = size_ratio;
    result->markers_used = ids;
    for (const int id : ids)
      dropped.erase(id);
    result->markers_apart.assign(dropped.begin(), dropped.end());
    if (fit != nullptr)
      *fit = edgeFitOf(problem, solution);
    pose = solution.camera_from_table;
    lens = solution.lens;
  }
  return result;
}

} // namespace linesman
