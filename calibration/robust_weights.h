#pragma once
#include <Eigen/Core>

namespace linesman {

/// Weights of normalised residuals that take gross errors out and leave good ones as they are: 1 up to two and a half
/// deviations, falling to 0 at five. Weights that fall from the first (Tukey's bisquare) make the scatter of good
/// readings look smaller, and the covariance stated from it a tenth too small. The deviation is that of the residuals'
/// median, and no less than the stated one.
Eigen::VectorXd robustWeights(const Eigen::VectorXd& residuals);

} // namespace linesman
