#include "vision/pyramid_detector.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/pyramid_colour.h"
#include "vision/pyramid_contact.h"
#include "vision/pyramid_fits.h"
#include "vision/pyramid_proposals.h"
#include "vision/pyramid_refinement.h"
#include "vision/pyramid_walk.h"

namespace linesman {

namespace {

constexpr double known_score = 0.88;             ///< of a known piece that others are compared with
constexpr double least_log_odds_unnamed = 1.5;   ///< of a colour that the table file does not name
constexpr double least_log_odds_beside = 0.5;    ///< of one that others hide in part, by what is seen
constexpr double least_plastic_beside = 0.35;    ///< less, and it is more likely the neighbour's shadow
constexpr double least_log_odds_as_shadow = 3.0; ///< of what may be the shadow of one it overlaps
constexpr double shadows_plastic = 0.6;          ///< it may where its colour is no plainer than this
constexpr double overlap_mm = 0.3;               ///< of footprints: a next ship only touches, a shadow begins below
constexpr double hopeless_log_odds = -7.0;
constexpr double least_hidden = 0.08, most_hidden = 0.5; ///< of the outline
constexpr double most_overlap = 0.5;   ///< of the smaller one's outline in the picture: one may stand before another
constexpr double most_shared = 0.25;   ///< of the smaller one's footprint: solids cannot share a place
constexpr double touched_share = 0.02; ///< of the outline that others hide: it is fitted without these parts
constexpr double again_reach_px = 4.0;
constexpr int mask_rim_px = 24; ///< reduced px around an outline that what hides it is drawn in
// Where nothing is chosen though the network of proposals finds it likely, looks walk from there, from the likeliest
// on; from those that are very likely turned too, and from poses all around likely places where that finds nothing.
constexpr double likely_proposal = -2.0, very_likely_proposal = 1.0, likely_place = 1.0; ///< log odds
constexpr int most_walked = 8, most_places = 2;
constexpr double proposal_turn_rad = 0.35; ///< once and twice to both sides
constexpr int lying_turns = 6, upright_turns = 2;
constexpr double least_walked = 1.0;   ///< log odds of a walk's best look that is fitted
constexpr double most_met_lost = 0.15; ///< share of the outline: a second fit that meets less is none

/// What is looked at, and for what.
struct Searched {
  const ReducedPicture& picture;
  const TableView& view;
  const TableFile& table;
  const PyramidColours& colours;
  const std::vector<PyramidSolid>& solids;
};

struct Chosen {
  FittedPyramid fitted;
  PictureOutline hull;
  PictureOutline footprint;
};

Chosen choose(const FittedPyramid& fitted, const std::vector<PyramidSolid>& solids, const TableView& view) {
  const PyramidSolid& solid = solids[static_cast<std::size_t>(fitted.solid)];
  return {fitted, pictureOutlineOf(solid, fitted.refined.pose, view), footprintOf(solid, fitted.refined.pose)};
}

/// Whether it shares too much of the picture or of the table with one that is chosen.
bool isTaken(const Chosen& one, const std::vector<Chosen>& chosen) {
  return one.hull.size() < 3 || std::any_of(chosen.begin(), chosen.end(), [&](const Chosen& better) {
           return shareMore(one.hull, better.hull, most_overlap) ||
                  shareMore(one.footprint, better.footprint, most_shared);
         });
}

/// Most likely first, dropping those that share too much of the picture or of the table with a better one.
std::vector<Chosen> chosenOf(const std::vector<FittedPyramid>& all, const std::vector<PyramidSolid>& solids,
                             const TableView& view, std::vector<Chosen> chosen) {
  for (const FittedPyramid& fitted : all) {
    if (fitted.log_odds < least_believed)
      break;
    Chosen one = choose(fitted, solids, view);
    if (!isTaken(one, chosen))
      chosen.push_back(std::move(one));
  }
  return chosen;
}

double distanceFrom(const Eigen::Vector3d& eye_mm, const PictureOutline& footprint) {
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const cv::Point2f& point : footprint)
    middle += Eigen::Vector2d(point.x, point.y) / static_cast<double>(footprint.size());
  return (middle - eye_mm.head<2>()).norm();
}

/// What those of the chosen ones that stand before `subject` and near it cover of the reduced picture; an empty mask
/// when there are none.
HiddenParts coveredBefore(const Chosen& subject, const std::vector<Chosen>& chosen, const TableView& view,
                          const EdgeField& edges) {
  HiddenParts out{{}, edges.reduction()};
  const double away_mm = distanceFrom(view.eye_mm(), subject.footprint);
  const int rim = 4 * edges.reduction();
  const cv::Rect box = cv::boundingRect(subject.hull) - cv::Point(rim, rim) + cv::Size(2 * rim, 2 * rim);
  cv::Rect wide(box.tl() / edges.reduction(), box.size() / edges.reduction()); // as far as its fit may move
  wide = (wide - cv::Point(mask_rim_px, mask_rim_px) + cv::Size(2 * mask_rim_px, 2 * mask_rim_px)) &
         cv::Rect(0, 0, edges.width(), edges.height());
  if (wide.empty())
    return out;
  out.first = wide.tl();
  for (const Chosen& one : chosen) {
    if (&one == &subject || (cv::boundingRect(one.hull) & box).empty() ||
        distanceFrom(view.eye_mm(), one.footprint) > away_mm)
      continue;
    if (out.mask.empty())
      out.mask = cv::Mat::zeros(wide.size(), CV_8U);
    std::vector<cv::Point> hull;
    for (const cv::Point2f& point : one.hull) {
      const Eigen::Vector2d at = edges.toReduced({point.x, point.y});
      hull.emplace_back(cvRound(at.x()) - wide.x, cvRound(at.y()) - wide.y);
    }
    if (hull.size() >= 3)
      cv::fillConvexPoly(out.mask, hull, cv::Scalar(255));
  }
  if (!out.mask.empty())
    cv::dilate(out.mask, out.mask, cv::Mat::ones(3, 3, CV_8U));
  return out;
}

/// Share of the outline that others cover.
double hiddenShare(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                   const HiddenParts& others) {
  const std::vector<OutlineSample> samples = sampleOutline(solid, pose, view, 2.5 * others.reduction, false);
  const auto hidden = std::count_if(samples.begin(), samples.end(),
                                    [&](const OutlineSample& sample) { return others.holds(sample.pixel); });
  return samples.empty() ? 0.0 : static_cast<double>(hidden) / static_cast<double>(samples.size());
}

/// Adds those that lost a part of their outline to a neighbour and are not believed for it.
void addHidden(const std::vector<FittedPyramid>& all, const ReducedPicture& picture, const TableView& view,
               const PyramidColours& colours, const std::vector<PyramidSolid>& solids, std::vector<Chosen>& every) {
  for (const FittedPyramid& fitted : all) {
    if (fitted.log_odds >= least_believed || fitted.log_odds < hopeless_log_odds ||
        fitted.surface.plastic < least_plastic_beside)
      continue;
    const Chosen before = choose(fitted, solids, view);
    if (isTaken(before, every))
      continue;
    const HiddenParts others = coveredBefore(before, every, view, picture.edges);
    if (others.mask.empty())
      continue;
    const PyramidSolid& solid = solids[static_cast<std::size_t>(fitted.solid)];
    const double hidden = hiddenShare(solid, fitted.refined.pose, view, others);
    if (hidden < least_hidden || hidden > most_hidden)
      continue;
    const auto again = fitBeside(fitted.solid, fitted.refined.pose, others, picture, view, colours, solids);
    if (!again || again->log_odds < least_log_odds_beside ||
        hiddenShare(solid, again->refined.pose, view, others) > most_hidden)
      continue;
    Chosen one = choose(*again, solids, view);
    if (!isTaken(one, every))
      every.push_back(std::move(one));
  }
}

PlanarPose<TableFrame, PieceFrame> poseAround(const Eigen::Vector2d& middle_mm, double heading_rad,
                                              const PyramidSolid& solid) {
  return {middle_mm - Eigen::Rotation2Dd(heading_rad) * solid.middle_mm(), heading_rad};
}

/// Looks where a pyramid is likely and none is chosen, and at where the looks lead; what they find is fitted.
class ProposedPlaces {
public:
  ProposedPlaces(const PyramidProposals& proposals, const PyramidNetwork& network, const Searched& scene)
      : proposals_(proposals), network_(network), scene_(scene) {}

