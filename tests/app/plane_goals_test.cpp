#include "app/watch/describe.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Matches that are won otherwise than by the last fleet afloat.
class PlaneGoals : public FedMatch {
protected:
  static SeenPyramid small(SeenPyramid pyramid) {
    pyramid.size = PyramidSize::small;
    return pyramid;
  }
  /// r1 between b1 on its port side and b2 on its starboard side; b3 is far off.
  static TableState table(bool with_b3 = true) {
    TableState state;
    state.pyramids = {laid(0, 0, 0), laid(34, 30, 180, Colour::blue), laid(38, -30, 180, Colour::blue)};
    if (with_b3)
      state.pyramids.push_back(laid(300, 0, 180, Colour::blue));
    return state;
  }
  void fire(const std::string& target) {
    match_->hear({t_s_, "red", "fire r1 " + target});
    ASSERT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  }
  /// The Medium fires both its shots of a turn at a Medium.
  void sink(const std::string& target) {
    fire(target);
    fire(target);
  }
  void afterATurn() {
    match_->hear({t_s_, "red", "done"});
    for (const json order = ledger()["order"]; const json& player : order)
      if (player != "red")
        match_->hear({t_s_, player.get<std::string>(), "done"});
  }
  /// Sinks b1 and b2 and looks at the table in between.
  void sinkTwo() {
    sink("b1");
    EXPECT_TRUE(of("over").empty());
    afterATurn();
    sink("b2");
  }
  std::vector<std::string> lastOut() const {
    for (const json& verdict : of("verdict"))
      if (verdict["action"] == "out")
        return {verdict["player"].get<std::string>(), verdict["clauses"][0].get<std::string>(),
                verdict["sentence"].get<std::string>()};
    return {};
  }
  static MatchSetup withYellow(std::map<std::string, std::string> options) {
    MatchSetup setup = redAndBlue(std::move(options));
    setup.players.push_back({"yellow", {Colour::yellow}});
    return setup;
  }
  static TableState tableWithYellow(bool with_b3 = true) {
    TableState state = table(with_b3);
    state.pyramids.push_back(laid(600, 0, 180, Colour::yellow));
    return state;
  }
};

TEST_F(PlaneGoals, WhoHasLostMoreThanHalfIsOutAndTheLastOneInWins) {
  begin(redAndBlue({{"goal", "more_than_half"}}));
  look(table());
  sinkTwo();
  EXPECT_EQ(lastOut(), (std::vector<std::string>{"blue", "AR-41",
                                                 "blue has lost more than half of the fleet and is out of the game; "
                                                 "take the other ships off the table."}));
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "red");
  EXPECT_EQ(of("over")[0]["clauses"], json({"AR-07"}));
  expectFold();
}

TEST_F(PlaneGoals, OfASmallerFleetLessIsHalf) {
  begin(redAndBlue({{"goal", "more_than_half"}}));
  TableState state = table();
  state.pyramids.push_back(laid(300, 100, 180, Colour::blue));
  look(state);
  sinkTwo();
  EXPECT_TRUE(lastOut().empty()) << "two of four";
  match_->hear({t_s_, "blue", "ignore b3"});
  EXPECT_FALSE(lastOut().empty()) << "two of three";
  EXPECT_EQ(of("over").size(), 1u);
  expectFold();
}

TEST_F(PlaneGoals, WhoComesBackIsNextWhereNothingWasDoneSince) {
  begin(withYellow({}));
  TableState state = tableWithYellow(false);
  state.pyramids.erase(state.pyramids.begin() + 2); // b1 is blue's only ship
  look(state);
  sink("b1");
  const long long last_hit = lastVerdict();
  EXPECT_EQ(ledger()["order"], json({"red", "yellow"}));
  match_->hear({t_s_, "red", "done"});
  EXPECT_EQ(of("clock").back()["to_move"], "yellow");
  overrule(last_hit);
  EXPECT_EQ(ledger()["order"], json({"red", "blue", "yellow"}));
  EXPECT_EQ(of("clock").back()["to_move"], "blue");
  expectFold();
}

TEST_F(PlaneGoals, WhoComesBackWaitsForThePlayerWhoHasActed) {
  begin(withYellow({}));
  TableState state = tableWithYellow(false);
  state.pyramids.erase(state.pyramids.begin() + 2);
  state.pyramids.back().table_from_piece = {36, -30, pi};
  look(state);
  sink("b1");
  const long long last_hit = lastVerdict();
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "yellow", "fire y1 r1"});
  ASSERT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  overrule(last_hit);
  EXPECT_EQ(ledger()["order"], json({"red", "blue", "yellow"}));
  EXPECT_EQ(of("clock").back()["to_move"], "yellow");
  expectFold();
}

TEST_F(PlaneGoals, HalfOfTheFleetIsNotMore) {
  begin(redAndBlue({{"goal", "more_than_half"}}));
  TableState four = table();
  four.pyramids.push_back(laid(300, 200, 180, Colour::blue));
  look(four);
  sinkTwo();
  EXPECT_TRUE(of("over").empty());
  EXPECT_TRUE(lastOut().empty());
  expectFold();
}

TEST_F(PlaneGoals, HalfMayBeCountedInPoints) {
  for (const bool points : {false, true}) {
    begin(redAndBlue({{"goal", "more_than_half"}, {"half_measure", points ? "points" : "ships"}}));
    TableState state = table(false); // a Medium for 3 points and a Small for 2
    state.pyramids.back() = small(laid(300, 0, 180, Colour::blue));
    look(state);
    sink("b1");
    EXPECT_EQ(of("over").size(), points ? 1u : 0u);
    expectFold();
  }
}

