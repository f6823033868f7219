// The eleven worked positions of the law with all their variants.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/setup.h"
#include "rules/games/armada_chess/support.h"
#include "rules/games/armada_chess/table_reading.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::fieldOf;
using testing::Play;
using testing::Table;

const std::string pawns = ", w P a9, b P j2";

std::vector<SetupPiece> exampleSetup() {
  const Board& board = testing::boardById("companion-10x10");
  std::vector<SetupPiece> seen;
  for (const bool kings : {true, false}) {
    for (const StartPiece& piece : board.start) {
      if ((piece.kind == Kind::king) == kings)
        seen.push_back({piece.kind, piece.side, true, piece.field});
    }
  }
  return seen;
}

SetupPiece& find(std::vector<SetupPiece>& seen, Side side, Kind kind) {
  for (SetupPiece& piece : seen) {
    if (piece.side == side && piece.kind == kind)
      return piece;
  }
  return seen.front();
}

TEST(ArmadaChessExamples, EX_01_SetupZero) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  auto seen = exampleSetup();
  SetupPiece& knight = find(seen, Side::white, Kind::knight);
  knight.touches = false;
  knight.field.reset();
  SetupPiece& pawn = find(seen, Side::white, Kind::pawn);
  pawn.field.reset(); // lies on its side, touching c4
  const SetupVerdict verdict = judgeSetup({board, options}, seen);
  EXPECT_EQ(verdict.position.reserve[0][indexOf(Kind::knight)][0], 1);
  EXPECT_EQ(verdict.to_correct.size(), 1U);
  EXPECT_FALSE(verdict.ready());
  EXPECT_EQ(verdict.position.reserve[1], (decltype(verdict.position.reserve[1]){}));
  EXPECT_EQ(verdict.position.side, Side::white);
}

TEST(ArmadaChessExamples, EX_01b_FirstPlacedWasAPawn) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  auto seen = exampleSetup();
  std::swap(seen[0], seen[2]);
  const SetupVerdict verdict = judgeSetup({board, options}, seen);
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_TRUE(verdict.findings[0].warning);
  EXPECT_TRUE(verdict.ready());
}

TEST(ArmadaChessExamples, EX_01c_TheKingIsInTheHand) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  auto seen = exampleSetup();
  find(seen, Side::white, Kind::king).touches = false;
  const SetupVerdict verdict = judgeSetup({board, options}, seen);
  EXPECT_EQ(verdict.position.reserve[0], (decltype(verdict.position.reserve[0]){}));
  ASSERT_EQ(verdict.findings.size(), 1U);
  EXPECT_EQ(verdict.findings[0].clauses, (std::vector<int>{13, 121}));
  EXPECT_TRUE(verdict.ready());
  EXPECT_TRUE(verdict.position.at(fieldOf("e3")).present()); // the Queen: no moral fall
}

const std::string ex02 = "b B d5, b R d6, w Q d3, w B b3, w K e4, b K j8" + pawns;

TEST(ArmadaChessExamples, EX_02_TerrainAndTraining) {
  Play a((Table(ex02)));
  a.illegal("d3xd5", {39});
  a.illegal("e4xd5", {39}); // c
  a.legal("b3xd5", {39});   // b
  Play d(Table("b R d6, w Q d3, w K e4, b K j8" + pawns));
  d.illegal("d3xd6", {38}).legal("d3d5", {34, 38});
  Play trained(Table("b R d6, w Q d3 trained, w K e4, b K j8" + pawns));
  trained.legal("d3xd6");
  Play e(Table("b B d5, b R d6, w Q d3 trained, w K e4, b K j8" + pawns));
  e.illegal("d3xd6", {21}).legal("d3xd5", {40});
}

TEST(ArmadaChessExamples, EX_02f_TheKingTrains) {
  Play play(Table("w K e5 training=2, b K j8" + pawns));
  play.legal("train e5 3", {47}).legal("j8j9").legal("e5d5").legal("j9j8");
  EXPECT_EQ(play.at("d5"), "w king training=3");
  play.legal("d5c5");
  EXPECT_EQ(play.at("c5"), "w king");
}

TEST(ArmadaChessExamples, EX_03_FortifiedRookOnAMountain) {
  Play a(Table("b R g6 turned, w N f4, w R g3, w Q d3, w K a4, b K j8" + pawns));
  a.illegal("f4xg6", {39, 43}).illegal("g3xg6", {87, 43}).illegal("d3xg6", {39, 43});
  Play low(Table("b R g6 turned, w N f4 trained, w R g3 trained, w Q d3 trained, w K a4, b K j8" + pawns));
  EXPECT_TRUE(low.lists("f4xg6"));
  EXPECT_TRUE(low.lists("d3xg6"));
  low.illegal("g3xg6", {87});
}

