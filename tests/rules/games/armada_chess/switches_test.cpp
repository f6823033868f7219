// Every switch is flipped once and must make a difference.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "rules/games/armada_chess/setup.h"
#include "rules/games/armada_chess/support.h"
#include "rules/games/armada_chess/table_reading.h"
#include "rules/rule_book.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::fieldOf;
using testing::Play;
using testing::rest;
using testing::Table;

/// The text is legal with the one value and illegal with the other.
void legalOnlyWith(const Table& table, const std::string& name, const std::string& with, const std::string& without,
                   const std::string& text) {
  Table yes = table, no = table;
  Play(yes.option(name, with)).legal(text);
  Play(no.option(name, without)).illegal(text);
}

SetupVerdict setupWith(const testing::Switches& switches, std::vector<SetupPiece> seen) {
  const Options options = testing::optionsWith(switches);
  return judgeSetup({testing::boardById("companion-10x10"), options}, seen);
}

std::vector<SetupPiece> pawnFirst() {
  return {{Kind::pawn, Side::white, true, fieldOf("b4")}, {Kind::king, Side::white, true, fieldOf("e3")}};
}

TEST(ArmadaChessSwitches, first_mover) {
  const Options black = testing::optionsWith({{"first_mover", "black"}}), white;
  const Board& board = testing::boardById("companion-10x10");
  EXPECT_EQ(startPosition({board, white}).side, Side::white);
  EXPECT_EQ(startPosition({board, black}).side, Side::black);
}

TEST(ArmadaChessSwitches, king_first) {
  EXPECT_TRUE(setupWith({}, pawnFirst()).findings.front().warning);
  EXPECT_FALSE(setupWith({{"king_first", "enforce"}}, pawnFirst()).findings.front().warning);
  EXPECT_NE(setupWith({{"king_first", "off"}}, pawnFirst()).findings.front().clauses.front(), 11);
  const Board& board = testing::boardById("companion-10x10");
  const Options options = testing::optionsWith({{"king_first", "first_move"}});
  Match match(board, options, startPosition({board, options}));
  EXPECT_FALSE(match.play("b4b5").legal);
  EXPECT_TRUE(match.play("f3f2").legal);
  EXPECT_FALSE(match.play("b7b6").legal);
  EXPECT_TRUE(match.play("f8f9").legal);
  EXPECT_TRUE(match.play("b4b5").legal);
}

TEST(ArmadaChessSwitches, setup) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options = testing::optionsWith({{"setup", "in_turn"}});
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::black, 60.0), 0.0);
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::black, 150.0), 90.0);
  EXPECT_DOUBLE_EQ(setupTimeLeft({board, options}, Side::white, 150.0), 0.0);
}

TEST(ArmadaChessSwitches, setup_lost) {
  const std::vector<SetupPiece> seen{{Kind::knight, Side::white, false, std::nullopt}};
  EXPECT_EQ(setupWith({}, seen).position.reserve[0][indexOf(Kind::knight)][0], 2);
  EXPECT_EQ(setupWith({{"setup_lost", "out_of_game"}}, seen).position.reserve[0][indexOf(Kind::knight)][0], 0);
}

TEST(ArmadaChessSwitches, setup_misplaced) {
  const std::vector<SetupPiece> seen{{Kind::knight, Side::white, true, fieldOf("e5")}};
  EXPECT_EQ(setupWith({}, seen).to_correct.size(), 1U);
  const SetupVerdict lost = setupWith({{"setup_misplaced", "lost"}}, seen);
  EXPECT_TRUE(lost.ready());
  EXPECT_EQ(lost.position.reserve[0][indexOf(Kind::knight)][0], 2);
}

TEST(ArmadaChessSwitches, check) {
  const Table table("w R b3, w K e3" + rest);
  EXPECT_TRUE(Play(table).legal("b3b8").last().notices.empty());
  Table warn = table;
  EXPECT_EQ(Play(warn.option("check", "warn")).legal("b3b8").last().notices.size(), 1U);
}

