#pragma once
#include <opencv2/core/mat.hpp>

#include "vision/edge_field.h"
#include "vision/table_view.h"

namespace linesman {

/// Where the picture differs from a print or weave that repeats over the table (checked cloth, tiles): 0 where it is as
/// the repeats around it say, 255 where it is quite different. 8 bit, of the reduced picture's size; empty when the
/// table does not repeat clearly enough to tell.
cv::Mat unlikeRepeats(const EdgeField& edges, const TableView& view);

} // namespace linesman
