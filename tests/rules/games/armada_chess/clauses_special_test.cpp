// AC-53 to AC-90: upgrade, sabotage, Intelligence, promotion, Rookpawn and fortified Rook.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/support.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::Play;
using testing::rest;
using testing::Table;

TEST(ArmadaChessClauses, AC_53_UpgradeOnOwnSOrI) {
  Play play(Table("w N a1, w B j1, w R j10, w K e3" + rest));
  play.illegal("upgrade j10", {53});
  play.illegal("upgrade e3", {53});
  EXPECT_TRUE(play.lists("upgrade j1"));
  play.legal("upgrade a1", {53});
}

TEST(ArmadaChessClauses, AC_54_EachLiftCountsOne) {
  Play play(Table("w R a1, w K e3" + rest));
  play.legal("upgrade a1", {54}).legal("j8j9").legal("upgrade a1", {54});
  EXPECT_EQ(play.at("a1"), "w rook upgrade=2");
}

TEST(ArmadaChessClauses, AC_55_FullCountGivesASecondLife) {
  Play play(Table("w N j1 upgrade=1, w K e3" + rest));
  play.legal("upgrade j1", {55});
  EXPECT_EQ(play.at("j1"), "w knight high");
  play.legal("j8j9").illegal("upgrade j1", {55});
}

TEST(ArmadaChessClauses, AC_56_LeavingLosesTheCountOnePieceAtATime) {
  Play leave(Table("w R a1 upgrade=3, w K e3" + rest));
  leave.legal("a1a2", {56});
  EXPECT_EQ(leave.at("a2"), "w rook");
  Play other(Table("w R a1 upgrade=3, w N j1, w K e3" + rest));
  other.legal("upgrade j1", {56});
  EXPECT_EQ(other.at("a1"), "w rook");
  EXPECT_EQ(other.at("j1"), "w knight upgrade=1");
}

TEST(ArmadaChessClauses, AC_57_SecondLifeOnAFreeOwnR) {
  Play play(Table("w R h7 high, b Q h8, w K e3, b P j2").black());
  play.legal("h8xh7", {57});
  EXPECT_EQ(play.reserve("white"), "");
  EXPECT_EQ(play.revivals("white"), "rook");
  play.illegal("revive R e5", {57});
  play.legal("revive R d1,d1d2", {57});
  EXPECT_EQ(play.at("d2"), "w rook");
}

TEST(ArmadaChessClauses, AC_58_MayBeUpgradedAgain) {
  Play play(Table("w N j1, w K e3, b Q h8, b P j2").revive("white", "rook"));
  play.legal("revive R g1,g1g2").legal("h8h7").legal("upgrade j1").legal("h7h8").legal("upgrade j1", {58});
  EXPECT_EQ(play.at("j1"), "w knight high");
}

TEST(ArmadaChessClauses, AC_59_HighBandSurvivesACityNotACapture) {
  Play play(Table("w R b1 high, w K e3" + rest).city(1, 1));
  play.legal("enter b1 C1", {59});
  EXPECT_EQ(play.reserve("white"), "rook+high");
  play.legal("j8j9").legal("exit C1 R b1");
  EXPECT_EQ(play.at("b1"), "w rook high");
  Play taken(Table("w R h7 high, w N d1, w N g1, b Q h8, w K e3, b P j2").black());
  taken.legal("h8xh7", {59});
  EXPECT_EQ(taken.reserve("white"), "rook");
}

TEST(ArmadaChessClauses, AC_60_UpgradedKingHasSecondLifeAndQueenMovement) {
  Play play(Table("w K a1 upgrade=5" + rest));
  play.legal("upgrade a1", {60});
  EXPECT_EQ(play.at("a1"), "w king high");
  play.legal("j8j9").legal("a1a4", {36});
}

