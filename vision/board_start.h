#pragma once
#include <optional>
#include <vector>

#include "vision/board_detector.h"
#include "vision/board_lattice.h"
#include "vision/board_window.h"
#include "vision/saddle_points.h"

namespace linesman {

/// A lattice of corners and where in it the board may lie.
struct BoardCandidate {
  Lattice lattice; ///< counter-clockwise, in pixels of the full picture
  BoardWindow window;
};

/// Which corners a board is looked for among.
enum class Corners {
  strongest,
  of_each_part, ///< see SaddleOrder
  off_cloths    ///< those that are left when lattices larger than the board are taken away
};

/// Places of a board of `columns` x `rows` in the picture, the likeliest first: corners are looked for in the picture
/// reduced to `long_side_px`, in blobs of `sigma_px`.
std::vector<BoardCandidate> boardCandidates(const cv::Mat& image, const cv::Mat& grey, int columns, int rows,
                                            double long_side_px, double sigma_px, Corners corners);

/// A lens without distortion whose axis meets the picture's middle.
Lens guessedLens(int width_px, int height_px, double focal_px);

/// Start of the fit: pose with the given lens, or with the focal length that suits best.
std::optional<BoardView> startView(const BoardCandidate& candidate, const BoardRequest& request, const cv::Size& size);

/// Puts the board flat on the known table: the pose's heading and place, the height that is known or that fits.
void layOnTable(BoardView& view, const BoardRequest& request);

} // namespace linesman
