#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Capture the flag (A2-36): who sinks or touches an enemy's flag has won.
class PlaneFlags : public FedMatch {
protected:
  static MatchSetup agreed(std::map<std::string, std::string> options = {}) {
    options["goal"] = "capture_flag";
    return redAndBlue(std::move(options));
  }
  /// r1 at the origin, heading along x, b1 beside it, b2 ahead and b3 far off.
  static TableState table() {
    TableState state;
    state.pyramids = {laid(0, 0, 0), laid(34, 30, 180, Colour::blue), laid(115, 0, 0, Colour::blue),
                      laid(300, 0, 180, Colour::blue)};
    return state;
  }
  static MatchSetup withMarkers(const std::string& goal = "capture_flag") {
    MatchSetup setup = redAndBlue({{"goal", goal}});
    const bool flags = goal == "capture_flag";
    for (const auto& [name, x_mm] : {std::pair{"flag1", flags ? 85.0 : 80.0}, {"flag2", -100.0}})
      setup.terrain.push_back({{"id", name},
                               {"kind", "terrain"},
                               {"class", flags ? "flag" : "base"},
                               {"height", flags ? 20.0 : 0.0},
                               {"shape", "disc"},
                               {"centre", {x_mm, 0.0}},
                               {"radius", 12.5}});
    return setup;
  }
  static TableState apart() {
    TableState state;
    state.pyramids = {laid(0, 0, 0), laid(300, 0, 180, Colour::blue)};
    return state;
  }
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  /// r1 steps straight on, gauge first.
  void step(TableState state) {
    state.pyramids.push_back(laid(bow_mm, 0, 0));
    look(state);
    state.pyramids.erase(state.pyramids.begin());
    look(state);
  }
  std::vector<std::string> flags() const {
    std::vector<std::string> found;
    for (const json& verdict : of("verdict"))
      if (verdict["action"] == "flag" || verdict["action"] == "base")
        found.push_back(verdict["sentence"].get<std::string>());
    return found;
  }
};

TEST_F(PlaneFlags, WhoSinksTheFlagHasWon) {
  begin(agreed({{"kill_credit", "none"}}));
  look(table());
  EXPECT_TRUE(of("error").empty()) << "it is refereed";
  say("blue", "flagship b1");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"A2-36"}));
  say("red", "fire r1 b1");
  EXPECT_TRUE(of("over").empty());
  say("red", "fire r1 b1");
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "red");
  EXPECT_EQ(of("over")[0]["clauses"], json({"A2-36"}));
  overrule(lastVerdict());
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  expectFold();
}

TEST_F(PlaneFlags, WhoSinksAnotherShipHasNot) {
  begin(agreed());
  look(table());
  say("blue", "flagship b3");
  for (int shot = 0; shot < 2; ++shot)
    say("red", "fire r1 b1");
  EXPECT_TRUE(ship("b1")["sunk"].get<bool>());
  EXPECT_TRUE(of("over").empty());
  expectFold();
}

TEST_F(PlaneFlags, ItsOwnPlayerWinsNothingByIt) {
  begin(agreed());
  TableState state = table();
  state.pyramids[1] = laid(34, 30, 180);
  look(state);
  say("red", "flagship r2");
  for (int shot = 0; shot < 2; ++shot)
    say("red", "fire r1 r2");
  EXPECT_TRUE(ship("r2")["sunk"].get<bool>());
  EXPECT_TRUE(of("over").empty());
  expectFold();
}

TEST_F(PlaneFlags, WhoTouchesTheFlagHasWonAndNoOtherShipMayBeTouched) {
  for (const bool flag : {true, false}) {
    begin(agreed());
    TableState state = table();
    state.pyramids[2] = laid(72, 0, 0, Colour::blue); // the bow of the step lies at it
    look(state);
    say("blue", flag ? "flagship b2" : "flagship b3");
    step(state);
    ASSERT_EQ(of("over").size(), flag ? 1u : 0u);
    EXPECT_EQ(of("put_back").size(), flag ? 0u : 1u) << "of a refused step";
    if (!flag) {
      expectFold();
      continue;
    }
    EXPECT_EQ(of("over")[0]["winner"], "red");
    EXPECT_EQ(of("over")[0]["clauses"], json({"A2-36"}));
    const long long completed = lastVerdict();
    overrule(completed);
    EXPECT_FALSE(match_->refereeState()["over"].get<bool>()) << "the step does not count";
    overrule(lastVerdict());
    EXPECT_TRUE(match_->refereeState()["over"].get<bool>()) << "it does";
    expectFold();
  }
}

TEST_F(PlaneFlags, HullsThatLeanTouchAsTheStepIsJudged) {
  for (const bool flag : {true, false}) {
    begin(agreed());
    const auto large = [](SeenPyramid pyramid) {
      pyramid.size = PyramidSize::large;
      return pyramid;
    };
    TableState state; // after the step the hulls meet, and what they cover of the table does not
    state.pyramids = {large(laid(0, 0, 90)), large(laid(23.4, 60.6, 271, Colour::blue)),
                      laid(300, 0, 180, Colour::blue)};
    look(state);
    say("blue", flag ? "flagship b1" : "flagship b2");
    state.pyramids.push_back(large(laid(0, 46.2, 90)));
    look(state);
    EXPECT_EQ(of("verdict").back()["ruling"], flag ? "legal" : "illegal") << of("verdict").back()["sentence"];
    state.pyramids.erase(state.pyramids.begin());
    look(state);
    EXPECT_EQ(of("over").size(), flag ? 1u : 0u);
    expectFold();
  }
}