TEST(ArmadaChessExamples, EX_03b_FortifiedRookpawnOnPlainGround) {
  const std::string men = "b R h5 turned rider, w Q h3, w R c5 rider, w K g4, w N f4, b K j8" + pawns;
  Play play((Table(men)));
  play.illegal("h3xh5", {88}).illegal("c5xh5", {88});
  EXPECT_TRUE(play.lists("f4xh5"));
  play.legal("g4xh5", {88, 81});
  EXPECT_EQ(play.reserve("black"), "pawn rook");
}

TEST(ArmadaChessExamples, EX_03c_UprightRookpawnFallsToAny) {
  Play play(Table("b R h5 rider, w P g4, w Q h3, w N f4, b K j8" + pawns));
  EXPECT_TRUE(play.lists("h3xh5"));
  EXPECT_TRUE(play.lists("f4xh5"));
  play.legal("g4xh5", {82, 81});
}

TEST(ArmadaChessExamples, EX_04_RegroupingArithmetic) {
  Play play(Table("w N c2, w P b1, b K j8" + pawns).reserve("white", "B R P"));
  play.legal("enter c2 C1", {92});
  EXPECT_EQ(play.die(1), 3);
  EXPECT_EQ(play.reserve("white"), "pawn knight bishop rook");
  play.legal("j8j9").illegal("exit C1 R c2", {94}).legal("exit C1 B c2", {94});
  EXPECT_EQ(play.die(1), 1);
  play.legal("j9j8").legal("enter c2 C1");
  EXPECT_EQ(play.die(1), 4);
  play.legal("j8j9").legal("exit C1 R c2");
  EXPECT_EQ(play.die(1), 1);
  play.legal("j9j8").legal("c2c5").legal("j8j9").illegal("exit C1 P c2", {94});
}

TEST(ArmadaChessExamples, EX_04b_SixNotEight) {
  Play play(Table("w B c2, b K j8" + pawns).city(1, 5));
  play.legal("enter c2 C1");
  EXPECT_EQ(play.die(1), 6);
}

TEST(ArmadaChessExamples, EX_04c_NoFreeExit) {
  Play play(Table("b N c2, w P b1, b K j8" + pawns).city(1, 3).reserve("white", "B"));
  play.illegal("exit C1 B c2", {101}).illegal("exit C1 B b1", {101});
}

TEST(ArmadaChessExamples, EX_04d_DieLeftBehind) {
  Play play(Table("w N c2, b K j8" + pawns));
  play.legal("enter c2 C1");
  Position position = play.match().position();
  const auto wrong = compareDice(play.match().law(), position, {{0, 1}, {1, 1}});
  ASSERT_EQ(wrong.size(), 1U);
  EXPECT_EQ(sentenceOf(play.match().law(), wrong[0]), "C1 should show 3, not 1: please turn the die.");
  EXPECT_EQ(position.cities[0].die, 3);
}

Table ex05(int die) {
  Table table("w N g8, b K a8" + pawns);
  table.city(1, 1).city(2, 4).city(3, 6).city(4, 6).city(5, 2).city(6, die);
  return table;
}

TEST(ArmadaChessExamples, EX_05_TrojanAttackFourOutcomes) {
  Play occupy(ex05(1));
  occupy.legal("attack g8 C6 occupy,exit C6 N h9", {103, 104, 107, 94});
  EXPECT_EQ(occupy.die(6), 1);
  EXPECT_EQ(occupy.holder(6), "white");
  Play keeps(ex05(1));
  keeps.legal("attack g8 C6 occupy,done");
  EXPECT_EQ(keeps.die(6), 2);
  EXPECT_EQ(keeps.reserve("white"), "knight");
  Play destroy(ex05(1));
  destroy.legal("attack g8 C6 destroy", {111, 112, 113, 114});
  EXPECT_EQ(destroy.at("h10"), "w knight");
  EXPECT_EQ(destroy.die(1), 1);
  EXPECT_EQ(destroy.die(2), 3);
  EXPECT_EQ(destroy.die(3), 5);
  EXPECT_EQ(destroy.die(4), 6);
  EXPECT_EQ(destroy.die(5), 3);
  Play equal(ex05(2));
  equal.legal("attack g8 C6", {106});
  EXPECT_TRUE(equal.destroyed(6));
  EXPECT_EQ(equal.at("h10"), "");
  EXPECT_EQ(equal.die(2), 4);
  EXPECT_EQ(equal.die(5), 2);
  Play weak(ex05(3));
  weak.legal("attack g8 C6", {105});
  EXPECT_EQ(weak.die(6), 1);
  EXPECT_EQ(weak.turn(), "black");
}

