// AC-119 to AC-145: King and morale, artillery and blockade, cease-fire, claims, the ends of a game.
#include <gtest/gtest.h>

#include "rules/games/armada_chess/support.h"
#include "rules/games/armada_chess/victory.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::Play;
using testing::rest;
using testing::Table;

TEST(ArmadaChessClauses, AC_119_DecisiveBattle) {
  Play field(Table("w K g4, b K g5, b R a8, b P j2"));
  field.legal("g4xg5", {119}).over("white", 141);
  Play city(Table("w K f9, b R a8, b P j2").king(5, 1));
  city.legal("attack f9 C5 occupy", {119}).over("white", 141);
}

TEST(ArmadaChessClauses, AC_120_MoralFallTakesTheTakersType) {
  Play play(Table("w B e3, b K g5, b B a8, b B b7, b N c8, w K a3, b P j2"));
  play.legal("e3xg5", {120});
  EXPECT_EQ(play.at("a8"), "");
  EXPECT_EQ(play.at("b7"), "");
  EXPECT_EQ(play.at("c8"), "b knight");
  EXPECT_EQ(play.reserve("black"), "bishop bishop");
  EXPECT_NE(play.last().sentence.find("By the moral fall Black also loses the Bishop on a8, the Bishop on b7."),
            std::string::npos)
      << play.last().sentence;
  Play unit(Table("w R g3, b K g5, b R a8 rider, w K a3, b P j2"));
  unit.legal("g3xg5", {120});
  EXPECT_EQ(unit.at("a8"), "b pawn");
  EXPECT_NE(unit.last().sentence.find("also loses the Rook on a8."), std::string::npos) << unit.last().sentence;
}

TEST(ArmadaChessClauses, AC_121_PlayGoesOnWithoutAKing) {
  Play play(Table("w B e3, b K g5, b N c8, w K a3, b P j2"));
  play.legal("e3xg5", {121}).goesOn().legal("c8d6");
}

TEST(ArmadaChessClauses, AC_122_MoralFallFromACityEvenWhenTheAttackerFalls) {
  Play play(Table("w P e9, b P b7, b R a8, w K a3, b P j2").king(5, 1));
  play.legal("attack e9 C5", {122});
  EXPECT_EQ(play.at("b7"), "");
  EXPECT_EQ(play.at("a8"), "b rook");
  EXPECT_EQ(play.reserve("white"), "pawn");
}

TEST(ArmadaChessClauses, AC_123_FirstLifeCausesNoMoralFall) {
  Play play(Table("w B e3, b K g5 high, b B a8, w K a3, b P j2"));
  play.legal("e3xg5", {123});
  EXPECT_EQ(play.at("a8"), "b bishop");
  Play king(Table("w K g4, b K g5 high, b R a8, b P j2"));
  king.legal("g4xg5").over("white", 141);
}

TEST(ArmadaChessClauses, AC_124_Artillery) {
  Play play(Table("w K c9, w R c2, b R j8, b P j2").city(4, 3));
  play.illegal("artillery c2", {124});
  play.legal("artillery c9", {124});
  EXPECT_EQ(play.die(4), 2);
  Play away(Table("w K e4, b R j8, b P j2"));
  away.illegal("artillery e4", {124});
}

TEST(ArmadaChessClauses, AC_125_BlockadeByItself) {
  Play play(Table("w R b10, w R c8, w K e4, b R j8, b P j2").city(4, 6));
  play.illegal("blockade C4", {125});
  play.legal("c8c9"); // complete only now
  EXPECT_EQ(play.die(4), 6);
  play.legal("j8j7").legal("e4e3", {125});
  EXPECT_EQ(play.die(4), 5);
  play.legal("j7j8").legal("b10a10"); // no longer complete
  EXPECT_EQ(play.die(4), 5);
}

TEST(ArmadaChessClauses, AC_126_KingsBlockade) {
  Play play(Table("w R b10, w K c9, b R j8, b P j2").city(4, 5));
  play.legal("artillery c9", {126});
  EXPECT_EQ(play.die(4), 3);
}

TEST(ArmadaChessClauses, AC_127_NeitherGoesBelowOne) {
  Play play(Table("w R b10, w K c9, b R j8, b P j2").city(4, 1));
  play.legal("artillery c9", {127});
  EXPECT_EQ(play.die(4), 1);
}

TEST(ArmadaChessClauses, AC_128_ArmadasCheckmate) {
  Play play(Table("w B i9, b B c8, b B g9, w K b3"));
  play.legal("i9j10").over("white", 128);
}

