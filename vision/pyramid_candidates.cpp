#include "vision/pyramid_candidates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>

#include <opencv2/imgproc.hpp>

#include "models/units.h"
#include "vision/pyramid_fit.h"
#include "vision/pyramid_search.h"

namespace linesman {

namespace {

constexpr double settle_reach_mm = 4.0;
constexpr double least_support = 0.6;
constexpr double patterned_surface = 0.4;
constexpr double worth_refining = -6.8; ///< log odds
constexpr std::size_t most_refined = 500;
constexpr double worth_refining_alike = -8.5; ///< of what looks like a sure piece
constexpr std::size_t most_alike = 12;        ///< refined for that alone
constexpr double least_rough_likeness = 0.5;  ///< of a rough pose's colour
constexpr double least_likeness = 0.2;        ///< of a fit; less tells nothing
constexpr double likeness_worth = 2.5;        ///< log odds
constexpr double plain_edge = 0.8;    ///< a worst edge that is met less makes likeness worth less: part of a piece
constexpr double sure_look = 2.0;     ///< log odds of a piece that others are compared with
constexpr double same_place = 0.5;    ///< share of the smaller outline
constexpr double same_as_known = 0.6; ///< the same, of a rough pose
constexpr double most_rough_footprint = 0.5, most_footprint = 0.35; ///< shared with a known piece: rough, settled
constexpr double farthest_known_mm = 120.0;                        ///< between corners of pieces that may share a place
constexpr double least_changed = 0.3;                              ///< of places on a piece that may have come
constexpr double sure_fit = 3.0;                                   ///< log odds after the fit
constexpr double hopeless_behind = 2.0;                            ///< log odds before the fit
constexpr double refine_reach_px = 5.0, refine_spread_rad = 0.087; ///< from the settled pose
constexpr double least_met = 0.4;                                  ///< of the outline, at sub-pixel precision
constexpr double hopeless_fit = -4.0; ///< log odds after the fit; between it and a sure one it is doubtful
// Around a doubtful fit: so far from where it began, in so many directions, each with three headings. Edges are met
// from no farther, or the fits would all run to the same strong one.
constexpr double around_mm = 3.0, around_rad = 0.12, around_reach_px = 3.0;
constexpr int around_directions = 6;
constexpr double around_promising = 0.8; ///< a rough fit that agrees with less than this share of the best is given up

/// Calls work(i) for i < count on all cores; each call writes only what is its own.
template <class Work> void inParallel(std::size_t count, const Work& work) {
  cv::parallel_for_(cv::Range(0, static_cast<int>(count)), [&](const cv::Range& range) {
    for (int i = range.start; i < range.end; ++i)
      work(static_cast<std::size_t>(i));
  });
}

/// Pixels of the reduced picture that belong to printed markers.
cv::Mat markerMask(const EdgeField& edges, const TableView& view, const TableFile& table) {
  cv::Mat mask;
  if (table.markers.empty())
    return mask;
  mask = cv::Mat::zeros(edges.height(), edges.width(), CV_8U);
  for (TableMarker marker : table.markers) {
    marker.size_mm *= 1.3; // with the white around it
    std::vector<cv::Point> corners;
    for (const Eigen::Vector2d& corner : marker.corners_mm())
      if (const auto pixel = view.pixel({corner.x(), corner.y(), 0.0})) {
        const Eigen::Vector2d at = edges.toReduced(*pixel);
        corners.emplace_back(static_cast<int>(at.x()), static_cast<int>(at.y()));
      }
    if (corners.size() == 4)
      cv::fillConvexPoly(mask, corners, cv::Scalar(255));
  }
  return mask;
}

/// What of the picture a search that leaves parts out looks at; empty: all.
cv::Rect searchedWith(const cv::Mat& excluded) {
  if (excluded.empty())
    return {};
  const cv::Rect places = cv::boundingRect(excluded == 0);
  return cv::Rect(places.x - search_border_px, places.y - search_border_px, places.width + 2 * search_border_px,
                  places.height + 2 * search_border_px) &
         cv::Rect({0, 0}, excluded.size());
}

/// Whether a pose is that of a known piece, or where no other piece can stand because of it.
bool isKnown(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
             const std::vector<KnownPiece>& known, double most_shared) {
  PictureOutline outline, footprint;
  return std::any_of(known.begin(), known.end(), [&](const KnownPiece& piece) {
    const cv::Point2f& corner = piece.footprint.front();
    if (std::hypot(corner.x - pose.x_mm(), corner.y - pose.y_mm()) > farthest_known_mm)
      return false;
    if (footprint.empty()) {
      outline = pictureOutlineOf(solid, pose, view);
      footprint = footprintOf(solid, pose);
    }
    return sharedShare(outline, piece.outline) > same_as_known || sharedShare(footprint, piece.footprint) > most_shared;
  });
}

/// Whether what a pose covers has changed for a good part: a piece that came has changed all of it, but for what is of
/// the table's colour.
bool hasChanged(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                const cv::Mat& changed, const cv::Size& picture) {
  if (changed.empty())
    return true;
  const PictureOutline hull = pictureOutlineOf(solid, pose, view);
  cv::Point2f middle(0.0F, 0.0F);
  for (const cv::Point2f& corner : hull)
    middle += corner / static_cast<float>(hull.size());
  int asked = 0, met = 0;
  const auto ask = [&](const cv::Point2f& at) {
    const int x = static_cast<int>(at.x) * changed.cols / picture.width,
              y = static_cast<int>(at.y) * changed.rows / picture.height;
    if (x < 0 || y < 0 || x >= changed.cols || y >= changed.rows)
      return;
    ++asked;
    met += changed.at<std::uint8_t>(y, x) != 0 ? 1 : 0;
  };
  ask(middle);
  for (const cv::Point2f& corner : hull)
    for (const float share : {0.4F, 0.8F})
      ask(middle + share * (corner - middle));
  return met >= least_changed * asked;
}

bool samePose(const PyramidCandidate& a, const PyramidCandidate& b, double period_rad) {
  return a.solid == b.solid && (a.pose.origin_mm() - b.pose.origin_mm()).squaredNorm() < 4.0 &&
         std::abs(std::remainder(a.pose.heading_rad() - b.pose.heading_rad(), period_rad)) < 0.09;
}

/// Colours that no expected plastic has count against a fit more than linearly: a coloured shadow has all the edges of
/// a piece. Of 871 true fits on the tables 5 have a plastic below 0.3, none below 0.25.
double oddsOfPlastic(double plastic) {
  constexpr double usual_cost = 8.0, still_usual = 22.0, each = 0.25;
  return -each * std::max(0.0, usual_cost / std::max(plastic, 0.02) - usual_cost - still_usual);
}

/// Logistic regression on labelled fits; tests/accuracy/fit_evidence.py prints these weights.
double finalLogOdds(const std::array<double, FittedPyramid::value_count>& values) {
  constexpr std::array<double, FittedPyramid::value_count> weights = {4.67, 3.02,  1.04, -3.40, 2.80, -0.50,
                                                                      7.71, 18.59, 2.97, 1.89,  1.31, -5.14};
  double sum = -27.84;
  for (std::size_t i = 0; i < weights.size(); ++i)
    sum += weights[i] * values[i];
  return sum;
}

const HiddenParts nothing_hidden;

/// Adds the sure ones among the fits, each place's best only.
void addSure(const std::vector<FittedPyramid>& all, const TableView& view, const std::vector<PyramidSolid>& solids,
             SurePyramids& sure) {
  std::vector<const FittedPyramid*> fits;
  for (const FittedPyramid& fit : all)
    if (fit.log_odds >= sure_look)
      fits.push_back(&fit);
  std::sort(fits.begin(), fits.end(), [](const auto* a, const auto* b) { return a->log_odds > b->log_odds; });
  for (const FittedPyramid* fit : fits) {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(fit->solid)];
    PictureOutline outline = pictureOutlineOf(solid, fit->refined.pose, view);
    if (!sure.hold(outline))
      sure.add(fit->evidence, std::move(outline), footprintOf(solid, fit->refined.pose));
  }
}

/// What candidates are fitted to.
struct Scene {
  const ReducedPicture& picture;
  const TableView& view;
  const PyramidColours& colours;
  const std::vector<PyramidSolid>& solids;
  const HiddenParts& hidden;

