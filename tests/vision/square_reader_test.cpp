#include "vision/square_reader.h"

#include <gtest/gtest.h>

#include "vision/frame_source.h"

namespace linesman {
namespace {

/// A pale pawn on pale marble is nobody to the screen, before he leaves and after; the network saw him stand there.
TEST(SquareReader, WhomTheScreenDoesNotSeeHasLeft) {
  Eigen::Matrix3d rotation; // as the picture was drawn: nearly from straight above
  rotation << 0.9836082354, -0.1800922655, 0.0090341075, -0.1784074618, -0.9792357037, -0.0962715652, 0.0261842849,
      0.0930817522, -0.9953141065;
  BoardView view; // of his square alone
  view.lens.width_px = 181;
  view.lens.height_px = 189;
  view.lens.fx_px = view.lens.fy_px = 708.243;
  view.lens.cx_px = 47.5;
  view.lens.cy_px = -112.0;
  view.camera_from_board = {rotation, {29.757, 154.378, 565.996}};
  view.columns = view.rows = 1;
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const auto stands = reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_stands.jpg").value(), view);
  EXPECT_GT(stands[0].occupied(), 0.9);
  const auto left = reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_left.jpg").value(), view);
  EXPECT_LT(left[0].occupied(), 0.1);
}

/// A white pawn on pale wood, from above, by a camera that sharpened its noise: grain is all that is seen of him.
TEST(SquareReader, SharpenedGrainHidesNobody) {
  Eigen::Matrix3d rotation; // as the picture was drawn
  rotation << 0.8665978799, 0.4988267041, 0.0134176685, 0.4684187049, -0.8039131562, -0.3664799509, -0.1720233458,
      0.3238753586, -0.9303291954;
  BoardView view; // of his square and those around it
  view.lens.width_px = 420;
  view.lens.height_px = 330;
  view.lens.fx_px = view.lens.fy_px = 686.790;
  view.lens.cx_px = 209.0;
  view.lens.cy_px = 156.5;
  view.camera_from_board = {rotation, {-7.193, 18.448, 645.485}};
  view.square_mm = 48.4;
  view.columns = view.rows = 3;
  auto reader = SquareReader::load();
  ASSERT_TRUE(reader.has_value()) << reader.error().sentence;
  const auto squares =
      reader->readChanged(readImage(LINESMAN_TEST_DATA "/tables/pale_man_in_sharp_grain.jpg").value(), view);
  EXPECT_GT(squares[4].occupied(), 0.5);
  EXPECT_LT(squares[0].occupied(), 0.1);
}

} // namespace
} // namespace linesman
