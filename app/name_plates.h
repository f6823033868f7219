#pragma once
#include <vector>

#include <QPointF>
#include <QRectF>

namespace linesman::app {

/// Where a name is written, in the painter's coordinates.
struct NamePlate {
  QPointF at; ///< what it names
  QRectF box; ///< first around `at`
};

/// Moves plates that would lie on another to the nearest free place beside what they name: below, above or aside. The
/// first keep theirs. What finds no room within a few widths stays where it is.
void spreadPlates(std::vector<NamePlate>& plates);

} // namespace linesman::app
