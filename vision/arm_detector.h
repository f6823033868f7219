#pragma once
#include <vector>

#include "vision/known_things.h"
#include "vision/large_print.h"

namespace linesman {

/// What reaches over the table from the border of a picture, as outlines of the picture on the table's plane.
struct AtBorder {
  std::vector<TablePolygon> arms;
  std::vector<TablePolygon> things; ///< rectangles: a book, a sheet of paper
};

/// Looks for them in a single picture, by colour: what is unlike the table around pieces and markers, comes in over the
/// picture's border and has table on both sides. (From one picture to the next HandDetector tells arms by change, more
/// surely.) Sleeves and skin of the table's own colour are not seen.
AtBorder detectAtBorder(const ReducedPicture& picture, const TableView& view, const KnownThings& known,
                        const ThingEdges& edges, LargePrint& print);

} // namespace linesman
