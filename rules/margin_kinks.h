#pragma once
#include <optional>

#include "rules/doubt.h"

namespace linesman::rules {

/// A margin that is the least of several (corners, edges, neighbours) has a kink where two of them are equal, and one
/// derivative does not say what it comes to on both sides: it is sampled there.

/// One margin at other poses, mm.
using MarginAt = std::function<double(const std::vector<ShipPose>&)>;

/// How much work a kink may take: at most 1024 of each.
struct KinkEffort {
  int probes = 16;  ///< draws of all poses, at twice their doubt, that look for a kink, each with its mirror image
  int draws = 1024; ///< that measure what it does
};

/// More than the margin can be off by four times the doubt of all poses: no kink matters. `levers_mm`: how far points
/// of each thing lie from its pose's origin.
bool beyondDoubt(double margin_mm, const UncertainPoses& at, const std::vector<double>& levers_mm);

/// Looks whether the condition's margin is smooth within the doubt of `at`, and where it is not, puts the root mean
/// square of its change there for `sigma_mm`, and its `probability`. Where that agrees with first order (sigma to 10 %,
/// probability to 0.005), the condition is left as it is. Draws are always the same ones.
void sampleAtKink(Component& condition, const UncertainPoses& at, const MarginAt& margin,
                  const KinkEffort& effort = {});

/// The same for the joint of a seen step, whose margin is the tolerance less the length of a gap with this covariance
/// (2x2, mm^2): a cone, sharp where the gap is closed.
void sampleJoint(Component& joint, const Eigen::Matrix2d& covariance);

} // namespace linesman::rules
