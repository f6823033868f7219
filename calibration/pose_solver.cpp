#include "calibration/pose_solver.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Cholesky>
#include <Eigen/LU>

#include "calibration/lens_parameters.h"
#include "calibration/robust_weights.h"
#include "models/dense.h"

namespace linesman {
namespace {

// Blooming shrinks the dark side, a printer's ink widens it. One camera's picture has it alike on all markers (0.03 px
// in the middle case over rendered tables), but for those that lie in another light.
constexpr double spread_sigma_px = 0.3;              // from picture to picture
constexpr double spread_apart_px = 0.03;             // from marker to marker of one picture
constexpr int free_terms = 8;                        // fx fy cx cy k1 k2 p1 p2
constexpr double size_tightness = 1.0 / (0.2 * 0.2); // of a free size: a fifth holds it hardly

struct Linearised {
  Eigen::MatrixXd a; // derivative of the prediction, one row per observation, over its sigma
  Eigen::MatrixXd by_lens;
  Eigen::VectorXd by_size; // by the ratio of all markers' sizes to those stated
  Eigen::VectorXd r;       // observed minus predicted, over its sigma
};

using LensTerms = Eigen::Matrix<double, free_terms, 1>;

class Solver {
public:
  Solver(const PoseProblem& problem, const Lens& lens, const Pose<CameraFrame, TableFrame>& start)
      : problem_(problem), lens_(lens), pose_(start) {
    double blur_px = 0.0, hidden_px = 0.0, edges = 0.0;
    for (const PoseObservation& o : problem.observations)
      if (o.spreads)
        groups_ = std::max(groups_, o.group + 1), blur_px += o.blur_px, hidden_px += o.hidden_px, edges += 1.0;
    n_ = 6 + groups_ + (problem.free_size ? 1 : 0) + (problem.free_lens ? free_terms : 0);
    if (problem.free_lens) {
      prior_ = parametersOf(problem.lens_is_near ? lens : guessLens(lens.width_px, lens.height_px)).head<free_terms>();
      tightness_ = inverseOf(guessCovariance(lens).topLeftCorner<free_terms, free_terms>());
    }
    spreads_ = Eigen::VectorXd::Constant(groups_, expected_spread_px);
    spread_tightness_ = spreadTightness(groups_, blur_px / std::max(1.0, edges), hidden_px / std::max(1.0, edges));
    weights_ = Eigen::VectorXd::Ones(static_cast<Eigen::Index>(problem.observations.size()));
  }

  bool iterate() {
    double damping = 1e-6;
    double cost = costOf(linearise(false));
    for (int turn = 0; turn < 40; ++turn) {
      const Linearised now = linearise(false);
      Eigen::MatrixXd h;
      Eigen::VectorXd g;
      normalEquations(now, h, g);
      Eigen::MatrixXd damped = h;
      damped.diagonal() *= 1.0 + damping;
      const Eigen::VectorXd step = solveSymmetric(damped, g);
      if (!step.allFinite())
        return false;
      const auto kept = std::make_tuple(pose_, lens_, spreads_, size_ratio_);
      apply(step);
      const double next = costOf(linearise(false));
      if (!(next <= cost * (1.0 + 1e-12))) {
        std::tie(pose_, lens_, spreads_, size_ratio_) = kept;
        damping = std::max(damping * 10.0, 1e-4);
        if (damping > 1e6)
          return true;
        continue;
      }
      const bool done = cost - next < 1e-7 * (1.0 + next);
      cost = next;
      damping = std::max(damping * 0.2, 1e-9);
      if (done)
        return true;
    }
    return true;
  }

  void reweigh() { weights_ = robustWeights(linearise(false).r); }

