#pragma once
#include <vector>

#include "vision/known_things.h"
#include "vision/large_print.h"

namespace linesman {

/// Things on the table that are no pieces, markers, chits or islands that the table file knows: mugs, books, papers,
/// resting hands. Their outlines are those of the picture on the table's plane, so that of a high thing what it hides
/// belongs to it; its height stays unknown (0). Looked for in the playing area or, without one, around pieces and
/// markers.
std::vector<SeenObstacle> detectObstacles(const ReducedPicture& picture, const TableView& view,
                                          const KnownThings& known, const ThingEdges& edges, LargePrint& print);

} // namespace linesman
