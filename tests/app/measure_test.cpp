#include "app/measure.h"

#include <random>

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

SeenPyramid ship(int id, double x_mm, double y_mm, double heading_deg) {
  SeenPyramid pyramid;
  pyramid.id = {id};
  pyramid.size = PyramidSize::large;
  pyramid.table_from_piece = {x_mm, y_mm, radFromDeg(heading_deg)};
  pyramid.own_covariance = Eigen::Vector3d(0.04, 0.09, 1e-5).asDiagonal();
  return pyramid;
}

Snapshot twoShips() {
  Snapshot snapshot;
  snapshot.state.pyramids = {ship(1, 0, 0, 0), ship(2, 100, 0, 180)};
  snapshot.names = {{{1}, "r1"}, {{2}, "b1"}};
  return snapshot;
}

TEST(Measure, bowToBowOfTwoFacingShips) {
  const Snapshot snapshot = twoShips();
  const Measurement m = measure(snapshot, thingAt(snapshot, {1}, {10, 0}, 2.0), thingAt(snapshot, {2}, {90, 0}, 2.0));
  const double slant_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm();
  EXPECT_NEAR(m.distance_mm, 100.0 - 2.0 * slant_mm, 1e-9);
  EXPECT_NEAR(m.sigma_mm, std::sqrt(0.04 + 0.04), 1e-9); // along x only, the headings do not matter
  EXPECT_EQ(m.text.rfind("r1 – b1: 7.54 ± 0.28 mm", 0), 0u) << m.text;
}

TEST(Measure, aTableOfUncertainScaleMakesLongDistancesUncertain) {
  Snapshot snapshot = twoShips();
  for (SeenPyramid& pyramid : snapshot.state.pyramids)
    pyramid.shared_error = 0.01 * SharedError(Eigen::Vector3d(pyramid.table_from_piece.x_mm() + 500.0, 0.0, 0.0));
  const Measurement m = measure(snapshot, thingAt(snapshot, {1}, {10, 0}, 2.0), thingAt(snapshot, {2}, {90, 0}, 2.0));
  EXPECT_NEAR(m.sigma_mm, std::sqrt(0.04 + 0.04 + 1.0), 1e-9); // 100 mm between the sterns, to a hundredth
}

/// Nothing tells how large the squares are: no millimetres are claimed.
TEST(Measure, onABoardOfUnknownSizeInItsSquares) {
  Snapshot snapshot;
  SeenBoard& board = snapshot.state.board.emplace();
  board.square_mm = 50.0;
  const auto text = [&] {
    return measure(snapshot, thingAt(snapshot, {}, {0, 0}, 2.0), thingAt(snapshot, {}, {125, 0}, 2.0)).text;
  };
  EXPECT_EQ(text(), "point – point: 125.00 ± 0.35 mm");
  board.square_known = false;
  EXPECT_EQ(text(), "point – point: 2.50 ± 0.01 squares");
}

TEST(Measure, sigmaAgreesWithSampling) {
  Snapshot snapshot = twoShips();
  snapshot.state.pyramids[1] = ship(2, 60, 40, 100);
  const auto a = thingAt(snapshot, {1}, {10, 0}, 2.0);
  const auto b = thingAt(snapshot, {2}, {60, 40}, 2.0);
  const Measurement m = measure(snapshot, a, b);
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  double sum = 0.0;
  double squares = 0.0;
  const int n = 20000;
  for (int i = 0; i < n; ++i) {
    Snapshot shaken = snapshot;
    for (SeenPyramid& pyramid : shaken.state.pyramids)
      pyramid.table_from_piece = {pyramid.table_from_piece.x_mm() + 0.2 * normal(random),
                                  pyramid.table_from_piece.y_mm() + 0.3 * normal(random),
                                  pyramid.table_from_piece.heading_rad() + std::sqrt(1e-5) * normal(random)};
    const double d_mm = measure(shaken, a, b).distance_mm;
    sum += d_mm;
    squares += d_mm * d_mm;
  }
  EXPECT_NEAR(std::sqrt(squares / n - sum / n * (sum / n)), m.sigma_mm, 0.05 * m.sigma_mm);
}

TEST(Measure, twoPointsOfTheTable) {
  const Snapshot snapshot = twoShips();
  const Measurement m = measure(snapshot, thingAt(snapshot, {}, {0, 0}, 2.0), thingAt(snapshot, {}, {30, 40}, 2.0));
  EXPECT_NEAR(m.distance_mm, 50.0, 1e-12);
  EXPECT_NEAR(m.sigma_mm, 0.25 * std::sqrt(2.0), 1e-9); // half a pixel of 0.5 mm at either end
}

} // namespace
} // namespace linesman::app