TEST(ArmadaChessExamples, EX_05b_NoWordIsSpoken) {
  Play play(ex05(1));
  const Reading reading = readCityEntry(play.match().law(), play.match().position(), fieldOf("g8"), 5, "", {2, false});
  EXPECT_EQ(reading.turn, "attack g8 C6 occupy");
  EXPECT_TRUE(reading.question.empty());
}

TEST(ArmadaChessExamples, EX_05c_ABishopIsNoKnight) {
  Play play(Table("w B g8, b K a8" + pawns));
  play.illegal("attack g8 C6 occupy", {102});
}

TEST(ArmadaChessExamples, EX_06_ThePawnThatWinsTheWar) {
  Play wins(Table("w P e9, b K a8" + pawns).ruin(4).city(6, 2, "white").city(5, 1));
  wins.legal("attack e9 C5", {106}).over("white", 138);
  Play b(Table("w P e9, b K a8" + pawns).ruin(4).city(6, 2, "white").city(5, 2));
  b.legal("attack e9 C5", {105}).goesOn();
  EXPECT_EQ(b.die(5), 1);
  Play c(Table("w P d8, b N e9, b K a8" + pawns).ruin(4).city(6, 2, "white").city(5, 1));
  c.illegal("d8xe9,attack e9 C5", {16});
  Play d(Table("w P e9, b P b7, b R a8" + pawns).ruin(4).city(6, 2, "white").king(5, 1));
  d.legal("attack e9 C5", {106, 110, 122}).over("white", 138);
  EXPECT_EQ(d.at("b7"), "");
}

TEST(ArmadaChessExamples, EX_07_KingInACityMoraleDecisiveBattle) {
  const std::string men = "w R e9, b R a8, b R h8 rider" + pawns;
  Play out(Table("b R a8, b R h8 rider, w K f2" + pawns).black().king(5, 6).reserve("black", "Q"));
  out.legal("exit C5 Q f9", {99});
  EXPECT_EQ(out.die(5), 1);
  Play falls(Table(men).king(5, 1));
  falls.legal("attack e9 C5 occupy,done", {110, 122});
  EXPECT_EQ(falls.at("a8"), "");
  EXPECT_EQ(falls.at("h8"), "b pawn");
  EXPECT_EQ(falls.die(5), 4);
  EXPECT_EQ(falls.reserve("black"), "rook rook");
}

TEST(ArmadaChessExamples, EX_07b_TheAttackerIsTheKing) {
  Play play(Table("w K f9, b R a8" + pawns).king(5, 1));
  play.legal("attack f9 C5 occupy", {119}).over("white", 141);
}

TEST(ArmadaChessExamples, EX_07c_07d_TheKingComesOutAtSixOnly) {
  Play four(Table("b R a8, w K f2" + pawns).black().king(5, 4));
  four.illegal("exit C5 K e9", {100});
  Play six(Table("b R a8, w K f2" + pawns).black().king(5, 6));
  six.legal("exit C5 K e9", {100});
  EXPECT_EQ(six.die(5), 1);
}

TEST(ArmadaChessExamples, EX_07e_TheKingWoreTheNeckBand) {
  Play rook(Table("w R e9, b R a8" + pawns).king(5, 1, "high"));
  rook.legal("attack e9 C5 occupy,done", {61, 123});
  EXPECT_EQ(rook.at("a8"), "b rook");
  rook.legal("revive K g10,g10g7", {61});
  EXPECT_EQ(rook.at("g7"), "b king crown");
  Play king(Table("w K f9, b R a8" + pawns).king(5, 1, "high"));
  king.legal("attack f9 C5 occupy", {119}).over("white", 141);
}

TEST(ArmadaChessExamples, EX_07f_SixAgainstSix) {
  Play play(Table("w K f9, b R a8" + pawns).king(5, 6));
  play.legal("attack f9 C5", {106, 119}).over("white", 141);
}

TEST(ArmadaChessExamples, EX_08_SabotageToArmadasCheckmate) {
  Play a(Table("b B c8, b B g9, w B i9, w K b3"));
  a.legal("i9j10", {64}).over("white", 128);
  Play b(Table("b B c8, b B g9, w B i9, w K b3").reserve("black", "P").city(5, 2));
  b.legal("i9j10").goesOn().legal("exit C5 P e9", {94});
  Play c(Table("b B c8, b B g9, w B i9, w K b3").reserve("black", "B").city(5, 3));
  c.legal("i9j10").over("white", 128);
  Play d(Table("w Q j10, b K c8, b Q d8, b R e8" + pawns).black());
  d.illegal("c8c7", {67}).illegal("d8d7", {67}).legal("e8e7", {33});
  Play e(Table("b B c8, b B e5, w B i9, w K b3").reserve("black", "P").city(5, 2));
  e.legal("i9j10").illegal("e5a1", {67});
}