  /// `spread_rad`: headings so much to both sides are tried too. Nothing where the rough fit agrees less than asked.
  std::optional<RefinedPyramid> refined(int solid, const PlanarPose<TableFrame, PieceFrame>& start, double reach_px,
                                        double spread_rad, double least_agreement = 0.0) const {
    auto fit = refinePyramid(solids[static_cast<std::size_t>(solid)], start, view, picture.full, reach_px,
                             {spread_rad, hidden, false, least_agreement});
    return fit && fit->met >= least_met ? fit : std::nullopt;
  }
  FittedPyramid judged(int solid_index, const RefinedPyramid& fit) const {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(solid_index)];
    FittedPyramid one{solid_index, fit, evidenceFor(solid, fit.pose, view, {picture.edges, picture.novelty, hidden}),
                      surfaceEvidenceFor(solid, fit.pose, view, picture.edges, colours, hidden), 0.0};
    one.log_odds = finalLogOdds(one.values()) + oddsOfPlastic(one.surface.plastic);
    return one;
  }
};

std::optional<FittedPyramid> fitOne(const Scene& scene, int solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                    double spread_rad) {
  const auto refined = scene.refined(solid, start, refine_reach_px, spread_rad);
  return refined ? std::optional(scene.judged(solid, *refined)) : std::nullopt;
}

