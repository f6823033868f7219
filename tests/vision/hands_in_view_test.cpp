#include "vision/hands_in_view.h"

#include <gtest/gtest.h>

#include "tests/support/drawn_arm.h"
#include "tests/support/render_table.h"

namespace linesman {
namespace {

const cv::Scalar skin(120, 150, 200);

class HandsInViewTest : public testing::Test {
protected:
  using View = UncertainPose<CameraFrame, TableFrame>;
  static View from(double distance_mm, double turn_rad = 0.2) {
    return {test::cameraOver(distance_mm, 0.5, turn_rad), {}};
  }
  CameraMove see(const cv::Mat& image, const View& view, const EmptyTable* empty = nullptr) {
    const Frame frame{image, t_s_ += 2.0, ""};
    hands_.begin(frame, true);
    return hands_.find(frame, lens_, view, empty);
  }

  const Lens lens_ = test::webcam(640, 360);
  HandsInView hands_;
  double t_s_ = 0.0;
};

TEST_F(HandsInViewTest, AnArmIsFoundAndWhatACarriedCameraChangedIsNone) {
  see(test::table(0.5, 100, 1), from(600.0));
  EXPECT_TRUE(hands_.first());
  EXPECT_EQ(see(test::withArm(test::table(0.5, 100, 2), skin, 300), from(600.0)), CameraMove::none);
  EXPECT_FALSE(hands_.first());
  EXPECT_TRUE(hands_.any());
  EXPECT_EQ(hands_.onTable({lens_, from(600.0)}).size(), 1U);
  cv::Mat elsewhere;
  cv::flip(test::withArm(test::table(0.5, 100, 3), skin, 300), elsewhere, 0);
  EXPECT_EQ(see(elsewhere, from(500.0, 0.9)), CameraMove::carried);
  EXPECT_FALSE(hands_.any());
  hands_.reset();
  see(test::withArm(test::table(0.5, 100, 4), skin, 300), from(600.0));
  EXPECT_TRUE(hands_.first());
  EXPECT_FALSE(hands_.any());
}

TEST_F(HandsInViewTest, ATableThatWasOnlyMeasuredOtherwiseMovesNothingAlong) {
  const auto board = [](unsigned seed) { return test::withSquares(test::table(0.5, 100, seed), 560, 12); };
  see(board(1), from(600.0));
  EXPECT_EQ(see(test::withArm(board(2), skin, 200), from(608.0, 0.215)), CameraMove::nudged);
  EXPECT_TRUE(hands_.any());
  see(board(3), from(608.0, 0.215));
  EXPECT_FALSE(hands_.any()) << "the arm has left, and squares are where they were";
}

TEST_F(HandsInViewTest, TheEmptyTableTellsTheFirstPicturesHands) {
  const EmptyTable empty(test::table(0.5, 100, 1), {lens_, from(600.0)});
  see(test::withArm(test::table(0.5, 100, 2), skin, 300), from(600.0), &empty);
  EXPECT_TRUE(hands_.first());
  EXPECT_TRUE(hands_.any());
}

} // namespace
} // namespace linesman