  bool finish(PoseSolution& solution) {
    const Linearised now = linearise(true);
    Eigen::MatrixXd h;
    Eigen::VectorXd g;
    normalEquations(now, h, g);
    const SymmetricFactors factors(h);
    if (!factors.positiveDefinite())
      return false;
    const Eigen::MatrixXd inverse = factors.inverse();
    const LensMatrix lens_covariance = lensCovariance();
    const Eigen::MatrixXd turned = factors.solve(weightedProduct(now.a, weights_, now.by_lens)); // by the lens's error
    const double chi2 = now.r.cwiseAbs2().dot(weights_);
    const double freedom = weights_.sum() - freedomTaken(now, inverse);
    solution.misfit = freedom > 0.5 ? chi2 / freedom : 1.0;
    const Eigen::MatrixXd left = now.by_lens - product(now.a, turned); // of the lens's errors by no pose made good
    const double by_lens = product(weightedProduct(left, weights_, left), lens_covariance).trace();
    const double scale = problem_.overdispersion * scatterOf(chi2, freedom, by_lens);
    Eigen::MatrixXd covariance = scale * inverse;
    if (problem_.free_lens) // a good fit says nothing of how near the lens is to what was expected
      covariance += (1.0 - scale) * congruence(inverse.rightCols(free_terms), tightness_);
    covariance += congruence(turned, lens_covariance);
    if (problem_.doubts_layout && solution.misfit > suspect_misfit)
      covariance += doubted(now, factors, turned, left, chi2 - freedom);
    solution.camera_from_table = pose_;
    solution.lens = lens_;
    solution.covariance = 0.5 * (covariance.topLeftCorner<6, 6>() + covariance.topLeftCorner<6, 6>().transpose());
    if (problem_.free_lens) {
      LensMatrix lens = LensMatrix::Zero();
      lens.topLeftCorner<free_terms, free_terms>() = covariance.bottomRightCorner<free_terms, free_terms>();
      solution.lens.parameter_covariance = 0.5 * (lens + lens.transpose());
      solution.lens.estimated = true;
    }
    setSizeRatio(now, factors, left, lens_covariance, scale, solution);
    report(now, solution);
    return true;
  }

private:
  /// Where the sizes are not free: one step from where they are as stated, all else (in equilibrium, what is known
  /// beforehand included) solved with them.
  void setSizeRatio(const Linearised& now, const SymmetricFactors& factors, const Eigen::MatrixXd& left_by_lens,
                    const LensMatrix& lens_covariance, double scale, PoseSolution& solution) const {
    solution.size_ratio = size_ratio_;
    if (problem_.free_size) {
      Eigen::VectorXd only = Eigen::VectorXd::Zero(n_);
      only[6 + groups_] = 1.0;
      solution.size_ratio_sigma = std::sqrt(scale * factors.solve(only)(6 + groups_, 0));
      return;
    }
    const Eigen::VectorXd left =
        now.by_size - product(now.a, factors.solve(weightedProduct(now.a, weights_, now.by_size))).col(0);
    const double told = weightedProduct(now.by_size, weights_, left)(0, 0);
    if (!(told > 0.0))
      return;
    const Eigen::MatrixXd by_lens = weightedProduct(now.by_size, weights_, left_by_lens) / told;
    solution.size_ratio += weightedProduct(now.by_size, weights_, now.r)(0, 0) / told;
    solution.size_ratio_sigma = std::sqrt(scale / told + congruence(by_lens, lens_covariance)(0, 0));
  }

  /// Degrees of freedom that the unknowns take from the readings: what is known of a spread or a lens beforehand holds
  /// it in part, so that each takes between none and one.
  double freedomTaken(const Linearised& now, const Eigen::MatrixXd& inverse) const {
    return inverse.cwiseProduct(weightedProduct(now.a, weights_, now.a)).sum();
  }