TEST(ArmadaChessClauses, AC_129_AskingIsNoActionAgainstCheckmate) {
  // Black could ask for a cease-fire and has lost all the same; with an exit he has not.
  Play lost(Table("w B i9, b B c8, w K b3").reserve("black", "B").city(5, 3));
  lost.legal("i9j10").over("white", 128);
  Play saved(Table("w B i9, b B c8, w K b3").reserve("black", "P").city(5, 2));
  saved.legal("i9j10").goesOn();
}

TEST(ArmadaChessClauses, AC_130_AskingUsesTheMove) {
  Play play(Table("w R b3, b R b7, w K e4" + rest));
  play.legal("ceasefire?", {130});
  EXPECT_EQ(play.turn(), "black");
  play.legal("no").legal("b7xb3");
}

TEST(ArmadaChessClauses, AC_131_YesOneToSixOrNo) {
  Play play(Table("w R b3, b R b7, w K e4" + rest));
  play.illegal("yes 3", {131});
  play.legal("ceasefire?").illegal("yes 7", {131}).illegal("yes", {131}).legal("yes 2", {131});
  EXPECT_EQ(play.match().position().ceasefire[0], 2);
  EXPECT_EQ(play.match().position().ceasefire[1], 2);
  // Asked for once more while it runs, its length is what is agreed anew.
  Play again(Table("w K e4" + rest).ceasefire(5, 4));
  again.legal("ceasefire?").legal("yes 3", {131});
  EXPECT_EQ(again.match().position().ceasefire[0], 3);
  EXPECT_EQ(again.match().position().ceasefire[1], 3);
  again.legal("ceasefire?").legal("no");
  for (int i = 0; i < 20; ++i)
    again.legal("extend 6").legal("yes");
  EXPECT_LE(again.match().position().ceasefire[0], 99);
  EXPECT_LE(again.match().position().ceasefire[1], 99);
}

TEST(ArmadaChessClauses, AC_132_NoKnockOutsDuringACeaseFire) {
  Play play(Table("w R b3, w N i10, b R b7, w K e4" + rest).ceasefire(2, 2).city(6, 5).city(5, 2));
  play.illegal("b3xb7", {132});
  play.illegal("attack i10 C6", {132});
  Play inside(Table("w R e9, w K e4, w P a9, b P j2").ceasefire(2, 2).king(5, 1));
  inside.illegal("attack e9 C5 occupy", {132});
  Play winning(Table("w N g8, b R b7, w K e4" + rest).ceasefire(2, 2));
  winning.legal("attack g8 C6 occupy,done");
}

TEST(ArmadaChessClauses, AC_133_ItCannotBeBroken) {
  Play play(Table("w R b3, b R b7, w K e4" + rest).ceasefire(1, 1));
  play.illegal("b3xb7", {133});
}

TEST(ArmadaChessClauses, AC_134_CountsDownAndIsProlonged) {
  Play play(Table("w R b3, b R b7, w K e4" + rest).ceasefire(2, 2));
  play.legal("e4e3", {134});
  EXPECT_EQ(play.match().position().ceasefire[0], 1);
  EXPECT_EQ(play.match().position().ceasefire[1], 2);
  play.legal("extend 3", {134}).illegal("yes 2", {134}).legal("yes", {134});
  EXPECT_EQ(play.match().position().ceasefire[0], 4);
  EXPECT_EQ(play.match().position().ceasefire[1], 4);
}

TEST(ArmadaChessClauses, AC_135_SleepingGeneral) {
  Play claimed(Table("w N a10, w N e5, b R h8, b R h5, w K e3" + rest));
  claimed.legal("e5f7,done").legal("claim f7xh8", {135});
  EXPECT_EQ(claimed.turn(), "black");
  EXPECT_EQ(claimed.at("h8"), "w knight");
  Play late(Table("w N a10, w N e5, b R h8, b R h5, w K e3" + rest));
  late.legal("e5f7,done").legal("h5h4").illegal("claim f7xh8", {135});
  Play life(Table("w R h7 high, b Q h8, w K e3, b P j2").black());
  life.legal("h8xh7").legal("e3e4").legal("revive R d1", {57, 135});
  EXPECT_EQ(life.turn(), "black");
  EXPECT_EQ(life.at("d1"), "w rook");
  Play lapsed(Table("w R h7 high, b Q h8, w K e3, b P j2").black());
  lapsed.legal("h8xh7").legal("e3e4").legal("h7h6").illegal("revive R d1", {57});
  EXPECT_EQ(lapsed.reserve("white"), "rook");
}