TEST(ArmadaChessSwitches, stalemate) {
  Table table("w B i9, b B c8, w K b3");
  Play(table).legal("i9j10").over("white", 128);
  Play(table.option("stalemate", "draw")).legal("i9j10").over("draw", 128);
}

TEST(ArmadaChessSwitches, en_passant) {
  const Table table = Table("w P b5, b P c7, w K e3" + rest).black();
  Play(table).legal("c7c5").illegal("b5xc6");
  Table on = table;
  Play play(on.option("en_passant", "on"));
  play.legal("c7c5").legal("b5xc6");
  EXPECT_EQ(play.at("c5"), "");
  EXPECT_EQ(play.reserve("black"), "pawn");
  Table late = table;
  Play(late.option("en_passant", "on")).legal("c7c5").legal("e3e4").legal("j8j9").illegal("b5xc6");
  // A Pawn that has gone on since its double step is not there to be taken.
  Table twice("w P a10, w P b4, w K e3, b P c6, b P a6, b P j7, b K e8");
  Play(twice.option("en_passant", "on")).legal("b4b6,b6b7").illegal("c6xb5");
}

TEST(ArmadaChessSwitches, repetition_draw) {
  for (const bool on : {false, true}) {
    Play play(Table("w K e3" + rest).option("repetition_draw", on ? "3" : "off"));
    for (const char* text : {"e3e4", "j8j9", "e4e3", "j9j8", "e3e4", "j8j9", "e4e3"})
      play.legal(text);
    play.goesOn().legal("j9j8");
    if (on)
      play.over("draw", 15);
    else
      play.goesOn();
  }
}

TEST(ArmadaChessSwitches, touch_move) {
  Table table("w R b3, w K e3" + rest);
  table.with("touched", "e3");
  legalOnlyWith(table, "touch_move", "off", "on", "b3b4");
  Play(table.option("touch_move", "on")).legal("e3e4").legal("j8j9").legal("b3b4");
}

TEST(ArmadaChessSwitches, reposition) {
  legalOnlyWith(Table("w N e4, w K a3" + rest), "reposition", "always", "when_blocked", "e4e3");
  legalOnlyWith(Table("w P b4, w K a3" + rest), "reposition", "always", "when_blocked", "b4c4");
  legalOnlyWith(Table("w B e4, w K a3" + rest), "reposition", "always", "when_blocked", "e4e3");
  Play(Table("w P b4, b N b5, w K e3" + rest).option("reposition", "when_blocked")).legal("b4c4");
}

TEST(ArmadaChessSwitches, bishop_reposition) {
  legalOnlyWith(Table("w B c3, w K e3" + rest), "bishop_reposition", "orthogonal", "side_back", "c3c4");
}

TEST(ArmadaChessSwitches, sawblade) {
  legalOnlyWith(Table("w P b7, w K e3" + rest), "sawblade", "any", "own_side", "b7b9");
  legalOnlyWith(Table("w P c4 start=b4, w K e3" + rest), "sawblade", "own_side", "own_square", "c4c6");
  Play(Table("w P b4, w K e3" + rest).option("sawblade", "own_square"))
      .legal("b4c4")
      .legal("j8j9")
      .illegal("c4c6")
      .legal("c4b4")
      .legal("j9j8")
      .legal("b4b6");
}

TEST(ArmadaChessSwitches, fly_over_pieces) {
  legalOnlyWith(Table("w Q d3 trained, b B d5, b R d6, w K a3" + rest), "fly_over_pieces", "on", "off", "d3xd6");
}

TEST(ArmadaChessSwitches, team_on_terrain) {
  legalOnlyWith(Table("b Q d5, w K e4" + rest), "team_on_terrain", "on", "off", "e4xd5");
}

TEST(ArmadaChessSwitches, fort_on_terrain) {
  const Table table("b R g6 turned, w R g3, w N f4, w K a3" + rest);
  legalOnlyWith(table, "fort_on_terrain", "terrain_only", "both", "g3xg6");
  legalOnlyWith(table, "fort_on_terrain", "points_only", "both", "f4xg6");
}

TEST(ArmadaChessSwitches, second_trainee) {
  legalOnlyWith(Table("w N a5 training=1, w R j6, w K e3" + rest), "second_trainee", "void_first", "illegal",
                "train j6");
}

