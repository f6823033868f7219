#include <gtest/gtest.h>
#include <opencv2/imgproc.hpp>

#include "calibration/table_registration.h"
#include "models/units.h"
#include "tests/support/picture_games.h"
#include "tests/support/table_changes.h"
#include "tests/support/table_painter.h"
#include "vision/pyramid_follower.h"

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

/// A ship that was pushed and put back: from where it lay between, edges are near that are not those looked for.
TEST(Following, AShipThatWasPutBackIsMeasuredWhereItLies) {
  test::TablePainter painter({});
  for (int time = 0; time < 6; ++time) { // the noise is another in each picture
    test::PaintedTable table;
    table.light = 0.35;
    SeenPyramid& ship = table.pyramids.emplace_back();
    ship.colour = Colour::red;
    ship.size = PyramidSize::medium;
    ship.table_from_piece = {-193.19, 90.03, radFromDeg(122.4)};
    PyramidFollower follower(PieceCatalog::standard());
    const auto look = [&] {
      const cv::Mat image = painter.paint(table);
      cv::Mat grey;
      cv::cvtColor(image, grey, cv::COLOR_BGR2GRAY);
      const auto found = registerTable(grey, painter.lens(), painter.table());
      return follower.next(image, {found->lens, found->registration.camera_from_table}, painter.table());
    };
    ASSERT_EQ(look().size(), 1U);
    ship.table_from_piece = {-193.33, 94.62, radFromDeg(124.9)};
    const std::vector<SeenPyramid> seen = look();
    ASSERT_EQ(seen.size(), 1U);
    EXPECT_LT((seen[0].table_from_piece.origin_mm() - ship.table_from_piece.origin_mm()).norm(), 1.0) << time;
  }
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

/// Hands that never lie still hold nothing up where they are over no ship.
TEST(PictureGames, HandsBesideShips) {
  PictureGameOptions options;
  options.width_px = 960;
  options.height_px = 540;
  for (const char* name : {"a hand leans on the edge", "a hand stirs beside ships"})
    expectAsTheLawDemands(name, options);
}

TEST(PictureGames, MenAstray) {
  PictureGameOptions options;
  options.game = "king_down";
  expectAsTheLawDemands("Strike gives check", options);
  options.game = "invasion";
  expectAsTheLawDemands("a second hop", options);
  expectAsTheLawDemands("a man stands on the line", options);
}

/// On a printed board: what its print or a die may be taken for hides nothing, and a cup does.
TEST(PictureGames, MenAstrayOnPrint) {
  PictureGameOptions options;
  options.game = "armada_chess";
  for (const auto& [name, seed] : {std::pair("a cup on a man", 1U),
                                   {"a man of black is taken off", 1U},
                                   {"a die is taken away", 1U},
                                   {"a Pawn becomes a trained man", 1U},
                                   {"a hand stays at a turn", 202U}}) {
    options.seed = seed;
    const ChangeScore score = playTableChange(name, options);
    EXPECT_EQ(score.fault, "") << name;
    for (const std::string& sentence : score.sentences)
      EXPECT_EQ(sentence.find("could not be seen from the start"), std::string::npos) << name << ": " << sentence;
  }
}

/// Ships and an arm over some of them; nothing tells it from the table but its look.
TEST(Following, AnArmThatWasOverShipsFromTheBeginningOfAFilmIsHeldUntilItLeaves) {
  test::TablePainter painter({});
  test::PaintedTable table;
  for (int i = 0; i < 6; ++i) {
    SeenPyramid& ship = table.pyramids.emplace_back();
    ship.size = PyramidSize::medium;
    ship.colour = i < 3 ? Colour::red : Colour::blue;
    ship.table_from_piece = {-150.0 + 140.0 * (i % 3), i < 3 ? -80.0 : 80.0, i < 3 ? 1.6 : -1.6};
  }
  PipelineSettings settings;
  settings.lens = painter.lens();
  settings.table = painter.table();
  Pipeline pipeline(std::move(settings));
  double t_s = 0.0;
  const auto see = [&](bool arm) {
    const cv::Mat picture = painter.paint(table);
    if (arm) { // bent: what is straight and as wide everywhere may be a book
      cv::line(picture, {1279, 690}, {1010, 560}, {90, 60, 50}, 110);
      cv::line(picture, {1010, 560}, {850, 250}, {120, 150, 205}, 90);
    }
    return pipeline.process({picture, t_s += 0.1, ""}).value().state;
  };
  for (int i = 0; i < 5; ++i) {
    const TableState state = see(true);
    EXPECT_EQ(state.hands_mm.size(), 1U) << i;
    EXPECT_LT(state.pyramids.size(), 6U);
  }
  see(false);
  const TableState bare = see(false);
  EXPECT_TRUE(bare.hands_mm.empty());
  EXPECT_EQ(bare.pyramids.size(), 6U);
}

} // namespace
} // namespace linesman::tests