/// A fit made once more from places around its start: a shadow or print beside the piece may have drawn it away. Taken
/// is what both agrees better with the edges and is more likely.
FittedPyramid fitAround(const Scene& scene, FittedPyramid best, const PlanarPose<TableFrame, PieceFrame>& start) {
  std::vector<Eigen::Vector2d> shifts;
  for (int i = 0; i < around_directions; ++i)
    shifts.push_back(around_mm * Eigen::Rotation2Dd(2.0 * pi * i / around_directions).toRotationMatrix().col(0));
  const auto take = [&](const Eigen::Vector2d& shift_mm, double turn_rad) {
    const auto refined = scene.refined(best.solid, {start.origin_mm() + shift_mm, start.heading_rad() + turn_rad},
                                       around_reach_px, 0.0, around_promising * best.refined.agreement);
    if (!refined || refined->agreement <= best.refined.agreement)
      return;
    FittedPyramid again = scene.judged(best.solid, *refined);
    if (again.log_odds > best.log_odds)
      best = std::move(again);
  };
  for (const Eigen::Vector2d& shift : shifts)
    take(shift, 0.0);
  for (const double turn : {-around_rad, around_rad}) {
    take(Eigen::Vector2d::Zero(), turn);
    for (const Eigen::Vector2d& shift : shifts)
      take(shift, turn);
  }
  return best;
}

