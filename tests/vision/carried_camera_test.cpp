#include "vision/carried_camera.h"

#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

TEST(CarriedCamera, OneThatStandsIsBumpedOrTakesAnotherCornerForA1IsNotCarried) {
  const Lens lens = test::webcam(1280, 720);
  CarriedCamera camera;
  EXPECT_FALSE(camera.sees(lens, test::cameraOver(600.0, 0.5, 0.2)));
  EXPECT_FALSE(camera.sees(lens, test::cameraOver(602.0, 0.502, 0.21)));
  EXPECT_FALSE(camera.sees(lens, test::cameraOver(602.0, 0.502, 0.21 + 0.5 * std::numbers::pi))) << "the board's frame";
  EXPECT_TRUE(camera.sees(lens, test::cameraOver(600.0, 0.5, 0.6)));
  EXPECT_FALSE(camera.sees(lens, test::cameraOver(600.0, 0.5, 0.6)));
  EXPECT_TRUE(camera.sees(lens, test::cameraOver(500.0, 0.5, 0.6)));
  camera.reset();
  EXPECT_FALSE(camera.sees(lens, test::cameraOver(700.0, 0.3, 2.0)));
}

} // namespace
} // namespace linesman
