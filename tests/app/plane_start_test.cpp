#include <gtest/gtest.h>

#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// A plane game that goes on, told as a scenario.
class PlaneStarted : public FedMatch {
protected:
  static MatchSetup setupWith(const std::string& start) {
    MatchSetup setup;
    setup.game = "armadas";
    setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup.start = start;
    return setup;
  }
  static TableState table() {
    TableState state;
    state.pyramids = {laid(0, -200, 90), laid(100, -200, 90), laid(0, 200, -90, Colour::blue)};
    for (std::size_t i = 0; i < state.pyramids.size(); ++i)
      state.pyramids[i].id = PieceId{static_cast<int>(i) + 1};
    return state;
  }
  static std::string ship(const char* id, const char* player, double x, double y, int damage) {
    return json{{"id", id},        {"kind", "ship"}, {"player", player}, {"size", "medium"},
                {"stern", {x, y}}, {"heading", 90},  {"damage", damage}}
        .dump();
  }
};

TEST_F(PlaneStarted, NamesDamageAndTurnAreAsTold) {
  begin(setupWith(R"({"to_move":"blue","objects":[)" + ship("flag", "red", 101, -198, 2) + "," +
                  ship("b7", "blue", 2, 201, 1) + "," + ship("r1", "red", -1, -203, 0) + "]}"));
  watch(table());
  ASSERT_EQ(of("start").size(), 1u);
  const json start = of("start")[0];
  EXPECT_EQ(start["to_move"], "blue");
  std::map<std::string, int> damage;
  for (const json& one : start["ships"])
    damage[one["name"]] = one["damage"];
  EXPECT_EQ(damage, (std::map<std::string, int>{{"flag", 2}, {"b7", 1}, {"r1", 0}}));
  EXPECT_TRUE(of("error").empty()) << of("error").front().dump();
  expectFold();
}

TEST_F(PlaneStarted, WhatTheTableDoesNotShowIsSaid) {
  begin(setupWith(R"({"objects":[)" + ship("r1", "red", 0, -200, 0) + "," + ship("b1", "blue", 300, 200, 1) + "]}"));
  watch(table());
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["to_move"], "red");
  EXPECT_EQ(of("error").size(), 3u) << "b1 is elsewhere; two ships are not told of";
}

TEST_F(PlaneStarted, AnotherPlayerToMoveThanItIsPickedUpWithIsRefused) {
  MatchSetup setup = setupWith(R"({"to_move":"blue","objects":[)" + ship("b7", "blue", 2, 201, 1) + "]}");
  setup.pick_up = "red";
  const auto match = Match::begin(setup, "", listener());
  ASSERT_FALSE(match);
  EXPECT_EQ(match.error().sentence,
            "By the start blue is to move, and the match is picked up with red to move; choose one of the two.");
  setup.pick_up = "blue";
  EXPECT_TRUE(Match::begin(setup, "", listener()));
}

TEST_F(PlaneStarted, APlayerWithoutAShipIsNotSilentlyAnotherOne) {
  MatchSetup setup = setupWith("");
  setup.players.clear(); // of the colours seen
  setup.pick_up = "green";
  begin(setup);
  watch(table());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"],
            "green has no ship on the table, so red is taken to be to move; begin anew with "
            "a player who has one.");
  EXPECT_EQ(of("start")[0]["to_move"], "red");
  expectFold();
}

TEST_F(PlaneStarted, AGameThatIsPickedUpWithOneFleetOnlySaysSo) {
  MatchSetup setup = setupWith("");
  setup.pick_up = "red";
  begin(setup);
  TableState red = table();
  red.pyramids.pop_back();
  watch(red);
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"], "Only red has ships on the table, and the game is for two or more players; lay "
                                        "the other fleets where they belong, and begin anew.");
  expectFold();
}