TEST(ArmadaChessClauses, AC_61_FirstKnockOutMovesTheBandToTheCrown) {
  Play play(Table("w K h7 high, b Q h8, w P a9, b P j2").black());
  play.legal("h8xh7", {61, 123});
  EXPECT_EQ(play.revivals("white"), "king");
  play.legal("revive K g1,g1g5", {61, 36});
  EXPECT_EQ(play.at("g5"), "w king crown");
}

TEST(ArmadaChessClauses, AC_62_NextKnockOutIsFinal) {
  Play play(Table("w K h7 crown, w Q a3, b Q h8, w P a9, b P j2, b K j8").black());
  play.legal("h8xh7", {62, 120});
  EXPECT_EQ(play.revivals("white"), "");
  EXPECT_EQ(play.reserve("white"), "queen");
}

TEST(ArmadaChessClauses, AC_63_BandsAddUp) {
  Play play(Table("w N j1 upgrade=1 trained, w K e3" + rest));
  play.legal("upgrade j1", {63});
  EXPECT_EQ(play.at("j1"), "w knight trained high");
}

TEST(ArmadaChessClauses, AC_64_SabotageLocksAtOnce) {
  Play play(Table("w B i9, b B c8, b N d8, w K e3" + rest));
  play.legal("i9j10", {64});
  play.illegal("c8b7", {67, 64});
  play.legal("d8c6");
}

TEST(ArmadaChessClauses, AC_65_LockEndsWithTheHolder) {
  Play left(Table("w B j10, b B c8, w K e3" + rest));
  left.legal("j10i9", {65}).legal("c8b7");
  Play taken(Table("w B j10, b B c8, b R j7, w K e3, w P a9, b P j2").black());
  taken.legal("j7xj10", {65}).legal("e3e4").legal("c8b7");
}

TEST(ArmadaChessClauses, AC_66_KingOrQueenLocksBoth) {
  Play queen(Table("w Q i9, b K c8, b Q d8, b R e8, w P a9, b P j2"));
  queen.legal("i9j10", {66}).illegal("c8c7", {67}).illegal("d8d7", {67}).legal("e8e7");
}

TEST(ArmadaChessClauses, AC_67_LockedMeansNoActionAtAll) {
  Play play(Table("w N j10, b N d5, b K c8, w P a9, b P j2").black().reserve("black", "N").city(4, 5));
  play.illegal("train d5", {67});
  play.illegal("d5d4", {67});
  play.illegal("d5b4", {67});
  play.illegal("exit C4 N b10", {67});
  Play city(Table("w R j10, b R b10, b K c8, w P a9, b P j2").black());
  city.illegal("enter b10 C4", {67}).illegal("fort b10", {67});
}

TEST(ArmadaChessClauses, AC_68_LockedPiecesStillBlockAndHold) {
  // Black's locked Knight holds terrain, blocks the file, blockades; S itself gives White's holder no protection.
  Play play(Table("w N j10, b N d5, w R d3, b R j7, w K a3, b K c8, b P j2"));
  play.illegal("d3xd5", {39});
  play.illegal("d3d6", {21});
  play.legal("d3d4").legal("j7xj10", {65});
  Play blockade(Table("w N j10, b N b1, b N c2, w R d3, w K a3, b K c8, b P j2").black().city(1, 4));
  blockade.legal("c8c7", {125});
  EXPECT_EQ(blockade.die(1), 3);
}

TEST(ArmadaChessClauses, AC_69_IntelligenceFromTheNextTurnOn) {
  Play play(Table("w N b8, w N e5, b R h8, w K e3" + rest));
  play.illegal("b8a10,e5f7", {69});
  play.legal("b8a10", {69}).legal("j8j9").legal("e5f7,f7xh8", {69});
}

TEST(ArmadaChessClauses, AC_70_KingAndQueenAreOneTeam) {
  Play queen(Table("w Q a10, w K e3, b R h8, b P j2"));
  queen.legal("e3f4,f4g5", {70});
  Play king(Table("w K a10, w Q e3, b R h8, b P j2"));
  king.legal("e3e4,e4f4", {70});
}

