#include "app/name_plates.h"

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

NamePlate plateAt(double x, double y) {
  return {{x, y}, {x - 14.0, y - 8.0, 28.0, 16.0}};
}

TEST(NamePlates, ThoseWithRoomStayWhereTheyAre) {
  std::vector<NamePlate> plates = {plateAt(0, 0), plateAt(40, 0), plateAt(0, 30)};
  const auto before = plates;
  spreadPlates(plates);
  for (std::size_t i = 0; i < plates.size(); ++i)
    EXPECT_EQ(plates[i].box, before[i].box);
}

TEST(NamePlates, NoneLiesOnAnotherAndAllStayNear) {
  std::vector<NamePlate> plates;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      plates.push_back(plateAt(20.0 * i, 12.0 * j)); // closer than they are wide and high
  const QRectF first = plates[0].box;
  spreadPlates(plates);
  EXPECT_EQ(plates[0].box, first);
  for (std::size_t i = 0; i < plates.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_FALSE(plates[i].box.intersects(plates[j].box)) << i << " and " << j;
    const QPointF way = plates[i].box.center() - plates[i].at;
    EXPECT_LE(std::abs(way.x()), 45.5);
    EXPECT_LE(std::abs(way.y()), 54.5);
  }
}

} // namespace
} // namespace linesman::app
