#include "vision/set_scale.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

namespace linesman {
namespace {

/// The published set by these factors, its dimensions known to `share`.
MeasuredSet measuredBy(const std::array<double, 3>& factors, double share) {
  MeasuredSet set;
  for (std::size_t size = 0; size < set.size(); ++size) {
    const Pyramid known = PieceCatalog::standard().pyramid(static_cast<PyramidSize>(size));
    const Eigen::Vector2d sigma_mm = share * Eigen::Vector2d(known.base_mm(), known.height_mm());
    MeasuredPyramid one{Pyramid(factors[size] * known.base_mm(), factors[size] * known.height_mm())};
    one.covariance = sigma_mm.cwiseAbs2().asDiagonal();
    one.seen = 2;
    set[size] = one;
  }
  return set;
}

std::string saidOf(const MeasuredSet& set) {
  return scaleWarning(scaleOf(set, PieceCatalog::standard()));
}

TEST(SetScale, IsOneFactorForAllSizes) {
  const auto scale = scaleOf(measuredBy({1.03, 1.03, 1.03}, 0.007), PieceCatalog::standard());
  ASSERT_TRUE(scale);
  EXPECT_NEAR(scale->ratio, 1.03, 1e-9);
  EXPECT_NEAR(scale->sigma, 0.007 / std::sqrt(2.0), 1e-6) << "of base and height; what sizes share stays";
  EXPECT_NE(saidOf(measuredBy({1.03, 1.03, 1.03}, 0.007)).find("3.0 +- 0.5 % larger than their set"),
            std::string::npos);
  EXPECT_NE(saidOf(measuredBy({0.97, 0.97, 0.97}, 0.007)).find("smaller"), std::string::npos);
  EXPECT_FALSE(scaleOf({}, PieceCatalog::standard()));
}

TEST(SetScale, SaysNothingOfWhatSetsDifferByOrOfWhatIsNotSure) {
  EXPECT_EQ(saidOf(measuredBy({1.012, 1.012, 1.012}, 0.001)), "") << "sets of one make differ by as much";
  EXPECT_EQ(saidOf(measuredBy({1.03, 1.03, 1.03}, 0.016)), "") << "less than three deviations";
  EXPECT_EQ(saidOf(measuredBy({1.07, 1.0, 1.0}, 0.007)), "") << "another set: no one factor";
}

/// Pieces of the published set, each taken for what it is nearest to, on a table whose every length is seen `by`
/// larger.
std::vector<MeasuredPiece> piecesSeen(const std::vector<PyramidSize>& sizes, double by) {
  const PieceCatalog known = PieceCatalog::standard();
  std::vector<MeasuredPiece> pieces;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const Pyramid& is = known.pyramid(sizes[i]);
    const double scatter = i % 2 == 0 ? 1.006 : 0.994;
    MeasuredPiece piece{PyramidSize::small, Pyramid(scatter * by * is.base_mm(), scatter * by * is.height_mm()), {}};
    const auto away = [&](PyramidSize size) {
      return std::abs(std::log(known.pyramid(size).base_mm() / piece.pyramid.base_mm()));
    };
    for (const PyramidSize size : {PyramidSize::medium, PyramidSize::large})
      if (away(size) < away(piece.taken_for))
        piece.taken_for = size;
    piece.covariance = Eigen::Vector2d(0.02, 0.06).asDiagonal();
    pieces.push_back(piece);
  }
  return pieces;
}

TEST(SetScale, FarOffIsToldByHowSizesStandToEachOther) {
  using enum PyramidSize;
  const PieceCatalog known = PieceCatalog::standard();
  const std::vector<PyramidSize> mixed = {small, medium, medium, large, small, medium};
  for (const double by : {0.72, 0.78, 0.85, 1.15, 1.28, 1.39}) {
    const auto scale = grossScaleOf(piecesSeen(mixed, by), known);
    ASSERT_TRUE(scale) << by;
    EXPECT_NEAR(scale->ratio, by, 0.02 * by);
    EXPECT_LT(scale->sigma, 0.01);
    EXPECT_NE(scaleWarning(scale), "");
  }
  for (const double by : {0.97, 1.0, 1.03})
    EXPECT_FALSE(grossScaleOf(piecesSeen(mixed, by), known)) << by << " is for what measures all of a size together";
  EXPECT_FALSE(grossScaleOf(piecesSeen({medium, medium, medium, medium}, 1.28), known))
      << "medium ones alone look like large ones, and nothing tells";
  EXPECT_FALSE(grossScaleOf(piecesSeen({small, medium}, 1.28), known)) << "too few";
}

} // namespace
} // namespace linesman
