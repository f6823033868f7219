#include "app/reach_map.h"

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

rules::PlaneObject ship(const std::string& id, PyramidSize size, double x_mm, double y_mm, double heading_deg) {
  rules::PlaneObject object;
  object.id = id;
  object.player = id.substr(0, 1);
  object.size = size;
  object.pose = {x_mm, y_mm, radFromDeg(heading_deg)};
  return object;
}

/// By the odd-even rule, as the painter fills.
bool covers(const TablePolygon& ring, const Eigen::Vector2d& p) {
  bool inside = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
    if ((ring[i].y() > p.y()) != (ring[j].y() > p.y()) &&
        p.x() < (ring[j].x() - ring[i].x()) * (p.y() - ring[i].y()) / (ring[j].y() - ring[i].y()) + ring[i].x())
      inside = !inside;
  return inside;
}

TEST(JoinedRings, keepHolesAndIslands) {
  const auto square = [](double low, double high) {
    return TablePolygon{{low, low}, {high, low}, {high, high}, {low, high}};
  };
  const TablePolygon ring = joinedRings({square(0, 10), square(2, 4), square(20, 30)});
  EXPECT_TRUE(covers(ring, {1, 1.5}));
  EXPECT_FALSE(covers(ring, {3, 3.5}));
  EXPECT_TRUE(covers(ring, {25, 25.5}));
  EXPECT_FALSE(covers(ring, {15, 15.5}));
}

class ReachShownTest : public ::testing::Test {
protected:
  const rules::PlaneLaw law_ = *rules::PlaneLaw::load("armadas");
  rules::PlaneTable table_;
};

TEST_F(ReachShownTest, aFreeLargeReachesTwoStepsAheadAndNothingBehind) {
  table_.objects = {ship("r1", PyramidSize::large, 0, 0, 0)};
  const auto reach = reachShown(table_, law_, "r1");
  ASSERT_TRUE(reach);
  EXPECT_GT(reach->placements, 0);
  EXPECT_TRUE(covers(reach->hulls, {115.0, 0.3}));  // on the second step's place
  EXPECT_FALSE(covers(reach->hulls, {145.0, 0.3})); // three lengths are 138.7
  EXPECT_FALSE(covers(reach->hulls, {-60.0, 0.3}));
}

TEST_F(ReachShownTest, enemiesInReachAreNamedWithAPlaceToFireFrom) {
  table_.objects = {ship("r1", PyramidSize::large, 0, 0, 0), ship("b1", PyramidSize::small, 110, 60, 180),
                    ship("b2", PyramidSize::small, -300, 0, 0)};
  const auto reach = reachShown(table_, law_, "r1");
  ASSERT_TRUE(reach);
  EXPECT_EQ(reach->targets, std::vector<std::string>{"b1"});
  ASSERT_EQ(reach->firing_from.size(), 1u);
  EXPECT_EQ(reach->firing_from[0].size(), 3u);
}

TEST_F(ReachShownTest, aShipThatHasMovedStaysWhereItIs) {
  table_.objects = {ship("r1", PyramidSize::small, 0, 0, 0)};
  const int free = reachShown(table_, law_, "r1")->placements;
  table_.objects[0].moved = true;
  EXPECT_LT(reachShown(table_, law_, "r1")->placements, free);
}

TEST_F(ReachShownTest, anUnknownShipIsASentence) {
  EXPECT_EQ(reachShown(table_, law_, "r9").error().sentence, "There is no ship called r9 on the table.");
}

} // namespace
} // namespace linesman::app
