// AC-24 to AC-52: movement, terrain, training.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/support.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::Play;
using testing::rest;
using testing::Table;

TEST(ArmadaChessClauses, AC_24_PawnAheadAndDiagonalCapture) {
  Play play(Table("w P e4, b N f5, b N e6, w P e5, w K a3" + rest));
  play.illegal("e4e5", {21, 24});
  play.illegal("e5xe6", {24});
  play.illegal("e4g6", {24});
  play.legal("e4xf5", {24, 20});
}

TEST(ArmadaChessClauses, AC_25_DoubleStepFromASawBlade) {
  Play play(Table("w P b4, w P d4, w P f4, w P c4, b N c5, w K a3" + rest));
  play.illegal("d4d6", {25, 38});  // d5 is terrain
  play.illegal("c4c6", {25});      // c5 is occupied
  EXPECT_TRUE(play.lists("f4f6")); // onto terrain
  play.legal("b4b6", {25});
  Play trained(Table("w P d4 trained, w K a3" + rest));
  trained.legal("d4d6", {25});
}

TEST(ArmadaChessClauses, AC_26_PawnSidewaysAndBack) {
  Play play(Table("w P e4, b N d4, w K a3" + rest));
  play.illegal("e4xd4", {26});
  EXPECT_TRUE(play.lists("e4f4"));
  play.legal("e4e3", {26});
}

TEST(ArmadaChessClauses, AC_27_TheFarRowMeansNothing) {
  Play play(Table("w P b9, w K a3" + rest).reserve("white", "Q"));
  play.illegal("b9b10=Q", {27});
  play.legal("b9b10", {24, 27});
  EXPECT_EQ(play.at("b10"), "w pawn");
}

TEST(ArmadaChessClauses, AC_28_KnightLeaps) {
  Play play(Table("w N e4, b B f6, b R c5, w P g4, w P e6, w K a3" + rest));
  play.illegal("e4e6", {21, 28});
  play.illegal("e4h7", {28});
  EXPECT_TRUE(play.lists("e4xf6") == false); // a Bishop on terrain
  EXPECT_TRUE(play.lists("e4g5"));
  play.legal("e4xc5", {28});
}

TEST(ArmadaChessClauses, AC_29_KnightSteps) {
  Play play(Table("w N e4, b P e5, w K a3" + rest));
  play.illegal("e4xe5", {29});
  play.illegal("e4f5", {28, 29});
  play.legal("e4d4", {29});
}

TEST(ArmadaChessClauses, AC_30_OnlyTheKnightLeapsOverObstacles) {
  Play play(Table("w N b3, w P b4, w P c4, w P a4, w P b5, w R a3, w K j3" + rest));
  play.illegal("a3a6", {21});
  play.legal("b3c5", {30});
}

TEST(ArmadaChessClauses, AC_31_BishopDiagonals) {
  Play play(Table("w B e3, b P h6, b P b6, w K a3" + rest));
  play.illegal("e3f5", {31});
  EXPECT_TRUE(play.lists("e3xb6"));
  play.legal("e3xh6", {31});
}

TEST(ArmadaChessClauses, AC_32_BishopStep) {
  Play play(Table("w B e3, b P e4, w K a3" + rest));
  play.illegal("e3xe4", {32});
  play.illegal("e3e5", {31});
  play.legal("e3d3", {32});
}

TEST(ArmadaChessClauses, AC_33_RookLines) {
  Play play(Table("w R e3, b P e8, w K a3" + rest).option("fly_over_pieces", "off"));
  play.illegal("e3f4", {33});
  play.illegal("e3xe8", {38}); // e5 is terrain
  play.legal("e3h3", {33});
}

TEST(ArmadaChessClauses, AC_34_QueenLines) {
  Play play(Table("w Q e3, w K a3" + rest));
  play.illegal("e3f5", {34});
  EXPECT_TRUE(play.lists("e3h6"));
  play.legal("e3i3", {34});
}

TEST(ArmadaChessClauses, AC_35_KingOneStep) {
  Play play(Table("w K e3, b P f4" + rest));
  play.illegal("e3e5", {35});
  play.legal("e3xf4", {35});
}

TEST(ArmadaChessClauses, AC_36_UpgradedKingLikeAQueen) {
  Play high(Table("w K e3 high" + rest));
  high.legal("e3i3", {36});
  Play crown(Table("w K e3 crown" + rest));
  crown.legal("e3h6", {36});
}

TEST(ArmadaChessClauses, AC_37_RepositioningIsAlwaysOpenNeverIntoACity) {
  Play play(Table("w N e4, w B c4, w P i4, w N b1, w K a3" + rest));
  EXPECT_TRUE(play.lists("c4c5"));
  EXPECT_TRUE(play.lists("i4h4"));
  play.illegal("b1c1", {7});
  play.legal("e4d4", {37});
}

TEST(ArmadaChessClauses, AC_38_TerrainEndsTheSlideOfTheUntrained) {
  Play play(Table("w Q d3, b R d6, w K a3" + rest));
  play.illegal("d3xd6", {38});
  play.legal("d3d5", {38});
}

TEST(ArmadaChessClauses, AC_39_TerrainFallsToTheSameTypeOrTheTrained) {
  const std::string men = "b B d5, w Q d3, w B b3, w K e4, w N f4" + rest;
  Play play((Table(men)));
  play.illegal("d3xd5", {39});
  play.illegal("e4xd5", {39});
  play.illegal("f4xd5", {39});
  play.legal("b3xd5", {39});
}

