#include "calibration/one_marker.h"

#include <algorithm>
#include <cmath>

#include <opencv2/core.hpp>

#include "calibration/edge_registration.h"
#include "calibration/marker_measurement.h"

namespace linesman {
namespace {

/// Beside the `read` marker those whose code cannot be read in this picture: outlines that lie about where `seen` has
/// them, counted as it has their corners.
std::vector<MarkerCandidate> withOutlines(const MarkerCandidate& read, const std::vector<OutlineCorners>& outlines,
                                          const TableFile& table, const TableRegistration& seen) {
  constexpr double about_share = 0.6; // of a side
  std::vector<MarkerCandidate> candidates = {read};
  for (const TableMarker& marker : table.markers) {
    if (marker.id == read.marker->id)
      continue;
    for (const OutlineCorners& outline : outlines)
      for (std::size_t turn = 0; turn < 4; ++turn) {
        FoundMarker as{marker.id, outline};
        std::rotate_copy(outline.begin(), outline.begin() + static_cast<std::ptrdiff_t>(turn), outline.end(),
                         as.corners_px.begin());
        const auto one = candidatesIn({as}, table);
        if (!agreeing(one, seen.lens, seen.registration.camera_from_table.pose, about_share).empty())
          candidates.push_back(one.front());
      }
  }
  return candidates;
}

/// With the markers whose outlines alone are seen, where their edges and cells show that they are these.
std::optional<TableRegistration> joined(const cv::Mat& grey, const TableFile& table, const MarkerCandidate& read,
                                        const std::vector<OutlineCorners>& outlines, const TableRegistration& seen,
                                        bool free_lens) {
  const auto candidates = withOutlines(read, outlines, table, seen);
  const MarkerHypothesis grown = grownFrom(candidates, seen.registration.camera_from_table.pose, seen.lens, free_lens);
  if (grown.inliers.size() < 2)
    return std::nullopt;
  auto found =
      registerByEdges(grey, table, grown.solution.lens, grown.solution.camera_from_table, free_lens, {4.0, 2.0});
  if (!found || found->markers_used.size() < 2 || !found->uses(read.marker->id))
    return std::nullopt;
  return found;
}

/// How probable a fit is beside a better one. The edges' errors are known up to a common factor only, as in
/// scatterOf(), and those of a marker go together: a few squares more are no proof.
double oddsOf(const EdgeFit& fit, const EdgeFit& better) {
  constexpr double prior_weight = 6.0, unknowns = 7.0;
  const double freedom = std::max(0.0, static_cast<double>(better.count) - unknowns) / edge_overdispersion;
  return std::pow((prior_weight + better.cost / edge_overdispersion) / (prior_weight + fit.cost / edge_overdispersion),
                  0.5 * (prior_weight + freedom));
}

/// One of two ways to see a marker, the other being as probable as the odds say.
TableRegistration doubted(TableRegistration seen, const TableRegistration& other, double odds) {
  constexpr double sure = 0.001, within_sigmas = 3.0;
  const auto& mine = seen.registration.camera_from_table.pose;
  const auto& theirs = other.registration.camera_from_table.pose;
  Vector6d apart;
  apart << vectorFromRotation(theirs.rotation() * mine.rotation().transpose()),
      theirs.translation_mm() - mine.translation_mm();
  seen.tipped_either_way = odds > sure;
  double share = odds / (1.0 + odds);
  if (seen.tipped_either_way)
    share = std::max(share, 1.0 / (within_sigmas * within_sigmas));
  seen.registration.camera_from_table.covariance += share * apart * apart.transpose();
  return seen;
}

} // namespace

std::optional<TableRegistration> fromOneMarker(const cv::Mat& grey, const TableFile& table,
                                               const MarkerCandidate& candidate,
                                               const std::vector<OutlineCorners>& outlines, const Lens& lens,
                                               bool free_lens) {
  constexpr std::size_t all_sides = 4;      // three fit any pose near, with their inner edges too
  constexpr double missing_edge_cost = 9.0; // of an edge not found where the pose wants it: three standard deviations
  std::vector<std::pair<EdgeFit, TableRegistration>> found;
  std::optional<TableRegistration> most_markers;
  std::size_t most = 0;
  for (const CameraFromTable& start : planePoses({candidate}, {0}, lens)) {
    PoseSolution rough;
    if (!solvePose(cornerProblem({candidate}, {0}, free_lens), lens, start, rough))
      continue;
    EdgeFit fit;
    const auto refined =
        registerByEdges(grey, table, rough.lens, rough.camera_from_table, free_lens, {4.0, 2.0}, 1.0, &fit);
    if (!refined || fit.sides.size() < all_sides || refined->misfit > honest_misfit ||
        agreeing({candidate}, refined->lens, refined->registration.camera_from_table.pose, closest_share).empty())
      continue;
    found.emplace_back(fit, *refined);
    most = std::max(most, fit.count);
    if (const auto more = joined(grey, table, candidate, outlines, *refined, free_lens);
        more && (!most_markers || more->markers_used.size() > most_markers->markers_used.size()))
      most_markers = more;
  }
  if (most_markers)
    return most_markers;
  if (found.empty())
    return std::nullopt;
  for (auto& [fit, registration] : found)
    fit.cost += missing_edge_cost * static_cast<double>(most - fit.count);
  std::sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first.cost < b.first.cost; });
  if (found.size() == 1)
    return found.front().second;
  return doubted(found[0].second, found[1].second, oddsOf(found[1].first, found[0].first));
}

} // namespace linesman
