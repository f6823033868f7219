#pragma once
#include <vector>

#include "vision/outline_samples.h"

namespace linesman {

/// The edges of a piece's outline at which something else begins to cover it, or the table's print changes: there the
/// picture's edge goes straight on past both corners, with the same colour beyond it. A piece's own edges end at its
/// corners. `image`: 8 bit BGR; `others`: outlines of other pieces: past a corner beside them nothing is told, and it
/// must be seen farther past the other one.
PyramidSolid::EdgeSet foreignEdges(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                   const TableView& view, const cv::Mat& image,
                                   const std::vector<PictureOutline>& others);

} // namespace linesman
