#include "vision/carried_camera.h"

#include <numbers>

#include <gtest/gtest.h>

#include "tests/support/render_table.h"

namespace linesman {
namespace {

TEST(CarriedCamera, OneThatStandsIsBumpedOrTakesAnotherCornerForA1IsNotCarried) {
  CarriedCamera camera;
  const auto carried = [&](double distance_mm, double tilt_rad, double turn_rad, bool by_hand = false) {
    return camera.sees(test::webcam(1280, 720), test::cameraOver(distance_mm, tilt_rad, turn_rad), by_hand) ==
           CameraMove::carried;
  };
  EXPECT_FALSE(carried(600.0, 0.5, 0.2));
  EXPECT_FALSE(carried(602.0, 0.502, 0.21));
  EXPECT_FALSE(carried(602.0, 0.502, 0.21 + 0.5 * std::numbers::pi)) << "the board's frame";
  EXPECT_TRUE(carried(600.0, 0.5, 0.6));
  EXPECT_FALSE(carried(600.0, 0.5, 0.6));
  EXPECT_TRUE(carried(500.0, 0.5, 0.6));
  EXPECT_TRUE(carried(500.0, 0.5, 0.75, true));
  EXPECT_FALSE(carried(500.5, 0.5, 0.751, true));
  camera.reset();
  EXPECT_FALSE(carried(700.0, 0.3, 2.0));
}

TEST(CarriedCamera, ASmallMoveOfSinglePicturesIsANudgeThatIsFollowed) {
  CarriedCamera camera;
  const Lens lens = test::webcam(1280, 720);
  const auto before = test::cameraOver(600.0, 0.5, 0.2), after = test::cameraOver(602.0, 0.505, 0.21);
  EXPECT_EQ(camera.sees(lens, before, true), CameraMove::none);
  EXPECT_EQ(camera.sees(lens, after, true), CameraMove::nudged);
  for (const Eigen::Vector3d& point_mm : {Eigen::Vector3d(150.0, -40.0, 0.0), Eigen::Vector3d(-60.0, 90.0, 0.0)}) {
    const Eigen::Vector2d from = lens.project(before * Point3<TableFrame>{point_mm}).xy,
                          to = lens.project(after * Point3<TableFrame>{point_mm}).xy;
    const cv::Vec3d moved = camera.nowFromBefore() * cv::Vec3d(from.x(), from.y(), 1.0);
    EXPECT_GT((to - from).norm(), 1.5);
    EXPECT_LT((Eigen::Vector2d(moved[0], moved[1]) / moved[2] - to).norm(), 0.5);
  }
}

} // namespace
} // namespace linesman
