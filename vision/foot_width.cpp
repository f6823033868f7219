#include "vision/foot_width.h"

#include <cmath>
#include <utility>

#include "models/dense.h"

namespace linesman {

namespace {

/// Logarithm of the density (Student's t) of a width that is `off` its mean, but for a constant.
double logDensity(double off, double variance) {
  constexpr double freedom = 4.0;
  return -0.5 * (freedom + 1.0) * std::log1p(off * off / variance / freedom) - 0.5 * std::log(variance);
}

} // namespace

KindWidths::KindWidths(Eigen::VectorXd means, Eigen::MatrixXd between, double wider)
    : means_(std::move(means)), between_(std::move(between)), inverse_between_(inverseOf(between_)), wider_(wider) {}

Eigen::MatrixXd KindWidths::logRatios(const std::vector<FootWidth>& men, const Eigen::MatrixXd& shares) const {
  const auto variance = [&](const FootWidth& man) { return wider_ * wider_ * man.sigma * man.sigma; };
  // What the men tell of the widths of this set, off the means: information matrix and vector.
  Eigen::MatrixXd information = inverse_between_;
  Eigen::VectorXd pull = Eigen::VectorXd::Zero(kinds);
  const auto count = [&](Eigen::Index n, double sign) {
    const FootWidth& man = men[static_cast<std::size_t>(n)];
    const Eigen::VectorXd weights = sign / variance(man) * shares.row(n).transpose();
    information.diagonal() += weights;
    pull += weights.cwiseProduct((man.told - means_.array()).matrix());
  };
  const auto size = static_cast<Eigen::Index>(men.size());
  for (Eigen::Index n = 0; n < size; ++n)
    if (men[static_cast<std::size_t>(n)].isTold())
      count(n, 1.0);
  Eigen::MatrixXd out = Eigen::MatrixXd::Zero(size, kinds);
  for (Eigen::Index n = 0; n < size; ++n) {
    const FootWidth& man = men[static_cast<std::size_t>(n)];
    if (!man.isTold())
      continue;
    count(n, -1.0); // a man is held against the others
    const Eigen::MatrixXd spread = SymmetricFactors(information).inverse();
    const Eigen::VectorXd offsets = product(spread, pull);
    for (Eigen::Index k = 0; k < kinds; ++k)
      out(n, k) = logDensity(man.told - means_[k] - offsets[k], variance(man) + spread(k, k)) -
                  logDensity(man.told - means_[k], variance(man) + between_(k, k));
    count(n, 1.0);
  }
  return out;
}

} // namespace linesman
