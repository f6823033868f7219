#pragma once
#include <optional>

#include <opencv2/core/mat.hpp>

#include "vision/board_lattice.h"

namespace linesman {

/// Which squares of a lattice are the board: square (0, 0) of the board is the lattice cell (i0, j0).
struct BoardWindow {
  int i0 = 0, j0 = 0;
  int columns = 8, rows = 8;
  double score = 0.0; ///< contrast of the chequer inside, less that outside; about the share of squares that show it
  bool dark_corner = false; ///< the cell (0, 0) is a dark one
};

/// The window of `columns` x `rows` cells that shows the chequer best and ends where it ends.
std::optional<BoardWindow> findWindow(const cv::Mat& image_bgr, const Lattice& lattice, int columns, int rows);

} // namespace linesman
