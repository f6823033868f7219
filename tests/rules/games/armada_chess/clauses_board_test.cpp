// AC-01 to AC-23: the board, the set-up, turn and capture.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/setup.h"
#include "rules/games/armada_chess/support.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::fieldOf;
using testing::Play;
using testing::rest;
using testing::Table;

/// The army of the file's [start] as the set-up camera would see it, Kings first.
std::vector<SetupPiece> fullSetup(const Board& board) {
  std::vector<SetupPiece> seen;
  for (const bool kings : {true, false}) {
    for (const StartPiece& piece : board.start) {
      if ((piece.kind == Kind::king) == kings)
        seen.push_back({piece.kind, piece.side, true, piece.field});
    }
  }
  return seen;
}

TEST(ArmadaChessClauses, AC_01_KindsOfFieldsMayOverlap) {
  const Board& board = testing::boardById("companion-10x10");
  EXPECT_EQ(board.fields.size(), 100U);
  EXPECT_NE(board.fields[fieldOf("d5")].terrain_range, 0);
  EXPECT_NE(board.fields[fieldOf("c1")].city, no_city);
  EXPECT_EQ(board.fields[fieldOf("b1")].exits.size(), 1U);
  EXPECT_NE(board.fields[fieldOf("b4")].sawblade & ownerBit(Side::white), 0);
  // An S field may be an exit field as well, if the board file says so.
  std::string text = R"(
id = "overlap"
map = [ "Sb Ib Rb C2", "hb pb .. s2", "hw pw .. n1", "Sw Iw Rw C1" ]
[grid]
rows = 4
columns = 4
[army]
pawn = 1
king = 1
[[city]]
id = 1
owner = "white"
exits = [ { field = "c1", arrow = "w" } ]
[[city]]
id = 2
owner = "black"
)";
  const auto file = parseBoardFile(text, "overlap.toml");
  ASSERT_TRUE(file) << file.error().sentence;
  const FieldInfo& c1 = file->board.fields[*file->board.fieldNamed("c1")];
  EXPECT_NE(c1.resource, 0);
  EXPECT_EQ(c1.exits.size(), 1U);
}

TEST(ArmadaChessClauses, AC_02_EveryStandingCityHasOneDie) {
  Play play(Table("w K e3" + rest).ruin(2));
  EXPECT_EQ(play.die(1), 1);
  EXPECT_EQ(play.die(2), 0);
}

TEST(ArmadaChessClauses, AC_03_CitiesOpenThroughTheirOwnExitsOnly) {
  Play play(Table("w R c9, w R d3, w K e3" + rest).reserve("white", "N").city(1, 3).city(5, 1));
  play.illegal("attack c9 C5 occupy", {3, 102});
  play.illegal("enter d3 C1", {3, 92});
  play.illegal("exit C1 N b2", {3, 96});
  play.illegal("exit C5 N e9", {3});
  play.legal("exit C1 N c2", {3});
}

TEST(ArmadaChessClauses, AC_04_SAndIActAgainstTheirOwnerAndServeHimForUpgrades) {
  Play play(Table("w N a1, w B i9, b B c8, w K e3" + rest));
  play.legal("upgrade a1", {53});
  play.legal("j8j9");
  play.legal("i9j10", {4, 64});
  play.illegal("c8d7", {67});
}

TEST(ArmadaChessClauses, AC_05_EnemyRPromotesOwnRRevives) {
  Play play(Table("w P d9, w K e3" + rest).reserve("white", "R").revive("white", "knight"));
  play.illegal("revive N d10", {57, 5});
  play.legal("revive N d1,d9d10=R", {5, 57, 74});
}

TEST(ArmadaChessClauses, AC_06_SawBladesAllowTheDoubleStep) {
  Play play(Table("w P b4, w P c5, w K e3" + rest));
  EXPECT_TRUE(play.lists("b4b6"));
  EXPECT_FALSE(play.lists("c5c7"));
  play.legal("b4b6", {6, 25});
}

