// AC-91 to AC-118: cities.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/support.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::Play;
using testing::rest;
using testing::Table;

TEST(ArmadaChessClauses, AC_91_DieBetweenOneAndSix) {
  Play cap(Table("w B c2, w K e3" + rest).city(1, 5));
  cap.legal("enter c2 C1", {91});
  EXPECT_EQ(cap.die(1), 6);
  Play floor(Table("w K e3" + rest).city(1, 2).reserve("white", "N"));
  floor.legal("exit C1 N c2", {91});
  EXPECT_EQ(floor.die(1), 1);
}

TEST(ArmadaChessClauses, AC_92_EnteringReinforces) {
  Play play(Table("w N c2, w R d2, w K e3" + rest));
  play.illegal("enter d2 C1", {92});
  play.illegal("enter c2 C5", {92});
  play.legal("enter c2 C1", {92});
  EXPECT_EQ(play.die(1), 3);
  EXPECT_EQ(play.reserve("white"), "knight");
  EXPECT_EQ(play.at("c2"), "");
}

TEST(ArmadaChessClauses, AC_93_TrojanReinforcement) {
  Play play(Table("w N i3, w B j3, w K e3" + rest));
  play.illegal("enter j3 C3", {92});
  play.legal("enter i3 C3", {93});
  EXPECT_EQ(play.die(3), 3);
}

TEST(ArmadaChessClauses, AC_94_ExitNeedsStrength) {
  Play play(Table("w K e3" + rest).city(1, 3).reserve("white", "P B R"));
  play.illegal("exit C1 R c2", {94});
  play.illegal("exit C2 P e2", {94}); // strength 1 lets nobody out
  play.legal("exit C1 B c2", {94});
  EXPECT_EQ(play.at("c2"), "w bishop");
  EXPECT_EQ(play.die(1), 1);
}

TEST(ArmadaChessClauses, AC_95_Regrouping) {
  Play play(Table("w N c2, w K e3" + rest).reserve("white", "B R"));
  play.legal("enter c2 C1").legal("j8j9").legal("exit C1 B c2", {95}).legal("j9j8").legal("enter c2 C1").legal("j8j9");
  play.legal("exit C1 R c2", {95});
  EXPECT_EQ(play.die(1), 1);
}

TEST(ArmadaChessClauses, AC_96_KnightsLeaveByExitsToo) {
  Play play(Table("w K e3" + rest).city(1, 6).reserve("white", "N"));
  play.illegal("exit C1 N d3", {96});
  play.legal("exit C1 N b1", {96});
}

TEST(ArmadaChessClauses, AC_97_OnlyTheReserveComesOut) {
  Play play(Table("w K e3" + rest).city(1, 6).reserve("white", "N N+low"));
  play.illegal("exit C1 Q b1", {97});
  play.illegal("exit C1 N+high b1", {97});
  play.legal("exit C1 N+low b1", {97});
  EXPECT_EQ(play.at("b1"), "w knight trained");
  EXPECT_EQ(play.reserve("white"), "knight");
}

TEST(ArmadaChessClauses, AC_98_KingInsideRingAndSix) {
  Play play(Table("w K b1, w R e4" + rest));
  play.legal("enter b1 C1", {98});
  EXPECT_EQ(play.die(1), 6);
  EXPECT_TRUE(play.match().position().cities[0].king);
  EXPECT_EQ(play.reserve("white"), "");
}

TEST(ArmadaChessClauses, AC_99_OthersLeaveWhileTheKingStays) {
  Play play(Table("w R a4" + rest).king(1, 6).reserve("white", "Q"));
  play.legal("exit C1 Q b1", {99});
  EXPECT_EQ(play.die(1), 1);
  EXPECT_TRUE(play.match().position().cities[0].king);
}

TEST(ArmadaChessClauses, AC_100_KingLeavesAtSix) {
  Play weak(Table("w R a4" + rest).king(1, 5));
  weak.illegal("exit C1 K b1", {100});
  Play play(Table("w R a4" + rest).king(1, 6, "crown"));
  play.legal("exit C1 K b1", {100});
  EXPECT_EQ(play.at("b1"), "w king crown");
  EXPECT_EQ(play.die(1), 1);
  EXPECT_FALSE(play.match().position().cities[0].king);
}