TEST_F(PlaneStarted, FleetsThatAreLaidOneAfterTheOtherAreAllOfTheGame) {
  MatchSetup setup = setupWith("");
  setup.players.clear(); // of the colours seen
  begin(setup);
  TableState red = table();
  red.pyramids.pop_back();
  red.pyramids[1] = laid(300, -200, 90);
  TableState both = red;
  both.pyramids.push_back(laid(0, 300, -90, Colour::blue));
  both.pyramids.push_back(laid(300, 300, -90, Colour::blue));
  for (TableState* state : {&red, &both})
    for (std::size_t i = 0; i < state->pyramids.size(); ++i)
      state->pyramids[i].id = PieceId{static_cast<int>(i) + 1};
  watch(red);
  match_->hear({t_s_, "red", "done"});
  EXPECT_TRUE(of("start").empty()) << "nobody is there to play against";
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"].get<std::string>().find("Only red has ships on the table"), 0u);
  watch(both);
  EXPECT_EQ(of("error").size(), 1u) << of("error").back()["sentence"] << " (blue's are nobody's, it was said)";
  match_->hear({t_s_, "blue", "done"});
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["ruling"], "legal") << of("verdict")[0]["sentence"];
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("start")[0]["players"], json({"red", "blue"}));
  EXPECT_EQ(of("start")[0]["ships"].size(), 4u);
  expectFold();
}

TEST_F(PlaneStarted, AFleetThatLiesShiftedKeepsItsDamage) {
  begin(setupWith(R"({"to_move":"red","objects":[)" + ship("A", "red", 22, -200, 1) + "," +
                  ship("B", "red", 0, -200, 0) + "," + ship("b1", "blue", 0, 200, 0) + "]}"));
  TableState state = table();
  state.pyramids[0] = laid(12, -200, 90);
  state.pyramids[1] = laid(34, -200, 90);
  look(state);
  EXPECT_TRUE(of("error").empty()) << of("error").front().dump();
  std::map<std::string, double> x_mm;
  std::map<std::string, int> damage;
  const json start = of("start")[0];
  for (const json& one : start["ships"]) {
    x_mm[one["name"]] = one["x"];
    damage[one["name"]] = one["damage"];
  }
  EXPECT_EQ(x_mm, (std::map<std::string, double>{{"A", 34}, {"B", 12}, {"b1", 0}}));
  EXPECT_EQ(damage, (std::map<std::string, int>{{"A", 1}, {"B", 0}, {"b1", 0}}));
  expectFold();
}

TEST_F(PlaneStarted, FleetsAndSurfaceAreLookedAt) {
  const auto verdictOf = [&](std::map<std::string, std::string> options) {
    MatchSetup setup = setupWith("");
    setup.options = std::move(options);
    setup.area = {{"type", "polygon"}, {"points", {{-240, -240}, {240, -240}, {240, 240}, {-240, 240}}}};
    begin(setup);
    watch(table()); // two Mediums against one
    match_->hear({t_s_, "red", "done"});
    match_->hear({t_s_, "blue", "done"});
    return of("verdict").at(0);
  };
  const json free = verdictOf({});
  EXPECT_EQ(free["ruling"], "legal");
  EXPECT_EQ(free["sentence"],
            "The fleets are placed as the rules demand; the game begins. The fleets are not alike; see "
            "to it that this was agreed. The playing surface is only 480 mm across; it needs 500.");
  EXPECT_EQ(verdictOf({{"fleet", "free"}, {"min_area_mm", "450"}})["sentence"],
            "The fleets are placed as the rules demand; the game begins.");
}

TEST_F(PlaneStarted, InArmada2KEnemiesNearerThanTwelveInchesAreOnlyTold) {
  MatchSetup setup = setupWith("");
  setup.game = "armada2k";
  begin(setup);
  TableState state = table();
  state.pyramids[0] = laid(-100, -200, 90);
  state.pyramids[2] = laid(100, 140, -90, Colour::blue); // bow to bow with r2 at some 267 mm
  watch(state);
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "blue", "done"});
  EXPECT_EQ(of("verdict").at(0)["ruling"], "legal");
  const std::string sentence = of("verdict")[0]["sentence"];
  EXPECT_NE(sentence.find("r2 and b1 are nearer than 12 inches."), std::string::npos) << sentence;
  expectFold();
}

TEST_F(PlaneStarted, AShotThatNamesNoShipBeginsNothing) {
  begin(setupWith(""));
  watch(table());
  for (const char* say : {"fire", "fire r1", "fire r1 b9", "fire at will"})
    match_->hear({t_s_, "red", say});
  EXPECT_TRUE(of("start").empty());
  EXPECT_EQ(of("claim").size(), 4u);
  for (const json& claim : of("claim"))
    EXPECT_FALSE(claim["accepted"].get<bool>()) << claim;
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(of("start").size(), 1u);
  expectFold();
}

