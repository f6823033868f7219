#include "vision/pyramid_contact.h"

#include <cmath>
#include <random>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include "models/units.h"
#include "vision/pyramid_detector.h"

namespace linesman {
namespace {

using PlanarPiecePose = PlanarPose<TableFrame, PieceFrame>;

const PieceCatalog catalog = PieceCatalog::standard();
const std::vector<PyramidSolid> solids = solidsOf(catalog);

PyramidSolid solidOf(PyramidSize size, Posture posture = Posture::lying) {
  return {catalog.pyramid(size), size, posture};
}

/// Where the bow ends, the rounded tip's cut allowed for.
double bow_mm(const PyramidSolid& lying) {
  return lying.corners_mm()[2].x();
}

TEST(PyramidGap, SternBehindBowIsAsFarAsTheTableBetween) {
  const PyramidSolid first = solidOf(PyramidSize::medium), second = solidOf(PyramidSize::small);
  for (const double apart_mm : {-0.4, 0.0, 0.7, 3.0}) {
    const PlanarPiecePose at(12.0, -5.0, 0.6);
    const Eigen::Vector2d ahead(std::cos(0.6), std::sin(0.6));
    const PlanarPiecePose next(at.origin_mm() + (bow_mm(first) + apart_mm) * ahead, 0.6);
    // A bow is cut off a little above the table, where the stern before it already leans away.
    EXPECT_NEAR(gapBetween(first, at, second, next).mm, apart_mm, 0.15);
  }
}

TEST(PyramidGap, IsTheSameFromBothSidesAndItsDerivativesAreTrue) {
  std::mt19937 rng(3);
  std::uniform_real_distribution<double> place(-9.0, 9.0), turn(-pi, pi);
  int smooth = 0;
  for (int i = 0; i < 200; ++i) {
    const PyramidSolid first = solidOf(PyramidSize::large, i % 3 == 0 ? Posture::upright : Posture::lying),
                       second = solidOf(PyramidSize::small);
    const PlanarPiecePose a(place(rng), place(rng), turn(rng)), b(place(rng), place(rng), turn(rng));
    const SolidGap gap = gapBetween(first, a, second, b);
    EXPECT_NEAR(gap.mm, gapBetween(second, b, first, a).mm, 1e-9);
    const double step = 1e-6;
    int true_ones = 0;
    for (int k = 0; k < 3; ++k) {
      Eigen::Vector3d d = Eigen::Vector3d::Zero();
      d(k) = step;
      const auto moved = [&](double by) {
        return PlanarPiecePose(a.origin_mm() + by * d.head<2>(), a.heading_rad() + by * d.z());
      };
      const double before = gapBetween(first, moved(-1.0), second, b).mm,
                   after = gapBetween(first, moved(1.0), second, b).mm;
      true_ones +=
          std::abs((after - before) / (2.0 * step) - gap.by_first(k)) < 1e-3 * (1.0 + std::abs(gap.by_first(k))) ? 1
                                                                                                                 : 0;
    }
    smooth += true_ones == 3 ? 1 : 0;
  }
  EXPECT_GT(smooth, 195); // but for those at which another direction begins to part them
}

SeenPyramid seen(PyramidSize size, const PlanarPiecePose& pose, double sigma_mm) {
  SeenPyramid piece;
  piece.size = size;
  piece.table_from_piece = pose;
  piece.own_covariance = Eigen::Vector3d(sigma_mm, sigma_mm, sigma_mm / 15.0).cwiseAbs2().asDiagonal();
  piece.covariance = piece.own_covariance + Eigen::Vector3d(0.04, 0.04, 1e-5).asDiagonal().toDenseMatrix();
  return piece;
}

/// Two small ships in line, the second's stern so far before the first's bow.
std::vector<SeenPyramid> inLine(double apart_mm, double first_sigma_mm, double second_sigma_mm) {
  const PyramidSolid solid = solidOf(PyramidSize::small);
  return {seen(PyramidSize::small, {0.0, 0.0, 0.0}, first_sigma_mm),
          seen(PyramidSize::small, {bow_mm(solid) + apart_mm, 0.0, 0.0}, second_sigma_mm)};
}

TEST(TouchingPyramids, ThoseApartStayAsTheyAre) {
  auto pieces = inLine(0.3, 0.2, 0.2);
  refineTouching(pieces, solids);
  EXPECT_EQ(pieces[0].table_from_piece.x_mm(), 0.0);
  EXPECT_EQ(pieces[1].own_covariance, inLine(0.3, 0.2, 0.2)[1].own_covariance);
}

TEST(TouchingPyramids, TheLessSurePieceGivesWay) {
  auto pieces = inLine(-0.5, 0.1, 0.3);
  const auto before = pieces;
  const PyramidSolid solid = solidOf(PyramidSize::small);
  refineTouching(pieces, solids);
  const double first = -pieces[0].table_from_piece.x_mm(),
               second = pieces[1].table_from_piece.x_mm() - before[1].table_from_piece.x_mm();
  EXPECT_GT(second, 5.0 * first);
  EXPECT_GT(first, 0.0);
  EXPECT_GT(gapBetween(solid, pieces[0].table_from_piece, solid, pieces[1].table_from_piece).mm, -0.11);
  for (std::size_t i = 0; i < 2; ++i) {
    for (const Eigen::Matrix3d& covariance : {pieces[i].own_covariance, pieces[i].covariance})
      EXPECT_GT(Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(covariance).eigenvalues().minCoeff(), 0.0);
    EXPECT_LT(pieces[i].own_covariance(0, 0), before[i].own_covariance(0, 0));
    EXPECT_NEAR(
        (pieces[i].covariance - pieces[i].own_covariance - before[i].covariance + before[i].own_covariance).norm(), 0.0,
        1e-12);
  }
}

TEST(TouchingPyramids, WhatStandsDeepInAnotherIsNotBelievedToTouchIt) {
  auto pieces = inLine(-6.0, 0.2, 0.2);
  refineTouching(pieces, solids);
  EXPECT_EQ(pieces[0].table_from_piece.x_mm(), 0.0);
}

// Ships that touch or nearly do are measured, with errors as stated: parted they lie nearer to the truth, and the
// stated covariance holds what is left.
TEST(TouchingPyramids, ErrorsOfMeasuredShipsShrinkAndStayWithinWhatIsStated) {
  std::mt19937 rng(11);
  std::normal_distribution<double> error(0.0, 1.0);
  std::exponential_distribution<double> apart_mm(3.0);
  double squares_before = 0.0, squares_after = 0.0, normalised = 0.0;
  int parted = 0;
  for (int i = 0; i < 3000; ++i) {
    const auto truth = inLine(i % 2 == 0 ? -0.05 : apart_mm(rng), 0.2, 0.3);
    auto measured = truth;
    for (SeenPyramid& piece : measured) {
      const Eigen::Vector3d sigma = piece.own_covariance.diagonal().cwiseSqrt();
      piece.table_from_piece = {piece.table_from_piece.origin_mm() +
                                    Eigen::Vector2d(sigma.x() * error(rng), sigma.y() * error(rng)),
                                piece.table_from_piece.heading_rad() + sigma.z() * error(rng)};
    }
    const auto before = measured;
    refineTouching(measured, solids);
    if (measured[0].table_from_piece.x_mm() == before[0].table_from_piece.x_mm())
      continue;
    ++parted;
    const auto off = [&](const std::vector<SeenPyramid>& of, std::size_t k) -> Eigen::Vector3d {
      const Eigen::Vector2d place = of[k].table_from_piece.origin_mm() - truth[k].table_from_piece.origin_mm();
      return {place.x(), place.y(), of[k].table_from_piece.heading_rad() - truth[k].table_from_piece.heading_rad()};
    };
    squares_before += off(before, 1).head<2>().squaredNorm();
    squares_after += off(measured, 1).head<2>().squaredNorm();
    normalised += off(measured, 1).dot(measured[1].own_covariance.ldlt().solve(off(measured, 1))) / 3.0;
  }
  ASSERT_GT(parted, 500);
  EXPECT_LT(squares_after, 0.85 * squares_before);
  EXPECT_NEAR(normalised / parted, 1.0, 0.25);
}

} // namespace
} // namespace linesman
