#pragma once
// Views of boards for drawn pictures.
#include "vision/board_view.h"

namespace linesman::test {

/// A webcam of 1280 x 720 without distortion.
inline Lens plainLens() {
  Lens lens;
  lens.width_px = 1280;
  lens.height_px = 720;
  lens.fx_px = lens.fy_px = 900.0;
  lens.cx_px = 639.5;
  lens.cy_px = 359.5;
  return lens;
}

/// A board of squares of 40 mm whose middle lies at `middle_mm` of the camera, which looks down along -z, tilted back
/// towards the near side.
inline BoardView tiltedBoard(int columns, int rows, double tilt_rad, double heading_rad,
                             const Eigen::Vector3d& middle_mm, const Lens& lens = plainLens()) {
  BoardView view;
  view.columns = columns;
  view.rows = rows;
  view.square_mm = 40.0;
  view.lens = lens;
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  view.camera_from_board = {
      rotationFromVector({-tilt_rad, 0.0, 0.0}) * down * rotationFromVector({0.0, 0.0, heading_rad}), middle_mm};
  return view;
}

} // namespace linesman::test
