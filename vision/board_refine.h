#pragma once
#include <optional>
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/uncertain_pose.h"
#include "vision/board_view.h"

namespace linesman {

/// What refineBoard may change besides the pose.
struct RefineOptions {
  /// Focal length, k1 and, more tightly, the rest of a lens nobody measured, held near their start by what webcams are
  /// like.
  bool free_lens = false;
  bool free_square = false; ///< square size (only where the scale comes from elsewhere, see `camera_from_table`)
  bool free_height = false; ///< height of the top face above the table
  /// With a known table the board may only slide and turn on it: camera_from_table of the table's top.
  std::optional<Pose<CameraFrame, TableFrame>> camera_from_table;
  int rounds = 3;
  double search_px = 0.0; ///< half width of the edge search; 0 = from the size of a square
};

/// How well the printed grid fits.
struct RefinedBoard {
  BoardView view;
  /// Of (rotation vector rad, translation mm) of camera_from_board.
  Matrix6d covariance = Matrix6d::Zero();
  double rms_px = 0.0;
  int edges = 0;      ///< edge points used
  double share = 0.0; ///< of the edge points looked for
};

/// Moves `start` so that the borders of its squares lie on the picture's edges: sub-pixel edge points across every
/// inner grid line, signed by the chequer, in a robust least-squares fit of the pose. Nothing when too few edges are
/// found.
std::optional<RefinedBoard> refineBoard(const cv::Mat& grey, const BoardView& start, const RefineOptions& options);

/// How many borders of squares (the outer ones included) show an edge where `view` has them: tells a board from the
/// same board shifted by a square.
int gridEvidence(const cv::Mat& grey, const BoardView& view);

} // namespace linesman
