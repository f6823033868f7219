#include "calibration/table_registration.h"

#include <algorithm>
#include <cmath>
#include <set>

#include <opencv2/core.hpp>

#include "calibration/changed_registration.h"
#include "calibration/edge_registration.h"
#include "calibration/lens_file.h"
#include "calibration/lens_parameters.h"
#include "calibration/marker_hypothesis.h"
#include "calibration/one_marker.h"
#include "calibration/registration_check.h"
#include "models/sentences.h"

namespace linesman {
namespace {

/// From the edges, with the sizes that the corners show where those of the file are far from them. Nothing when one
/// marker alone remains of several, and not by all four sides.
std::optional<TableRegistration> fromSeveral(const cv::Mat& grey, const TableFile& table,
                                             const std::vector<MarkerCandidate>& candidates,
                                             const MarkerHypothesis& best, bool free_lens) {
  constexpr std::size_t all_sides = 4;
  const Lens& lens = best.solution.lens;
  const auto refined = [&](double size_ratio) {
    EdgeFit fit;
    auto found =
        registerByEdges(grey, table, lens, best.solution.camera_from_table, free_lens, {4.0, 2.0}, size_ratio, &fit);
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
  std::vector<OutlineCorners> outlines;
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
                                                        const MarkerHypothesis& most, bool free_lens, std::size_t least,
                                                        bool any_misfit) {
  const auto [best, others] = nearerTable(candidates, most, free_lens);
  if (best.inliers.size() < least)
    return std::nullopt;
  std::set<int> agreeing, apart = idsOf(candidates);
  const auto but_others = [&others = others](std::set<int> ids) {
    std::erase_if(ids, [&](int id) { return others.contains(id); });
    return ids;
  };
  for (const std::size_t i : best.inliers) {
    agreeing.insert(candidates[i].marker->id);
    apart.erase(candidates[i].marker->id);
  }
  if (const auto good = checkAgreement(agreeing, but_others(apart), table); !good)
    return tl::unexpected(good.error());
  auto found = best.inliers.size() == 1 ? fromOneMarker(grey, table, candidates[best.inliers[0]], seen.outlines,
                                                        best.solution.lens, free_lens)
                                        : fromSeveral(grey, table, candidates, best, free_lens);
  if (!found)
    return std::nullopt;
  apart.merge(strayed(seen.read, table, *found));
  apart.insert(found->markers_apart.begin(), found->markers_apart.end());
  found->markers_twice.assign(others.begin(), others.end());
  return settled(*found, but_others(apart), table, any_misfit);
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

/// What a picture that shows nothing at all is, for a sentence; empty where there is something to be seen.
std::string whyBlind(const cv::Mat& grey) {
  constexpr double no_light = 10.0, all_light = 247.0, one_tone = 5.0;
  cv::Scalar mean, deviation;
  cv::meanStdDev(grey, mean, deviation);
  if (deviation[0] > one_tone || (mean[0] > no_light && mean[0] < all_light))
    return {};
  return mean[0] < no_light ? "The picture is all dark; uncover the camera's lens, or add light."
                            : "The picture is all white; lower the exposure or the light.";
}

Result<TableRegistration> fromSaved(const cv::Mat& grey, const std::optional<Lens>& lens, const TableFile& table) {
  if (!lens)
    return fail("The registration saved in " + table.path + " needs its lens; give it with --lens.");
  TableRegistration result;
  result.lens = *lens;
  result.registration = *table.saved;
  if (auto size = checkLensSize(*lens, "The lens file", grey.cols, grey.rows); !size)
    return tl::unexpected(size.error());
  if (const std::string blind = whyBlind(grey); !blind.empty()) // no marker tells that nothing is seen
    return fail(blind);
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

std::string whyMirrored(const TableFile& table) {
  return "The picture is mirrored: the markers of " + table.path +
         " can be read in a mirror only; switch mirroring off in the camera's settings, and give pictures as they "
         "were taken.";
}

/// Why none of the markers registers the table: what was read of them, and what to do.
std::string whyNotRegistered(const cv::Mat& grey, const TableFile& table) {
  const std::set<int> read = idsOf(candidatesIn(findMarkers(grey, table.dictionary, MarkerSearch::thorough), table));
  const std::string of = std::to_string(table.markers.size()) + " markers (" + table.dictionary + ") of " + table.path;
  if (read.empty() && readInMirror(grey, table))
    return whyMirrored(table);
  if (read.empty())
    return "None of the " + of +
           " is visible; uncover them, add light, or check that the dictionary is the printed one.";
  const std::string measured = " read, and not all four sides of one can be measured where the file has them; ";
  const std::string where = "bring the camera nearer, add light, or check their places and sizes.";
  if (read.size() == 1 && table.markers.size() == 1)
    return "The marker (" + table.dictionary + ") of " + table.path + " is" + measured + where;
  if (read.size() == table.markers.size())
    return "All " + of + " are" + measured + where;
  return "Of the " + of + " only " + listOf(read) + (read.size() == 1 ? " is" : " are") + measured +
         "uncover more markers, " + where;
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
      const Search thoroughly = searchThoroughly(grey, table, quickly);
      auto found = fromMarkers(grey, lens, table, thoroughly, 1, any_misfit);
      if (!found)
        return tl::unexpected(found.error());
      if (*found)
        return **found;
      // Through a saved registration everything would be seen in its mirror's place.
      if (table.saved && candidatesIn(thoroughly.read, table).empty() && readInMirror(grey, table))
        return fail(whyMirrored(table));
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
  auto result = registerByEdges(grey, table, previous.lens, previous.registration.camera_from_table.pose,
                                previous.lens.estimated, {4.0, 2.0}, previous.size_ratio);
  const std::size_t least = std::min<std::size_t>(2, previous.markers_used.size());
  if (!result || result->markers_used.size() < least)
    return std::nullopt;
  std::set<int> apart(previous.markers_apart.begin(), previous.markers_apart.end()); // they are not read again
  result->markers_twice = previous.markers_twice;
  apart.insert(result->markers_apart.begin(), result->markers_apart.end());
  const auto followed = settled(*result, apart, table);
  return followed ? std::optional(*followed) : std::nullopt;
}

} // namespace linesman
