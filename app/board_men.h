#pragma once
#include <string>

#include "app/print/canvas.h"

namespace linesman::app {

/// A man of a game on squares with all he wears and counts.
struct ShownMan {
  std::string field;
  std::string kind; ///< as in models/board_men.h
  char letter = 0;  ///< in the game's notation; kinds without a figure of their own show it
  bool of_white = true;
  bool trained = false; ///< the low band
  bool high = false;    ///< the high band: a second life
  bool crown = false;   ///< the band on the crown
  bool turned = false;  ///< a fortified Rook stands upside down
  bool rider = false;   ///< a pawn rides on it
  bool rider_trained = false;
  int training = 0; ///< counted so far
  int upgrade = 0;
};

/// Bands of training, of a second life and of the crown, as figures and legends show them.
inline constexpr Ink low_band_ink{0.0, 0.62, 0.45};
inline constexpr Ink high_band_ink{0.90, 0.60, 0.0};
inline constexpr Ink crown_band_ink{0.80, 0.40, 0.65};

/// The man's figure inside the circle of `radius_mm` around the canvas's point `at_mm`.
void drawMan(Canvas& canvas, const Eigen::Vector2d& at_mm, double radius_mm, const ShownMan& man);
/// A die showing `face` (0: a blank one).
void drawDie(Canvas& canvas, const Eigen::Vector2d& at_mm, double side_mm, int face, bool of_white);

} // namespace linesman::app