/// Fits what looks like a sure piece though little else speaks for it, and believes doubtful fits more that do.
void addAlike(const Scene& scene, std::span<const PyramidCandidate> others, SurePyramids sure,
              std::vector<FittedPyramid>& fitted) {
  addSure(fitted, scene.view, scene.solids, sure);
  if (sure.empty())
    return;
  const auto touch = [&](int solid, const PlanarPose<TableFrame, PieceFrame>& pose) {
    return sure.touch(footprintOf(scene.solids[static_cast<std::size_t>(solid)], pose));
  };
  std::vector<const PyramidCandidate*> alike;
  for (const PyramidCandidate& other : others) {
    if (other.log_odds < worth_refining_alike || alike.size() == most_alike)
      break;
    if (sure.colourLikenessOf(other.evidence) >= least_rough_likeness && !touch(other.solid, other.pose))
      alike.push_back(&other);
  }
  std::vector<std::optional<FittedPyramid>> fits(alike.size());
  inParallel(alike.size(),
             [&](std::size_t i) { fits[i] = fitOne(scene, alike[i]->solid, alike[i]->pose, refine_spread_rad); });
  for (std::optional<FittedPyramid>& fit : fits)
    if (fit)
      fitted.push_back(std::move(*fit));
  for (FittedPyramid& fit : fitted) {
    if (fit.log_odds >= sure_look || fit.log_odds < hopeless_fit)
      continue;
    const double likeness = sure.likenessOf(fit.evidence);
    if (likeness >= least_likeness && !touch(fit.solid, fit.refined.pose))
      fit.log_odds += likeness_worth * likeness * std::min(1.0, fit.evidence.weakest / plain_edge);
  }
}

} // namespace

bool liesOnMarker(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableFile& table) {
  const Eigen::Vector2d middle = (pose * Point2<PieceFrame>{solid.middle_mm()}).xy;
  return std::any_of(table.markers.begin(), table.markers.end(), [&](const TableMarker& marker) {
    PictureOutline corners;
    for (const Eigen::Vector2d& corner : marker.corners_mm())
      corners.emplace_back(static_cast<float>(corner.x()), static_cast<float>(corner.y()));
    return cv::pointPolygonTest(corners, {static_cast<float>(middle.x()), static_cast<float>(middle.y())}, false) >=
           0.0;
  });
}

std::vector<PyramidCandidate> pyramidCandidates(const ReducedPicture& picture, const TableView& view,
                                                const TableFile& table, const std::vector<PyramidSolid>& solids,
                                                const ChangedParts& parts, const std::vector<KnownPiece>& known) {
  cv::Mat excluded = markerMask(picture.edges, view, table);
  if (!parts.searched.empty()) {
    cv::Mat wide;
    cv::resize(parts.searched, wide, cv::Size(picture.edges.width(), picture.edges.height()), 0.0, 0.0,
               cv::INTER_NEAREST);
    if (excluded.empty())
      excluded = wide == 0;
    else
      excluded.setTo(255, wide == 0);
  }
  std::vector<const EdgeField*> fields = {&picture.edges};
  std::optional<EdgeField> foreign;
  if (!picture.repeats && picture.patterned > patterned_surface) { // once more among the foreign colours alone
    foreign = picture.edges.keepingOnly(picture.foreign, searchedWith(excluded));
    fields.push_back(&*foreign);
  }
  std::vector<PyramidGuess> guesses = searchPyramids(fields, view, solids, excluded);
  const cv::Size size = picture.full.image().size();
  std::erase_if(guesses, [&](const PyramidGuess& guess) {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(guess.solid)];
    return !hasChanged(solid, guess.pose, view, parts.changed, size) ||
           isKnown(solid, guess.pose, view, known, most_rough_footprint);
  });
  const double reach_px = settle_reach_mm / picture.mm_per_px;
  std::vector<std::optional<SettledPyramid>> settled(guesses.size());
  inParallel(guesses.size(), [&](std::size_t i) {
    settled[i] = settlePyramid(solids[static_cast<std::size_t>(guesses[i].solid)], guesses[i].pose, view, picture.edges,
                               reach_px);
  });
  std::vector<PyramidCandidate> candidates;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (!settled[i] || settled[i]->support < least_support)
      continue;
    const PyramidCandidate candidate{guesses[i].solid, settled[i]->pose, {}, 0.0};
    const double period_rad = solids[static_cast<std::size_t>(candidate.solid)].period_rad();
    if (std::none_of(candidates.begin(), candidates.end(),
                     [&](const auto& other) { return samePose(candidate, other, period_rad); }))
      candidates.push_back(candidate);
  }
  std::erase_if(candidates, [&](const PyramidCandidate& candidate) {
    const PyramidSolid& solid = solids[static_cast<std::size_t>(candidate.solid)];
    return liesOnMarker(solid, candidate.pose, table) || isKnown(solid, candidate.pose, view, known, most_footprint);
  });
  inParallel(candidates.size(), [&](std::size_t i) {
    PyramidCandidate& candidate = candidates[i];
    candidate.evidence = evidenceFor(solids[static_cast<std::size_t>(candidate.solid)], candidate.pose, view,
                                     {picture.edges, picture.novelty, nothing_hidden});
    candidate.log_odds = candidate.evidence.logOdds();
  });
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
  return candidates;
}

