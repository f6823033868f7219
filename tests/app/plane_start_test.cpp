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
  EXPECT_NE(sentence.find("(the separation of r1 and b1)"), std::string::npos) << sentence;
  watch(near, 2.0);
  EXPECT_EQ(of("error").size(), 1u);
  expectFold();
}

TEST_F(PlaneStarted, AStartThatIsNoneIsRefused) {
  for (const char* start : {"garbage", "5", "{}", R"({"objects":[]})", R"({"objects":[{"kind":"ship","id":"r1"}]})",
                            R"({"to_move":"green","objects":[]})"}) {
    const auto match = Match::begin(setupWith(start), "", [](const json&) {});
    EXPECT_FALSE(match) << start;
  }
}

} // namespace
} // namespace linesman::app