TEST(ArmadaChessClauses, AC_136_NobodyIsReminded) {
  Play play(Table("w N a10, w N e5, b R h5, w K e3" + rest));
  play.legal("e5f7,done");
  EXPECT_TRUE(play.last().notices.empty());
  play.legal("h5h4");
  EXPECT_TRUE(play.last().notices.empty());
}

TEST(ArmadaChessClauses, AC_137_HoldsForAllAdvantages) {
  Play extra(Table("w R i10, w K e3" + rest));
  extra.legal("attack i10 C6 occupy,done").legal("claim e3e4", {137});
  Play promotion(Table("w P d9, w K e3" + rest).reserve("white", "R"));
  promotion.legal("d9d10").legal("claim promote d10=R", {137});
  EXPECT_EQ(promotion.at("d10"), "w rook");
  EXPECT_EQ(promotion.turn(), "black");
  Play late(Table("w P d9, w K e3" + rest).reserve("white", "R"));
  late.legal("d9d10").legal("j8j9").illegal("claim promote d10=R", {75});
}

/// Black takes a Knight with a second life while his Pawn stands on an R of White's: what either side may still claim
/// leaves what the other has set down already.
TEST(ArmadaChessClauses, AC_137_OneLateClaimLeavesAnother) {
  const Table table = Table("w N a10, w N e5, w P d9, b N f7 high, b R h8, w K e3" + rest).reserve("white", "R");
  Play revived(table);
  revived.legal("e5xf7,done").legal("revive N g10").legal("claim f7xh8", {135});
  EXPECT_EQ(revived.at("g10"), "b knight");
  EXPECT_EQ(revived.at("h8"), "w knight");
  EXPECT_EQ(revived.revivals("black"), "");
  Play taken(table);
  taken.legal("e5xf7,done").legal("revive N g10");
  EXPECT_EQ(taken.match().claims().size(), Play(table).legal("e5xf7,done").match().claims().size())
      << "what was left open is so still";

  const Table pawn = Table("w P c9, b N d10 high, w K e3" + rest).reserve("white", "R");
  Play promoted(pawn);
  promoted.legal("c9xd10").legal("revive N g10").legal("claim promote d10=R", {137});
  EXPECT_EQ(promoted.at("d10"), "w rook");
  EXPECT_EQ(promoted.at("g10"), "b knight") << "a late promotion takes no second life back";
  EXPECT_EQ(promoted.revivals("black"), "");

  const Table both = Table("w P a10, w P d9, w P f4, w K e3, b K j8, b P j2").reserve("white", "R");
  Play claimed(both);
  claimed.legal("d9d10,done").legal("claim f4f5").legal("claim promote d10=R", {137});
  EXPECT_EQ(claimed.at("f5"), "w pawn") << "nor a move that was claimed before it";
  EXPECT_EQ(claimed.at("d10"), "w rook");
}

TEST(ArmadaChessClauses, AC_137_ASecondLifeMayBeClaimedLate) {
  const Table table = Table("w R h7 high, b Q h8, w K e3, b P j2").black();
  Play life(table);
  life.legal("h8xh7").legal("e3e4");
  EXPECT_EQ(life.match().claims(), (std::vector<std::string>{"claim revive R d1", "claim revive R g1"}));
  life.legal("claim revive R d1", {57, 135});
  EXPECT_EQ(life.at("d1"), "w rook");
  EXPECT_EQ(life.turn(), "black");
  EXPECT_TRUE(life.match().claims().empty());
  Play others(table);
  others.legal("h8xh7").illegal("claim revive R d1", {57}); // White is to move, and sets his Rook down by himself
  Play lapsed(table);
  lapsed.legal("h8xh7").legal("e3e4").legal("h7h6").illegal("claim revive R d1", {57});
}

TEST(ArmadaChessClauses, AC_137_WhatMayBeClaimedIsListed) {
  const auto lists = [](const Play& play, const std::string& claim) {
    const auto claims = play.match().claims();
    return std::find(claims.begin(), claims.end(), claim) != claims.end();
  };
  const Table knight("w N a10, w N e5, b R h8, b R h5, w K e3" + rest);
  Play open(knight);
  EXPECT_TRUE(open.match().claims().empty());
  open.legal("e5f7,done");
  EXPECT_TRUE(lists(open, "claim f7xh8"));
  for (const std::string& claim : open.match().claims()) {
    open.legal(claim, {135});
    ASSERT_TRUE(open.match().undo());
  }
  open.legal("claim f7xh8");
  EXPECT_FALSE(lists(open, "claim f7xh8"));
  EXPECT_TRUE(Play(knight).legal("e5f7,done").legal("h5h4").match().claims().empty());
  Table own = knight;
  EXPECT_TRUE(Play(own.option("claim_window", "own_signal")).legal("e5f7,done").match().claims().empty());
  Play promotion(Table("w P d9, w K e3" + rest).reserve("white", "R"));
  promotion.legal("d9d10");
  EXPECT_EQ(promotion.match().claims(), std::vector<std::string>{"claim promote d10=R"});
}

