#include "rules/doubt.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "rules/normal_draws.h"

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

namespace {

/// A condition is as good as sure to hold, and takes nothing away.
bool isSure(const Component& component) {
  return probabilityOf(component) >= 1.0 - 1e-5;
}

} // namespace

void tellPulls(std::vector<Component>& components, const Eigen::MatrixXd& jacobian, const Eigen::MatrixXd& covariance) {
  if (std::ranges::count_if(components, [](const Component& one) { return !isSure(one); }) < 2)
    return; // nobody asks
  const Eigen::MatrixXd pulls_mm = jacobian * rootOf(covariance);
  for (std::size_t i = 0; i < components.size(); ++i)
    components[i].pulls_mm = pulls_mm.row(static_cast<Eigen::Index>(i)).transpose();
}

Eigen::VectorXd sigmasOf(const Eigen::MatrixXd& jacobian, const Eigen::MatrixXd& covariance) {
  const Eigen::MatrixXd weighted = jacobian * covariance;
  Eigen::VectorXd sigmas(jacobian.rows());
  for (Eigen::Index row = 0; row < jacobian.rows(); ++row)
    sigmas(row) = std::sqrt(std::max(0.0, weighted.row(row).dot(jacobian.row(row))));
  return sigmas;
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

namespace {

/// Of conditions that may fail, that all hold. What each of them comes to by itself is known, their correlation by the
/// pulls, so they are drawn together as normal numbers are that are correlated so (a Gaussian copula).
double probabilityOfAll(std::span<const Component> components) {
  constexpr double hopeless = 1e-5;
  std::vector<const Component*> in_doubt;
  double least = 1.0, failures = 0.0;
  Eigen::Index pulls = 0;
  for (const Component& component : components) {
    const double p = probabilityOf(component);
    least = std::min(least, p);
    if (isSure(component))
      continue;
    failures += 1.0 - p;
    in_doubt.push_back(&component);
    pulls = std::max(pulls, component.pulls_mm.size());
  }
  if (in_doubt.size() < 2 || least < hopeless)
    return least;
  // Rows of unit length; whose pulls nobody knows has a doubt of its own.
  const auto count = static_cast<Eigen::Index>(in_doubt.size());
  Eigen::MatrixXd unit = Eigen::MatrixXd::Zero(count, pulls + count);
  Eigen::VectorXd failing(count);
  for (Eigen::Index row = 0; row < count; ++row) {
    const Component& one = *in_doubt[static_cast<std::size_t>(row)];
    failing(row) = normalQuantile(1.0 - probabilityOf(one));
    if (const double length = one.pulls_mm.norm(); length > 0.0)
      unit.row(row).head(one.pulls_mm.size()) = one.pulls_mm.transpose() / length;
    else
      unit(row, pulls + row) = 1.0;
  }
  constexpr int draws = 1024;
  const Eigen::MatrixXd drawn = unit * drawsOf(unit.cols(), draws);
  int held = 0;
  for (Eigen::Index i = 0; i < drawn.cols(); ++i)
    held += static_cast<int>((drawn.col(i).array() >= failing.array()).all());
  return std::clamp(static_cast<double>(held) / draws, std::max(0.0, 1.0 - failures), least);
}

} // namespace

Conclusion conclusionOf(std::span<const Component> components, double turn_guard_rad, bool measured) {
  Conclusion conclusion;
  for (const Component& component : components) {
    const Ruling one = rulingOf(component, turn_guard_rad, measured);
    if (one == Ruling::illegal || (one == Ruling::unclear && conclusion.ruling == Ruling::legal))
      conclusion.ruling = one;
    const Component*& doubtful = conclusion.doubtful;
    if (one == Ruling::unclear && (doubtful == nullptr || component.margin_mm < doubtful->margin_mm - tie_mm))
      doubtful = &component;
  }
  conclusion.probability = measured ? probabilityOfAll(components) : conclusion.ruling == Ruling::legal ? 1.0 : 0.0;
  return conclusion;
}

std::string tooClose(const Component& component) {
  char text[96];
  std::snprintf(text, sizeof text, "Too close to call: margin %.1f mm, sigma %.1f", component.margin_mm,
                component.sigma_mm);
  return text + (" (" + component.words() + "), so the answer is No.");
}

} // namespace linesman::rules
