#pragma once
#include <vector>

#include "calibration/lens.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"

namespace linesman::app {

/// Parts of the table's plane (mm) that pieces, obstacles and the edge of a board hide from the camera: behind each,
/// what its solid covers and does not stand on.
std::vector<TablePolygon> hiddenBehindThings(const TableState& state, const PieceCatalog& pieces);

/// Parts of the rectangle from `low_mm` to `high_mm` that lie outside the camera's picture.
std::vector<TablePolygon> outsidePicture(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table,
                                         const Eigen::Vector2d& low_mm, const Eigen::Vector2d& high_mm);

} // namespace linesman::app