std::array<double, FittedPyramid::value_count> FittedPyramid::values() const {
  return {evidence.weakest,   evidence.creases,           evidence.novelty_in, evidence.novelty_out,
          evidence.one_sided, evidence.clutter_in,        evidence.size,       refined.met,
          surface.plastic,    surface.weakest_separation, surface.faces_apart, evidence.continued};
}

std::vector<FittedPyramid> fitCandidates(const std::vector<PyramidCandidate>& candidates, const ReducedPicture& picture,
                                         const TableView& view, const PyramidColours& colours,
                                         const std::vector<PyramidSolid>& solids, SurePyramids sure) {
  const auto unworthy = std::find_if(candidates.begin(), candidates.end(),
                                     [](const PyramidCandidate& c) { return c.log_odds < worth_refining; });
  const auto count = std::min(static_cast<std::size_t>(unworthy - candidates.begin()), most_refined);
  std::vector<std::optional<FittedPyramid>> fits(count);
  const Scene scene{picture, view, colours, solids, nothing_hidden};
  const auto fit = [&](std::size_t i) {
    fits[i] = fitOne(scene, candidates[i].solid, candidates[i].pose, refine_spread_rad);
  };
  // First the best of every place, then those beside them that a good fit there does not make hopeless.
  std::vector<PictureOutline> outlines;
  std::vector<std::vector<std::size_t>> rivals(count); ///< better ones of the same place
  std::vector<std::size_t> first, second;
  for (std::size_t i = 0; i < count; ++i) {
    outlines.push_back(
        pictureOutlineOf(solids[static_cast<std::size_t>(candidates[i].solid)], candidates[i].pose, view));
    for (const std::size_t better : first)
      if (sharedShare(outlines[i], outlines[better]) > same_place)
        rivals[i].push_back(better);
    (rivals[i].empty() ? first : second).push_back(i);
  }
  inParallel(first.size(), [&](std::size_t k) {
    const std::size_t i = first[k];
    fit(i);
    if (fits[i] && fits[i]->log_odds > hopeless_fit && fits[i]->log_odds < sure_fit)
      fits[i] = fitAround(scene, *fits[i], candidates[i].pose);
  });
  std::erase_if(second, [&](std::size_t i) {
    return std::any_of(rivals[i].begin(), rivals[i].end(), [&](std::size_t better) {
      return fits[better] && fits[better]->log_odds > sure_fit &&
             candidates[better].log_odds > candidates[i].log_odds + hopeless_behind;
    });
  });
  inParallel(second.size(), [&](std::size_t k) { fit(second[k]); });
  std::vector<FittedPyramid> fitted;
  for (std::optional<FittedPyramid>& one : fits)
    if (one)
      fitted.push_back(std::move(*one));
  addAlike(scene, {candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end()}, std::move(sure), fitted);
  std::sort(fitted.begin(), fitted.end(), [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
  return fitted;
}

std::optional<FittedPyramid> fitBeside(const FittedPyramid& fitted, const HiddenParts& others,
                                       const ReducedPicture& picture, const TableView& view,
                                       const PyramidColours& colours, const std::vector<PyramidSolid>& solids) {
  return fitOne({picture, view, colours, solids, others}, fitted.solid, fitted.refined.pose, 0.0);
}

} // namespace linesman
