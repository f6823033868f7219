#pragma once
#include "models/table_state.h"

namespace linesman::app::testing {

/// A pyramid that is seen lying on the x axis, its bow along it.
inline SeenPyramid lying(double x_mm, PyramidSize size = PyramidSize::medium, Colour colour = Colour::red) {
  SeenPyramid seen;
  seen.size = size;
  seen.colour = colour;
  seen.table_from_piece = {x_mm, 0.0, 0.0};
  return seen;
}

} // namespace linesman::app::testing
