#include "calibration/table_registration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <opencv2/core.hpp>

#include "calibration/changed_registration.h"
#include "calibration/lens_file.h"
#include "calibration/lens_parameters.h"
#include "calibration/marker_hypothesis.h"
#include "calibration/marker_measurement.h"
#include "calibration/misfit_cause.h"
#include "calibration/registration_check.h"
#include "models/sentences.h"

namespace linesman {
namespace {

constexpr double thickness_sigma_mm = 0.05; // of the paper under the markers

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

/// How well a registration explains the edges it measured.
struct EdgeFit {
  double cost = 0.0; ///< sum of the squared normalised residuals
  std::size_t count = 0;
  std::set<std::pair<int, int>> sides; ///< marker's group and side of the outer edges among them
};

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

/// The table with all markers' sizes multiplied by `ratio`.
TableFile resized(TableFile table, double ratio) {
  for (TableMarker& marker : table.markers)
    marker.size_mm *= ratio;
  return table;
}

/// Sub-pixel registration from a pose that is good to `range_px`, with the markers `size_ratio` times as large as the
/// file has them.
std::optional<TableRegistration> refine(const cv::Mat& grey, const TableFile& table, Lens lens, CameraFromTable pose,
                                        bool free_lens, std::initializer_list<double> ranges_px,
                                        double size_ratio = 1.0, EdgeFit* fit = nullptr) {
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

using Corners = std::array<Eigen::Vector2d, 4>;

/// Beside the `read` marker those whose code cannot be read in this picture: outlines that lie about where `seen` has
/// them, counted as it has their corners.
std::vector<MarkerCandidate> withOutlines(const MarkerCandidate& read, const std::vector<Corners>& outlines,
                                          const TableFile& table, const TableRegistration& seen) {
  constexpr double about_share = 0.6; // of a side
  std::vector<MarkerCandidate> candidates = {read};
  for (const TableMarker& marker : table.markers) {
    if (marker.id == read.marker->id)
      continue;
    for (const Corners& outline : outlines)
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
                                        const std::vector<Corners>& outlines, const TableRegistration& seen,
                                        bool free_lens) {
  const auto candidates = withOutlines(read, outlines, table, seen);
  const MarkerHypothesis grown = grownFrom(candidates, seen.registration.camera_from_table.pose, seen.lens, free_lens);
  if (grown.inliers.size() < 2)
    return std::nullopt;
  auto found = refine(grey, table, grown.solution.lens, grown.solution.camera_from_table, free_lens, {4.0, 2.0});
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

/// One marker alone can be seen tipped either way: both are refined. Where outlines of others lie as one of them has
/// it, these decide; else the better one wins, and where the picture hardly tells them apart the covariance spans both.
/// One that strays from where the marker was read, or finds few of its edges, fits what it finds for want of anything
/// to contradict it; one that does not fit the edges it finds is none.
std::optional<TableRegistration> fromOneMarker(const cv::Mat& grey, const TableFile& table,
                                               const MarkerCandidate& candidate, const std::vector<Corners>& outlines,
                                               const Lens& lens, bool free_lens) {
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
    const auto refined = refine(grey, table, rough.lens, rough.camera_from_table, free_lens, {4.0, 2.0}, 1.0, &fit);
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

/// From the edges, with the sizes that the corners show where those of the file are far from them. Nothing when one
/// marker alone remains of several, and not by all four sides.
std::optional<TableRegistration> fromSeveral(const cv::Mat& grey, const TableFile& table,
                                             const std::vector<MarkerCandidate>& candidates,
                                             const MarkerHypothesis& best, bool free_lens) {
  constexpr std::size_t all_sides = 4;
  const Lens& lens = best.solution.lens;
  const auto refined = [&](double size_ratio) {
    EdgeFit fit;
    auto found = refine(grey, table, lens, best.solution.camera_from_table, free_lens, {4.0, 2.0}, size_ratio, &fit);
    if (found && found->markers_used.size() == 1 && fit.sides.size() < all_sides)
      found.reset();
    return found;
  };
  const double looks = sizeByCorners(candidates, best, lens);
  if (looks == 1.0)
    return refined(1.0);
  constexpr double as_stated = 0.005; // corners misled where edges say that the sizes differ by no more
  auto found = refined(looks);
  return found && std::abs(found->size_ratio - 1.0) > as_stated ? found : refined(1.0);
}

/// Markers that were read where the registration does not have them: none of their edges contradicts it, since none was
/// found.
std::set<int> strayed(const std::vector<FoundMarker>& seen, const TableFile& table, const TableRegistration& found) {
  constexpr double strays_share = 0.5 * closest_share; // of its side: twice as near as was asked of a first pose
  const TableFile as_large = resized(table, found.size_ratio);
  const auto candidates = candidatesIn(seen, as_large);
  std::set<int> apart = idsOf(candidates);
  for (const std::size_t i : agreeing(candidates, found.lens, found.registration.camera_from_table.pose, strays_share))
    apart.erase(candidates[i].marker->id);
  return apart;
}

/// What a search finds: markers by their codes, and outlines of what may be others.
struct Search {
  std::vector<FoundMarker> read;
  std::vector<Corners> outlines;
};

Search search(const cv::Mat& grey, const TableFile& table, MarkerSearch how) {
  Search result;
  result.read = findMarkers(grey, table.dictionary, how, &result.outlines);
  return result;
}

/// Found by the thorough search, and what only the quick one had found: at half the size it reads blurred markers too.
Search searchThoroughly(const cv::Mat& grey, const TableFile& table, const Search& quickly) {
  Search all = search(grey, table, MarkerSearch::thorough);
  for (const FoundMarker& marker : quickly.read)
    if (std::ranges::find(all.read, marker.id, &FoundMarker::id) == all.read.end())
      all.read.push_back(marker);
  all.outlines.insert(all.outlines.end(), quickly.outlines.begin(), quickly.outlines.end());
  return all;
}

/// The pose that explains most of the markers with a guessed lens, its axis `off` the picture's middle in one of these
/// directions (shares of the longer side).
MarkerHypothesis guessedHypothesis(const std::vector<MarkerCandidate>& candidates, const cv::Size& size,
                                   std::initializer_list<Eigen::Vector2d> off) {
  MarkerHypothesis best;
  for (const Eigen::Vector2d& share_off : off)
    for (const double share : {1.0, 0.75, 1.4}) {
      Lens guess = guessLens(size.width, size.height);
      guess.fx_px = guess.fy_px = share * guess.fx_px;
      guess.cx_px += share_off.x() * std::max(size.width, size.height);
      guess.cy_px += share_off.y() * std::max(size.width, size.height);
      if (MarkerHypothesis next = bestHypothesis(candidates, guess, true); next.score > best.score)
        best = std::move(next);
    }
  return best;
}

/// Nothing when too few markers agree; an error sentence when those found contradict the table file.
Result<std::optional<TableRegistration>> fromHypothesis(const cv::Mat& grey, const TableFile& table, const Search& seen,
                                                        const std::vector<MarkerCandidate>& candidates,
                                                        const MarkerHypothesis& best, bool free_lens, std::size_t least,
                                                        bool any_misfit) {
  if (best.inliers.size() < least)
    return std::nullopt;
  std::set<int> agreeing, apart = idsOf(candidates);
  for (const std::size_t i : best.inliers) {
    agreeing.insert(candidates[i].marker->id);
    apart.erase(candidates[i].marker->id);
  }
  if (const auto good = checkAgreement(agreeing, apart, table); !good)
    return tl::unexpected(good.error());
  auto found = best.inliers.size() == 1 ? fromOneMarker(grey, table, candidates[best.inliers[0]], seen.outlines,
                                                        best.solution.lens, free_lens)
                                        : fromSeveral(grey, table, candidates, best, free_lens);
  if (!found)
    return std::nullopt;
  apart.merge(strayed(seen.read, table, *found));
  apart.insert(found->markers_apart.begin(), found->markers_apart.end());
  return settled(*found, apart, table, any_misfit);
}

/// Nothing when too few markers are found; an error sentence when those found contradict the table file.
Result<std::optional<TableRegistration>> fromMarkers(const cv::Mat& grey, const std::optional<Lens>& lens,
                                                     const TableFile& table, const Search& seen, std::size_t least,
                                                     bool any_misfit) {
  const auto candidates = candidatesIn(seen.read, table);
  if (candidates.empty() || candidates.size() < least)
    return std::nullopt;
  const auto from = [&](const MarkerHypothesis& best) {
    return fromHypothesis(grey, table, seen, candidates, best, !lens, least, any_misfit);
  };
  if (lens)
    return from(bestHypothesis(candidates, *lens, false));
  auto whole = from(guessedHypothesis(candidates, grey.size(), {{0.0, 0.0}}));
  constexpr double no_whole_picture = 25.0; // 8 at most of whole ones; 35 to 630 of ones that lack 30 % on a side
  if (!whole || !*whole || deviationFromGuess((*whole)->lens) < no_whole_picture)
    return whole;
  constexpr double aside = 0.15;
  const auto part =
      from(guessedHypothesis(candidates, grey.size(), {{aside, 0.0}, {-aside, 0.0}, {0.0, aside}, {0.0, -aside}}));
  return part && *part ? part : whole;
}

Result<TableRegistration> fromSaved(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table) {
  if (!lens)
    return fail("The registration saved in " + table.path + " needs its lens; give it with --lens.");
  TableRegistration result;
  result.lens = *lens;
  result.registration = *table.saved;
  if (auto size = checkLensSize(*lens, "The lens file", grey.cols, grey.rows); !size)
    return tl::unexpected(size.error());
  if (!table.markers.empty())
    result.registration.warning =
        sentences(result.registration.warning,
                  "No marker of " + table.path +
                      " can be measured, so the registration saved in it is used: it holds only while camera and table "
                      "stand as they stood then; uncover the markers, or add light.");
  return result;
}

/// Whether markers are read in a mirror: so some cameras' drivers and programs show people to themselves.
bool readInMirror(const cv::Mat& grey, const TableFile& table) {
  cv::Mat mirrored;
  cv::flip(grey, mirrored, 1);
  const auto found = findMarkers(mirrored, table.dictionary, MarkerSearch::quick);
  return idsOf(candidatesIn(found, table)).size() >= std::min<std::size_t>(2, table.markers.size());
}

/// Why none of the markers registers the table: what was read of them, and what to do.
std::string whyNotRegistered(const cv::Mat& grey, const TableFile& table) {
  const std::set<int> read = idsOf(candidatesIn(findMarkers(grey, table.dictionary, MarkerSearch::thorough), table));
  const std::string of = std::to_string(table.markers.size()) + " markers (" + table.dictionary + ") of " + table.path;
  if (read.empty() && readInMirror(grey, table))
    return "The picture is mirrored: the markers of " + table.path +
           " can be read in a mirror only; switch mirroring off in the camera's settings, and give pictures as they "
           "were taken.";
  if (read.empty())
    return "None of the " + of +
           " is visible; uncover them, add light, or check that the dictionary is the printed one.";
  return "Of the " + of + " only " + listOf(read) + (read.size() == 1 ? " is" : " are") +
         " read, and not all four sides of one can be measured where the file has them; uncover more markers, bring "
         "the "
         "camera nearer, add light, or check their places and sizes.";
}

Result<TableRegistration> registerIn(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table,
                                     bool any_misfit) {
  if (lens)
    if (auto size = checkLensSize(*lens, "The lens file", grey.cols, grey.rows); !size)
      return tl::unexpected(size.error());
  if (!table.markers.empty()) {
    try {
      const std::size_t wanted = std::min<std::size_t>(3, table.markers.size());
      const Search quickly = search(grey, table, MarkerSearch::quick);
      if (auto found = fromMarkers(grey, lens, table, quickly, wanted, any_misfit); found && *found)
        return **found;
      auto found = fromMarkers(grey, lens, table, searchThoroughly(grey, table, quickly), 1, any_misfit);
      if (!found)
        return tl::unexpected(found.error());
      if (*found)
        return **found;
    } catch (const cv::Exception&) {
      return fail("The search for markers failed; try another picture.");
    }
  }
  if (table.saved)
    return fromSaved(grey, lens, table);
  if (table.markers.empty())
    return fail(table.path +
                " lists no markers and no saved registration; add [markers], or run `linesman calibrate table`.");
  return fail(whyNotRegistered(grey, table));
}

} // namespace

Result<TableRegistration> registerTable(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table) {
  return registerIn(grey, lens, table, false);
}

Result<TableRegistration> registerChangedTable(const cv::Mat& grey, const std::optional<Lens>& lens,
                                               const TableFile& table) {
  return registerIn(grey, lens, table, true);
}

std::optional<TableRegistration> reregisterTable(const cv::Mat& grey, const TableRegistration& previous,
                                                 const TableFile& table) {
  if (table.markers.empty() || previous.registration.from != Registration::From::markers ||
      previous.tipped_either_way || grey.cols != previous.lens.width_px || grey.rows != previous.lens.height_px)
    return std::nullopt;
  auto result = refine(grey, table, previous.lens, previous.registration.camera_from_table.pose,
                       previous.lens.estimated, {4.0, 2.0}, previous.size_ratio);
  const std::size_t least = std::min<std::size_t>(2, previous.markers_used.size());
  if (!result || result->markers_used.size() < least)
    return std::nullopt;
  std::set<int> apart(previous.markers_apart.begin(), previous.markers_apart.end()); // they are not read again
  apart.insert(result->markers_apart.begin(), result->markers_apart.end());
  const auto followed = settled(*result, apart, table);
  return followed ? std::optional(*followed) : std::nullopt;
}

} // namespace linesman