  /// What errors of the lens (of a kind as webcams' differ) and of the groups' places on the table would do to the
  /// unknowns, each as large as to leave `excess` of the squared residuals in the mean: the picture does not tell
  /// which.
  Eigen::MatrixXd doubted(const Linearised& now, const SymmetricFactors& factors, const Eigen::MatrixXd& by_lens,
                          const Eigen::MatrixXd& left_by_lens, double excess) const {
    const LensMatrix lens = guessCovariance(lens_);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n_, n_);
    if (!problem_.free_lens) {
      const double expected = product(weightedProduct(left_by_lens, weights_, left_by_lens), lens).trace();
      sum += excess / std::max(expected, 1e-9) * congruence(by_lens, lens);
    }
    Eigen::MatrixXd shifts = Eigen::MatrixXd::Zero(now.r.size(), 2 * groups_);
    for (Eigen::Index i = 0; i < now.r.size(); ++i) // a point of the table shifts as the camera would, the other way
      shifts.block<1, 2>(i, 2 * problem_.observations[static_cast<std::size_t>(i)].group) =
          now.a.row(i).segment<3>(3) * pose_.rotation().leftCols<2>();
    const Eigen::MatrixXd by_shifts = factors.solve(weightedProduct(now.a, weights_, shifts));
    const Eigen::MatrixXd left = shifts - product(now.a, by_shifts);
    const double expected = weightedProduct(left, weights_, left).trace(); // of places off by a millimetre
    sum +=
        excess / std::max(expected, 1e-9) * congruence(by_shifts, Eigen::MatrixXd::Identity(2 * groups_, 2 * groups_));
    return sum;
  }

  LensMatrix lensCovariance() const {
    if (problem_.free_lens) // its share comes with the other unknowns
      return LensMatrix::Zero();
    return lens_.parameter_covariance.value_or(LensMatrix::Zero());
  }

  Linearised linearise(bool with_lens) const {
    const auto m = static_cast<Eigen::Index>(problem_.observations.size());
    Linearised out{Eigen::MatrixXd::Zero(m, n_), Eigen::MatrixXd::Zero(with_lens ? m : 0, 12), Eigen::VectorXd(m),
                   Eigen::VectorXd(m)};
    for (Eigen::Index i = 0; i < m; ++i) {
      const PoseObservation& o = problem_.observations[static_cast<std::size_t>(i)];
      const double weight = 1.0 / std::sqrt(o.variance_px2);
      const Eigen::Vector3d turned = pose_.rotation() * (o.point_mm + (size_ratio_ - 1.0) * o.arm_mm);
      Point3<CameraFrame> seen{turned + pose_.translation_mm()};
      seen.mm.z() = std::max(seen.mm.z(), 1.0);
      Eigen::Matrix<double, 2, 3> by_point;
      const Eigen::Vector2d predicted = lens_.project(seen, &by_point).xy;
      const Eigen::RowVector3d along = weight * o.normal.transpose() * by_point;
      out.a.row(i).head<3>() = -along * crossMatrix(turned);
      out.a.row(i).segment<3>(3) = along;
      const double spread = o.spreads ? spreads_[o.group] : 0.0;
      if (o.spreads)
        out.a(i, 6 + o.group) = weight;
      out.r[i] = weight * (o.normal.dot(o.px - predicted) - spread);
      out.by_size[i] = along.dot(pose_.rotation() * o.arm_mm);
      if (problem_.free_size)
        out.a(i, 6 + groups_) = out.by_size[i];
      const Eigen::Vector2d normalised = seen.mm.head<2>() / seen.mm.z();
      if (with_lens)
        out.by_lens.row(i) = weight * o.normal.transpose() * parameterJacobian(lens_, normalised);
      if (problem_.free_lens)
        out.a.row(i).tail<free_terms>() =
            weight * (o.normal.transpose() * parameterJacobian(lens_, normalised)).head<free_terms>();
    }
    return out;
  }

  LensTerms deviation() const { return parametersOf(lens_).head<free_terms>() - prior_; }

  Eigen::VectorXd spreadDeviation() const { return spreads_.array() - expected_spread_px; }

  double costOf(const Linearised& now) const {
    const double lens = problem_.free_lens ? deviation().dot(tightness_ * deviation()) : 0.0;
    const double size = problem_.free_size ? size_tightness * (size_ratio_ - 1.0) * (size_ratio_ - 1.0) : 0.0;
    return now.r.cwiseAbs2().dot(weights_) + spreadDeviation().dot(spread_tightness_.lazyProduct(spreadDeviation())) +
           lens + size;
  }

