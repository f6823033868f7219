#include "calibration/error_variances.h"

#include <algorithm>
#include <cmath>

#include "models/dense.h"

namespace linesman {
namespace {

constexpr double own_worth = 4.0; // degrees of freedom that the stated variances are worth

/// A direction of the residuals that a shared error moves by `reach` per pixel, and how much was seen there.
struct SharedDirection {
  double reach2, energy;
};

/// Mean of the shared variance, each value weighed by what was expected and by how well it explains what was seen.
/// `own_px2`: variance of the points' own errors, `own` the same over what they state.
double meanSharedVariance(const std::vector<SharedDirection>& directions, double own, double own_px2) {
  constexpr double step = 0.1; // of the expectation's standard deviation
  const double s = shared_error_log_sigma;
  double best = -1e300;
  std::vector<std::pair<double, double>> values; // variance and logarithm of its weight
  for (double z = -6.0; z < 8.0; z += step) {
    const double variance = shared_error_share * shared_error_share * own_px2 * std::exp(2.0 * s * z - 2.0 * s * s);
    double weight = -0.5 * z * z;
    for (const SharedDirection& direction : directions) {
      const double expected = own + variance * direction.reach2;
      weight -= 0.5 * (std::log(expected) + direction.energy / expected);
    }
    best = std::max(best, weight);
    values.emplace_back(variance, weight);
  }
  double sum = 0.0, weights = 0.0;
  for (const auto& [variance, weight] : values) {
    sum += std::exp(weight - best) * variance;
    weights += std::exp(weight - best);
  }
  return sum / weights;
}

} // namespace

ErrorVariances estimateVariances(const std::vector<ViewErrors>& views) {
  double rough = 0.0, rough_count = 0.0; // the points' own errors alone
  double stated_px2 = 0.0, count = 0.0;
  std::vector<SharedDirection> directions;
  for (const ViewErrors& view : views) {
    const Eigen::MatrixXd absorbed = columnSpace(view.absorbed.colwise().normalized(), 1e-6);
    const Eigen::VectorXd residual =
        view.residual - product(absorbed, transposedProduct(absorbed, view.residual)).col(0);
    const Eigen::MatrixXd shared = view.shared - product(absorbed, transposedProduct(absorbed, view.shared));
    const PrincipalAxes axes = principalAxes(transposedProduct(shared, shared));
    double explained = 0.0, told = 0.0;
    for (Eigen::Index i = 0; i < axes.values.size(); ++i) {
      if (axes.values[i] < 4e-4 * axes.values.maxCoeff() || !(axes.values[i] > 0.0))
        continue; // what the fit absorbs nearly whole tells nothing
      const double along = transposedProduct(shared * axes.vectors.col(i), residual)(0, 0);
      directions.push_back({axes.values[i], along * along / axes.values[i]});
      explained += directions.back().energy;
      told += 1.0;
    }
    stated_px2 += view.stated_px2;
    count += view.count;
    rough += residual.squaredNorm() - explained;
    rough_count += std::max(0.0, view.count - static_cast<double>(absorbed.cols()) - told);
  }
  ErrorVariances found;
  found.own = (own_worth + rough) / (own_worth + rough_count);
  found.shared = meanSharedVariance(directions, found.own, found.own * stated_px2 / std::max(1.0, count));
  return found;
}

} // namespace linesman
