#pragma once
#include <vector>

#include "calibration/table_file.h"
#include "vision/pyramid_colour.h"
#include "vision/pyramid_solid.h"
#include "vision/reduced_picture.h"

namespace linesman {

/// A picture in which pyramids are looked for, and what is known of it.
struct PyramidScene {
  const ReducedPicture& picture;
  const TableView& view;
  const TableFile& table;
  const PyramidColours& colours;
  const std::vector<PyramidSolid>& solids; ///< of solidsOf(), all that are looked for

  const PyramidSolid& solid(int index) const { return solids[static_cast<std::size_t>(index)]; }
};

} // namespace linesman