TEST_F(PlaneFlags, WhatIsDecidedToBeNoFlagWinsNothing) {
  begin(agreed());
  TableState state = table();
  state.pyramids[2] = laid(72, 0, 0, Colour::blue);
  look(state);
  say("blue", "flagship b2");
  const long long mark = lastVerdict();
  step(state);
  ASSERT_EQ(of("over").size(), 1u);
  overrule(mark);
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  say("blue", "flagship b3");
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>()) << of("claim").back();
  EXPECT_EQ(of("over").size(), 1u);
  expectFold();
}

TEST_F(PlaneFlags, TheFlagOfWhoIsOutIsNobodys) {
  MatchSetup setup = agreed({{"flagship_fleet", "derelict"}});
  setup.players.push_back({"yellow", {Colour::yellow}});
  begin(setup);
  TableState state = table();
  state.pyramids.push_back(laid(300, 300, 180, Colour::yellow));
  look(state);
  say("blue", "flagship b1");
  say("blue", "resign");
  for (int shot = 0; shot < 2; ++shot)
    say("red", "fire r1 b1");
  EXPECT_TRUE(ship("b1")["sunk"].get<bool>());
  EXPECT_TRUE(of("over").empty());
  expectFold();
}

TEST_F(PlaneFlags, WhoMarksAShipHasNoStandingFlagAnyMore) {
  begin(withMarkers());
  look(apart());
  say("red", "flagship r1");
  EXPECT_EQ(match_->refereeState()["flags"], json({{"r1", "red"}, {"flag2", "blue"}}));
  expectFold();
}

TEST_F(PlaneFlags, StandingFlagsAreThoseOfTheNearestFleets) {
  begin(withMarkers());
  look(apart());
  EXPECT_EQ(flags(), (std::vector<std::string>{
                         "flag1 at (85, 0) mm is taken for red's flag, whose fleet lies nearest; is it another, its "
                         "player says flagship flag1 before the first action.",
                         "flag2 at (-100, 0) mm is taken for blue's flag, whose fleet lies nearest; is it another, its "
                         "player says flagship flag2 before the first action."}));
  EXPECT_FALSE(match_->refereeState().contains("asked_for_flagship")) << "nobody needs a ship";
  step(apart());
  EXPECT_TRUE(of("over").empty()) << "his own is an obstacle";
  EXPECT_EQ(of("put_back").size(), 1u);
  expectFold();
}

TEST_F(PlaneFlags, WhoseTheyArePlayersMaySayAndWhoTouchesAnEnemysHasWon) {
  begin(withMarkers());
  look(apart());
  say("blue", "flagship flag1");
  EXPECT_EQ(flags().back(), "flag1 is blue's flag.");
  step(apart());
  EXPECT_TRUE(of("put_back").empty()) << "it may be touched";
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "red");
  expectFold();
}

TEST_F(PlaneFlags, OnceTheGameHasBegunTheyStayWhoseTheyAre) {
  MatchSetup setup = withMarkers();
  setup.terrain[0]["centre"] = {85.0, 200.0};
  begin(setup);
  look(apart());
  step(apart());
  say("blue", "flagship flag1");
  EXPECT_EQ(of("claim").back()["sentence"], "Whose they are was settled before the first action.");
  expectFold();
}

TEST_F(PlaneFlags, WhoDocksAtAnothersHomeBaseHasWon) {
  for (const bool anothers : {true, false}) {
    begin(withMarkers("dock"));
    look(apart());
    EXPECT_TRUE(of("error").empty()) << "it is refereed";
    EXPECT_EQ(flags().front(), "flag1 at (80, 0) mm is taken for red's home base, whose fleet lies nearest; is it "
                               "another, its player says base flag1 before the first action.");
    EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-47"}));
    if (anothers) {
      say("blue", "base flag1");
      EXPECT_EQ(flags().back(), "flag1 is blue's home base.");
    }
    step(apart());
    EXPECT_TRUE(of("put_back").empty()) << "it lies in nobody's way";
    ASSERT_EQ(of("over").size(), anothers ? 1u : 0u);
    if (anothers) {
      EXPECT_EQ(of("over")[0]["winner"], "red");
      EXPECT_EQ(of("over")[0]["clauses"], json({"AR-47"}));
    }
    expectFold();
  }
}

TEST_F(PlaneFlags, WithoutABaseNobodyCanDock) {
  begin(redAndBlue({{"goal", "dock"}}));
  look(apart());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"], "No home base is in the table file, so nobody can dock; write each as an "
                                        "[[island]] of the class base, and begin anew.");
  say("red", "base flag1");
  EXPECT_EQ(of("claim").back()["sentence"], "There is no home base called flag1 in the table file.");
  expectFold();
}

} // namespace
} // namespace linesman::app