  void addTo(std::vector<Chosen>& every) const {
    addWalked(proposedStarts(every), every);
    int walked = 0;
    for (const Eigen::Vector2d& place : proposals_.placesAbove(likely_place)) {
      if (isTaken({&scene_.solids.back(), poseAround(place, 0.0, scene_.solids.back())}, every))
        continue;
      if (++walked > most_places)
        break;
      addWalked(startsAround(place), every);
    }
  }

private:
  /// Whether a pose shares too much with what is chosen, or lies on a printed marker.
  bool isTaken(const PyramidPose& one, const std::vector<Chosen>& every) const {
    return linesman::isTaken(placed(one), every) || liesOnMarker(*one.solid, one.pose, scene_.table);
  }
  Chosen placed(const PyramidPose& one) const {
    return {{}, pictureOutlineOf(*one.solid, one.pose, scene_.view), footprintOf(*one.solid, one.pose)};
  }

  /// Of the likeliest poses; where they are very likely their headings may be what is wrong.
  std::vector<PyramidPose> proposedStarts(const std::vector<Chosen>& every) const {
    std::vector<PyramidPose> starts;
    int walked = 0;
    for (const PyramidProposal& proposal : proposals_.above(likely_proposal, scene_.solids)) {
      const PyramidSolid& solid = scene_.solids[static_cast<std::size_t>(proposal.solid)];
      if (isTaken({&solid, proposal.pose}, every))
        continue;
      if (++walked > most_walked)
        break;
      starts.push_back({&solid, proposal.pose});
      if (proposal.log_odds < very_likely_proposal)
        continue;
      const Eigen::Vector2d middle = (proposal.pose * Point2<PieceFrame>{solid.middle_mm()}).xy;
      for (const double turns : {-2.0, -1.0, 1.0, 2.0})
        starts.push_back({&solid, poseAround(middle, proposal.pose.heading_rad() + turns * proposal_turn_rad, solid)});
    }
    return starts;
  }

