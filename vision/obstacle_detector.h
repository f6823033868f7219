#pragma once
#include <vector>

#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/pyramid_candidates.h"

namespace linesman {

/// Things on the table that are no pieces, markers, chits or islands that the table file knows: mugs, books, papers, resting hands. Their outlines are
/// those of the picture on the table's plane, so that of a high thing what it hides belongs to it; its height stays
/// unknown (0). Looked for in the playing area or, without one, around pieces and markers.
std::vector<SeenObstacle> detectObstacles(const ReducedPicture& picture, const TableView& view, const TableFile& table,
                                          const PieceCatalog& pieces, const std::vector<SeenPyramid>& pyramids);

} // namespace linesman