TEST(ArmadaChessClauses, AC_40_TrainedPassesAndTakes) {
  Play pass(Table("w Q d3 trained, b R d6, w K a3" + rest));
  pass.legal("d3xd6");
  Play take(Table("w Q d3 trained, b B d5, w K a3" + rest));
  take.legal("d3xd5", {40});
}

TEST(ArmadaChessClauses, AC_41_KnightsLeapTerrainButTakeThereLikeOthers) {
  Play play(Table("w N d4, b R c6, b B e5, b N f5, w K a3" + rest));
  play.legal("d4xc6", {28}); // over d5
  Play take(Table("w N f3, b B e5, w K a3" + rest));
  take.illegal("f3xe5", {39});
  Play same(Table("w N f3, b N e5, w K a3" + rest));
  same.legal("f3xe5", {41});
}

TEST(ArmadaChessClauses, AC_42_NoRookpawnOnTerrain) {
  Play play(Table("w R d3 rider, w R a5, w P a4, w K e3" + rest));
  play.illegal("d3d5", {42});
  play.illegal("a4a5", {42});
  play.illegal("train d3", {42});
  Play strike(Table("w R d3 rider, b R d5, w K e3" + rest));
  strike.illegal("d3xd5", {42});
  Play fly(Table("w R d3 trained rider, w K e3" + rest));
  fly.legal("d3d6"); // G-73: it flies over when the Rook is trained
}

TEST(ArmadaChessClauses, AC_43_FortOnTerrainHasBothProtections) {
  const std::string men = "b R g6 turned, w N f4, w R g3, w Q d3, w K b3" + rest;
  Play play((Table(men)));
  play.illegal("f4xg6", {43, 39});
  play.illegal("g3xg6", {43, 87});
  play.illegal("d3xg6", {43, 39});
  Play knight(Table("b R g6 turned, w N f4 trained, w K b3" + rest));
  knight.legal("f4xg6", {43, 89});
}

TEST(ArmadaChessClauses, AC_44_RuinsAreTerrain) {
  Play play(Table("w R b1, b N c1, w R c2, w K e3" + rest).ruin(1));
  play.illegal("b1d1", {21});
  play.illegal("c2xc1", {39});
  Play stop(Table("w R b1, w K e3" + rest).ruin(1));
  stop.illegal("b1d1", {38});
  stop.legal("b1c1", {44});
  stop.legal("j8j9").legal("train c1", {46});
}

TEST(ArmadaChessClauses, AC_45_KingAndQueenDifferOnTerrain) {
  Play play(Table("b Q d5, w K e4" + rest));
  play.illegal("e4xd5", {39, 45});
}

TEST(ArmadaChessClauses, AC_46_TrainingNeedsTerrainAndAnUntrainedPiece) {
  Play play(Table("w N e4, w B d5 trained, w N e5, w K a3" + rest));
  play.illegal("train e4", {46});
  play.illegal("train d5", {46});
  play.legal("train e5", {46});
}

TEST(ArmadaChessClauses, AC_47_EachLiftCountsOne) {
  Play play(Table("w R a5, w K e3" + rest));
  play.legal("train a5", {47}).legal("j8j9").legal("train a5 2", {47});
  EXPECT_EQ(play.at("a5"), "w rook training=2");
}

TEST(ArmadaChessClauses, AC_48_FullCountGivesTheLowBand) {
  Play play(Table("w P d5, w N e5 training=1, w K a3" + rest));
  play.legal("train e5", {48});
  EXPECT_EQ(play.at("e5"), "w knight trained");
  play.legal("j8j9").legal("train d5", {48});
  EXPECT_EQ(play.at("d5"), "w pawn trained");
}

TEST(ArmadaChessClauses, AC_49_CountKeptOnTerrainLostElsewhere) {
  Play play(Table("w B d5 training=2, w K a3" + rest));
  play.legal("d5e5", {49});
  EXPECT_EQ(play.at("e5"), "w bishop training=2");
  play.legal("j8j9").legal("e5f6", {49});
  EXPECT_EQ(play.at("f6"), "w bishop training=2");
  play.legal("j9j8").legal("f6e6", {49});
  EXPECT_EQ(play.at("e6"), "w bishop");
}

TEST(ArmadaChessClauses, AC_50_OnePieceTrainsAtATime) {
  Play play(Table("w B d5 training=2, w R a5, b N f6 training=1, w K a3" + rest));
  play.legal("train a5", {50});
  EXPECT_EQ(play.at("d5"), "w bishop");
  EXPECT_EQ(play.at("a5"), "w rook training=1");
  EXPECT_EQ(play.at("f6"), "b knight training=1");
}

TEST(ArmadaChessClauses, AC_51_TrainingStaysWithThePiece) {
  Play play(Table("w R b3, b B b7 trained, w K e3" + rest).city(4, 3));
  play.legal("b3xb7", {51});
  EXPECT_EQ(play.reserve("black"), "bishop+low");
  play.legal("exit C4 B b10");
  EXPECT_EQ(play.at("b10"), "b bishop trained");
}

TEST(ArmadaChessClauses, AC_52_HalfTrainedIsUntrained) {
  Play play(Table("w N c7, b N d5 training=1, w K e3" + rest));
  play.legal("c7xd5", {52});
  EXPECT_EQ(play.reserve("black"), "knight");
  Play rights(Table("w Q d3 training=4, b R d6, w K a3" + rest));
  rights.illegal("d3xd6", {38});
}

} // namespace
} // namespace linesman::rules::armada_chess
