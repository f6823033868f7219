#include "rules/normal_draws.h"

#include <cmath>
#include <random>
#include <utility>
#include <vector>

#include <Eigen/Eigenvalues>

namespace linesman::rules {

namespace {

constexpr int most_draws = 1024;

/// The standard normal distribution in equal shares: the middle of each.
std::vector<double> sharesOfNormal() {
  std::vector<double> shares;
  for (int i = 0; i < most_draws; ++i)
    shares.push_back(normalQuantile((i + 0.5) / most_draws));
  return shares;
}

} // namespace

double normalProbability(double z) {
  return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

double normalQuantile(double p) {
  double low = -8.0, high = 8.0;
  while (high - low > 1e-9) {
    const double middle = (low + high) / 2.0;
    (normalProbability(middle) < p ? low : high) = middle;
  }
  return low;
}

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

} // namespace linesman::rules