TEST(ArmadaChessSwitches, training_area) {
  Table table("w B e5 training=1, w K a3" + rest);
  Play any(table);
  any.legal("e5f6");
  EXPECT_EQ(any.at("f6"), "w bishop training=1");
  Play range(table.option("training_area", "same_range"));
  range.legal("e5f6");
  EXPECT_EQ(range.at("f6"), "w bishop");
}

TEST(ArmadaChessSwitches, announce) {
  const Table table("w R a5, w K e3" + rest);
  legalOnlyWith(table, "announce", "lenient", "strict", "train a5 3");
  EXPECT_EQ(Play(table).legal("train a5 3").last().notices.size(), 1U);
}

TEST(ArmadaChessSwitches, double_lift) {
  legalOnlyWith(Table("w N a10, w N e5, w N d5, w K a3" + rest), "double_lift", "on", "off", "train e5,train d5");
}

TEST(ArmadaChessSwitches, king_from_reserve) {
  for (const bool on : {false, true}) {
    Play play(
        Table("w B e3, b K g5, b N c8, w K a3, b P j2").city(4, 6).option("king_from_reserve", on ? "on" : "off"));
    play.legal("e3xg5");
    EXPECT_EQ(play.lists("exit C4 K b10"), on);
  }
}

TEST(ArmadaChessSwitches, sabotage_scope) {
  legalOnlyWith(Table("w N j10, b N d5, b K c8, w P a9, b P j2").black(), "sabotage_scope", "travel_only", "all",
                "train d5");
  legalOnlyWith(Table("w N j10, b K c8, w P a9, b P j2").black().city(4, 3).reserve("black", "N"), "sabotage_scope",
                "travel_only", "all", "exit C4 N b10");
}

TEST(ArmadaChessSwitches, rookpawn_on_si) {
  legalOnlyWith(Table("w R j10 rider, b P c7, b K c8, w P a9").black(), "rookpawn_on_si", "rook", "both", "c7c6");
}

TEST(ArmadaChessSwitches, intel_pair) {
  const Table table("w N a10, w N e5, w N h4, w K a3" + rest);
  legalOnlyWith(table, "intel_pair", "any_two", "two_pieces", "e5f7,f7h6");
  legalOnlyWith(table, "intel_pair", "any_two", "one_piece", "e5f7,h4g6");
}

TEST(ArmadaChessSwitches, intel_holder) {
  legalOnlyWith(Table("w N a10, w N e5, w K a3" + rest), "intel_holder", "yes", "no", "e5f7,a10b8");
}

TEST(ArmadaChessSwitches, promotion_late) {
  legalOnlyWith(Table("w P d10, w K e3" + rest).reserve("white", "R"), "promotion_late", "on", "off", "promote d10=R");
}

TEST(ArmadaChessSwitches, promotion_from_rookpawn) {
  Table table = Table("w R d6 rider, w K e3" + rest).reserve("white", "Q");
  legalOnlyWith(table, "promotion_from_rookpawn", "on", "off", "d6d10=Q");
  Play play(table.option("promotion_from_rookpawn", "on"));
  play.legal("d6d10=Q");
  EXPECT_EQ(play.at("d10"), "w queen");
  EXPECT_EQ(play.reserve("white"), "pawn rook");
}

TEST(ArmadaChessSwitches, upgrade_area) {
  for (const bool same : {false, true}) {
    Play play(Table("w Q a1 upgrade=2, w K e3" + rest)
                  .ruin(1)
                  .ruin(2)
                  .option("upgrade_area", same ? "same_field" : "s_or_i"));
    // On the default board no single move joins a1 and j1; the switch is seen by a move along a cleared row.
    Play clear(Table("w Q a1 trained upgrade=2, w K e3" + rest)
                   .ruin(1)
                   .ruin(2)
                   .ruin(3)
                   .option("upgrade_area", same ? "same_field" : "s_or_i"));
    clear.legal("a1j1");
    EXPECT_EQ(clear.at("j1"), same ? "w queen trained" : "w queen trained upgrade=2");
  }
}

