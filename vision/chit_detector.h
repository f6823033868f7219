#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/pyramid_colour.h"
#include "vision/table_view.h"

namespace linesman {

/// Finds damage chits, discs 8 mm across, on the table beside ships and on the upper side of lying ones, and gives each
/// to the nearest ship.
std::vector<SeenChit> detectChits(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                  const std::vector<SeenPyramid>& pyramids, const PyramidColours& colours,
                                  const TableFile& table_file);

} // namespace linesman