TEST(ArmadaChessExamples, EX_08f_MutualLock) {
  Play play(Table("w P j10, w R b3, w P c4, w K d3, b R a3 rider, b K j8" + pawns).black());
  play.legal("a3a1", {79}).illegal("c4c5", {67}).illegal("b3b4", {67}).illegal("j10i10", {67}).legal("d3d2");
  play.illegal("p:a1a2", {67}).legal("a1a3");
}

Table ex09() {
  return Table("w N a10, w N e5, w R b3, b R h8, b B c8, b K j8" + pawns);
}

TEST(ArmadaChessExamples, EX_09_IntelligenceAndTheSleepingGeneral) {
  Play same(Table("w N b8, w N e5, b R h8, b K j8" + pawns));
  same.illegal("b8a10,e5f7", {69}).legal("b8a10").legal("j8j9").legal("e5f7,f7xh8", {69});
  Play b(ex09());
  b.legal("e5f7,done").legal("claim f7xh8", {135});
  EXPECT_EQ(b.turn(), "black");
  Play c(ex09());
  c.legal("e5f7,done").legal("h8h7").illegal("claim f7xh8", {135});
  Play d(ex09());
  d.illegal("e5f7,a10b8", {71});
  Play e(ex09());
  e.illegal("b3b4,e5f7", {71});
  Play f(ex09().black());
  f.legal("c8xa10").illegal("e5f7,f7xh8", {16}).legal("e5f7");
}

TEST(ArmadaChessExamples, EX_10_BlockadeArtilleryCeaseFireTime) {
  Play play(Table("w R b10, w K d8, w P e4, b R j8, b P j2").city(4, 6));
  play.legal("d8c9");
  EXPECT_EQ(play.die(4), 6);
  play.legal("j8j7").legal("e4f4", {125});
  EXPECT_EQ(play.die(4), 5);
  play.legal("j7j8").legal("artillery c9", {126});
  EXPECT_EQ(play.die(4), 3);
  play.legal("j8j7").legal("attack b10 C4 occupy,done", {104});
  Play b(Table("w R b10, w K c9, b R j8, b P j2").black().city(4, 6).reserve("black", "N"));
  b.illegal("exit C4 N c9", {101}).illegal("exit C4 N b10", {101});
  Play c(Table("w K c9, b R j8, b P j2").city(4, 5));
  c.legal("artillery c9", {124});
  EXPECT_EQ(c.die(4), 4);
  Play d(Table("w K c9, b R j8, b P j2").city(4, 1));
  d.legal("artillery c9", {124});
  EXPECT_EQ(d.die(4), 1);
}

TEST(ArmadaChessExamples, EX_10e_CeaseFireUnderBlockade) {
  Play play(Table("w R b10, w K c9, w P e4, b R j8, b P j2").black().city(4, 5));
  play.legal("ceasefire?", {130});
  EXPECT_EQ(play.turn(), "white");
  play.legal("yes 2", {131}).legal("e4f4", {125, 134});
  EXPECT_EQ(play.die(4), 4);
  play.legal("j8j7").legal("f4e4");
  EXPECT_EQ(play.die(4), 3);
  EXPECT_EQ(play.match().position().ceasefire[0], 0);
}

TEST(ArmadaChessExamples, EX_10f_EqualSumsAreATie) {
  Play play(Table("w K e4, b R j8").city(6, 2, "white").city(4, 3).city(5, 2).clock(0));
  play.legal("e4e3").over("draw", 143);
}

TEST(ArmadaChessExamples, EX_11_UpgradeLifeCycle) {
  Play walk(Table("w R a1, b K j8" + pawns));
  walk.legal("upgrade a1 1", {54}).legal("j8j9").legal("upgrade a1 2", {54}).legal("j9j8");
  walk.illegal("a1j1", {7});
  walk.legal("a1a2").legal("j8j9");
  EXPECT_EQ(walk.at("a2"), "w rook");
  Play life(Table("w R h7 high, b Q h8, w K e3, b P j2").black());
  life.legal("h8xh7", {57}).legal("revive R d1,d1d2", {57});
  Play blocked(Table("w R h7 high, w N d1, b N g1, b Q h8, w K e3, b P j2").black());
  blocked.legal("h8xh7");
  EXPECT_EQ(blocked.reserve("white"), "rook");
  EXPECT_EQ(blocked.revivals("white"), "");
  Play late(Table("w R h7 high, b Q h8, w K e3, b P j2").black());
  late.legal("h8xh7").legal("e3e4").legal("h7h6").illegal("revive R d1", {57});
}

} // namespace
} // namespace linesman::rules::armada_chess