TEST(ArmadaChessSwitches, revive_blocked) {
  const Table table = Table("w R h7 high, w N d1, b N g1, b Q h8, w K e3, b P j2").black();
  EXPECT_EQ(Play(table).legal("h8xh7").reserve("white"), "rook");
  Table wait = table;
  Play play(wait.option("revive_blocked", "wait"));
  play.legal("h8xh7");
  EXPECT_EQ(play.revivals("white"), "rook");
  play.legal("e3e4").legal("h7h6").legal("d1d2").legal("revive R d1");
}

TEST(ArmadaChessSwitches, moral_on_first_life) {
  Table table("w B e3, b K g5 high, b B a8, w K a3, b P j2");
  EXPECT_EQ(Play(table).legal("e3xg5").at("a8"), "b bishop");
  EXPECT_EQ(Play(table.option("moral_on_first_life", "on")).legal("e3xg5").at("a8"), "");
}

TEST(ArmadaChessSwitches, decisive_vs_upgraded) {
  Table table("w K g4, b K g5 high, b R a8, b P j2");
  Play(table).legal("g4xg5").over("white", 141);
  Play play(table.option("decisive_vs_upgraded", "first_life"));
  play.legal("g4xg5").goesOn();
  EXPECT_EQ(play.revivals("black"), "king");
}

TEST(ArmadaChessSwitches, king_reupgrade) {
  legalOnlyWith(Table("w K a1 crown" + rest), "king_reupgrade", "on", "off", "upgrade a1");
}

TEST(ArmadaChessSwitches, city_overflow) {
  legalOnlyWith(Table("w B c2, w K e3" + rest).city(1, 5), "city_overflow", "cap", "illegal", "enter c2 C1");
  Play(Table("w K c2" + rest).city(1, 5).option("city_overflow", "illegal")).legal("enter c2 C1");
}

TEST(ArmadaChessSwitches, entry_geometry) {
  legalOnlyWith(Table("w P c2, w K e3" + rest), "entry_geometry", "off", "on", "enter c2 C1");
  Play(Table("w R c2, w K e3" + rest).option("entry_geometry", "on")).legal("enter c2 C1");
}

TEST(ArmadaChessSwitches, exit_per_move) {
  legalOnlyWith(Table("w K e3" + rest).city(1, 5).reserve("white", "N P"), "exit_per_move", "many", "1",
                "exit C1 N b1,exit C1 P c2,done");
}

TEST(ArmadaChessSwitches, attack_geometry) {
  legalOnlyWith(Table("w B c9, w K e3" + rest), "attack_geometry", "off", "on", "attack c9 C4 destroy");
  Play(Table("w P c9, w K e3" + rest).city(4, 2).option("attack_geometry", "on")).legal("attack c9 C4");
}

TEST(ArmadaChessSwitches, occupied_die) {
  const std::pair<const char*, int> wanted[] = {
      {"value", 4}, {"difference", 2}, {"one_plus_value", 5}, {"one", 1}, {"keep", 2}};
  for (const auto& [value, die] : wanted) {
    Play play(Table("w R i10, w K e3" + rest).city(6, 2).option("occupied_die", value));
    play.legal("attack i10 C6 occupy,done");
    EXPECT_EQ(play.die(6), die) << value;
  }
}

TEST(ArmadaChessSwitches, extra_move) {
  legalOnlyWith(Table("w R i10, w Q e9, w K e3" + rest), "extra_move", "any", "not_attack",
                "attack i10 C6 occupy,attack e9 C5 destroy");
}

TEST(ArmadaChessSwitches, extra_chain) {
  legalOnlyWith(Table("w R i10, w Q e9, w K e3" + rest), "extra_chain", "on", "off",
                "attack i10 C6 occupy,attack e9 C5 occupy,e3e4");
  Play(Table("w R i10, w Q e9, w K e3" + rest).option("extra_chain", "off"))
      .legal("attack i10 C6 occupy,attack e9 C5 occupy");
}