TEST(ArmadaChessClauses, AC_138_AllCities) {
  Play play(Table("w R i10, w K e3, b R a8").ruin(4).city(5, 3, "white"));
  play.legal("attack i10 C6 occupy").over("white", 138);
  Play burning(Table("w B b1, w K e3" + rest).ruin(2).city(3, 5, "black"));
  burning.legal("burn b1 C1").over("black", 138);
}

TEST(ArmadaChessClauses, AC_139_AllForces) {
  Play play(Table("w R b3, b N b7"));
  play.legal("b3xb7").over("white", 139);
  Play exit(Table("w R b3, b N b7").city(4, 2));
  exit.legal("b3xb7").goesOn(); // the Knight can come back
  Play life(Table("w R b3, b N b7 high, w K e3"));
  life.legal("b3xb7").goesOn().legal("revive N d10,d10e8");
  Play king(Table("w R b3, b N b7, w K e3").king(4, 3));
  king.legal("b3xb7");
  EXPECT_FALSE(king.match().over().clauses.contains(139));
}

TEST(ArmadaChessClauses, AC_140_ResignationAndDraw) {
  Play resigns(Table("w R b3, b N b7, w K e3" + rest));
  resigns.legal("resign", {140}).over("black", 140).illegal("b3b4");
  Play draw(Table("w R b3, b N b7, w K e3" + rest));
  draw.legal("draw?", {140});
  EXPECT_EQ(draw.turn(), "white");
  draw.legal("yes", {140}).over("draw", 140);
  Play declined(Table("w R b3, b N b7, w K e3" + rest));
  declined.legal("draw?").legal("no").legal("b3b4").goesOn();
}

TEST(ArmadaChessClauses, AC_141_KingTakesKing) {
  Play play(Table("w K g4, b K g5, b R a8, b P j2"));
  play.legal("g4xg5", {141}).over("white", 141);
}

TEST(ArmadaChessClauses, AC_142_OpponentCannotMove) {
  Play play(Table("w Q i9, b K c8, b Q d8, w P a9"));
  play.legal("i9j10").over("white", 142);
}

TEST(ArmadaChessClauses, AC_143_TimeIsOver) {
  Play more(Table("w K e4, b R j8").city(1, 4).clock(0));
  more.legal("e4e3", {}).over("white", 143);
  Play tie(Table("w K e4, b R j8").clock(0));
  tie.legal("e4e3").over("draw", 143);
  Play time(Table("w K e4, b R j8").city(1, 4).clock(1));
  time.legal("e4e3").goesOn();
  Play told(Table("w K e4, b R j8").city(1, 4)); // by whoever keeps the clock
  told.legal("time", {143, 144}).over("white", 143);
  Play each(Table("w K e4, b R j8").city(1, 4).option("clock", "per_player"));
  each.legal("time", {143}).over("black", 143);
}

TEST(ArmadaChessClauses, AC_144_TheResourceSum) {
  Play play(Table("w K e4, b R j8").city(1, 4).ruin(2).city(4, 3, "white").clock(0));
  const Law law = play.match().law();
  EXPECT_EQ(resourceSum(law, play.match().position(), Side::white), 4 + 0 + 1 + 3);
  EXPECT_EQ(resourceSum(law, play.match().position(), Side::black), 1 + 1);
  play.legal("e4e3").over("white", 144);
}

TEST(ArmadaChessClauses, AC_145_OrderOfTheVictories) {
  Play king(Table("w K f9, b R a8").ruin(4).ruin(6).king(5, 1).clock(0));
  king.legal("attack f9 C5 occupy").over("white", 141);
  Play cities(Table("w R f9, w K a3").ruin(4).ruin(6).clock(0));
  cities.legal("attack f9 C5 occupy").over("white", 138);
  Play forces(Table("w R b3, b N b7, w K a3").clock(0));
  forces.legal("b3xb7").over("white", 139);
  // Burning one's last city while the opponent cannot move: the mover's victory comes first.
  Play mover(Table("w B b1, w B j10, b B c8").ruin(2).city(3, 5, "black"));
  mover.legal("burn b1 C1").over("white", 128);
}

} // namespace
} // namespace linesman::rules::armada_chess
