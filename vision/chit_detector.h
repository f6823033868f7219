#pragma once
#include <vector>

#include <opencv2/core/mat.hpp>

#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/chit_disc.h"
#include "vision/pyramid_colour.h"
#include "vision/table_view.h"

namespace linesman {

/// Every disc of a chit's size on the table beside ships and on the upper side of lying ones, likely or not, each place
/// only once.
std::vector<Disc> chitCandidates(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                 const std::vector<SeenPyramid>& pyramids, const TableFile& table_file);

/// Finds damage chits, discs 8 mm across, on the table beside ships and on the upper side of lying ones, and gives each
/// to the nearest ship.
std::vector<SeenChit> detectChits(const cv::Mat& image, const TableView& view, const PieceCatalog& pieces,
                                  const std::vector<SeenPyramid>& pyramids, const PyramidColours& colours,
                                  const TableFile& table_file);

} // namespace linesman
