#pragma once
#include <array>
#include <optional>
#include <vector>

#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/result.h"
#include "vision/size_fit.h"

namespace linesman {

/// A set of pyramids measured from the pieces that a user shows, by size; nothing of a size that was not shown.
using MeasuredSet = std::array<std::optional<MeasuredPyramid>, 3>;

/// Finds pyramids that lie or stand well apart in `pictures`, and measures the set they are of: the dimensions of every
/// size together with each piece's pose, from the edges the program fits pieces to. `start`: what the set is like
/// within some ten percent; the tips' cuts keep their ratios to its heights. A sentence when nothing is found, when a
/// size is seen too badly, and when the answer cannot be.
Result<MeasuredSet> measureSet(const std::vector<PyramidPicture>& pictures, const TableFile& table,
                               const PieceCatalog& start);

/// What one piece by itself says of its dimensions.
struct MeasuredPiece {
  PyramidSize taken_for = PyramidSize::small;
  Pyramid pyramid;
  Eigen::Matrix2d covariance = Eigen::Matrix2d::Zero(); ///< of (base edge mm, height mm)
};

/// Measures those of `seen` that are seen well, whole and apart from others in `picture`, each by itself and from the
/// dimensions of `known`: also where a table's scale makes all of them look like others.
std::vector<MeasuredPiece> measureEach(const PyramidPicture& picture, const std::vector<SeenPyramid>& seen,
                                       const TableFile& table, const PieceCatalog& known);

} // namespace linesman