TEST_F(PlaneGoals, AHitThatWasNoneBringsTheFleetBack) {
  begin(redAndBlue({{"goal", "more_than_half"}}));
  look(table());
  sinkTwo();
  ASSERT_EQ(of("over").size(), 1u);
  const std::vector<json> verdicts = of("verdict");
  const auto out = std::ranges::find_if(verdicts, [](const json& one) { return one["action"] == "out"; });
  EXPECT_EQ(wordOf(*out), "OUT");
  EXPECT_FALSE(match_->overrule((*out)["seq"].get<long long>(), "Ann", "no", t_s_));
  const auto last =
      std::ranges::find_if(verdicts.rbegin(), verdicts.rend(), [](const json& one) { return one["action"] == "shot"; });
  overrule((*last)["seq"].get<long long>());
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  EXPECT_EQ(ledger()["order"], json({"red", "blue"}));
  look(table());
  look(table());
  EXPECT_TRUE(of("put_back").empty()) << "all lie where they belong";
  fire("b2");
  EXPECT_EQ(of("over").size(), 2u) << "now they are out";
  expectFold();
}

TEST_F(PlaneGoals, AFleetThatIsOutLeavesTheTable) {
  begin(withYellow({{"goal", "more_than_half"}}));
  look(tableWithYellow());
  sinkTwo();
  ASSERT_FALSE(lastOut().empty());
  EXPECT_TRUE(of("over").empty()) << "two are left";
  EXPECT_EQ(ledger()["order"], json({"red", "yellow"}));
  for (int tables = 0; tables < 4; ++tables)
    look(tableWithYellow());
  const auto left = of("error");
  ASSERT_FALSE(left.empty());
  EXPECT_EQ(left.back()["sentence"], "b3 is out of the game with its fleet; take it off the table.");
  look(tableWithYellow(false));
  EXPECT_EQ(of("verdict").back()["sentence"], "b3 leaves the table with its fleet.");
  EXPECT_TRUE(of("put_back").empty());
  match_->hear({t_s_, "red", "fire r1 b3"});
  EXPECT_EQ(of("verdict").back()["sentence"], "b3 is out of the game with its fleet.");
  // A hit that was none: it is asked for where it lay.
  const std::vector<json> verdicts = of("verdict");
  const auto last = std::ranges::find_if(verdicts.rbegin(), verdicts.rend(), [](const json& one) {
    return one["action"] == "shot" && one["ruling"] == "legal";
  });
  overrule((*last)["seq"].get<long long>());
  ASSERT_FALSE(of("put_back").empty());
  EXPECT_EQ(of("put_back").back()["sentence"], "b3 is afloat again; lay it back where it was.");
  EXPECT_EQ(ledger()["order"], json({"red", "blue", "yellow"}));
  expectFold();
}

TEST_F(PlaneGoals, DerelictsStayWhereTheyLie) {
  begin(withYellow({{"goal", "more_than_half"}, {"flagship_fleet", "derelict"}}));
  look(tableWithYellow());
  sinkTwo();
  ASSERT_FALSE(lastOut().empty());
  EXPECT_EQ(lastOut()[2],
            "blue has lost more than half of the fleet and is out of the game; the other ships stay where they lie.");
  for (int tables = 0; tables < 4; ++tables)
    look(tableWithYellow(false));
  ASSERT_FALSE(of("put_back").empty());
  EXPECT_EQ(of("put_back").back()["ship"], "b3");
  expectFold();
}

TEST_F(PlaneGoals, WhoSinksEnoughWins) {
  begin(redAndBlue({{"goal", "sink_number"}, {"goal_number", "2"}}));
  look(table());
  sinkTwo();
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "red");
  EXPECT_EQ(of("over")[0]["clauses"], json({"AR-43"}));
  const long long last = lastVerdict();
  overrule(last);
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  expectFold();
}

TEST_F(PlaneGoals, PointsMayBeCountedInsteadAndNobodyMayBeCredited) {
  begin(redAndBlue({{"goal", "sink_number"}, {"goal_number", "3"}, {"half_measure", "points"}}));
  look(table());
  sink("b1"); // a Medium
  EXPECT_EQ(of("over").size(), 1u);
  expectFold();
  begin(redAndBlue({{"goal", "sink_number"}, {"goal_number", "1"}, {"kill_credit", "none"}}));
  look(table());
  sink("b1");
  EXPECT_TRUE(of("over").empty());
  expectFold();
}

TEST_F(PlaneGoals, WhatWasSunkBeforeIsNotKnown) {
  begin(redAndBlue({{"goal", "sink_number"}}));
  look(table());
  ASSERT_EQ(of("error").size(), 1u) << "and that it is refereed is not in question";
  EXPECT_EQ(of("error")[0]["sentence"], "Of ships sunk before the game was picked up nothing is known; the goal counts "
                                        "those that are sunk from now on.");
}

TEST_F(PlaneGoals, GoalsForWhichSomethingIsMarkedOnTheTableAreNotRefereed) {
  begin(redAndBlue({{"goal", "deliver"}}));
  look(table());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_NE(of("error")[0]["sentence"].get<std::string>().find("goal=deliver"), std::string::npos);
}

} // namespace
} // namespace linesman::app
