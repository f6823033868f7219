#include <gtest/gtest.h>

#include "tests/support/picture_games.h"
#include "tests/support/table_changes.h"

namespace linesman::tests {
namespace {

/// A few turns with lamps, cables, bumps and hands; `accuracy_picture_games` plays the long ones.
void expectNoFault(const std::string& game, unsigned seed, int turns, int width_px, int height_px) {
  PictureGameOptions options;
  options.game = game;
  options.seed = seed;
  options.turns = turns;
  options.width_px = width_px;
  options.height_px = height_px;
  const PictureGameScore score = playInPictures(options);
  EXPECT_EQ(score.turns, options.turns);
  EXPECT_GT(score.wanted, options.turns);
  for (const std::string& fault : score.faults)
    ADD_FAILURE() << game << " " << fault;
}

TEST(PictureGames, Armadas) {
  expectNoFault("armadas", 1, 5, 960, 540);
}

TEST(PictureGames, Armada2K) {
  expectNoFault("armada2k", 2, 5, 960, 540);
}

// Printed tokens want 720 lines.
TEST(PictureGames, KingDown) {
  expectNoFault("king_down", 3, 4, 1280, 720);
}

TEST(PictureGames, Invasion) {
  expectNoFault("invasion", 4, 4, 1280, 720);
}

// Its printed board with markers; training, upgrades and what else no token shows is told.
TEST(PictureGames, ArmadaChess) {
  expectNoFault("armada_chess", 1, 4, 1280, 720);
}

/// A few of what may go wrong at a table; `accuracy_table_changes` shows them all.
void expectAsTheLawDemands(const std::string& name, PictureGameOptions options) {
  const ChangeScore score = playTableChange(name, options);
  EXPECT_EQ(score.fault, "") << name;
  EXPECT_FALSE(score.sentences.empty()) << name;
}

TEST(PictureGames, ShipsAstray) {
  PictureGameOptions options;
  options.width_px = 960;
  options.height_px = 540;
  for (const char* name : {"the other player's Medium in its place", "a ship is pushed out of a step's way",
                           "two steps at once", "a sunk ship is pushed"})
    expectAsTheLawDemands(name, options);
}

TEST(PictureGames, MenAstray) {
  PictureGameOptions options;
  options.game = "king_down";
  expectAsTheLawDemands("Strike gives check", options);
  options.game = "invasion";
  expectAsTheLawDemands("a second hop", options);
}

} // namespace
} // namespace linesman::tests
