#include "models/dense.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(Dense, ProductsAreThoseOfTheDefinition) {
  std::srand(1);
  for (const Eigen::Index n : {1, 3, 12, 40}) {
    const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n, 2 * n), b = Eigen::MatrixXd::Random(2 * n, n);
    const Eigen::VectorXd weights = Eigen::VectorXd::Random(2 * n);
    EXPECT_TRUE(product(a, b).isApprox(a.lazyProduct(b), 1e-12));
    EXPECT_TRUE(transposedProduct(b, b).isApprox(b.transpose().lazyProduct(b), 1e-12));
    const Eigen::MatrixXd diagonal = weights.asDiagonal();
    EXPECT_TRUE(weightedProduct(b, weights, b).isApprox(b.transpose().lazyProduct(diagonal.lazyProduct(b)), 1e-12));
    EXPECT_TRUE(congruence(a, diagonal).isApprox(a.lazyProduct(diagonal.lazyProduct(a.transpose())), 1e-12));
  }
}

TEST(Dense, SolutionsSolveTheirEquations) {
  std::srand(2);
  for (const Eigen::Index n : {1, 3, 12, 40}) {
    const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n + 5, n), sides = Eigen::MatrixXd::Random(n, 2);
    const Eigen::MatrixXd h = transposedProduct(a, a) + 0.1 * Eigen::MatrixXd::Identity(n, n);
    EXPECT_TRUE(product(h, solveSymmetric(h, sides)).isApprox(sides, 1e-9));
    const SymmetricFactors factors(h);
    EXPECT_TRUE(factors.positiveDefinite());
    EXPECT_TRUE(product(h, factors.inverse()).isIdentity(1e-9));
    EXPECT_NEAR(factors.logDeterminant(), principalAxes(h).values.array().log().sum(), 1e-9 * static_cast<double>(n));
    const Eigen::MatrixXd any = Eigen::MatrixXd::Random(n, n) + 2.0 * Eigen::MatrixXd::Identity(n, n);
    EXPECT_TRUE(product(inverseOf(any), any).isIdentity(1e-8));
  }
  EXPECT_FALSE(SymmetricFactors(Eigen::Vector2d(1.0, -1.0).asDiagonal().toDenseMatrix()).positiveDefinite());
}

TEST(Dense, ColumnSpaceIsOrthonormalAndSpansTheColumns) {
  std::srand(3);
  const Eigen::MatrixXd two = Eigen::MatrixXd::Random(20, 2), mixed = Eigen::MatrixXd::Random(2, 5);
  const Eigen::MatrixXd matrix = product(two, mixed); // five columns of rank two
  const Eigen::MatrixXd basis = columnSpace(matrix, 1e-6);
  ASSERT_EQ(basis.cols(), 2);
  EXPECT_TRUE(transposedProduct(basis, basis).isIdentity(1e-9));
  EXPECT_TRUE(product(basis, transposedProduct(basis, matrix)).isApprox(matrix, 1e-9));
}

TEST(Dense, PrincipalAxesAreOrthonormalAndOfAscendingLength) {
  std::srand(4);
  for (const Eigen::Index n : {2, 3, 9}) {
    const Eigen::MatrixXd a = Eigen::MatrixXd::Random(n + 3, n), h = transposedProduct(a, a);
    const PrincipalAxes axes = principalAxes(h);
    EXPECT_TRUE(transposedProduct(axes.vectors, axes.vectors).isIdentity(1e-9));
    const Eigen::MatrixXd lengths = axes.values.asDiagonal();
    EXPECT_TRUE(congruence(axes.vectors, lengths).isApprox(h, 1e-9));
    for (Eigen::Index i = 1; i < n; ++i)
      EXPECT_LE(axes.values(i - 1), axes.values(i));
  }
}

TEST(Dense, TheNearestOrthogonalMatrixUndoesStretching) {
  std::srand(5);
  const Eigen::MatrixXd any = Eigen::MatrixXd::Random(3, 3);
  const Eigen::MatrixXd turn = nearestOrthogonal(any), turn_back = turn.transpose();
  EXPECT_TRUE(transposedProduct(turn, turn).isIdentity(1e-9));
  const Eigen::MatrixXd stretch = product(turn_back, any), stretch_back = stretch.transpose();
  EXPECT_TRUE(stretch.isApprox(stretch_back, 1e-9)) << "polar factors: the other one is symmetric";
  EXPECT_GT(principalAxes(stretch).values.minCoeff(), 0.0);
  EXPECT_TRUE(nearestOrthogonal(turn).isApprox(turn, 1e-9));
  EXPECT_FALSE(nearestOrthogonal(Eigen::Matrix3d::Zero()).allFinite()) << "nothing is nearest";
}

} // namespace
} // namespace linesman
