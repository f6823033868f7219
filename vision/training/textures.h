#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/training/mesh.h"

namespace linesman::training {

/// A printed or wooden board seen from above, 8 bit BGR; `margin` (squares) of frame round the grid.
struct BoardLook {
  cv::Mat texture;
  double margin = 0.5;
  std::vector<int> cities; ///< squares (rank * n + file) drawn as cities, where dice and rings go
  cv::Vec3b side;          ///< colour of the board's edge
};

BoardLook randomBoard(Rng& rng, int n);
/// A table top that repeats, 8 bit BGR.
cv::Mat randomTable(Rng& rng);

} // namespace linesman::training
