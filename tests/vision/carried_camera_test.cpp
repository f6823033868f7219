#include "vision/carried_camera.h"

#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

TEST(CarriedCamera, OneThatStandsIsBumpedOrTakesAnotherCornerForA1IsNotCarried) {
  CarriedCamera camera;
  const auto carried = [&](double distance_mm, double tilt_rad, double turn_rad, bool by_hand = false) {
    return camera.sees(test::webcam(1280, 720), test::cameraOver(distance_mm, tilt_rad, turn_rad), by_hand);
  };
  EXPECT_FALSE(carried(600.0, 0.5, 0.2));
  EXPECT_FALSE(carried(602.0, 0.502, 0.21));
  EXPECT_FALSE(carried(602.0, 0.502, 0.21 + 0.5 * std::numbers::pi)) << "the board's frame";
  EXPECT_TRUE(carried(600.0, 0.5, 0.6));
  EXPECT_FALSE(carried(600.0, 0.5, 0.6));
  EXPECT_TRUE(carried(500.0, 0.5, 0.6));
  EXPECT_TRUE(carried(500.0, 0.5, 0.63, true));
  EXPECT_FALSE(carried(500.5, 0.5, 0.631, true));
  camera.reset();
  EXPECT_FALSE(carried(700.0, 0.3, 2.0));
}

} // namespace
} // namespace linesman