TEST(ArmadaChessSwitches, equal_is_immoral) {
  Table table = Table("w N i10, w K e3" + rest).city(6, 2).city(1, 4);
  EXPECT_EQ(Play(table).legal("attack i10 C6").die(1), 4);
  EXPECT_EQ(Play(table.option("equal_is_immoral", "on")).legal("attack i10 C6").die(1), 3);
}

TEST(ArmadaChessSwitches, price_scope) {
  Table table = Table("w R i10, w K e3" + rest).city(4, 3, "white");
  EXPECT_EQ(Play(table).legal("attack i10 C6 destroy").die(4), 2);
  EXPECT_EQ(Play(table.option("price_scope", "original")).legal("attack i10 C6 destroy").die(4), 3);
}

TEST(ArmadaChessSwitches, scorched_price) {
  Table table = Table("w B b1, w K e3" + rest).city(2, 3);
  EXPECT_EQ(Play(table).legal("burn b1 C1").die(2), 3);
  EXPECT_EQ(Play(table.option("scorched_price", "on")).legal("burn b1 C1").die(2), 2);
}

TEST(ArmadaChessSwitches, scorched_needs_value) {
  legalOnlyWith(Table("w B b1, w K e3" + rest).city(1, 3), "scorched_needs_value", "off", "on", "burn b1 C1");
}

TEST(ArmadaChessSwitches, scorched_last) {
  legalOnlyWith(Table("w B b1, w K e3" + rest).ruin(2).ruin(3), "scorched_last", "loss", "illegal", "burn b1 C1");
}

TEST(ArmadaChessSwitches, rebuild_site) {
  legalOnlyWith(Table("w R c10 turned, w K e3" + rest).ruin(4), "rebuild_site", "any", "own", "rebuild c10");
}

TEST(ArmadaChessSwitches, blockade) {
  Table table = Table("w R b10, w R c9, w K e4, b R j8, b P j2").city(4, 5);
  legalOnlyWith(table, "blockade", "active", "passive", "blockade C4");
  EXPECT_EQ(Play(table).legal("e4e3").die(4), 4);
  table.option("blockade", "active");
  EXPECT_EQ(Play(table).legal("e4e3").die(4), 5);
  EXPECT_EQ(Play(table).legal("blockade C4").die(4), 4);
}

TEST(ArmadaChessSwitches, kings_blockade) {
  const Table table = Table("w R b10, w K c9, w P e4, b R j8, b P j2").city(4, 6);
  Table passive = table, sum = table;
  passive.option("kings_blockade", "passive_2");
  sum.option("kings_blockade", "sum_3");
  EXPECT_EQ(Play(table).legal("artillery c9").die(4), 4);
  EXPECT_EQ(Play(table).legal("e4e5").die(4), 5);
  EXPECT_EQ(Play(passive).legal("e4e5").die(4), 4);
  EXPECT_EQ(Play(sum).legal("artillery c9").die(4), 3);
}

TEST(ArmadaChessSwitches, moral_scope) {
  Table table = Table("w B e3, b K g5, b B a8, b N c8, w K a3, b P j2").reserve("black", "B");
  EXPECT_EQ(Play(table).legal("e3xg5").reserve("black"), "bishop bishop");
  EXPECT_EQ(Play(table.option("moral_scope", "board_and_reserve")).legal("e3xg5").reserve("black"), "");
}

TEST(ArmadaChessSwitches, moral_second_life) {
  Table table("w B e3, b K g5, b B a8 high, b N c8, w K a3, b P j2");
  EXPECT_EQ(Play(table).legal("e3xg5").revivals("black"), "bishop");
  EXPECT_EQ(Play(table.option("moral_second_life", "off")).legal("e3xg5").revivals("black"), "");
}

TEST(ArmadaChessSwitches, moral_losses) {
  Table table("w B e3, b K g5, b B a8, b N c8, w K a3, b P j2");
  EXPECT_EQ(Play(table).legal("e3xg5").reserve("black"), "bishop");
  EXPECT_EQ(Play(table.option("moral_losses", "out_of_game")).legal("e3xg5").reserve("black"), "");
}

