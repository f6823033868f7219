#include "vision/pyramid_fits.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include "models/units.h"
#include "vision/in_parallel.h"

namespace linesman {

namespace {

constexpr double worth_refining = -9.5; ///< log odds
constexpr double faint = -6.8;          ///< log odds of candidates that are not refined where another is believed
constexpr std::size_t most_refined = 500;
constexpr double worth_refining_alike = -10.5; ///< of what looks like a sure piece
constexpr std::size_t most_alike = 12;         ///< refined for that alone
constexpr double least_rough_likeness = 0.5;   ///< of a rough pose's colour
constexpr double least_likeness = 0.2;         ///< of a fit; less tells nothing
constexpr double likeness_worth = 2.5;         ///< log odds
constexpr double plain_edge = 0.8;      ///< a worst edge that is met less makes likeness worth less: part of a piece
constexpr double sure_look = 2.0;       ///< log odds of a piece that others are compared with
constexpr double same_place = 0.5;      ///< share of the smaller outline
constexpr double sure_fit = 3.5;        ///< log odds after the fit
constexpr double hopeless_behind = 0.5; ///< log odds before the fit
constexpr int most_turns = 6;           ///< in which a place's candidates are fitted one by one; then all that are left
constexpr double refine_reach_px = 5.0, refine_spread_rad = 0.087; ///< from the settled pose
constexpr double least_met = 0.4;                                  ///< of the outline, at sub-pixel precision
constexpr double hopeless_look = -2.0; ///< log odds with a look: where it leads is not asked
constexpr double hopeless_fit = -7.0;  ///< log odds after fit and look; between it and a sure one it is doubtful
// Around a doubtful fit: so far from where it began, in so many directions, each with three headings. Edges are met
// from no farther, or the fits would all run to the same strong one.
constexpr double around_mm = 3.0, around_rad = 0.12, around_reach_px = 3.0;
constexpr int around_directions = 4;
constexpr double around_promising = 0.8; ///< a rough fit that agrees with less than this share of the best is given up
constexpr double elsewhere_mm = 0.5, elsewhere_rad = 0.03;     ///< less, and a look at the whole agrees with the fit
constexpr double least_looked_at = -9.0, most_looked_at = 3.0; ///< log odds after the fit that a look may change
constexpr std::array<double, 3> look_weights = {0.47, 1.06,
                                                -0.15}; ///< of the fit's log odds, of the look's, and always
constexpr double nearly_as_likely = 2.0;                ///< log odds between two readings of a place
constexpr double another_mm = 3.0, another_rad = 0.2;   ///< apart, of one solid
constexpr double most_telling = 8.0;                    ///< log odds of edges and colours count up to this

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

/// Fits solids to a scene.
struct Fitter {
  const PyramidScene& scene;
  const HiddenParts& hidden;
  const PyramidNetwork* network; ///< nullptr: none

