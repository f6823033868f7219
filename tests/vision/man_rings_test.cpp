#include <algorithm>

#include <gtest/gtest.h>

#include "support/ringed_man.h"
#include "vision/man_rings.h"

namespace linesman {
namespace {

using support::manWithRing;

// A wide ring low down and a narrow one higher up are seen at the same place: heights are known to a fifth of a square.
TEST(RingsAround, ABandStandsOutByColourAtItsHeight) {
  for (const double height : {0.18, 0.51}) {
    const ManRings man = ringsAround(manWithRing(height, support::green).data(), {0.0, 0.0});
    ASSERT_FALSE(man.rings.empty());
    EXPECT_NEAR(static_cast<double>(man.rings.front().height), height, 0.2);
    EXPECT_GT(man.rings.front().colour(), 30.0F);
    EXPECT_GT(man.rings.front().share, 0.8F);
  }
}

TEST(RingsAround, ACollarIsAStepOfLightOnly) {
  const auto most = [](const ManRings& man, float (ManRing::*step)() const) {
    float most_step = 0.0F;
    for (const ManRing& ring : man.rings)
      most_step = std::max(most_step, (ring.*step)());
    return most_step;
  };
  const ManRings band = ringsAround(manWithRing(0.18, support::green).data(), {0.0, 0.0}),
                 collar = ringsAround(manWithRing(0.18, support::shade).data(), {0.0, 0.0});
  EXPECT_LT(3.0F * most(collar, &ManRing::colour), most(band, &ManRing::colour));
  EXPECT_GT(most(collar, &ManRing::darker), 10.0F);
}

TEST(RingsAround, EachRingIsToldOnce) {
  const ManRings man = ringsAround(manWithRing(0.18, support::green).data(), {0.0, 0.0});
  ASSERT_TRUE(man.told());
  EXPECT_LE(man.rings.size(), ManRings::most);
  for (std::size_t k = 0; k < man.rings.size(); ++k)
    for (std::size_t other = 0; other < k; ++other)
      EXPECT_GE(std::abs(man.rings[k].row_px - man.rings[other].row_px), 3.5F);
}

TEST(RingsAround, ABandIsThinAndOfTheSameWoodOnBothSides) {
  const ManRings man = ringsAround(manWithRing(0.51, support::green).data(), {0.0, 0.0});
  ASSERT_FALSE(man.rings.empty());
  const ManRing& ring = man.rings.front();
  EXPECT_LT((ring.up - ring.down).norm(), 0.3F * ring.step().norm());
  EXPECT_LT(std::abs(ring.profile.front()), 0.3F);
  EXPECT_LT(std::abs(ring.profile.back()), 0.3F);
}

} // namespace
} // namespace linesman
