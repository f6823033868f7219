#include "rules/doubt.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace linesman::rules {

void UncertainPoses::add(const ShipPose& pose, const PoseDoubt& doubt) {
  const Eigen::Index n = covariance.rows();
  Eigen::MatrixXd grown = Eigen::MatrixXd::Zero(n + 3, n + 3);
  grown.topLeftCorner(n, n) = covariance;
  grown.bottomRightCorner<3, 3>() = doubt.own + doubt.shared * doubt.shared.transpose();
  for (std::size_t i = 0; i < shared_.size(); ++i)
    if (areShared(shared_[i], doubt.shared)) {
      const Eigen::Matrix3d both = doubt.shared * shared_[i].transpose();
      grown.block<3, 3>(n, static_cast<Eigen::Index>(3 * i)) = both;
      grown.block<3, 3>(static_cast<Eigen::Index>(3 * i), n) = both.transpose();
    }
  covariance = std::move(grown);
  poses.push_back(pose);
  shared_.push_back(doubt.shared);
}

namespace {

ShipPose nudged(const ShipPose& pose, int component, double by) {
  return {pose.x_mm() + (component == 0 ? by : 0.0), pose.y_mm() + (component == 1 ? by : 0.0),
          pose.heading_rad() + (component == 2 ? by : 0.0)};
}

} // namespace

Eigen::MatrixXd marginJacobian(const UncertainPoses& at, const MarginsAt& margins, std::size_t conditions) {
  Eigen::MatrixXd jacobian =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(conditions), static_cast<Eigen::Index>(3 * at.poses.size()));
  std::vector<ShipPose> poses = at.poses;
  for (std::size_t i = 0; i < poses.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      const Eigen::Index column = static_cast<Eigen::Index>(3 * i) + k;
      if (!(at.covariance(column, column) > 0.0))
        continue;
      const double step = k == 2 ? 1e-5 : 1e-3;
      poses[i] = nudged(at.poses[i], k, step);
      const std::vector<double> up = margins(poses);
      poses[i] = nudged(at.poses[i], k, -step);
      const std::vector<double> down = margins(poses);
      poses[i] = at.poses[i];
      for (std::size_t row = 0; row < conditions; ++row)
        jacobian(static_cast<Eigen::Index>(row), column) = (up[row] - down[row]) / (2.0 * step);
    }
  return jacobian;
}

Eigen::VectorXd sigmasOf(const Eigen::MatrixXd& jacobian, const Eigen::MatrixXd& covariance) {
  const Eigen::MatrixXd weighted = jacobian * covariance;
  Eigen::VectorXd sigmas(jacobian.rows());
  for (Eigen::Index row = 0; row < jacobian.rows(); ++row)
    sigmas(row) = std::sqrt(std::max(0.0, weighted.row(row).dot(jacobian.row(row))));
  return sigmas;
}

double normalProbability(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

double probabilityOf(const Component& component) {
  if (component.probability)
    return *component.probability;
  if (component.sigma_mm > 0.0)
    return normalProbability(component.margin_mm / component.sigma_mm);
  return component.holds() ? 1.0 : 0.0;
}

Ruling rulingOf(const Component& component, double turn_guard_rad, bool measured) {
  if (!measured)
    return component.holds() ? Ruling::legal : Ruling::illegal;
  const bool turn = component.kind == Component::Kind::turn;
  if (turn && std::abs(component.angle_rad) < std::max(turn_guard_rad, 2.0 * component.angle_sigma_rad))
    return Ruling::unclear;
  if (component.probability) {
    const double clear = normalProbability(2.0);
    if (component.holds())
      return *component.probability >= clear ? Ruling::legal : Ruling::unclear;
    return *component.probability <= 1.0 - clear ? Ruling::illegal : Ruling::unclear;
  }
  if (turn)
    return component.angle_rad > 0.0 ? Ruling::legal : Ruling::illegal;
  const double guard_mm = 2.0 * component.sigma_mm;
  if (component.margin_mm >= guard_mm && component.holds())
    return Ruling::legal;
  return component.margin_mm <= -guard_mm ? Ruling::illegal : Ruling::unclear;
}

Conclusion conclusionOf(std::span<const Component> components, double turn_guard_rad, bool measured) {
  Conclusion conclusion;
  for (const Component& component : components) {
    const Ruling one = rulingOf(component, turn_guard_rad, measured);
    if (one == Ruling::illegal || (one == Ruling::unclear && conclusion.ruling == Ruling::legal))
      conclusion.ruling = one;
    const Component*& doubtful = conclusion.doubtful;
    if (one == Ruling::unclear && (doubtful == nullptr || component.margin_mm < doubtful->margin_mm - tie_mm))
      doubtful = &component;
    conclusion.probability = std::min(conclusion.probability, probabilityOf(component));
  }
  return conclusion;
}

std::string tooClose(const Component& component) {
  char text[96];
  std::snprintf(text, sizeof text, "Too close to call: margin %.1f mm, sigma %.1f", component.margin_mm,
                component.sigma_mm);
  return text + (" (" + component.words() + "), so the answer is No.");
}

} // namespace linesman::rules
