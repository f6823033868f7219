#pragma once
#include <optional>
#include <string>
#include <utility>

#include <opencv2/core/mat.hpp>

#include "calibration/table_file.h"
#include "calibration/table_registration.h"
#include "models/planar_pose.h"
#include "models/result.h"
#include "vision/board_light.h"
#include "vision/board_view.h"

namespace linesman {

/// What is known before the board is looked for.
struct BoardRequest {
  std::optional<Lens> lens;               ///< without it the focal length is estimated from the board
  std::optional<TableRegistration> table; ///< from markers or saved: then the board lies somewhere on this table
  KnownBoard known;
  int columns = 8;
  int rows = 8;
};

/// A board found in a picture.
struct FoundBoard {
  BoardView view; ///< lens used and camera_from_board
  /// Of (rotation vector rad, translation mm) of camera_from_board, the table registration's share included.
  Matrix6d covariance = Matrix6d::Zero();
  Registration registration; ///< of the table; from the board itself where no markers were seen
  PlanarPose<TableFrame, BoardFrame> table_from_board;
  double thickness_mm = 0.0;
  double rms_px = 0.0;
  double share = 0.0; ///< of the points of its lines that were looked for, those where an edge is
  /// False when nothing tells which corner is a1; the view then has a1 at the near left corner (the dark one of the two
  /// near corners where only one is dark).
  bool orientation_known = false;
  bool dark_corner = true;                   ///< a1, as assumed, is a dark square in `light`
  BoardLight light = BoardLight::brightness; ///< in which the board was found; in others nobody calls squares dark

  /// The same board with a1 moved by quarter turns, counter-clockwise seen from above (even numbers on oblong boards).
  FoundBoard turned(int quarters) const;
};

/// Looks for the board in the whole picture (8 bit BGR). An error sentence when none is found.
Result<FoundBoard> findBoard(const cv::Mat& image_bgr, const BoardRequest& request);

/// Follows a board that was found before in a picture of the same camera; fails when it has moved by more than a fifth
/// of a square, then call findBoard again.
Result<FoundBoard> followBoard(const cv::Mat& image_bgr, const BoardRequest& request, const FoundBoard& before);

} // namespace linesman
