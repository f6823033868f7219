#include "vision/pyramid_refinement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Cholesky>

#include "models/units.h"
#include "vision/pyramid_equations.h"

namespace linesman {

namespace {

// Whole edges bend and tilt (shadow, glare, what lies behind) more than the fit assumes: factors on the standard
// deviations, calibrated with accuracy_pyramids so that 95 % ellipses hold the truth.
constexpr double place_factor = 1.7;
constexpr double heading_factor = 2.5;
constexpr double rough_spacing_px = 4.0, spacing_px = 2.0;
// Outline samples that tell what an error of lens and camera does to a pose, the least they tell of (x, y, heading)
// where there are none, and the last digit (mm, rad) that is kept of it: more make states long.
constexpr double shared_spacing_px = 6.0, shared_digit = 1e-6;
const Eigen::Vector3d shared_prior(1e-6, 1e-6, 1e-6);
constexpr int fine_rounds = 4;
constexpr double fine_reach_px = 2.0;
// A step that is smaller is the last: of fits that are judged or fitted again, and of the last one.
constexpr double settled_mm = 0.02, settled_rad = 0.0005, settled_at_last_mm = 0.004;
constexpr double resting_mm = 0.1, resting_rad = 0.005; ///< a rough fit that moves less goes on to its last round
constexpr double hopeful_each_round = 0.2; ///< of the agreement asked for: less on the way never came to it
constexpr double most_moved_mm = 8.0;
constexpr double learned_prior_mm = 1e-2, learned_prior_rad = 1.0; ///< information, as train_edges.py has it
constexpr int learned_rounds = 3;
// Factors on the standard deviations of fits to learned edges, how much of another fit's doubt is theirs too, and on
// the covariance of two fits together; calibrated as those above.
constexpr double learned_place_factor = 3.0, learned_heading_factor = 3.0, learned_doubt = 0.5, alike_factor = 2.0;
// Squared residuals, by what learned edges are said to be off, that a fit to them leaves for each sample where they
// agree (more, and they contradict each other: some are a cover's or a shadow's); the least factor on the covariance
// for it.
constexpr double agreeing_squares = 0.75, least_contradiction = 0.85;
constexpr double most_changed_mm = 5.0, most_changed_rad = 0.25; ///< by a last fit: farther, and it is another edge
constexpr double most_met_changed = 0.3;                         ///< share of the outline
constexpr double least_used = 10.0;                              ///< edges met
constexpr double plain_agreement = 0.5;                          ///< beyond it no other heading is tried
constexpr double hopeless_agreement = 0.12; ///< nor below it: no fit that was believed began with less

using PlanarPiecePose = PlanarPose<TableFrame, PieceFrame>;
using Equations = EdgeEquations<3>;

/// `prior`: information on x, y and heading that keeps what no edge tells near the start.
Eigen::LDLT<Eigen::Matrix3d> solverOf(const Equations& equations,
                                      const Eigen::Vector3d& prior = Eigen::Vector3d(1e-4, 1e-4, 1e-2)) {
  return Eigen::LDLT<Eigen::Matrix3d>(equations.information + prior.asDiagonal().toDenseMatrix());
}

PlanarPiecePose moved(const PlanarPiecePose& pose, const Eigen::Vector3d& change) {
  return {pose.origin_mm() + change.head<2>(), pose.heading_rad() + change.z()};
}

/// What is fitted to what.
struct Subject {
  const PyramidSolid& solid;
  const TableView& view;
  const QuietPicture& picture;
  const RefinementHints& hints;

