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

} // namespace
} // namespace linesman
