#include "rules/area_raster.h"

#include <gtest/gtest.h>

#include "models/polygon.h"

namespace linesman::rules::testing {
namespace {

using Eigen::Vector2d;

TablePolygon turnedSquare(const Vector2d& centre_mm, double half_mm, double turn_rad) {
  TablePolygon square;
  for (int i = 0; i < 4; ++i) {
    const double angle = turn_rad + i * pi / 2.0;
    square.push_back(centre_mm + std::sqrt(2.0) * half_mm * Vector2d(std::cos(angle), std::sin(angle)));
  }
  return square;
}

TEST(AreaRaster, StraightEdgesInAnyDirectionComeOutStraight) {
  for (const double turn_rad : {0.0, 0.3, pi / 4.0, 1.1}) {
    AreaRaster raster({5.0, -3.0}, 60.0, 2.0);
    const TablePolygon square = turnedSquare({5.3, -2.9}, 30.0, turn_rad);
    raster.addConvex(square);
    const auto outlines = raster.outlines();
    ASSERT_EQ(outlines.size(), 1u);
    EXPECT_NEAR(signedArea(outlines[0]), 3600.0, 10.0); // its corners are cut by less than a cell
    for (const Vector2d& p : outlines[0]) {
      double depth = 1e9;
      for (std::size_t i = 0; i < 4; ++i) {
        const Vector2d way = (square[(i + 1) % 4] - square[i]).normalized();
        depth = std::min(depth, way.x() * (p.y() - square[i].y()) - way.y() * (p.x() - square[i].x()));
      }
      const bool at_corner =
          std::any_of(square.begin(), square.end(), [&](const Vector2d& corner) { return (corner - p).norm() < 3.0; });
      EXPECT_NEAR(depth, 0.0, at_corner ? 2.0 : 1e-9);
    }
  }
}

TEST(AreaRaster, DiscsAreRound) {
  AreaRaster raster({0.0, 0.0}, 30.0, 2.0);
  raster.addDisc({1.0, 2.0}, 20.0);
  const auto outlines = raster.outlines();
  ASSERT_EQ(outlines.size(), 1u);
  for (const Vector2d& p : outlines[0])
    EXPECT_NEAR((p - Vector2d(1.0, 2.0)).norm(), 20.0, 0.1);
}

TEST(AreaRaster, HolesGoTheOtherWayRoundAndIslandsStayApart) {
  AreaRaster raster({0.0, 0.0}, 80.0, 2.0);
  for (const auto& [x, y, wide, high] : {std::array{0, -20, 25, 5}, {0, 20, 25, 5}, {-20, 0, 5, 25}, {20, 0, 5, 25}})
    raster.addConvex(
        TablePolygon{{x - wide, y - high}, {x + wide, y - high}, {x + wide, y + high}, {x - wide, y + high}});
  raster.addDisc({60.0, 60.0}, 8.0);
  auto outlines = raster.outlines();
  ASSERT_EQ(outlines.size(), 3u);
  std::sort(outlines.begin(), outlines.end(),
            [](const TablePolygon& a, const TablePolygon& b) { return signedArea(a) < signedArea(b); });
  EXPECT_NEAR(signedArea(outlines[0]), -30.0 * 30.0, 10.0) << "the hole";
  EXPECT_NEAR(signedArea(outlines[1]), pi * 64.0, 4.0);
  EXPECT_NEAR(signedArea(outlines[2]), 50.0 * 50.0, 10.0);
}

TEST(AreaRaster, WhatReachesBeyondTheGridIsCutAndStaysClosed) {
  AreaRaster raster({0.0, 0.0}, 10.0, 2.0);
  raster.addDisc({12.0, 0.0}, 8.0);
  const auto outlines = raster.outlines();
  ASSERT_EQ(outlines.size(), 1u);
  EXPECT_GT(signedArea(outlines[0]), 0.0);
}

TEST(AreaRaster, NothingHasNoOutline) {
  AreaRaster raster({0.0, 0.0}, 10.0, 2.0);
  raster.smooth();
  EXPECT_TRUE(raster.outlines().empty());
}

} // namespace
} // namespace linesman::rules::testing