TEST(ArmadaChessSwitches, ceasefire_scope) {
  legalOnlyWith(Table("w K c9, b R j8, b P j2").ceasefire(2, 2).city(4, 3), "ceasefire_scope", "no_knockouts",
                "no_hostilities", "artillery c9");
  legalOnlyWith(Table("w N g8, b R j8, w K e3, b P j2").ceasefire(2, 2), "ceasefire_scope", "no_knockouts",
                "no_hostilities", "attack g8 C6 destroy");
}

TEST(ArmadaChessSwitches, extend_costs_move) {
  Table table = Table("w K e3" + rest).ceasefire(2, 2);
  EXPECT_EQ(Play(table).legal("extend 2").turn(), "black");
  Play play(table.option("extend_costs_move", "off"));
  EXPECT_EQ(play.legal("extend 2").turn(), "white");
  play.legal("yes").legal("e3e4");
  EXPECT_EQ(play.match().position().ceasefire[0], 3);
}

TEST(ArmadaChessSwitches, claim_window) {
  Table table("w N a10, w N e5, b R h8, w K e3" + rest);
  Play(table).legal("e5f7,done").legal("claim f7xh8");
  Play(table.option("claim_window", "own_signal")).legal("e5f7,done").illegal("claim f7xh8");
}

TEST(ArmadaChessSwitches, hints) {
  Table always("w N a10, w N e5, w K e3" + rest), after = always, off = always;
  EXPECT_TRUE(Play(off).legal("e5f7,done").last().notices.empty());
  EXPECT_EQ(Play(always.option("hints", "always")).legal("e5f7,done").last().notices.size(), 1U);
  Play play(after.option("hints", "after"));
  EXPECT_TRUE(play.legal("e5f7,done").last().notices.empty());
  EXPECT_EQ(play.legal("j8j9").last().notices.size(), 1U);
}

TEST(ArmadaChessSwitches, clock) {
  Table table = Table("w K e4, b R j8").city(1, 6);
  table.with("clock_s", {{"white", 0}, {"black", 100}});
  Play(table.option("clock", "per_player")).legal("e4e3").over("black", 143);
  Play(Table("w K e4, b R j8").city(1, 6).clock(0)).legal("e4e3").over("white", 143);
}

TEST(ArmadaChessSwitches, clock_length) {
  const Options options = testing::optionsWith({{"clock_length", "90"}});
  EXPECT_EQ(emptyPosition({testing::boardById("companion-10x10"), options}).clock_s[0], 90);
}

TEST(ArmadaChessSwitches, v1_self_burnt) {
  Table table = Table("w B b1, w K e3" + rest).ruin(2).ruin(3);
  Play(table).legal("burn b1 C1").over("black", 138);
  Play(table.option("v1_self_burnt", "not")).legal("burn b1 C1").goesOn();
}

TEST(ArmadaChessSwitches, v2) {
  Table table = Table("w R b3, b N b7").city(4, 2);
  Play(table).legal("b3xb7").goesOn();
  Play(table.option("v2", "board_empty")).legal("b3xb7").over("white", 139);
}

TEST(ArmadaChessSwitches, mobility) {
  Table table = Table("w B i9, b B c8, w K b3").reserve("black", "P").city(5, 2);
  Play(table).legal("i9j10").goesOn();
  Play(table.option("mobility", "travel_only")).legal("i9j10").over("white", 128);
}

TEST(ArmadaChessSwitches, boarding) {
  legalOnlyWith(Table("w P b4, w R c5, w K e3" + rest), "boarding", "adjacent8", "pawn_move", "b4c5");
}

TEST(ArmadaChessSwitches, fort_attack) {
  Table table("w R b3 turned, b Q b8, w K e3" + rest), land = table, stay = table;
  EXPECT_EQ(Play(table).legal("b3xb8").at("b8"), "w rook");
  land.option("fort_attack", "land_turned");
  EXPECT_EQ(Play(land).legal("b3xb8").at("b8"), "w rook turned");
  EXPECT_EQ(Play(land).legal("b3b7").at("b7"), "w rook");
  EXPECT_EQ(Play(stay.option("fort_attack", "stay_turned")).legal("b3b7").at("b7"), "w rook turned");
}