TEST(ArmadaChessClauses, AC_101_NoFreeExitNoExit) {
  Play play(Table("w P b1, b N c2, w K e3" + rest).city(1, 6).reserve("white", "B"));
  play.illegal("exit C1 B c2", {101}).illegal("exit C1 B b1", {101});
}

TEST(ArmadaChessClauses, AC_102_AttackFromAnExitField) {
  Play play(Table("w B g8, w P d8, b N e9, w R h9, w K e3" + rest));
  play.illegal("attack g8 C6 occupy", {102});
  play.illegal("d8xe9,attack e9 C5", {16});
  play.legal("attack h9 C6 occupy,done", {102});
}

TEST(ArmadaChessClauses, AC_103_TrojanAttack) {
  Play leap(Table("w N g8, w K e3" + rest));
  leap.legal("attack g8 C6 occupy,done", {103});
  Play exit(Table("w N h9, w K e3" + rest));
  exit.legal("attack h9 C6 occupy,done", {102});
}

TEST(ArmadaChessClauses, AC_104_MoreThanTheDieChooses) {
  Play play(Table("w R i10, w K e3" + rest).city(6, 3));
  play.illegal("attack i10 C6", {104});
  EXPECT_TRUE(play.lists("attack i10 C6 destroy"));
  play.legal("attack i10 C6 occupy,done", {104});
  Play weak(Table("w B i10, w K e3" + rest).city(6, 3));
  weak.illegal("attack i10 C6 occupy", {104});
}

TEST(ArmadaChessClauses, AC_105_Reduction) {
  Play play(Table("w N i10, w K e3" + rest).city(6, 5));
  play.legal("attack i10 C6", {105});
  EXPECT_EQ(play.die(6), 3);
  EXPECT_EQ(play.reserve("white"), "knight");
}

TEST(ArmadaChessClauses, AC_106_EqualBothFall) {
  Play play(Table("w N i10, w K e3" + rest).city(6, 2).city(1, 4).city(4, 4));
  play.legal("attack i10 C6", {106});
  EXPECT_TRUE(play.destroyed(6));
  EXPECT_EQ(play.at("h10"), "");
  EXPECT_EQ(play.reserve("white"), "knight");
  EXPECT_EQ(play.die(1), 4);
  EXPECT_EQ(play.die(4), 4);
}

TEST(ArmadaChessClauses, AC_107_OccupationAndTheExtraMove) {
  Play play(Table("w R i10, w K e3" + rest).city(6, 3));
  play.illegal("attack i10 C6 occupy", {107});
  play.legal("attack i10 C6 occupy,exit C6 R h9", {107});
  EXPECT_EQ(play.holder(6), "white");
  EXPECT_EQ(play.die(6), 1);
  EXPECT_EQ(play.at("h9"), "w rook");
}

TEST(ArmadaChessClauses, AC_108_DefenderMayReinforceBetween) {
  Play play(Table("w N i10, w B h9, b R g9, b N g8, w K e3" + rest).city(6, 4));
  play.legal("attack i10 C6", {108});
  EXPECT_EQ(play.die(6), 2);
  play.legal("enter g8 C6");
  EXPECT_EQ(play.die(6), 4);
  play.illegal("attack h9 C6 occupy", {105});
}

TEST(ArmadaChessClauses, AC_109_AnOccupiedCityIsABase) {
  Play play(Table("w B c9, b R b1, w K e3" + rest).city(4, 3, "white").city(1, 1, "black").reserve("white", "P"));
  play.legal("enter c9 C4", {109});
  play.legal("b1b3").legal("exit C4 P b10", {109});
  Play back(Table("b R b10, w K e3" + rest).black().city(4, 3, "white"));
  back.legal("attack b10 C4 occupy,done", {109});
}

TEST(ArmadaChessClauses, AC_110_KingInsideFalls) {
  Play play(Table("w R e9, b R a8, b N b8, w K e3, w P a9, b P j2").king(5, 1));
  play.legal("attack e9 C5 occupy,done", {110, 122});
  EXPECT_EQ(play.at("a8"), "");
  EXPECT_EQ(play.at("b8"), "b knight");
}

