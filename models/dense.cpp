#include "models/dense.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>

namespace linesman {

Eigen::MatrixXd product(const DenseInput& a, const DenseInput& b) {
  Eigen::MatrixXd out(a.rows(), b.cols());
  out.noalias() = a * b;
  return out;
}

Eigen::MatrixXd transposedProduct(const DenseInput& a, const DenseInput& b) {
  Eigen::MatrixXd out(a.cols(), b.cols());
  out.noalias() = a.transpose() * b;
  return out;
}

Eigen::MatrixXd weightedProduct(const DenseInput& a, const Eigen::VectorXd& weights, const DenseInput& b) {
  const Eigen::MatrixXd weighted = b.array().colwise() * weights.array();
  return transposedProduct(a, weighted);
}

Eigen::MatrixXd congruence(const DenseInput& a, const DenseInput& c) {
  const Eigen::MatrixXd turned = a.transpose();
  return product(product(a, c), turned);
}

Eigen::MatrixXd inverseOf(const DenseInput& square) {
  const Eigen::MatrixXd plain = square;
  return plain.inverse();
}

Eigen::MatrixXd solveSymmetric(const DenseInput& h, const DenseInput& sides) {
  return SymmetricFactors(h).solve(sides);
}

Eigen::MatrixXd columnSpace(const Eigen::MatrixXd& matrix, double threshold) {
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors(matrix.rows(), matrix.cols());
  factors.setThreshold(threshold);
  factors.compute(matrix);
  return factors.householderQ() * Eigen::MatrixXd::Identity(matrix.rows(), factors.rank());
}

PrincipalAxes principalAxes(const DenseInput& symmetric) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver{Eigen::MatrixXd(symmetric)};
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigen::MatrixXd nearestOrthogonal(const DenseInput& square) {
  const PrincipalAxes axes = principalAxes(transposedProduct(square, square));
  const Eigen::MatrixXd turned = product(square, axes.vectors) * axes.values.cwiseSqrt().cwiseInverse().asDiagonal();
  const Eigen::MatrixXd back = axes.vectors.transpose();
  return product(turned, back);
}

SymmetricFactors::SymmetricFactors(const DenseInput& h) : factors_(h) {}

bool SymmetricFactors::positiveDefinite() const {
  return factors_.info() == Eigen::Success && factors_.vectorD().minCoeff() > 0.0;
}

Eigen::MatrixXd SymmetricFactors::solve(const DenseInput& sides) const {
  return sides.cols() > 0 ? factors_.solve(sides) : Eigen::MatrixXd(factors_.rows(), 0); // Eigen's touches a first one
}

Eigen::MatrixXd SymmetricFactors::inverse() const {
  return solve(Eigen::MatrixXd::Identity(factors_.rows(), factors_.cols()));
}

double SymmetricFactors::logDeterminant() const {
  return factors_.vectorD().array().log().sum();
}

} // namespace linesman
