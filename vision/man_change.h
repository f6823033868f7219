#pragma once
#include <Eigen/Core>

#include "vision/man_rings.h"

namespace linesman {

/// What is other on a man than when he was seen before on the same square. In between he may have been taken in hand
/// and put back a little beside and turned.
struct ManChange {
  ManRings rings;      ///< of the difference of both looks, the earlier one laid so that the men cover each other
  float unlike = 0.0F; ///< mean difference of light over the man, grey levels, at most 40 of a pixel
};

/// What was read of a man.
struct ManLook {
  double low = 0.0, high = 0.0, crown = 0.0, seen = 0.0; ///< SquareReading's
  ManRings rings;
};

/// A man as he was seen before, and what is other on him now.
struct ManSince {
  ManLook was;
  ManChange change;
};

/// Crops as in SquareCropShape, of one square and one view of the board; `foot_now` and `foot_before`: where he stood
/// off its middle, squares across and along the line of sight.
ManChange changeOf(const float* now, const Eigen::Vector2d& foot_now, const float* before,
                   const Eigen::Vector2d& foot_before);

} // namespace linesman