TEST(ArmadaChessClauses, AC_111_DestroyerStandsOnTheRuins) {
  Play play(Table("w R f9, w K e3" + rest));
  play.legal("attack f9 C5 destroy", {111, 44});
  EXPECT_EQ(play.at("f10"), "w rook");
  EXPECT_EQ(play.at("f9"), "");
}

TEST(ArmadaChessClauses, AC_112_AttackersCitiesLoseOne) {
  Play play(Table("w R i10, w K e3" + rest).city(1, 1).city(2, 4).city(3, 6).city(4, 3, "white"));
  play.legal("attack i10 C6 destroy", {112});
  EXPECT_EQ(play.die(1), 1);
  EXPECT_EQ(play.die(2), 3);
  EXPECT_EQ(play.die(3), 5);
  EXPECT_EQ(play.die(4), 2);
}

TEST(ArmadaChessClauses, AC_113_DefendersCitiesGainOne) {
  Play play(Table("w R i10, w K e3" + rest).city(4, 6).city(5, 2));
  play.legal("attack i10 C6 destroy", {113});
  EXPECT_EQ(play.die(4), 6);
  EXPECT_EQ(play.die(5), 3);
}

TEST(ArmadaChessClauses, AC_114_DestroyerHasNoExtraMove) {
  Play play(Table("w R i10, w K e3" + rest));
  play.illegal("attack i10 C6 destroy,e3e4", {16});
  play.legal("attack i10 C6 destroy", {114});
}

TEST(ArmadaChessClauses, AC_115_ScorchedEarth) {
  Play play(Table("w B b1, w R d2, w K e3" + rest).city(2, 3));
  play.illegal("burn d2 C1", {115}).illegal("burn b1 C4", {115});
  play.legal("burn b1 C1", {115});
  EXPECT_TRUE(play.destroyed(1));
  EXPECT_EQ(play.at("c1"), "w bishop");
  EXPECT_EQ(play.die(2), 3);
  Play inside(Table("w B b1" + rest).king(1, 6));
  inside.illegal("burn b1 C1", {115});
}

TEST(ArmadaChessClauses, AC_116_RebuildingNeedsATurnedRookOnTheSite) {
  Play play(Table("w R c1, w N f1, w R d3 turned, w K e3" + rest).ruin(1).ruin(2));
  play.illegal("rebuild c1", {116}).illegal("rebuild d3", {116}).illegal("rebuild f1", {116});
  Play shared(Table("w R e1 turned, w N f1, w K e3" + rest).ruin(2));
  shared.illegal("rebuild e1", {116});
}

TEST(ArmadaChessClauses, AC_117_FourLiftsAndADieOfFour) {
  Play play(Table("w R c1 turned, w K e3" + rest).ruin(1));
  for (const char* answer : {"j8j9", "j9j8", "j8j9"})
    play.legal("rebuild c1", {117}).legal(answer);
  play.legal("rebuild c1 4", {117});
  EXPECT_EQ(play.die(1), 4);
  EXPECT_EQ(play.reserve("white"), "rook");
  EXPECT_EQ(play.at("c1"), "");
  Play reset(Table("w R c1 turned, w K e3" + rest).ruin(1, 3));
  reset.legal("c1d1").legal("j8j9").legal("d1c1").legal("j9j8").legal("fort c1").legal("j8j9").legal("rebuild c1");
  EXPECT_EQ(reset.match().position().cities[0].rebuild, 1);
}

TEST(ArmadaChessClauses, AC_118_ExitsOfRuinsMeanNothing) {
  Play play(Table("w N b1, w K e3" + rest).ruin(1).reserve("white", "P"));
  play.illegal("enter b1 C1", {118}).illegal("exit C1 P c2", {118});
  Play rebuilt(Table("w R c1 turned, w N b1, w K e3" + rest).ruin(1, 3));
  rebuilt.legal("rebuild c1", {118}).legal("j8j9").legal("enter b1 C1");
}

} // namespace
} // namespace linesman::rules::armada_chess
