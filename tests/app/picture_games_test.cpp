#include <gtest/gtest.h>

#include "tests/support/picture_games.h"

namespace linesman::tests {
namespace {

/// Twenty turns with lamps, cables, bumps and hands; `accuracy_picture_games` plays the long ones.
void expectNoFault(const std::string& game, unsigned seed) {
  PictureGameOptions options;
  options.game = game;
  options.seed = seed;
  options.width_px = 960;
  options.height_px = 540;
  const PictureGameScore score = playInPictures(options);
  EXPECT_EQ(score.turns, options.turns);
  EXPECT_GT(score.wanted, options.turns);
  for (const std::string& fault : score.faults)
    ADD_FAILURE() << game << " " << fault;
}

TEST(PictureGames, Armadas) {
  expectNoFault("armadas", 1);
}

TEST(PictureGames, Armada2K) {
  expectNoFault("armada2k", 2);
}

TEST(PictureGames, KingDown) {
  expectNoFault("king_down", 3);
}

TEST(PictureGames, Invasion) {
  expectNoFault("invasion", 4);
}

} // namespace
} // namespace linesman::tests