TEST(ArmadaChessSwitches, rookpawn_attack_value) {
  legalOnlyWith(Table("b R h5 turned, w R f5 rider, w K e3" + rest), "rookpawn_attack_value", "5", "4", "f5xh5");
}

TEST(ArmadaChessSwitches, ceasefire_requests) {
  Table table("w K e3" + rest);
  Play(table).legal("ceasefire?").legal("no").legal("j8j9").legal("ceasefire?");
  Play play(table.option("ceasefire_requests", "one_per_ply_count"));
  play.legal("ceasefire?")
      .legal("no")
      .legal("j8j9")
      .illegal("ceasefire?")
      .legal("e3e4")
      .legal("j9j8")
      .legal("ceasefire?");
}

TEST(ArmadaChessSwitches, exit_capture) {
  legalOnlyWith(Table("b N c2, w K e3" + rest).city(1, 3).reserve("white", "B"), "exit_capture", "on", "off",
                "exit C1 B xc2");
}

TEST(ArmadaChessSwitches, die_mismatch) {
  const Board& board = testing::boardById("companion-10x10");
  const Options correct, accept = testing::optionsWith({{"die_mismatch", "accept"}});
  Position position = startPosition({board, correct});
  EXPECT_EQ(compareDice({board, correct}, position, {{0, 4}}).size(), 1U);
  EXPECT_EQ(position.cities[0].die, 1);
  EXPECT_EQ(compareDice({board, accept}, position, {{0, 4}}).size(), 1U);
  EXPECT_EQ(position.cities[0].die, 4);
}

TEST(ArmadaChessSwitches, equal_kings) {
  Table table = Table("w K f9, b R a8, w P a9, b P j2").king(5, 6), tie = table, both = table;
  Play(table).legal("attack f9 C5").over("white", 141);
  Play(tie.option("equal_kings", "tie")).legal("attack f9 C5").over("draw", 119);
  Play play(both.option("equal_kings", "both_fall"));
  play.legal("attack f9 C5").goesOn();
  EXPECT_EQ(play.at("f9"), "");
  EXPECT_EQ(play.at("a8"), "b rook");
}

TEST(ArmadaChessSwitches, RuleBookAndCodeNameTheSame) {
  const auto book = RuleBook::load("armada_chess");
  ASSERT_TRUE(book) << book.error().sentence;
  ASSERT_EQ(book->options().size(), allOptions().size());
  for (const OptionInfo& info : allOptions()) {
    const Option* option = book->option(std::string(info.name));
    ASSERT_NE(option, nullptr) << info.name;
    EXPECT_EQ(option->values, std::vector<std::string>(info.values.begin(), info.values.end())) << info.name;
    EXPECT_EQ(option->default_value, optionValue(Options{}, info)) << info.name;
  }
  ASSERT_EQ(book->clauses().size(), static_cast<std::size_t>(clause_count));
  for (int number = 1; number <= clause_count; ++number)
    EXPECT_FALSE(book->clauseText(ClauseSet::idOf(number)).empty()) << number;
  EXPECT_EQ(book->data()["words"].as_table()->size(), 19U);
}

TEST(ArmadaChessSwitches, EverySwitchHasATestOfItsName) {
  std::ifstream file(LINESMAN_TEST_DATA "/../rules/games/armada_chess/switches_test.cpp");
  ASSERT_TRUE(file);
  std::stringstream text;
  text << file.rdbuf();
  for (const OptionInfo& info : allOptions())
    EXPECT_NE(text.str().find("ArmadaChessSwitches, " + std::string(info.name) + ")"), std::string::npos) << info.name;
}

TEST(ArmadaChessSwitches, WrongNamesAndValuesAreOneSentence) {
  Options options;
  EXPECT_NE(setOption(options, "armadachess.blockade", "sometimes").error().sentence.find("passive, active"),
            std::string::npos);
  EXPECT_NE(setOption(options, "blokade", "active").error().sentence.find("blokade"), std::string::npos);
  EXPECT_FALSE(setOption(options, "clock_length", "0"));
  EXPECT_TRUE(setOption(options, "armadachess.blockade", "active"));
}

} // namespace
} // namespace linesman::rules::armada_chess