  void normalEquations(const Linearised& now, Eigen::MatrixXd& h, Eigen::VectorXd& g) const {
    h = weightedProduct(now.a, weights_, now.a);
    g = weightedProduct(now.a, weights_, now.r);
    h.block(6, 6, groups_, groups_) += spread_tightness_;
    g.segment(6, groups_) -= spread_tightness_.lazyProduct(spreadDeviation());
    if (problem_.free_size) {
      h(6 + groups_, 6 + groups_) += size_tightness;
      g[6 + groups_] -= size_tightness * (size_ratio_ - 1.0);
    }
    if (problem_.free_lens) {
      h.bottomRightCorner<free_terms, free_terms>() += tightness_;
      g.tail<free_terms>() -= tightness_ * deviation();
    }
  }

  void apply(const Eigen::VectorXd& step) {
    pose_ = movedBy(pose_, step.head<6>());
    spreads_ += step.segment(6, groups_);
    if (problem_.free_size)
      size_ratio_ = std::max(0.1, size_ratio_ + step[6 + groups_]);
    if (problem_.free_lens) {
      LensVector parameters = parametersOf(lens_);
      parameters.head<free_terms>() += step.tail<free_terms>();
      parameters.head<2>() = parameters.head<2>().cwiseMax(0.2 * lens_.width_px);
      setParameters(lens_, parameters);
    }
  }

  void report(const Linearised& now, PoseSolution& solution) const {
    double squares = 0.0;
    for (Eigen::Index i = 0; i < now.r.size(); ++i) {
      const double sigma2 = problem_.observations[static_cast<std::size_t>(i)].variance_px2;
      squares += weights_[i] * now.r[i] * now.r[i] * sigma2;
    }
    solution.rms_px = std::sqrt(squares / std::max(1.0, weights_.sum()));
    solution.residuals.assign(now.r.data(), now.r.data() + now.r.size());
  }

  const PoseProblem& problem_;
  Lens lens_;
  Pose<CameraFrame, TableFrame> pose_;
  Eigen::VectorXd spreads_;
  Eigen::MatrixXd spread_tightness_;
  Eigen::VectorXd weights_;
  LensTerms prior_ = LensTerms::Zero();
  Eigen::Matrix<double, free_terms, free_terms> tightness_;
  double size_ratio_ = 1.0;
  int groups_ = 0;
  Eigen::Index n_ = 0;
};

} // namespace

double scatterOf(double chi2, double freedom, double by_lens) {
  constexpr double prior_weight = 6.0; // degrees of freedom that the stated variances are worth
  const double excess = chi2 - std::max(0.0, freedom);
  return (prior_weight + chi2 - std::clamp(excess, 0.0, by_lens)) / (prior_weight + std::max(0.0, freedom));
}

Eigen::MatrixXd spreadTightness(Eigen::Index count, double blur_px, double hidden_px) {
  constexpr double sharp_px = 0.9;
  const double together_px = std::hypot(spread_sigma_px * std::max(1.0, blur_px / sharp_px), hidden_px);
  const double apart_px = std::hypot(spread_apart_px, hidden_px);
  return inverseOf(Eigen::MatrixXd::Constant(count, count, together_px * together_px) +
                   Eigen::MatrixXd::Identity(count, count) * (apart_px * apart_px));
}

bool solvePose(const PoseProblem& problem, const Lens& lens, const Pose<CameraFrame, TableFrame>& start,
               PoseSolution& solution) {
  if (problem.observations.size() < 6)
    return false;
  Solver solver(problem, lens, start);
  if (!solver.iterate())
    return false;
  for (int turn = 0; problem.robust && turn < 3; ++turn) {
    solver.reweigh();
    if (!solver.iterate())
      return false;
  }
  return solver.finish(solution);
}

} // namespace linesman
