#include "vision/pyramid_candidates.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "vision/changed_parts.h"
#include "vision/in_parallel.h"
#include "vision/pyramid_fit.h"
#include "vision/pyramid_proposals.h"
#include "vision/pyramid_search.h"

namespace linesman {

namespace {

constexpr double settle_reach_mm = 4.0;
constexpr double least_support = 0.6;
// What log odds tell is bounded; those of proposals tell less below a bend.
constexpr double least_evidence = -14.0, least_told = -12.0, most_log_odds = 6.0, told_bend = -4.0;
constexpr double least_proposed = -2.0;                             ///< log odds of proposals that are settled
constexpr double same_as_known = 0.6;                               ///< the same, of a rough pose
constexpr double most_rough_footprint = 0.5, most_footprint = 0.35; ///< shared with a known piece: rough, settled
constexpr float taken_share = 0.75F; ///< of a known footprint's width, where no other piece's middle is looked for
constexpr double farthest_known_mm = 120.0; ///< between corners of pieces that may share a place
constexpr double least_changed = 0.3;       ///< of places on a piece that may have come

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

/// Pixels of the reduced picture well inside the footprints of known pieces: no other piece has its middle there. An
/// empty mask when there are none.
cv::Mat takenMask(const EdgeField& edges, const TableView& view, const std::vector<KnownPiece>& known) {
  cv::Mat mask;
  for (const KnownPiece& piece : known) {
    cv::Point2f middle(0.0F, 0.0F);
    for (const cv::Point2f& corner : piece.footprint)
      middle += corner / static_cast<float>(piece.footprint.size());
    std::vector<cv::Point> inner;
    for (const cv::Point2f& corner : piece.footprint) {
      const cv::Point2f at = middle + taken_share * (corner - middle);
      if (const auto pixel = view.pixel({static_cast<double>(at.x), static_cast<double>(at.y), 0.0})) {
        const Eigen::Vector2d reduced = edges.toReduced(*pixel);
        inner.emplace_back(cvRound(reduced.x()), cvRound(reduced.y()));
      }
    }
    if (mask.empty())
      mask = cv::Mat::zeros(edges.height(), edges.width(), CV_8U);
    if (inner.size() == piece.footprint.size())
      cv::fillConvexPoly(mask, inner, cv::Scalar(255));
  }
  return mask;
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
    return shareMore(outline, piece.outline, same_as_known) || shareMore(footprint, piece.footprint, most_shared);
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

/// How likely a candidate is, with what the network of proposals says.
double withProposal(double evidence, const std::optional<double>& proposed) {
  if (!proposed)
    return evidence;
  // Logistic regressions on labelled candidates (accuracy_evidence --proposed; fit_evidence.py prints their weights):
  // with proposals, and of the evidence alone, whose scale the limits of log odds are in.
  constexpr std::array<double, 3> weights = {0.60, 0.14, 0.24};
  constexpr double always = 0.69, alone = 0.83, always_alone = 1.41;
  double sum = always;
  const std::array<double, 3> values = proposedValues(evidence, *proposed);
  for (std::size_t i = 0; i < values.size(); ++i)
    sum += weights[i] * values[i];
  return (sum - always_alone) / alone;
}

bool samePose(const PyramidCandidate& a, const PyramidCandidate& b, double period_rad) {
  return a.solid == b.solid && (a.pose.origin_mm() - b.pose.origin_mm()).squaredNorm() < 4.0 &&
         std::abs(std::remainder(a.pose.heading_rad() - b.pose.heading_rad(), period_rad)) < 0.09;
}

} // namespace

std::array<double, 3> proposedValues(double evidence, double proposed) {
  const double told = std::clamp(proposed, least_told, most_log_odds);
  return {std::clamp(evidence, least_evidence, most_log_odds), told, std::max(told, told_bend)};
}

bool liesOnMarker(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableFile& table) {
  const Eigen::Vector2d middle = solid.middleAt(pose);
  return std::any_of(table.markers.begin(), table.markers.end(), [&](const TableMarker& marker) {
    PictureOutline corners;
    for (const Eigen::Vector2d& corner : marker.corners_mm())
      corners.emplace_back(static_cast<float>(corner.x()), static_cast<float>(corner.y()));
    return cv::pointPolygonTest(corners, {static_cast<float>(middle.x()), static_cast<float>(middle.y())}, false) >=
           0.0;
  });
}

std::vector<PyramidCandidate> pyramidCandidates(const PyramidScene& scene, const PyramidProposals* proposals,
                                                const cv::Mat& changed, const std::vector<KnownPiece>& known) {
  const ReducedPicture& picture = scene.picture;
  const TableView& view = scene.view;
  const std::vector<PyramidSolid>& solids = scene.solids;
  std::vector<const EdgeField*> fields = {&picture.edges};
  if (picture.foreign_edges) // once more among the foreign colours alone
    fields.push_back(&*picture.foreign_edges);
  cv::Mat away;
  if (!changed.empty())
    away = distanceFromChanged(changed, picture.edges.image().size(), farthestSearched_px(solids, view, picture.edges));
  std::vector<PyramidGuess> guesses = searchPyramids(fields, view, solids, markerMask(picture.edges, view, scene.table),
                                                     takenMask(picture.edges, view, known), away, proposals);
  if (proposals != nullptr)
    for (const PyramidProposal& proposal : proposals->above(least_proposed, solids))
      guesses.push_back({proposal.solid, proposal.pose, 0.0, true});
  const cv::Size size = picture.full.image().size();
  std::erase_if(guesses, [&](const PyramidGuess& guess) {
    const PyramidSolid& solid = scene.solid(guess.solid);
    return !hasChanged(solid, guess.pose, view, changed, size) ||
           isKnown(solid, guess.pose, view, known, most_rough_footprint);
  });
  const double reach_px = settle_reach_mm / picture.mm_per_px;
  std::vector<std::optional<SettledPyramid>> settled(guesses.size());
  inParallel(guesses.size(), [&](std::size_t i) {
    settled[i] = settlePyramid(scene.solid(guesses[i].solid), guesses[i].pose, view, picture.edges, reach_px);
  });
  std::vector<PyramidCandidate> candidates;
  for (std::size_t i = 0; i < guesses.size(); ++i) {
    if (!guesses[i].proposed && (!settled[i] || settled[i]->support < least_support))
      continue;
    const PyramidCandidate candidate{guesses[i].solid, settled[i] ? settled[i]->pose : guesses[i].pose, {}, 0.0};
    const double period_rad = scene.solid(candidate.solid).period_rad();
    if (std::none_of(candidates.begin(), candidates.end(),
                     [&](const auto& other) { return samePose(candidate, other, period_rad); }))
      candidates.push_back(candidate);
  }
  std::erase_if(candidates, [&](const PyramidCandidate& candidate) {
    const PyramidSolid& solid = scene.solid(candidate.solid);
    return liesOnMarker(solid, candidate.pose, scene.table) ||
           isKnown(solid, candidate.pose, view, known, most_footprint);
  });
  inParallel(candidates.size(), [&](std::size_t i) {
    PyramidCandidate& candidate = candidates[i];
    candidate.evidence =
        evidenceFor(scene.solid(candidate.solid), candidate.pose, view, {picture.edges, picture.novelty, {}});
    candidate.log_odds = candidate.evidence.logOdds();
    if (proposals != nullptr)
      candidate.log_odds = withProposal(
          candidate.log_odds, proposals->logOddsOf(candidate.solid, scene.solid(candidate.solid), candidate.pose));
  });
  std::sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
  return candidates;
}

} // namespace linesman