  /// Of every solid, all around.
  std::vector<PyramidPose> startsAround(const Eigen::Vector2d& place) const {
    std::vector<PyramidPose> starts;
    for (const PyramidSolid& solid : scene_.solids) {
      const int turns = solid.posture() == Posture::lying ? lying_turns : upright_turns;
      for (int turn = 0; turn < turns; ++turn)
        starts.push_back({&solid, poseAround(place, solid.period_rad() * turn / turns, solid)});
    }
    return starts;
  }

  void addWalked(std::vector<PyramidPose> starts, std::vector<Chosen>& every) const {
    const auto is_taken = [&](const PyramidPose& at) { return isTaken(at, every); };
    std::erase_if(starts, is_taken);
    std::vector<PyramidWalk> walks = walkFrom(std::move(starts), network_, scene_.picture.full, scene_.view, is_taken);
    std::sort(walks.begin(), walks.end(),
              [](const PyramidWalk& a, const PyramidWalk& b) { return a.log_odds > b.log_odds; });
    for (const PyramidWalk& walk : walks) {
      if (walk.log_odds < least_walked || is_taken(walk.at))
        continue;
      const auto fitted = fitBeside(static_cast<int>(walk.at.solid - scene_.solids.data()), walk.at.pose,
                                    coveredBefore(placed(walk.at), every, scene_.view, scene_.picture.edges),
                                    scene_.picture, scene_.view, scene_.colours, scene_.solids);
      if (!fitted || fitted->log_odds < least_log_odds_beside)
        continue;
      Chosen one = choose(*fitted, scene_.solids, scene_.view);
      if (!linesman::isTaken(one, every))
        every.push_back(std::move(one));
    }
  }

  const PyramidProposals& proposals_;
  const PyramidNetwork& network_;
  Searched scene_;
};

bool overlap(const PictureOutline& a, const PictureOutline& b) {
  const auto reaches = [](const PictureOutline& from, const PictureOutline& to) {
    return std::any_of(from.begin(), from.end(),
                       [&](const cv::Point2f& corner) { return cv::pointPolygonTest(to, corner, true) > overlap_mm; });
  };
  return reaches(a, b) || reaches(b, a);
}

/// Drops what may well be a shadow: it begins below its piece, where no other can stand, and has its shape and, where
/// the piece is translucent, its colour. The first `known_count` are pieces for sure.
void dropShadows(const PyramidColours& colours, std::size_t known_count, std::vector<Chosen>& every) {
  const auto is_opaque = [&](const Chosen& one) {
    std::vector<Eigen::Vector2d> hull;
    for (const cv::Point2f& corner : one.hull)
      hull.emplace_back(corner.x, corner.y);
    return isOpaque(colours.colourOf(hull).colour);
  };
  std::vector<Chosen> kept;
  for (std::size_t i = 0; i < every.size(); ++i) {
    const Chosen& one = every[i];
    const bool doubtful = i >= known_count && one.fitted.log_odds < least_log_odds_as_shadow &&
                          one.fitted.surface.plastic < shadows_plastic && !is_opaque(one);
    if (!doubtful || std::none_of(kept.begin(), kept.end(),
                                  [&](const Chosen& better) { return overlap(one.footprint, better.footprint); }))
      kept.push_back(one);
  }
  every = std::move(kept);
}

/// Known pieces for others to be compared with.
SurePyramids sureOf(const std::vector<SeenPyramid>& known, const std::vector<PyramidSolid>& solids,
                    const ReducedPicture& picture, const TableView& view) {
  SurePyramids sure;
  for (const SeenPyramid& piece : known)
    if (piece.score > known_score) {
      const PyramidSolid& solid = solidOf(solids, piece);
      sure.add(evidenceFor(solid, piece.table_from_piece, view, {picture.edges, picture.novelty, {}}),
               pictureOutlineOf(solid, piece.table_from_piece, view), footprintOf(solid, piece.table_from_piece));
    }
  return sure;
}

/// The fit of a chosen piece, made once more when its colour or its neighbours tell more than was known at the first:
/// opaque plastic's inner edges are true, and the edges of those before it are not its own.
RefinedPyramid fitAmong(const Chosen& subject, Colour colour, const std::vector<Chosen>& every,
                        const PyramidSolid& solid, const ReducedPicture& picture, const TableView& view) {
  const RefinedPyramid& first = subject.fitted.refined;
  RefinementHints hints;
  hints.opaque = isOpaque(colour);
  const HiddenParts others = coveredBefore(subject, every, view, picture.edges);
  if (!others.mask.empty() && hiddenShare(solid, first.pose, view, others) > touched_share)
    hints.hidden = others;
  RefinedPyramid best = first;
  if (hints.opaque || !hints.hidden.mask.empty()) {
    const auto again = refinePyramid(solid, first.pose, view, picture.full, again_reach_px, hints);
    if (again && again->met > first.met - most_met_lost)
      best = *again;
  }
  return refineAtLast(solid, best, view, picture.full, hints);
}

} // namespace

