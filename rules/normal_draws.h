#pragma once
#include <Eigen/Core>

namespace linesman::rules {

/// Standard normal distribution function, and its inverse for p in (0, 1), to 1e-9 within +-8.
double normalProbability(double z);
double normalQuantile(double p);

/// Draws (columns, `count` of them, at most 1024) of independent standard normal numbers, in each of which every share
/// of the distribution comes once (a Latin hypercube): what hangs on one of them alone, as most kinks do, is met nearly
/// exactly. Always the same.
Eigen::MatrixXd drawsOf(Eigen::Index numbers, int count);

/// Independent standard deviations as columns: their outer products add up to the covariance. Scaled to millimetres and
/// radians of equal weight before, for those differ by a thousand.
Eigen::MatrixXd rootOf(const Eigen::MatrixXd& covariance);

} // namespace linesman::rules
