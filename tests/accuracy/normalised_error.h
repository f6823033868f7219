#pragma once
// Are stated covariances true? Sums of squared normalised errors over many solves, held against the chi-square
// distribution that they follow where the covariance is right.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace linesman::accuracy {

/// Value below which a chi-square variable of `freedom` degrees lies with the probability of `z` standard deviations of
/// a normal one (Wilson and Hilferty, 1931; good to 1 % from 3 degrees on).
inline double chiSquareQuantile(double freedom, double z) {
  const double a = 2.0 / (9.0 * freedom);
  return freedom * std::pow(1.0 - a + z * std::sqrt(a), 3);
}

/// Collects errors with the covariance stated for each.
class NormalisedErrors {
public:
  explicit NormalisedErrors(int freedom) : freedom_(freedom) {}

  void add(const Eigen::VectorXd& error, const Eigen::MatrixXd& covariance) {
    add(error.dot(covariance.ldlt().solve(error)));
  }
  void add(double chi2) { values_.push_back(chi2); }
  std::size_t count() const { return values_.size(); }

  /// One line: mean over the degrees of freedom with the 95 % interval of a true covariance, and how many solves lie
  /// beyond their own 95 % bound (5 % of a true one). A mean above the interval: bolder than it is; below: too modest.
  void print(const char* name) const {
    const double n = static_cast<double>(values_.size());
    if (values_.empty()) {
      std::printf("%-34s no solve\n", name);
      return;
    }
    double sum = 0.0, beyond = 0.0, worst = 0.0;
    for (const double value : values_) {
      sum += value, worst = std::max(worst, value);
      beyond += value > chiSquareQuantile(freedom_, 1.6449) ? 1.0 : 0.0;
    }
    const double all = n * freedom_;
    std::vector<double> sorted = values_;
    std::sort(sorted.begin(), sorted.end());
    std::printf(
        "%-34s n %4.0f  NEES/%-2d mean %.2f (true: %.2f to %.2f)  median %.2f  beyond their 95 %% bound %4.1f %%  "
        "worst %.1f\n",
        name, n, freedom_, sum / all, chiSquareQuantile(all, -1.96) / all, chiSquareQuantile(all, 1.96) / all,
        sorted[sorted.size() / 2] / freedom_, 100.0 * beyond / n, worst / freedom_);
  }

private:
  int freedom_;
  std::vector<double> values_;
};

} // namespace linesman::accuracy
