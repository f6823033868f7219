#pragma once
// Games of ships in drawn pictures in which somebody does what the law forbids, forgets something or lays a piece where
// it does not belong: what the referee has to say of it, and whether the game goes on once it is put right.
#include <string>
#include <vector>

#include "tests/support/picture_games.h"

namespace linesman::tests {

/// What may happen to a table of ships, by name.
std::vector<std::string> shipChanges();

struct ShipChangeScore {
  std::vector<std::string> sentences; ///< what was said to the players
  std::string fault;                  ///< what the law demands and was not said, or what it was; empty: none
};

/// `options`: game, seed, size of the pictures, share of the frames dropped and a folder for the pictures of faults.
ShipChangeScore playShipChange(const std::string& name, const PictureGameOptions& options);

} // namespace linesman::tests