TEST(ArmadaChessClauses, AC_07_AStandingCityIsAWallThatKnightsLeap) {
  Play play(Table("w R b1, w Q b3 trained, w N b2, w K e3" + rest));
  play.illegal("b1d1", {7});
  play.illegal("b1c1", {7});
  play.illegal("b2c1", {7});
  Play leap(Table("w N b2, w K e3" + rest));
  leap.legal("b2d1", {28, 30});
}

TEST(ArmadaChessClauses, AC_08_Values) {
  EXPECT_EQ(valueOf(Kind::pawn), 1);
  EXPECT_EQ(valueOf(Kind::knight), 2);
  EXPECT_EQ(valueOf(Kind::bishop), 3);
  EXPECT_EQ(valueOf(Kind::rook), 4);
  EXPECT_EQ(valueOf(Kind::queen), 5);
  EXPECT_EQ(valueOf(Kind::king), 6);
  const Piece unit{.kind = Kind::rook, .rider = Rider::make(false, false)};
  EXPECT_EQ(unit.value(), 5);
}

TEST(ArmadaChessClauses, AC_09_TheReserveHoldsEveryPieceOffTheBoardButTheKing) {
  Play play(Table("w R b3, b N b7, b K g5, w B e3" + std::string(", w P a9, b P j2")));
  play.legal("b3xb7");
  EXPECT_EQ(play.reserve("black"), "knight");
  play.legal("g5g4").legal("e3f4").legal("g4g3").legal("b7b8").legal("g3g4").legal("f4g5").legal("j2j3");
  Play king(Table("w B e3, b K g5, w P a9, b P j2, b R h8"));
  king.legal("e3xg5");
  EXPECT_EQ(king.reserve("black"), "");
  Play never(Table("w P d9, w K e3" + rest).reserve("white", "R"));
  never.illegal("d9d10=K", {9});
}

TEST(ArmadaChessClauses, AC_10_PawnsAndHeavyPiecesOnTheirStartFields) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  const Law law{board, options};
  Position empty = emptyPosition(law);
  EXPECT_FALSE(checkPlacement(law, empty, Kind::pawn, Side::white, fieldOf("b4")));
  EXPECT_TRUE(checkPlacement(law, empty, Kind::pawn, Side::white, fieldOf("b3")));
  EXPECT_TRUE(checkPlacement(law, empty, Kind::pawn, Side::white, fieldOf("b7")));
  EXPECT_FALSE(checkPlacement(law, empty, Kind::rook, Side::white, fieldOf("a3")));
  EXPECT_TRUE(checkPlacement(law, empty, Kind::rook, Side::white, fieldOf("b4")));
  empty.pieces[fieldOf("a3")] = Piece{.kind = Kind::king};
  EXPECT_TRUE(checkPlacement(law, empty, Kind::rook, Side::white, fieldOf("a3")));
}

TEST(ArmadaChessClauses, AC_11_TheKingIsSetFirst) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  auto seen = fullSetup(board);
  EXPECT_TRUE(judgeSetup({board, options}, seen).findings.empty());
  std::swap(seen[0], seen[2]); // White's pawn comes before his King
  const SetupVerdict verdict = judgeSetup({board, options}, seen);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].clauses[0], 11);
  EXPECT_TRUE(verdict.findings[0].warning);
}

TEST(ArmadaChessClauses, AC_12_OneSharedClockOfTwoMinutes) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::white, 0.0), 120.0);
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::black, 30.0), 90.0);
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::black, 121.0), 0.0);
}

TEST(ArmadaChessClauses, AC_13_WhatDoesNotTouchTheBoardAtZeroIsLost) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  auto seen = fullSetup(board);
  SetupPiece& last = seen.back();
  last.touches = false;
  const SetupVerdict verdict = judgeSetup({board, options}, seen);
  EXPECT_EQ(verdict.position.reserve[indexOf(last.side)][indexOf(last.kind)][0], 1);
  EXPECT_FALSE(verdict.position.at(*last.field).present());
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].clauses[0], 13);
}

