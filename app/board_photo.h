#pragma once
#include <array>
#include <string>

#include <QImage>
#include <QPointF>

#include "models/result.h"

namespace linesman::app {

/// Where the corners of a board of squares lie in a photograph: a1's outer corner, then counter-clockwise seen from
/// above, in pixels of the photograph. Which corner is a1 is not told: the near left one is taken.
struct FittedBoard {
  std::array<QPointF, 4> corners_px;
  double rms_px = 0.0; ///< of the squares' edges
};

/// Looks for a board of that many squares in the photograph.
Result<FittedBoard> fitBoard(const QImage& photo, int columns, int rows);

/// How far, in squares, the corners that a hand has set lie from the found ones, the worst of the four; whichever is
/// a1.
double cornersOff(const FittedBoard& found, const std::array<QPointF, 4>& corners_px, int columns);

/// One picture of a source: of a camera after its exposure has settled, of a film or folder the first.
Result<QImage> pictureFrom(const std::string& source);

} // namespace linesman::app
