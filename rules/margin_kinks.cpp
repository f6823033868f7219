#include "rules/margin_kinks.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

#include <Eigen/Eigenvalues>

namespace linesman::rules {

namespace {

constexpr double probe_stretch = 2.0; ///< probes look this much farther than the doubt reaches
constexpr double smooth_share = 0.1;  ///< of the change itself: second differences of a smooth margin are less

constexpr int most_draws = 1024;

/// The standard normal distribution in equal shares: the middle of each.
std::vector<double> sharesOfNormal() {
  std::vector<double> shares;
  double z = -6.0;
  for (int i = 0; i < most_draws; ++i) {
    double high = 6.0;
    while (high - z > 1e-9) {
      const double middle = (z + high) / 2.0;
      (normalProbability(middle) < (i + 0.5) / most_draws ? z : high) = middle;
    }
    shares.push_back(z);
  }
  return shares;
}

/// Draws (columns) of independent standard normal numbers, in each of which every share of the distribution comes once
/// (a Latin hypercube): what hangs on one of them alone, as most kinks do, is met nearly exactly. Always the same.
Eigen::MatrixXd drawsOf(Eigen::Index numbers, int count) {
  Eigen::MatrixXd draws(numbers, count);
  static const std::vector<double> all = sharesOfNormal();
  std::vector<double> shares;
  for (int i = 0; i < count; ++i)
    shares.push_back(all[static_cast<std::size_t>((2 * i + 1) * most_draws / (2 * count))]);
  std::mt19937_64 random(1);
  for (Eigen::Index row = 0; row < numbers; ++row) {
    for (std::size_t i = shares.size() - 1; i > 0; --i) // a library's own shuffle is not the same everywhere
      std::swap(shares[i], shares[random() % (i + 1)]);
    for (Eigen::Index i = 0; i < count; ++i)
      draws(row, i) = shares[static_cast<std::size_t>(i)];
  }
  return draws;
}

/// Independent standard deviations as columns: their outer products add up to the covariance. Scaled to millimetres and
/// radians of equal weight before, for those differ by a thousand.
Eigen::MatrixXd rootOf(const Eigen::MatrixXd& covariance) {
  const Eigen::VectorXd scale = covariance.diagonal().cwiseMax(0.0).cwiseSqrt();
  const Eigen::VectorXd inverse = scale.unaryExpr([](double s) { return s > 0.0 ? 1.0 / s : 0.0; });
  const Eigen::MatrixXd correlation = inverse.asDiagonal() * covariance * inverse.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(correlation);
  Eigen::MatrixXd root(covariance.rows(), 0);
  for (Eigen::Index i = 0; i < correlation.rows(); ++i) {
    if (solver.eigenvalues()(i) < 1e-12)
      continue;
    root.conservativeResize(Eigen::NoChange, root.cols() + 1);
    root.col(root.cols() - 1) = scale.asDiagonal() * solver.eigenvectors().col(i) * std::sqrt(solver.eigenvalues()(i));
  }
  return root;
}

std::vector<ShipPose> shifted(const std::vector<ShipPose>& poses, const Eigen::VectorXd& by) {
  std::vector<ShipPose> moved;
  moved.reserve(poses.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(3 * i);
    moved.emplace_back(poses[i].x_mm() + by(at), poses[i].y_mm() + by(at + 1), poses[i].heading_rad() + by(at + 2));
  }
  return moved;
}

/// What samples of a margin come to.
class Tally {
public:
  explicit Tally(const Component& condition) : at_(condition), told_mm_(condition.margin_mm) {}
  void take(double margin_mm) {
    at_.margin_mm = margin_mm;
    held_ += at_.holds() ? 1 : 0;
    squares_ += (margin_mm - told_mm_) * (margin_mm - told_mm_);
    ++count_;
  }
  void tell(Component& condition) const {
    const double sigma_mm = std::sqrt(squares_ / count_);
    const double probability = held_ / count_;
    if (std::abs(sigma_mm - condition.sigma_mm) < 0.1 * sigma_mm &&
        std::abs(probability - probabilityOf(condition)) < 0.005)
      return;
    condition.sigma_mm = sigma_mm;
    condition.probability = probability;
  }

private:
  Component at_;
  double told_mm_;
  double squares_ = 0.0;
  double held_ = 0.0;
  double count_ = 0.0;
};

} // namespace

bool beyondDoubt(double margin_mm, const UncertainPoses& at, const std::vector<double>& levers_mm) {
  double off_mm = 0.0;
  for (std::size_t i = 0; i < at.poses.size(); ++i) {
    const Eigen::Vector3d variance = at.covariance.diagonal().segment<3>(static_cast<Eigen::Index>(3 * i));
    off_mm +=
        std::sqrt(std::max(0.0, variance.x() + variance.y())) + levers_mm[i] * std::sqrt(std::max(0.0, variance.z()));
  }
  return std::abs(margin_mm) > 4.0 * off_mm;
}

void sampleAtKink(Component& condition, const UncertainPoses& at, const MarginAt& margin, const KinkEffort& effort) {
  const Eigen::MatrixXd root = rootOf(at.covariance);
  if (root.cols() == 0)
    return;
  double bend_mm = 0.0;
  double change_mm = 0.0;
  const Eigen::MatrixXd probes = probe_stretch * root * drawsOf(root.cols(), effort.probes);
  for (Eigen::Index i = 0; i < probes.cols(); ++i) {
    const Eigen::VectorXd by = probes.col(i);
    const double up = margin(shifted(at.poses, by));
    const double down = margin(shifted(at.poses, -by));
    bend_mm = std::max(bend_mm, std::abs(up + down - 2.0 * condition.margin_mm));
    change_mm = std::max(change_mm, std::abs(up - down));
  }
  if (bend_mm <= smooth_share * change_mm + 1e-9)
    return;
  Tally tally(condition);
  const Eigen::MatrixXd draws = root * drawsOf(root.cols(), effort.draws);
  for (Eigen::Index i = 0; i < draws.cols(); ++i)
    tally.take(margin(shifted(at.poses, draws.col(i))));
  tally.tell(condition);
}

void sampleJoint(Component& joint, const Eigen::Matrix2d& covariance) {
  const Eigen::MatrixXd root = rootOf(covariance);
  if (root.cols() == 0)
    return;
  const Eigen::Vector2d gap = joint.to_mm - joint.from_mm;
  const double tolerance_mm = joint.margin_mm + gap.norm();
  Tally tally(joint);
  const Eigen::Matrix2Xd gaps = (root * drawsOf(root.cols(), KinkEffort{}.draws)).colwise() + gap;
  for (Eigen::Index i = 0; i < gaps.cols(); ++i)
    tally.take(tolerance_mm - gaps.col(i).norm());
  tally.tell(joint);
}

} // namespace linesman::rules
