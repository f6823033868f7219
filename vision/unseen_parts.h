#pragma once
#include <vector>

#include "calibration/table_file.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"
#include "vision/table_view.h"

namespace linesman {

/// Parts of the table that the camera cannot see, counter-clockwise outlines: behind pieces and known islands, under
/// the state's obstacles, and what of the playing area lies outside the picture. Hands are the state's own list.
std::vector<TablePolygon> unseenParts(const TableState& state, const TableView& view, const TableFile& table,
                                      const PieceCatalog& pieces);

} // namespace linesman
