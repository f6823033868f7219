#pragma once
#include <vector>

#include <Eigen/Core>

namespace linesman {

/// How wide a man's foot is, as FootNetwork tells it: the logarithm of its diameter in squares.
struct FootWidth {
  double told = 0.0;
  double sigma = 0.0; ///< how far that errs; 0 where nothing is told
  bool isTold() const { return sigma > 0.0; }
};

/// How wide the feet of the six kinds are from set to set, the same on both sides: normal, with means and a covariance
/// measured on rendered sets (vision/training/fit_likeness.py); what is told of a man lies about the width of his kind
/// (Student's t: now and then another thing is taken for the foot).
class KindWidths {
public:
  static constexpr Eigen::Index kinds = 6;

  /// `means`: of the kinds; `between`: their covariance; `wider`: how far men of a kind differ in a picture, over what
  /// is told that they err by.
  KindWidths(Eigen::VectorXd means, Eigen::MatrixXd between, double wider);

  /// What every man's foot tells of his kind, n x kinds, when the others belong to the kinds by `shares` (n x kinds):
  /// the logarithm of how much likelier it is in this set than in any set. 0 where nothing is told.
  Eigen::MatrixXd logRatios(const std::vector<FootWidth>& men, const Eigen::MatrixXd& shares) const;
  bool finite() const { return means_.allFinite() && inverse_between_.allFinite() && wider_ > 0.0; }

private:
  Eigen::VectorXd means_;
  Eigen::MatrixXd between_, inverse_between_;
  double wider_;
};

} // namespace linesman
