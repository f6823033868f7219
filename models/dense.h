/// Linear algebra on matrices whose sizes are known at run time only, compiled once: Eigen makes its products and
/// factors anew for every expression they are given, which was a third of the time to compile calibration.
#pragma once
#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace linesman {

using DenseInput = Eigen::Ref<const Eigen::MatrixXd>;

/// a b.
Eigen::MatrixXd product(const DenseInput& a, const DenseInput& b);
/// a' b.
Eigen::MatrixXd transposedProduct(const DenseInput& a, const DenseInput& b);
/// a' diag(weights) b.
Eigen::MatrixXd weightedProduct(const DenseInput& a, const Eigen::VectorXd& weights, const DenseInput& b);
/// a c a': what becomes of a covariance c under the Jacobian a.
Eigen::MatrixXd congruence(const DenseInput& a, const DenseInput& c);
/// The inverse of any square matrix; not finite where it has none.
Eigen::MatrixXd inverseOf(const DenseInput& square);
/// x of h x = sides, h symmetric; not finite where h is singular.
Eigen::MatrixXd solveSymmetric(const DenseInput& h, const DenseInput& sides);

/// Orthonormal columns that span those of `matrix`; what is smaller than `threshold` times the largest pivot is left
/// out.
Eigen::MatrixXd columnSpace(const Eigen::MatrixXd& matrix, double threshold);

/// Eigenvalues of a symmetric matrix in ascending order and, in the same order, its orthonormal eigenvectors (columns).
struct PrincipalAxes {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
PrincipalAxes principalAxes(const DenseInput& symmetric);
/// The orthogonal matrix nearest to a square one (m (m' m)^(-1/2)); not finite where that has no inverse.
Eigen::MatrixXd nearestOrthogonal(const DenseInput& square);

/// A symmetric matrix's factors L D L', for several solutions.
class SymmetricFactors {
public:
  explicit SymmetricFactors(const DenseInput& h);
  bool positiveDefinite() const;
  Eigen::MatrixXd solve(const DenseInput& sides) const;
  Eigen::MatrixXd inverse() const;
  /// Of a positive definite matrix.
  double logDeterminant() const;

private:
  Eigen::LDLT<Eigen::MatrixXd> factors_;
};

} // namespace linesman