  bool doubts(const FittedPyramid& fit) const {
    return network != nullptr && fit.log_odds > least_looked_at && fit.log_odds < most_looked_at;
  }
  /// `spread_rad`: headings so much to both sides are tried too. Nothing where the rough fit agrees less than asked.
  std::optional<RefinedPyramid> refined(int solid, const PlanarPose<TableFrame, PieceFrame>& start, double reach_px,
                                        double spread_rad, double least_agreement = 0.0) const {
    auto fit = refinePyramid(scene.solid(solid), start, scene.view, scene.picture.full, reach_px,
                             {spread_rad, hidden, false, least_agreement});
    return fit && fit->met >= least_met ? fit : std::nullopt;
  }
  FittedPyramid judged(int solid_index, const RefinedPyramid& fit) const {
    const PyramidSolid& solid = scene.solid(solid_index);
    const EdgeField& edges = scene.picture.edges;
    FittedPyramid one{solid_index, fit,
                      evidenceFor(solid, fit.pose, scene.view, {edges, scene.picture.novelty, hidden}),
                      surfaceEvidenceFor(solid, fit.pose, scene.view, edges, scene.colours, hidden), 0.0};
    one.log_odds = byEdges(one);
    return one;
  }
  /// Log odds without a look.
  double byEdges(const FittedPyramid& fit) const {
    return finalLogOdds(fit.values()) + oddsOfPlastic(fit.surface.plastic);
  }
};

std::optional<FittedPyramid> fitOne(const Fitter& fitter, int solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                    double spread_rad) {
  const auto refined = fitter.refined(solid, start, refine_reach_px, spread_rad);
  return refined ? std::optional(fitter.judged(solid, *refined)) : std::nullopt;
}

/// How likely it is with a look at the whole: logistic regression on held-out drawn fits (train_pyramids.py prints it).
double withLook(double log_odds, const PyramidLook& look) {
  return look_weights[0] * std::clamp(log_odds, -most_telling, most_telling) + look_weights[1] * look.log_odds +
         look_weights[2];
}

/// A fit made once more from places around its start: a shadow or print beside the piece may have drawn it away. Taken
/// is what both agrees better with the edges and is more likely.
FittedPyramid fitAround(const Fitter& fitter, FittedPyramid best, const PlanarPose<TableFrame, PieceFrame>& start) {
  std::vector<Eigen::Vector2d> shifts;
  shifts.reserve(around_directions);
  for (int i = 0; i < around_directions; ++i)
    shifts.push_back(around_mm * Eigen::Rotation2Dd(2.0 * pi * i / around_directions).toRotationMatrix().col(0));
  const auto take = [&](const Eigen::Vector2d& shift_mm, double turn_rad) {
    const auto refined = fitter.refined(best.solid, {start.origin_mm() + shift_mm, start.heading_rad() + turn_rad},
                                        around_reach_px, 0.0, around_promising * best.refined.agreement);
    if (!refined || refined->agreement <= best.refined.agreement)
      return;
    FittedPyramid again = fitter.judged(best.solid, *refined);
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

bool nearlySame(const PlanarPose<TableFrame, PieceFrame>& a, const PlanarPose<TableFrame, PieceFrame>& b) {
  return isNear(a, b, elsewhere_mm, elsewhere_rad);
}

std::vector<PyramidLook> looksAt(const Fitter& fitter, const std::vector<FittedPyramid*>& fits) {
  std::vector<PyramidPose> poses;
  poses.reserve(fits.size());
  for (const FittedPyramid* fit : fits)
    poses.push_back({&fitter.scene.solid(fit->solid), fit->refined.pose});
  return fitter.network->read(fitter.scene.picture.full, fitter.scene.view, poses);
}

/// Looks at doubtful fits as a whole. Where the look says that the piece lies elsewhere it is fitted once more from
/// there: a shadow or print beside the piece may have drawn it away. Taken is the likelier one.
void lookAt(const Fitter& fitter, const std::vector<FittedPyramid*>& fits) {
  if (fits.empty())
    return;
  const std::vector<PyramidLook> looks = looksAt(fitter, fits);
  std::vector<std::optional<FittedPyramid>> elsewhere(fits.size());
  inParallel(fits.size(), [&](std::size_t i) {
    FittedPyramid& fit = *fits[i];
    fit.log_odds = withLook(fit.log_odds, looks[i]);
    const PlanarPose<TableFrame, PieceFrame> there = looks[i].applied(fit.refined.pose);
    if (fit.log_odds < hopeless_look || nearlySame(there, fit.refined.pose))
      return;
    const auto refined = fitter.refined(fit.solid, there, around_reach_px, 0.0);
    if (refined && !nearlySame(refined->pose, fit.refined.pose))
      elsewhere[i] = fitter.judged(fit.solid, *refined);
  });
  std::vector<FittedPyramid*> again;
  std::vector<std::size_t> of;
  for (std::size_t i = 0; i < fits.size(); ++i)
    if (elsewhere[i]) {
      again.push_back(&*elsewhere[i]);
      of.push_back(i);
    }
  const std::vector<PyramidLook> there = looksAt(fitter, again);
  for (std::size_t k = 0; k < again.size(); ++k) {
    again[k]->log_odds = withLook(again[k]->log_odds, there[k]);
    if (again[k]->log_odds > fits[of[k]]->log_odds)
      *fits[of[k]] = std::move(*again[k]);
  }
}

/// Weighs with looks what edges and colours alone are sure of where another reading of its place (another solid or
/// pose) is nearly as likely: edges of a piece that lies and of one that stands may agree as well.
void weighContested(const Fitter& fitter, std::vector<FittedPyramid>& fitted) {
  std::vector<PictureOutline> outlines;
  for (const FittedPyramid& fit : fitted)
    outlines.push_back(fit.log_odds < least_believed
                           ? PictureOutline{}
                           : pictureOutlineOf(fitter.scene.solid(fit.solid), fit.refined.pose, fitter.scene.view));
  const auto is_another = [](const FittedPyramid& a, const FittedPyramid& b) {
    return a.solid != b.solid || (a.refined.pose.origin_mm() - b.refined.pose.origin_mm()).norm() > another_mm ||
           std::abs(wrapAngle(a.refined.pose.heading_rad() - b.refined.pose.heading_rad())) > another_rad;
  };
  std::vector<FittedPyramid*> contested;
  for (std::size_t i = 0; i < fitted.size(); ++i)
    for (std::size_t k = 0; k < fitted.size(); ++k)
      if (std::max(fitted[i].log_odds, fitted[k].log_odds) >= most_looked_at &&
          std::abs(fitted[i].log_odds - fitted[k].log_odds) < nearly_as_likely && is_another(fitted[i], fitted[k]) &&
          shareMore(outlines[i], outlines[k], same_place)) {
        contested.push_back(&fitted[i]);
        break;
      }
  if (contested.empty())
    return;
  const std::vector<PyramidLook> looks = looksAt(fitter, contested);
  for (std::size_t i = 0; i < contested.size(); ++i)
    contested[i]->log_odds = withLook(fitter.byEdges(*contested[i]), looks[i]);
}

/// Where a fit begins. `first`: of what may lie in its place the likeliest.
struct FitStart {
  int solid;
  PlanarPose<TableFrame, PieceFrame> pose;
  double spread_rad = refine_spread_rad;
  bool first = false;
};

using Fits = std::vector<std::optional<FittedPyramid>>;

void lookAtDoubtful(const Fitter& fitter, Fits& fits) {
  std::vector<FittedPyramid*> doubtful;
  for (std::optional<FittedPyramid>& fit : fits)
    if (fit && fitter.doubts(*fit))
      doubtful.push_back(&*fit);
  lookAt(fitter, doubtful);
}

/// Candidates fitted and looked at; where they stay doubtful and are the first of their place, also from places around.
Fits fitLooked(const Fitter& fitter, const std::vector<FitStart>& starts) {
  Fits alone(starts.size()), around(starts.size());
  inParallel(starts.size(),
             [&](std::size_t i) { alone[i] = fitOne(fitter, starts[i].solid, starts[i].pose, starts[i].spread_rad); });
  Fits best = alone;
  lookAtDoubtful(fitter, best);
  inParallel(starts.size(), [&](std::size_t i) {
    if (!starts[i].first || !best[i] || best[i]->log_odds <= hopeless_fit || best[i]->log_odds >= sure_fit)
      return;
    FittedPyramid fit = fitAround(fitter, *alone[i], starts[i].pose);
    if (!nearlySame(fit.refined.pose, alone[i]->refined.pose))
      around[i] = std::move(fit);
  });
  lookAtDoubtful(fitter, around);
  for (std::size_t i = 0; i < starts.size(); ++i)
    if (around[i] && around[i]->log_odds > best[i]->log_odds)
      best[i] = std::move(around[i]);
  return best;
}

/// First the best candidate of every place is fitted, then, in turns, the best of those beside it that no good fit
/// makes hopeless. `candidates`: the likeliest first.
Fits fitInTurns(const Fitter& fitter, std::span<const PyramidCandidate> candidates) {
  Fits fits(candidates.size());
  const auto outline_of = [&](int solid, const PlanarPose<TableFrame, PieceFrame>& pose) {
    return pictureOutlineOf(fitter.scene.solid(solid), pose, fitter.scene.view);
  };
  std::vector<PictureOutline> outlines, fitted_outlines(candidates.size());
  for (const PyramidCandidate& candidate : candidates)
    outlines.push_back(outline_of(candidate.solid, candidate.pose));
  const auto is_hopeless = [&](std::size_t i) { // a good fit ended where it lies
    for (std::size_t j = 0; j < candidates.size(); ++j)
      if (fits[j] &&
          ((fits[j]->log_odds > sure_fit && candidates[j].log_odds > candidates[i].log_odds + hopeless_behind) ||
           (fits[j]->log_odds > least_believed && candidates[i].log_odds < faint)) &&
          shareMore(outlines[i], fitted_outlines[j], same_place))
        return true;
    return false;
  };
  std::vector<std::size_t> left(candidates.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (int turn = 0; !left.empty(); ++turn) {
    std::vector<std::size_t> now, later;
    std::vector<FitStart> starts;
    for (const std::size_t i : left) {
      const bool beside = turn + 1 < most_turns && std::any_of(now.begin(), now.end(), [&](std::size_t better) {
                            return shareMore(outlines[i], outlines[better], same_place);
                          });
      if (beside) {
        later.push_back(i);
        continue;
      }
      now.push_back(i);
      starts.push_back({candidates[i].solid, candidates[i].pose, refine_spread_rad, turn == 0});
    }
    Fits done = fitLooked(fitter, starts);
    for (std::size_t k = 0; k < now.size(); ++k)
      if (done[k]) {
        fitted_outlines[now[k]] = outline_of(done[k]->solid, done[k]->refined.pose);
        fits[now[k]] = std::move(done[k]);
      }
    std::erase_if(later, is_hopeless);
    left = std::move(later);
  }
  return fits;
}

/// Fits what looks like a sure piece though little else speaks for it, and believes doubtful fits more that do.
void addAlike(const Fitter& fitter, std::span<const PyramidCandidate> others, SurePyramids sure,
              std::vector<FittedPyramid>& fitted) {
  addSure(fitted, fitter.scene.view, fitter.scene.solids, sure);
  if (sure.empty())
    return;
  const auto touch = [&](int solid, const PlanarPose<TableFrame, PieceFrame>& pose) {
    return sure.touch(footprintOf(fitter.scene.solid(solid), pose));
  };
  std::vector<const PyramidCandidate*> alike;
  for (const PyramidCandidate& other : others) {
    if (other.log_odds < worth_refining_alike || alike.size() == most_alike)
      break;
    if (sure.colourLikenessOf(other.evidence) >= least_rough_likeness && !touch(other.solid, other.pose))
      alike.push_back(&other);
  }
  std::vector<FitStart> starts;
  starts.reserve(alike.size());
  for (const PyramidCandidate* one : alike)
    starts.push_back({one->solid, one->pose});
  Fits fits = fitLooked(fitter, starts);
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

std::array<double, FittedPyramid::value_count> FittedPyramid::values() const {
  return {evidence.weakest,   evidence.creases,           evidence.novelty_in, evidence.novelty_out,
          evidence.one_sided, evidence.clutter_in,        evidence.size,       refined.met,
          surface.plastic,    surface.weakest_separation, surface.faces_apart, evidence.continued};
}

std::vector<FittedPyramid> fitCandidates(const std::vector<PyramidCandidate>& candidates, const PyramidScene& scene,
                                         SurePyramids sure, const PyramidNetwork* network) {
  const auto unworthy = std::find_if(candidates.begin(), candidates.end(),
                                     [](const PyramidCandidate& c) { return c.log_odds < worth_refining; });
  const auto count = std::min(static_cast<std::size_t>(unworthy - candidates.begin()), most_refined);
  const Fitter fitter{scene, nothing_hidden, network};
  Fits fits = fitInTurns(fitter, std::span(candidates).first(count));
  std::vector<FittedPyramid> fitted;
  for (std::optional<FittedPyramid>& one : fits)
    if (one)
      fitted.push_back(std::move(*one));
  addAlike(fitter, {candidates.begin() + static_cast<std::ptrdiff_t>(count), candidates.end()}, std::move(sure),
           fitted);
  if (network != nullptr)
    weighContested(fitter, fitted);
  std::sort(fitted.begin(), fitted.end(), [](const auto& a, const auto& b) { return a.log_odds > b.log_odds; });
  return fitted;
}

std::optional<FittedPyramid> fitBeside(int solid, const PlanarPose<TableFrame, PieceFrame>& start,
                                       const HiddenParts& others, const PyramidScene& scene) {
  return fitLooked({scene, others, PyramidNetwork::shipped()}, {{solid, start, 0.0}}).front();
}

} // namespace linesman
