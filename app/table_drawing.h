#pragma once
#include <QImage>

#include "app/table_notes.h"
#include "calibration/lens.h"
#include "models/piece_catalog.h"
#include "models/table_state.h"

namespace linesman::app {

/// A table drawn from its measurements, for when there is no picture of it: a camera far above that looks straight
/// down, so that every mark of the overlay falls on it as on a picture.
struct DrawnTable {
  QImage picture; ///< RGB32
  Lens lens;
  Pose<CameraFrame, TableFrame> camera_from_table;
};

/// `area_mm` may be empty. Pieces of the board as discs with their letter, pyramids as solids in their colours.
DrawnTable drawTable(const TableState& state, const PieceCatalog& pieces, const TablePolygon& area_mm);

} // namespace linesman::app