  std::vector<OutlineSample> samples(const PlanarPiecePose& pose, double spacing) const {
    std::vector<OutlineSample> out = sampleOutline(solid, pose, view, spacing, true);
    hints.hidden.leaveOut(out);
    if (hints.foreign.any())
      std::erase_if(out,
                    [&](const OutlineSample& sample) { return hints.foreign[static_cast<std::size_t>(sample.edge)]; });
    return out;
  }
  /// `by_colour`: each edge is met where its own colours step.
  Equations equations(const PlanarPiecePose& pose, double spacing, double reach_px, double scale_px,
                      bool by_colour) const {
    const std::vector<OutlineSample> at = samples(pose, spacing);
    EdgeWeighing weighing{reach_px, scale_px, creaseSigma_px(hints.opaque)};
    if (by_colour)
      weighing.steps = colourSteps(picture, at);
    return equationsOf(PoseRows{at}, picture, weighing);
  }
};

/// One robust step of the pose; nothing when too little of the outline is met.
std::optional<Equations> stepTowardsEdges(const Subject& subject, double spacing, double reach_px, double scale_px,
                                          PlanarPiecePose& pose, bool by_colour = false) {
  const Equations equations = subject.equations(pose, spacing, reach_px, scale_px, by_colour);
  if (equations.used < least_used)
    return std::nullopt;
  pose = moved(pose, solverOf(equations).solve(equations.right));
  return equations;
}

struct RoughFit {
  PlanarPiecePose pose;
  double agreement = 0.0; ///< just before the last step
};

/// Few samples, far reach first.
std::optional<RoughFit> roughFit(const Subject& subject, const PlanarPiecePose& start, double reach_px) {
  constexpr int rounds = 6;
  constexpr double last_reach_px = 2.0;
  RoughFit fit{start};
  bool resting = false;
  for (int round = 0; round < rounds; ++round) {
    const bool last = round + 1 == rounds;
    if (resting && !last)
      continue; // the rounds to the last are all alike
    const double reach = std::max(last_reach_px, reach_px * (1.0 - static_cast<double>(round) / (rounds - 1)));
    const PlanarPiecePose before = fit.pose;
    const auto equations = stepTowardsEdges(subject, rough_spacing_px, reach,
                                            last ? robust_px : std::max(robust_px, 0.5 * reach), fit.pose);
    if (!equations || (fit.pose.origin_mm() - start.origin_mm()).norm() > most_moved_mm)
      return std::nullopt;
    fit.agreement = equations->agreement / std::max(1, equations->all);
    if (fit.agreement < hopeful_each_round * round * subject.hints.least_agreement)
      return std::nullopt;
    resting = reach == last_reach_px && isNear(before, fit.pose, resting_mm, resting_rad);
  }
  return fit;
}

/// How much larger the covariance is for an outline that is met in part or weakly, and smaller for one that agrees all
/// around. The first three weights are what tests/accuracy/fit_doubt.py asks for, and more: its fits start beside the
/// truth. Where less than four fifths of the outline is met, a search may have settled on other edges altogether.
double doubtOf(const RefinedPyramid& fit) {
  return std::exp(0.2 - 4.7 * (fit.agreement - 0.5) + 7.0 * std::max(0.0, 0.9 - fit.met) +
                  20.0 * std::max(0.0, 0.8 - fit.met));
}

/// Every sample, near the answer; `by_colour`: of each edge's own step.
std::optional<RefinedPyramid> fineFit(const Subject& subject, const PlanarPiecePose& start, bool by_colour = false) {
  RefinedPyramid out;
  out.pose = start;
  Equations equations;
  Eigen::LDLT<Eigen::Matrix3d> solver;
  bool settled = false;
  for (int round = 0; round <= fine_rounds && !settled; ++round) { // the last one judges
    equations = subject.equations(out.pose, spacing_px, fine_reach_px, robust_px, by_colour);
    if (equations.used < least_used)
      return std::nullopt;
    solver = solverOf(equations);
    if (round == fine_rounds)
      break;
    const Eigen::Vector3d change = solver.solve(equations.right);
    out.pose = moved(out.pose, change);
    settled =
        change.head<2>().norm() < (by_colour ? settled_at_last_mm : settled_mm) && std::abs(change.z()) < settled_rad;
  }
  out.misfit = std::sqrt(std::max(0.0, equations.squares) / std::max(1.0, equations.used - 3.0));
  out.agreement = equations.all > 0 ? equations.agreement / equations.all : 0.0;
  out.met = equations.all > 0 ? static_cast<double>(equations.met) / equations.all : 0.0;
  const Eigen::Matrix3d calibration = Eigen::Vector3d(place_factor, place_factor, heading_factor).asDiagonal();
  out.own_covariance = calibration * solver.solve(Eigen::Matrix3d::Identity()) * calibration *
                       std::max(1.0, out.misfit * out.misfit) * doubtOf(out);
  return out;
}

struct LearnedFit {
  RefinedPyramid fit;
  double contradiction = 1.0; ///< of its edges: a factor on the covariance of whatever is fitted to them
};

/// A fit to the edges as the network sees them; nothing where it leads far away.
std::optional<LearnedFit> learnedFit(const Subject& subject, const RefinedPyramid& first, const EdgeNetwork& network) {
  const EdgeOwner owner{subject.solid.size(), subject.solid.posture(), subject.hints.opaque};
  LearnedFit out{first};
  for (int round = 0; round < learned_rounds; ++round) {
    const bool last = round + 1 == learned_rounds;
    const std::vector<OutlineSample> samples = subject.samples(out.fit.pose, EdgeNetwork::spacing_px);
    if (static_cast<double>(samples.size()) < least_used)
      return std::nullopt;
    const Equations equations = equationsOf(PoseRows{samples}, network.read(subject.picture, samples, owner));
    const auto solver = solverOf(equations, {learned_prior_mm, learned_prior_mm, learned_prior_rad});
    const Eigen::Vector3d change = solver.solve(equations.right);
    out.fit.pose = moved(out.fit.pose, change);
    if (!last)
      continue;
    const double left = equations.squares - equations.right.dot(change), free = static_cast<double>(samples.size()) - 3;
    out.contradiction = std::max(least_contradiction, left / (agreeing_squares * free));
    const Eigen::Matrix3d calibration =
        Eigen::Vector3d(learned_place_factor, learned_place_factor, learned_heading_factor).asDiagonal();
    out.fit.own_covariance = calibration * solver.solve(Eigen::Matrix3d::Identity()) * calibration *
                             std::pow(std::max(1.0, doubtOf(first)), learned_doubt);
  }
  return isNear(out.fit.pose, first.pose, most_changed_mm, most_changed_rad) ? std::optional(out) : std::nullopt;
}

/// Two fits to the same picture, weighed by their covariances; their errors are alike in part.
RefinedPyramid fused(const RefinedPyramid& first, const LearnedFit& learned) {
  const RefinedPyramid& second = learned.fit;
  const Eigen::Matrix3d a = first.own_covariance.inverse(), b = second.own_covariance.inverse();
  const Eigen::Matrix3d both = (a + b).inverse();
  const Eigen::Vector2d apart_mm = second.pose.origin_mm() - first.pose.origin_mm();
  const Eigen::Vector3d apart(apart_mm.x(), apart_mm.y(),
                              wrapAngle(second.pose.heading_rad() - first.pose.heading_rad()));
  const double disagreement = apart.dot((first.own_covariance + second.own_covariance).ldlt().solve(apart)) / 3.0;
  RefinedPyramid out = first;
  out.pose = moved(first.pose, both * b * apart);
  out.own_covariance = alike_factor * std::max(1.0, disagreement) * learned.contradiction * both;
  return out;
}

} // namespace

SharedError sharedErrorOf(const PyramidSolid& solid, const PlanarPiecePose& pose, const TableView& view) {
  const CameraErrors& errors = view.errors();
  Eigen::Matrix3d squares = shared_prior.asDiagonal();
  SharedError sums = SharedError::Zero(3, errors.pose.cols());
  for (const OutlineSample& sample : sampleOutline(solid, pose, view, shared_spacing_px, false, true)) {
    const Eigen::RowVector3d across = sample.normal.transpose() * sample.by_pose;
    squares += across.transpose() * across;
    const Eigen::RowVector<double, 6> by_camera = sample.normal.transpose() * sample.by_camera;
    const Eigen::RowVector<double, 12> by_lens =
        sample.normal.transpose() * parameterJacobian(view.lens(), view.lens().undistort(sample.pixel));
    sums -= across.transpose() * (by_camera * errors.pose + by_lens * errors.lens);
  }
  return (squares.ldlt().solve(sums) / shared_digit).array().round() * shared_digit;
}

void RefinedPyramid::tell(SeenPyramid& piece, const PyramidSolid& solid, const TableView& view) const {
  piece.table_from_piece = pose;
  piece.own_covariance = own_covariance;
  piece.shared_error = sharedErrorOf(solid, pose, view);
  piece.covariance = own_covariance + piece.shared_error * piece.shared_error.transpose();
}

RefinedPyramid refineAtLast(const PyramidSolid& solid, const RefinedPyramid& first, const TableView& view,
                            const QuietPicture& picture, const RefinementHints& hints, const EdgeNetwork* network) {
  const Subject subject{solid, view, picture, hints};
  const auto by_colour = fineFit(subject, first.pose, true);
  const bool kept = by_colour && by_colour->met > first.met - most_met_changed &&
                    isNear(by_colour->pose, first.pose, most_changed_mm, most_changed_rad);
  const RefinedPyramid& best = kept ? *by_colour : first;
  if (network == nullptr)
    return best;
  const auto learned = learnedFit(subject, best, *network);
  return learned ? fused(best, *learned) : best;
}

std::optional<RefinedPyramid> refinePyramid(const PyramidSolid& solid, const PlanarPiecePose& start,
                                            const TableView& view, const QuietPicture& picture, double reach_px,
                                            const RefinementHints& hints) {
  const Subject subject{solid, view, picture, hints};
  if (reach_px <= 0.0)
    return fineFit(subject, start);
  std::optional<RoughFit> best;
  for (const double turn : {0.0, -1.0, 1.0}) {
    if (turn != 0.0 && (hints.spread_rad <= 0.0 || (best && best->agreement > plain_agreement)))
      break;
    const auto fit = roughFit(subject, {start.origin_mm(), start.heading_rad() + turn * hints.spread_rad}, reach_px);
    if (turn == 0.0 && hints.spread_rad > 0.0 && fit && fit->agreement < hopeless_agreement)
      return std::nullopt;
    if (fit && (!best || fit->agreement > best->agreement))
      best = fit;
  }
  return best && best->agreement >= hints.least_agreement ? fineFit(subject, best->pose) : std::nullopt;
}

} // namespace linesman
