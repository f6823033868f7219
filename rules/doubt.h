#pragma once
#include <functional>
#include <span>

#include "rules/pose_doubt.h"
#include "rules/step_move.h"
#include "rules/verdict.h"

namespace linesman::rules {

/// Poses of which a margin is a function, with the covariance of all of them together.
struct UncertainPoses {
  std::vector<ShipPose> poses;
  Eigen::MatrixXd covariance; ///< 3n x 3n, (x mm, y mm, heading rad) each

  /// Measured independently of the others but for what they share.
  void add(const ShipPose& pose, const PoseDoubt& doubt);

private:
  std::vector<SharedError> shared_;
};

/// Margins of the same conditions at other poses, in the same order.
using MarginsAt = std::function<std::vector<double>(const std::vector<ShipPose>&)>;

/// Jacobian (conditions x 3n) of margins by central differences of 1e-4 mm and 1e-6 rad... of the poses; columns of
/// poses without any covariance are left at 0.
Eigen::MatrixXd marginJacobian(const UncertainPoses& at, const MarginsAt& margins, std::size_t conditions);

/// First order: sqrt of J S J' for each row.
Eigen::VectorXd sigmasOf(const Eigen::MatrixXd& jacobian, const Eigen::MatrixXd& covariance);

/// What each of the independent doubts in a covariance does to the margins, by first order (the Jacobian's first rows):
/// how the conditions are correlated. Once their sigmas and probabilities are told, and where two may fail at least.
void tellPulls(std::vector<Component>& components, const Eigen::MatrixXd& jacobian, const Eigen::MatrixXd& covariance);

/// That the condition holds: as sampled, or by margin and sigma.
double probabilityOf(const Component& component);

/// Clear Yes at margin >= 2 sigma (and beyond the turn guard), clear No at <= -2 sigma, unclear between: AR-33 makes
/// that a No which says so. Where the probability was sampled, the same shares of it decide (0.977 and 0.023). Exact
/// poses (sigma 0) leave nothing unclear.
Ruling rulingOf(const Component& component, double turn_guard_rad, bool measured);

/// What the conditions of one verdict say together.
struct Conclusion {
  Ruling ruling = Ruling::legal;       ///< the worst: one clear No is a No, one doubt leaves it unclear
  const Component* doubtful = nullptr; ///< the tightest of those in doubt, where the ruling is unclear
  double probability = 1.0;            ///< that all of them hold
};

/// Of conditions that outlive the answer.
Conclusion conclusionOf(std::span<const Component> components, double turn_guard_rad, bool measured);

/// "Too close to call: margin 0.3 mm, sigma 0.4 (the range), so the answer is No."
std::string tooClose(const Component& component);

} // namespace linesman::rules