std::vector<PyramidSolid> solidsOf(const PieceCatalog& pieces) {
  std::vector<PyramidSolid> solids;
  for (const Posture posture : {Posture::lying, Posture::upright})
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large})
      solids.emplace_back(pieces.pyramid(size), size, posture);
  return solids;
}

std::vector<SeenPyramid> PyramidDetector::detect(const cv::Mat& image, const TableView& view,
                                                 const TableFile& table) const {
  return detectIn({}, ReducedPicture(image, view), view, table, {});
}

std::vector<SeenPyramid> PyramidDetector::detectIn(const cv::Mat& changed, const ReducedPicture& picture,
                                                   const TableView& view, const TableFile& table,
                                                   std::vector<SeenPyramid> known) const {
  const PyramidColours colours(picture.full.image(), view, table);
  std::vector<Chosen> taken;
  for (const SeenPyramid& piece : known) {
    const PyramidSolid& solid = solidOf(solids_, piece);
    taken.push_back(
        {{}, pictureOutlineOf(solid, piece.table_from_piece, view), footprintOf(solid, piece.table_from_piece)});
  }
  std::vector<KnownPiece> known_pieces;
  known_pieces.reserve(taken.size());
  for (const Chosen& one : taken)
    known_pieces.push_back({one.hull, one.footprint});
  // Of a part of a picture proposals would take longer than all else.
  const auto proposals = changed.empty() ? PyramidProposals::of(picture, view) : std::nullopt;
  const std::vector<PyramidCandidate> candidates =
      pyramidCandidates(picture, view, table, solids_, proposals, changed, known_pieces);
  std::vector<SeenPyramid> found = std::move(known);
  const std::size_t known_count = found.size();
  std::vector<FittedPyramid> all =
      fitCandidates(candidates, picture, view, colours, solids_, sureOf(found, solids_, picture, view));
  std::erase_if(all, [&](const FittedPyramid& fitted) {
    return liesOnMarker(solids_[static_cast<std::size_t>(fitted.solid)], fitted.refined.pose, table);
  });
  std::vector<Chosen> every = chosenOf(all, solids_, view, std::move(taken));
  addHidden(all, picture, view, colours, solids_, every);
  if (const PyramidNetwork* network = PyramidNetwork::shipped(); network != nullptr && proposals)
    ProposedPlaces(*proposals, *network, {picture, view, table, colours, solids_}).addTo(every);
  dropShadows(colours, known_count, every);
  for (std::size_t i = known_count; i < every.size(); ++i) {
    const Chosen& chosen = every[i];
    const PyramidSolid& solid = solids_[static_cast<std::size_t>(chosen.fitted.solid)];
    SeenPyramid seen;
    const ToldColour told = colours.colourOf(projectedHull(solid, chosen.fitted.refined.pose, view));
    seen.colour = told.colour;
    seen.colour_p = told.p;
    const RefinedPyramid refined = fitAmong(chosen, seen.colour, every, solid, picture, view);
    seen.size = solid.size();
    seen.posture = solid.posture();
    refined.tell(seen, view);
    seen.score = 1.0 / (1.0 + std::exp(-chosen.fitted.log_odds));
    seen.visible = refined.met;
    if (!colours.expects(seen.colour) && chosen.fitted.log_odds < least_log_odds_unnamed)
      continue;
    found.push_back(seen);
  }
  refineTouching(found, solids_);
  std::sort(found.begin(), found.end(), [](const SeenPyramid& a, const SeenPyramid& b) {
    return a.table_from_piece.x_mm() < b.table_from_piece.x_mm();
  });
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i].id = PieceId{static_cast<int>(i) + 1};
  return found;
}

} // namespace linesman
