#pragma once
#include <vector>

#include "vision/training/raster.h"

namespace linesman::training {

/// A die of any usual make: sharp or rounded, plain or marbled, with round pips in any colour that tells, its one often
/// larger or drawn as a ring. `foot`: middle of the face it lies on, BoardFrame; `face` is on top.
void addDie(std::vector<Thing>& things, double size_mm, const Eigen::Vector3d& foot, int face, int id, Rng& rng);

struct LooseDie {
  int face = 0, id = 0;
  double size_mm = 0.0;
  Eigen::Vector2d at_mm = Eigen::Vector2d::Zero(); ///< BoardFrame
};

struct DiceScene {
  Scene scene;
  std::vector<LooseDie> dice;
};

/// Dice lying about on a table, a sheet or a board, some beside each other, seen from straight above to 60 degrees.
DiceScene randomDice(Rng& rng);

} // namespace linesman::training
