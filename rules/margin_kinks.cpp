#include "rules/margin_kinks.h"

#include <algorithm>
#include <cmath>

#include "rules/normal_draws.h"

namespace linesman::rules {

namespace {

constexpr double probe_stretch = 2.0; ///< probes look this much farther than the doubt reaches
constexpr double smooth_share = 0.1;  ///< of the change itself: second differences of a smooth margin are less

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
