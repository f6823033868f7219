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

bool covers(const TableAreas& areas, const Eigen::Vector2d& p) {
  bool inside = false;
  for (const TablePolygon& ring : areas)
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++)
      if ((ring[i].y() > p.y()) != (ring[j].y() > p.y()) &&
          p.x() < (ring[j].x() - ring[i].x()) * (p.y() - ring[i].y()) / (ring[j].y() - ring[i].y()) + ring[i].x())
        inside = !inside;
  return inside;
}

class ReachMapTest : public ::testing::Test {
protected:
  const rules::PlaneLaw law_ = *rules::PlaneLaw::load("armadas");
  rules::PlaneTable table_;
};

TEST_F(ReachMapTest, aFreeLargeReachesTwoStepsAheadAndNothingBehind) {
  table_.objects = {ship("r1", PyramidSize::large, 0, 0, 0)};
  const auto map = reachMap(table_, law_, "r1");
  ASSERT_TRUE(map);
  EXPECT_EQ(map->placements, 9 + 81);
  EXPECT_TRUE(covers(map->places, {120.0, 0.0}));    // third length ahead: lies on the second step's place
  EXPECT_FALSE(covers(map->places, {143.0, 0.0}));   // 3 s = 138.7
  EXPECT_FALSE(covers(map->places, {-45.0, 0.0}));
  EXPECT_TRUE(covers(map->ranges, {20.0, 40.0}));    // its own port region before moving
}

TEST_F(ReachMapTest, aShipInTheWayCutsTheReach) {
  table_.objects = {ship("r1", PyramidSize::large, 0, 0, 0), ship("b1", PyramidSize::large, 100, 0, 180)};
  const auto map = reachMap(table_, law_, "r1");
  ASSERT_TRUE(map);
  EXPECT_LT(map->placements, 90);
  EXPECT_FALSE(covers(map->places, {85.0, 0.0}));
}

TEST_F(ReachMapTest, aShipThatHasMovedStaysWhereItIs) {
  table_.objects = {ship("r1", PyramidSize::small, 0, 0, 0)};
  table_.objects[0].moved = true;
  EXPECT_EQ(reachMap(table_, law_, "r1")->placements, 0);
}

TEST_F(ReachMapTest, anUnknownShipIsASentence) {
  EXPECT_EQ(reachMap(table_, law_, "r9").error().sentence, "There is no ship called r9 on the table.");
}

} // namespace
} // namespace linesman::app
