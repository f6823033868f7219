#include "calibration/robust_weights.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "models/median.h"

namespace linesman {

Eigen::VectorXd robustWeights(const Eigen::VectorXd& residuals) {
  constexpr double good = 2.5, gross = 5.0; // deviations
  std::vector<double> sizes(static_cast<std::size_t>(residuals.size()));
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sizes[i] = std::abs(residuals[static_cast<Eigen::Index>(i)]);
  const double deviation = std::max(1.0, 1.4826 * medianOf(std::move(sizes)));
  return residuals.unaryExpr([&](double residual) {
    const double u = std::clamp((std::abs(residual) / deviation - good) / (gross - good), 0.0, 1.0);
    return (1.0 - u * u) * (1.0 - u * u);
  });
}

} // namespace linesman
