#include "vision/pyramid_detector.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/cast_shadow.h"
#include "vision/dark_noise.h"
#include "vision/foreign_edges.h"
#include "vision/plastic_network.h"
#include "vision/proposed_places.h"
#include "vision/pyramid_behind.h"
#include "vision/pyramid_choice.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_contact.h"
#include "vision/pyramid_refinement.h"

namespace linesman {

namespace {

constexpr double known_score = 0.88;           ///< of a known piece that others are compared with
constexpr double least_log_odds_unnamed = 1.5; ///< of a colour that the table file does not name
constexpr double least_plastic_beside = 0.35;  ///< less, and it is more likely the neighbour's shadow
/// Of what may be the shadow of one it overlaps, and of what has as little plastic as a shadow, too.
constexpr double least_log_odds_as_shadow = 3.0, least_log_odds_as_plain_shadow = 5.0;
constexpr double shadows_plastic = 0.6; ///< it may where its colour is no plainer than this
constexpr double overlap_mm = 0.3;      ///< of footprints: a next ship only touches, a shadow begins below
/// What is told as a ship of opaque plastic in a shadow lies no farther beside whose it is, and is believed no more.
constexpr double shadow_begins_mm = 5.0, most_log_odds_of_shadow = 6.0;
constexpr double surely_looked = 4.3; ///< log odds of a look alone: what it is so sure of is no shadow
constexpr double hopeless_log_odds = -7.0;
constexpr double least_hidden = 0.08, most_hidden = 0.5; ///< of the outline
constexpr double again_reach_px = 4.0;
constexpr double most_met_lost = 0.15; ///< share of the outline: a second fit that meets less is none
// Log odds hold where an edge from stern to bow has so many pixels. With fewer, noise and glints look like a piece, and
// a piece like one of another size or standing up; clear plastic, which has no colour of its own, most.
constexpr double plenty_px = 30.0, few_pixels_worth = 3.3, few_pixels_of_clear_worth = 5.0;

/// Adds those that lost a part of their outline to a neighbour and are not believed for it.
void addHidden(const std::vector<FittedPyramid>& all, const PyramidScene& scene, std::vector<ChosenPyramid>& every) {
  for (const FittedPyramid& fitted : all) {
    if (fitted.log_odds >= least_believed || fitted.log_odds < hopeless_log_odds ||
        fitted.surface.plastic < least_plastic_beside)
      continue;
    const ChosenPyramid before = choose(fitted, scene);
    if (isTaken(before, every))
      continue;
    const HiddenParts others = coveredBefore(before, every, scene);
    if (others.mask.empty())
      continue;
    const PyramidSolid& solid = scene.solid(fitted.solid);
    const double hidden = hiddenShare(solid, fitted.refined.pose, scene.view, others);
    if (hidden < least_hidden || hidden > most_hidden)
      continue;
    const auto again = fitBeside(fitted.solid, fitted.refined.pose, others, scene);
    if (!again || again->log_odds < least_believed_beside ||
        hiddenShare(solid, again->refined.pose, scene.view, others) > most_hidden)
      continue;
    addUnlessTaken(*again, scene, every);
  }
}

/// Whether a corner of one lies so deep in the other; less than nothing: so far beside it.
bool overlap(const PictureOutline& a, const PictureOutline& b, double deep_mm) {
  const auto reaches = [&](const PictureOutline& from, const PictureOutline& to) {
    return std::any_of(from.begin(), from.end(),
                       [&](const cv::Point2f& corner) { return cv::pointPolygonTest(to, corner, true) > deep_mm; });
  };
  return reaches(a, b) || reaches(b, a);
}

std::vector<Eigen::Vector2d> hullOf(const ChosenPyramid& one) {
  std::vector<Eigen::Vector2d> hull;
  for (const cv::Point2f& corner : one.hull)
    hull.emplace_back(corner.x, corner.y);
  return hull;
}

/// Drops what may well be a shadow: it begins below its piece, where no other can stand, and has its shape and, where
/// the piece is translucent, its colour. The first `known_count` are pieces for sure.
void dropShadows(const PyramidColours& colours, std::size_t known_count, std::vector<ChosenPyramid>& every) {
  const auto is_opaque = [&](const ChosenPyramid& one) { return isOpaque(colours.colourOf(hullOf(one)).colour); };
  std::vector<ChosenPyramid> kept;
  for (std::size_t i = 0; i < every.size(); ++i) {
    const ChosenPyramid& one = every[i];
    const double plastic = one.fitted.surface.plastic;
    const double least = plastic < least_plastic_beside ? least_log_odds_as_plain_shadow : least_log_odds_as_shadow;
    const bool doubtful =
        i >= known_count && one.fitted.log_odds < least && plastic < shadows_plastic && !is_opaque(one);
    if (!doubtful || std::none_of(kept.begin(), kept.end(), [&](const ChosenPyramid& better) {
          return overlap(one.footprint, better.footprint, overlap_mm);
        }))
      kept.push_back(one);
  }
  every = std::move(kept);
}

/// The same of what is told as opaque, and looks like the darkened surface beside a piece that does not, and like none
/// of those, or shows two colours of the print beside it: opaque plastic has a colour of its own. But a look that is
/// sure of a piece tells it from a shadow: black ones are darkened surface too where a table is brown or grey.
void dropOpaqueShadows(const PyramidScene& scene, std::size_t known_count, std::vector<ChosenPyramid>& every) {
  std::vector<bool> doubtful;
  for (std::size_t i = 0; i < every.size(); ++i)
    doubtful.push_back(i >= known_count && every[i].fitted.log_odds <= most_log_odds_of_shadow &&
                       isOpaque(scene.colours.colourOf(hullOf(every[i])).colour));
  if (std::ranges::find(doubtful, true) == doubtful.end())
    return;
  std::vector<PictureOutline> outlines;
  for (const ChosenPyramid& one : every)
    outlines.push_back(one.hull);
  const std::vector<SurfaceLight> lights = SurfaceLight::of(outlines, scene.picture.edges, doubtful);
  const auto is_surface = [&](std::size_t i) {
    if (!doubtful[i])
      return false;
    if (lights[i].showsPrint())
      return true;
    if (!lights[i].isDarkenedSurface())
      return false;
    bool beside = false, alike = false;
    for (std::size_t k = 0; k < every.size(); ++k)
      if (k != i && (!doubtful[k] || !lights[k].isDarkenedSurface())) { // black ones look as in a deep shadow, too
        beside = beside || overlap(every[i].footprint, every[k].footprint, -shadow_begins_mm);
        alike = alike || lights[i].isLike(lights[k]);
      }
    return beside && !alike;
  };
  const PyramidNetwork* network = PyramidNetwork::shipped();
  const auto looks_real = [&](const FittedPyramid& fitted) {
    const PyramidPose there{&scene.solid(fitted.solid), fitted.refined.pose};
    return network != nullptr && network->read(scene.picture.full, scene.view, there).log_odds >= surely_looked;
  };
  std::vector<ChosenPyramid> kept;
  for (std::size_t i = 0; i < every.size(); ++i)
    if (!is_surface(i) || looks_real(every[i].fitted))
      kept.push_back(every[i]);
  every = std::move(kept);
}

/// Known pieces for others to be compared with.
SurePyramids sureOf(const std::vector<SeenPyramid>& known, const PyramidScene& scene) {
  SurePyramids sure;
  for (const SeenPyramid& piece : known)
    if (piece.score > known_score) {
      const PyramidSolid& solid = solidOf(scene.solids, piece);
      sure.add(evidenceFor(solid, piece.table_from_piece, scene.view, {scene.picture.edges, scene.picture.novelty, {}}),
               pictureOutlineOf(solid, piece.table_from_piece, scene.view), footprintOf(solid, piece.table_from_piece));
    }
  return sure;
}

/// The likeliest of everything that came where the picture `changed`, after those that are `known`.
std::vector<ChosenPyramid> chosenIn(const cv::Mat& changed, const PyramidScene& scene,
                                    const std::vector<SeenPyramid>& known) {
  std::vector<ChosenPyramid> every;
  std::vector<KnownPiece> known_pieces;
  for (const SeenPyramid& piece : known) {
    every.push_back(chosenAt({&solidOf(scene.solids, piece), piece.table_from_piece}, scene.view));
    known_pieces.push_back({every.back().hull, every.back().footprint});
  }
  // Of a part of a picture proposals would take longer than all else.
  const auto proposals = changed.empty() ? PyramidProposals::of(scene.picture, scene.view) : nullptr;
  const auto candidates = pyramidCandidates(scene, proposals.get(), changed, known_pieces);
  std::vector<FittedPyramid> all = fitCandidates(candidates, scene, sureOf(known, scene));
  std::erase_if(all, [&](const FittedPyramid& fitted) {
    return liesOnMarker(scene.solid(fitted.solid), fitted.refined.pose, scene.table);
  });
  chooseLikeliest(all, scene, every);
  addHidden(all, scene, every);
  if (const PyramidNetwork* network = PyramidNetwork::shipped(); network != nullptr && proposals != nullptr)
    ProposedPlaces(*proposals, *network, scene).addTo(every);
  dropShadows(scene.colours, known.size(), every);
  dropOpaqueShadows(scene, known.size(), every);
  const auto seen_in_noise = [&](const ChosenPyramid& one) {
    return !standsOutOfDark(one.hull, scene.picture.full.image());
  };
  every.erase(std::remove_if(every.begin() + static_cast<std::ptrdiff_t>(known.size()), every.end(), seen_in_noise),
              every.end());
  return every;
}

/// Those of all others.
std::vector<PictureOutline> outlinesBeside(const ChosenPyramid& subject, const std::vector<ChosenPyramid>& every) {
  std::vector<PictureOutline> outlines;
  for (const ChosenPyramid& one : every)
    if (&one != &subject)
      outlines.push_back(one.hull);
  return outlines;
}

/// The fit of a chosen piece, made once more when its colour or its neighbours tell more than was known at the first:
/// opaque plastic's inner edges are true, and the edges of those before it are not its own.
RefinedPyramid fitAmong(const ChosenPyramid& subject, Colour colour, const std::vector<ChosenPyramid>& every,
                        const PyramidScene& scene) {
  const PyramidSolid& solid = scene.solid(subject.fitted.solid);
  const QuietPicture& picture = scene.picture.full;
  const RefinedPyramid& first = subject.fitted.refined;
  RefinementHints hints;
  hints.opaque = isOpaque(colour);
  const HiddenParts others = coveredBefore(subject, every, scene);
  if (!others.mask.empty() && hiddenShare(solid, first.pose, scene.view, others) > touched_share)
    hints.hidden = others;
  RefinedPyramid best = first;
  hints.foreign = foreignEdges(solid, first.pose, scene.view, picture.image(), outlinesBeside(subject, every));
  if (hints.opaque || !hints.hidden.mask.empty() || hints.foreign.any()) {
    const auto again = refinePyramid(solid, first.pose, scene.view, picture, again_reach_px, hints);
    if (again && again->met > first.met - most_met_lost)
      best = *again;
  }
  return refineAtLast(solid, best, scene.view, picture, hints);
}

/// Of all of them, the `known` ones first.
std::vector<ToldColour> coloursOf(const std::vector<ChosenPyramid>& every, const std::vector<SeenPyramid>& known,
                                  const PyramidScene& scene) {
  std::vector<Eigen::Vector3d> seen;
  for (const ChosenPyramid& one : every)
    seen.push_back(scene.colours.relativeToWhite(hullOf(one)));
  std::vector<Colour> known_colours;
  for (const SeenPyramid& piece : known)
    known_colours.push_back(piece.colour);
  std::vector<double> opaque_log_odds(every.size(), 0.0);
  if (const PlasticNetwork* network = PlasticNetwork::shipped(); network != nullptr) {
    const std::vector<std::size_t> doubtful = scene.colours.opacityInDoubt(seen, known_colours);
    std::vector<PyramidPose> poses;
    for (const std::size_t i : doubtful)
      poses.push_back({&scene.solid(every[i].fitted.solid), every[i].fitted.refined.pose});
    const std::vector<double> looked = network->opaqueLogOdds(scene.picture.full, scene.view, poses);
    for (std::size_t k = 0; k < doubtful.size(); ++k)
      opaque_log_odds[doubtful[k]] = looked[k];
  }
  return scene.colours.coloursOf(seen, known_colours, opaque_log_odds);
}

/// Of a fit whose colour is told: how likely it is, as few pixels as tell of it.
double logOddsOf(const FittedPyramid& fitted, Colour colour, const PyramidScene& scene) {
  const PyramidSolid& solid = scene.solid(fitted.solid);
  const auto& [x, y, z] = solid.edges().span;
  const double edge_px = std::sqrt((x.square() + y.square() + z.square()).maxCoeff()) /
                         scene.view.mmPerPixel(solid.middleAt(fitted.refined.pose));
  const double worth = colour == Colour::clear ? few_pixels_of_clear_worth : few_pixels_worth;
  return fitted.log_odds - worth * std::max(0.0, std::log(plenty_px / edge_px));
}

SeenPyramid seenOf(const ChosenPyramid& chosen, double log_odds, const ToldColour& told,
                   const std::vector<ChosenPyramid>& every, const PyramidScene& scene) {
  const PyramidSolid& solid = scene.solid(chosen.fitted.solid);
  SeenPyramid seen;
  seen.colour = told.colour;
  seen.colour_p = told.p;
  const RefinedPyramid refined = fitAmong(chosen, seen.colour, every, scene);
  seen.size = solid.size();
  seen.posture = solid.posture();
  refined.tell(seen, solid, scene.view);
  seen.score = 1.0 / (1.0 + std::exp(-log_odds));
  seen.visible = refined.met;
  return seen;
}

} // namespace

std::vector<PyramidSolid> solidsOf(const PieceCatalog& pieces) {
  std::vector<PyramidSolid> solids;
  for (const Posture posture : {Posture::lying, Posture::upright})
    for (const PyramidSize size : {PyramidSize::small, PyramidSize::medium, PyramidSize::large})
      solids.emplace_back(pieces.pyramid(size), size, posture);
  return solids;
}

void numberFromLeft(std::vector<SeenPyramid>& pyramids) {
  std::ranges::sort(pyramids, {}, [](const SeenPyramid& one) { return one.table_from_piece.x_mm(); });
  for (std::size_t i = 0; i < pyramids.size(); ++i)
    pyramids[i].id = PieceId{static_cast<int>(i) + 1};
}

std::vector<SeenPyramid> PyramidDetector::detect(const cv::Mat& image, const TableView& view,
                                                 const TableFile& table) const {
  return detectIn({}, ReducedPicture(image, view), view, table, {});
}

std::vector<SeenPyramid> PyramidDetector::detectIn(const cv::Mat& changed, const ReducedPicture& picture,
                                                   const TableView& view, const TableFile& table,
                                                   std::vector<SeenPyramid> known,
                                                   const std::vector<SeenPyramid>& lost) const {
  const PyramidColours colours(picture.full.image(), view, table);
  const PyramidScene scene{picture, view, table, colours, solids_};
  const std::vector<ChosenPyramid> every = chosenIn(changed, scene, known);
  const std::size_t known_count = known.size();
  const std::vector<ToldColour> told =
      every.size() > known_count ? coloursOf(every, known, scene) : std::vector<ToldColour>{};
  std::vector<SeenPyramid> found = std::move(known);
  for (std::size_t i = known_count; i < every.size(); ++i) {
    const double log_odds = logOddsOf(every[i].fitted, told[i].colour, scene);
    if (log_odds >= (colours.expects(told[i].colour) ? least_believed : least_log_odds_unnamed))
      found.push_back(seenOf(every[i], log_odds, told[i], every, scene));
  }
  addBehind(lost, known_count, scene, found);
  refineTouching(found, solids_);
  numberFromLeft(found);
  return found;
}

} // namespace linesman