TEST(ArmadaChessClauses, AC_14_PlayBeginsWithNothingCounted) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  const SetupVerdict verdict = judgeSetup({board, options}, fullSetup(board));
  EXPECT_TRUE(verdict.ready());
  for (std::size_t city = 0; city < 6; ++city)
    EXPECT_EQ(verdict.position.cities[city].die, 1);
  for (const Piece& piece : verdict.position.pieces)
    EXPECT_FALSE(piece.trained || piece.turned || piece.training || piece.upgrade || piece.lives != Lives::none);
}

TEST(ArmadaChessClauses, AC_15_RulesOfChessThatAreNotMentionedAreOff) {
  Play play(Table("w K f3, w R h3, w P b5, b P c7" + rest).black());
  play.legal("c7c5");
  play.illegal("b5xc6", {15});
  play.illegal("f3h3", {15, 21});
}

TEST(ArmadaChessClauses, AC_16_OneMoveATurnThenTheOther) {
  Play play(Table("w R b3, w K e3" + rest));
  play.illegal("b3b4,b4b5", {16});
  play.legal("b3b4", {16});
  EXPECT_EQ(play.turn(), "black");
  play.illegal("b4b5", {16});
}

TEST(ArmadaChessClauses, AC_17_TheActionsThatUseTheMove) {
  const std::string men = "w R b3, w N d5, w K c9, w B a1, w P c4, w R c5, w Q f2" + rest;
  for (const char* text : {"b3b5", "d5d4", "c4b4", "c4c5", "fort b3", "train d5", "artillery c9", "upgrade a1",
                           "enter f2 C2", "exit C1 N c2", "attack c9 C4 destroy", "ceasefire?"}) {
    Play play(Table(men).reserve("white", "N").city(1, 2).city(4, 2));
    play.legal(text, {17});
    EXPECT_EQ(play.turn(), "black") << text;
  }
}

TEST(ArmadaChessClauses, AC_18_NoPassing) {
  Play play(Table("w R b3, w K e3" + rest));
  play.illegal("done", {18});
  play.illegal("pass", {18});
  play.illegal("", {18});
  play.illegal("b3b4,pass", {18});
  EXPECT_EQ(play.last().sentence.find("needs an action"), std::string::npos) << "one was played";
}

TEST(ArmadaChessClauses, AC_19_MoreThanOneMoveByOccupationAndIntelligence) {
  Play occupation(Table("w R i10, w K e3" + rest));
  occupation.legal("attack i10 C6 occupy,e3e4", {19, 107});
  Play intelligence(Table("w N a10, w N e5, w K e3" + rest));
  intelligence.legal("e5f7,f7g5", {19, 69});
}

TEST(ArmadaChessClauses, AC_20_CaptureByTravelVictimToItsReserve) {
  Play play(Table("w R b3, b B b7, w K e3" + rest));
  play.illegal("b3b7", {20});
  play.illegal("b3xb6", {20});
  play.legal("b3xb7", {20});
  EXPECT_EQ(play.at("b7"), "w rook");
  EXPECT_EQ(play.reserve("black"), "bishop");
}

TEST(ArmadaChessClauses, AC_21_NoTravelThroughPiecesNoCaptureOfOwn) {
  Play play(Table("w R b3, w P b5, b P d3, w K e1, w N c2, b P b7" + rest).ruin(2));
  play.illegal("b3b6", {21});
  play.illegal("b3e3", {21});
  play.illegal("b3b5", {21});
  play.illegal("b3xb5", {21});
  play.legal("c2e3");
}

TEST(ArmadaChessClauses, AC_22_NoCheck) {
  Play play(Table("w K g4, w R a5, b R h8, b Q a4, b K a8, w P a9, b P j2"));
  play.legal("g4h4", {35});
}

TEST(ArmadaChessClauses, AC_23_ATurnIsFinalWhenSignalled) {
  Play play(Table("w N a10, w N e5, w K e3" + rest));
  play.illegal("e5f7", {23}); // the second move is open
  play.legal("e5f7,done", {23});
  play.illegal("j8j9,done", {23});
}

} // namespace
} // namespace linesman::rules::armada_chess