TEST(ArmadaChessClauses, AC_71_FullMovesOfTheTypeNeverTheHolder) {
  const std::string men = "w N a10, w N e5, w R b3, b R h8, w K e3" + rest;
  Play play((Table(men)));
  play.illegal("e5f7,a10b8", {71});
  play.illegal("b3b4,e5f7", {71});
  play.illegal("e5f7,b3b4", {71});
  play.legal("train e5,e5f7", {71});
}

TEST(ArmadaChessClauses, AC_72_ARiderThatGoesLeavesItsRookHolding) {
  const Table table = Table("w R a10 rider, w R b10, w R j3, w K d2, b K e8").city(4, 2);
  Play(table).legal("attack b10 C4 occupy,p:a10a9,j3a3", {71});
  Play(table).illegal("attack b10 C4 occupy,p:a10a9"); // the second move is open: it is made, or given up
  Play(table).legal("attack b10 C4 occupy,p:a10a9,done", {73});
}

TEST(ArmadaChessClauses, AC_72_IntelligenceEndsWithTheHolder) {
  Play play(Table("w N a10, w N e5, b R a7, w K e3, b K j8, b P j2").black());
  play.legal("a7xa10", {72});
  play.illegal("e5f7,f7h6", {72});
  play.legal("e5f7");
}

TEST(ArmadaChessClauses, AC_73_SecondMoveIsOptional) {
  Play play(Table("w N a10, w N e5, w K e3" + rest));
  play.legal("e5f7,done", {73});
}

TEST(ArmadaChessClauses, AC_74_PromotionOnAnEnemyR) {
  Play play(Table("w P d9, w P c9, w K e3" + rest).reserve("white", "R B"));
  EXPECT_TRUE(play.lists("d9d10"));
  EXPECT_TRUE(play.lists("d9d10=B"));
  play.illegal("d9d10=K", {74});
  play.illegal("c9c8=R", {74});
  play.legal("d9d10=R", {74});
  EXPECT_EQ(play.at("d10"), "w rook");
  EXPECT_EQ(play.reserve("white"), "pawn bishop");
}

TEST(ArmadaChessClauses, AC_75_NothingAvailableStaysAPawn) {
  Play play(Table("w P d9, w K e3" + rest));
  play.illegal("d9d10=Q", {75});
  play.legal("d9d10");
  EXPECT_EQ(play.at("d10"), "w pawn");
}

TEST(ArmadaChessClauses, AC_76_NewPieceBringsItsBands) {
  Play play(Table("w P d9, w K e3" + rest).reserve("white", "R+low R"));
  play.legal("d9d10=R+low", {76});
  EXPECT_EQ(play.at("d10"), "w rook trained");
}

TEST(ArmadaChessClauses, AC_77_OwnRNeverPromotesOthersGainNothing) {
  Play play(Table("w P d2, w N e8, w K e3" + rest).reserve("white", "R"));
  play.illegal("d2d1=R", {77});
  play.illegal("e8d10=R", {77});
  play.legal("e8d10");
}

TEST(ArmadaChessClauses, AC_78_BoardingByAPawnMove) {
  Play play(Table("w P b4, w R b5, w R c5, w K e3" + rest));
  play.illegal("b4c5", {78, 24});
  play.legal("b4b5", {78});
  EXPECT_EQ(play.at("b5"), "w rook rider");
  Play two(Table("w P b4, w R b6, w K e3" + rest));
  two.legal("b4b6", {78, 25});
}

TEST(ArmadaChessClauses, AC_79_TheUnitTravelsAsARook) {
  Play play(Table("w R b5 rider, b N b8, w K e3" + rest));
  play.illegal("b5c6", {33});
  play.legal("b5xb8", {79, 33});
  EXPECT_EQ(play.at("b8"), "w rook rider");
}