TEST_F(PlaneStarted, FleetsThatOverlapOrAreTooNearAreToldAsThat) {
  begin(setupWith(""));
  TableState state = table();
  state.pyramids[1] = laid(16, -200, 90);
  for (const char* wanted : {"(r1 and r2 overlap)", "are too near each other)"}) {
    watch(state);
    match_->hear({t_s_, "red", "done"});
    match_->hear({t_s_, "blue", "done"});
    ASSERT_FALSE(of("verdict").empty());
    const std::string sentence = of("verdict").back()["sentence"];
    EXPECT_NE(sentence.find(wanted), std::string::npos) << sentence;
    state.pyramids[1] = laid(100, -200, 90);
    state.pyramids[2] = laid(0, 60, -90, Colour::blue);
    state.pyramids[2].id = PieceId{3};
    state.pyramids[1].id = PieceId{2};
  }
}

TEST_F(PlaneStarted, WhatWasDoneInThisTurnAndArmourCount) {
  const std::string red =
      R"({"id":"r1","player":"red","size":"M","stern":[0,-200],"heading":90,"moved":true,"shots":2},)"
      R"({"id":"r2","player":"red","size":"M","stern":[100,-200],"heading":90},)";
  const std::string blue =
      R"({"id":"b1","player":"blue","size":"M","stern":[45,-200],"heading":90,"damage":1,"armour":1,"shots":1})";
  begin(setupWith(R"({"to_move":"red","objects":[)" + red + blue + "]}"));
  TableState state = table();
  state.pyramids[2] = laid(45, -200, 90, Colour::blue);
  look(state);
  EXPECT_TRUE(of("error").empty()) << of("error").front();
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(of("verdict").back()["sentence"], "r1 has fired all its shots of this turn.");
  match_->hear({t_s_, "red", "fire r2 b1"});
  EXPECT_EQ(of("verdict").back()["sentence"], "red has used all 3 actions of this turn; say done.");
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "blue", "done"});
  match_->hear({t_s_, "red", "fire r1 b1"});
  ASSERT_EQ(of("counter").size(), 1u) << of("verdict").back()["sentence"];
  EXPECT_FALSE(of("counter")[0]["sunk"].get<bool>()) << "it bears three";
  expectFold();
}

TEST_F(PlaneStarted, WhatAStartHasThatTheMatchHasFromElsewhereIsSaid) {
  begin(setupWith(R"({"to_move":"red","options":{"los":"none"},"objects":[)" + ship("r1", "red", 0, -200, 0) + "," +
                  ship("r2", "red", 100, -200, 0) + "," + ship("b1", "blue", 0, 200, 0) +
                  R"(,{"id":"rock","kind":"terrain","centre":[0,0],"radius":20}]})"));
  look(table());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"],
            "Of the start this is not read: options, objects that are no ships; the match has its options from "
            "--option, and area and islands from the table file.");
  expectFold();
}

TEST_F(PlaneStarted, WhileTheFleetsArePlacedADoubtIsToldOnceAndTheRulingIsInWords) {
  MatchSetup setup = setupWith("");
  begin(setup);
  TableState near = table();
  near.pyramids[2] = laid(0, 100, -90, Colour::blue);
  near.pyramids[2].colour_p = 0.55;
  watch(near, 4.0);
  ASSERT_GT(of("settled").size(), 2u);
  EXPECT_EQ(of("error").size(), 1u);
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "blue", "done"});
  ASSERT_EQ(of("verdict").size(), 1u);
  EXPECT_EQ(of("verdict")[0]["ruling"], "illegal");
  const std::string sentence = of("verdict")[0]["sentence"];
  EXPECT_NE(sentence.find("(r1 and b1 are too near each other)"), std::string::npos) << sentence;
  watch(near, 2.0);
  EXPECT_EQ(of("error").size(), 1u);
  expectFold();
}

TEST_F(PlaneStarted, AStartThatIsNoneIsRefused) {
  for (const char* start : {"garbage", "5", "{}", R"({"objects":[]})", R"({"objects":[{"kind":"ship","id":"r1"}]})",
                            R"({"to_move":"green","objects":[]})",
                            R"({"to_mvoe":"red","objects":[{"id":"r1","size":"M","stern":[0,0],"heading":0}]})",
                            R"({"ruleset":"armada2k","objects":[{"id":"r1","size":"M","stern":[0,0],"heading":0}]})"}) {
    const auto match = Match::begin(setupWith(start), "", [](const json&) {});
    EXPECT_FALSE(match) << start;
  }
}

} // namespace
} // namespace linesman::app
