#pragma once
#include <utility>

#include "models/shared_error.h"

namespace linesman::rules {

/// How surely a pose (x mm, y mm, heading rad) is known.
struct PoseDoubt {
  Eigen::Matrix3d own = Eigen::Matrix3d::Zero(); ///< covariance of its own measurement alone
  SharedError shared = {};                       ///< what errors do to it that other poses share

  PoseDoubt() = default;
  /// A covariance by itself is a doubt of which nothing is shared.
  template <class Own>
  PoseDoubt(const Eigen::MatrixBase<Own>& of_own, SharedError with_others = {})
      : own(of_own), shared(std::move(with_others)) {}

  bool any() const { return own.diagonal().maxCoeff() > 0.0 || shared.cols() > 0; }
};

} // namespace linesman::rules