TEST(ArmadaChessClauses, AC_80_ThePawnLeavesOrStrikesFromTheTop) {
  Play leaves(Table("w R b5 rider, w R e4, w K e3" + rest));
  leaves.illegal("p:e4e5", {80});
  leaves.legal("p:b5c5", {80, 26});
  EXPECT_EQ(leaves.at("b5"), "w rook");
  EXPECT_EQ(leaves.at("c5"), "w pawn");
  Play strikes(Table("w R b5 rider, b N c6, w K e3" + rest));
  strikes.legal("p:b5xc6", {80, 24});
  Play doubles(Table("w R b4 rider, w K e3" + rest));
  doubles.legal("p:b4b6", {80, 25}); // G-66
}

TEST(ArmadaChessClauses, AC_81_ATakenUnitLosesBoth) {
  Play play(Table("b R h5 rider+low, w Q h3, w K e3" + rest));
  play.legal("h3xh5", {81});
  EXPECT_EQ(play.reserve("black"), "pawn+low rook");
}

TEST(ArmadaChessClauses, AC_82_UprightUnitFallsToAnyone) {
  Play play(Table("b R h5 rider, w P g4, w K e3" + rest));
  play.legal("g4xh5", {82});
}

TEST(ArmadaChessClauses, AC_83_OnePawnARook) {
  Play play(Table("w R c5 rider, w P c4, w R b3, w P b4, w K e3" + rest));
  play.illegal("c4c5", {83});
  play.illegal("b3b4", {21}); // the Rook cannot fetch the pawn
}

TEST(ArmadaChessClauses, AC_84_UnitCountsFive) {
  Play play(Table("w R i10 rider, w K e3" + rest).city(6, 4));
  play.legal("attack i10 C6 occupy,done", {84});
  EXPECT_EQ(play.die(6), 5);
}

TEST(ArmadaChessClauses, AC_85_FortifyingIsAMove) {
  Play play(Table("w R b3, w N e4, w K e3" + rest));
  play.illegal("fort e4", {85});
  play.legal("fort b3", {85});
  EXPECT_EQ(play.at("b3"), "w rook turned");
  play.legal("j8j9").illegal("fort b3", {85});
}

TEST(ArmadaChessClauses, AC_86_TurnedRookTurnsBackAndActs) {
  Play play(Table("w R b3 turned, b Q b8, w K e3" + rest));
  play.legal("b3xb8", {86});
  EXPECT_EQ(play.at("b8"), "w rook");
}

TEST(ArmadaChessClauses, AC_87_FortFallsToMoreThanFour) {
  Play play(Table("b R h5 turned, w R h3, w B f3, w K e3" + rest));
  play.illegal("h3xh5", {87}).illegal("f3xh5", {87});
  Play queen(Table("b R h5 turned, w Q h3, w K e3" + rest));
  queen.legal("h3xh5", {87});
  Play unit(Table("b R h5 turned, w R h3 rider, w K e3" + rest));
  unit.legal("h3xh5", {87}); // G-68
}

TEST(ArmadaChessClauses, AC_88_FortifiedUnitFallsToTheKing) {
  Play play(Table("b R h5 turned rider, w Q h3, w R c5 rider, w K g4" + rest));
  play.illegal("h3xh5", {88}).illegal("c5xh5", {88});
  play.legal("g4xh5", {88});
}

TEST(ArmadaChessClauses, AC_89_CommandoAttack) {
  Play play(Table("b R h5 turned rider, w N g3, w K e3" + rest));
  play.legal("g3xh5", {89});
  EXPECT_EQ(play.reserve("black"), "pawn rook");
}

TEST(ArmadaChessClauses, AC_90_FortThreatensLikeAnyRook) {
  Play play(Table("w R b3 turned, b Q b8, b P h3, w K e2" + rest));
  EXPECT_TRUE(play.lists("b3xb8"));
  play.legal("b3xh3", {90});
}

} // namespace
} // namespace linesman::rules::armada_chess
