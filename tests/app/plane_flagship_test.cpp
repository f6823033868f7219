#include "app/watch/match_profile.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Matches in which each player has a flagship (AR-42).
class PlaneFlagship : public FedMatch {
protected:
  static SeenPyramid sized(SeenPyramid pyramid, PyramidSize size) {
    pyramid.size = size;
    return pyramid;
  }
  /// r1 between b1 on its port side and b2 on its starboard side, both of whose kind it can sink; b3, the largest, and
  /// yellow's ship are far off.
  static TableState table(bool with_b3 = true) {
    TableState state;
    state.pyramids = {laid(0, 0, 0), laid(34, 30, 180, Colour::blue), laid(38, -30, 180, Colour::blue)};
    if (with_b3)
      state.pyramids.push_back(sized(laid(300, 0, 180, Colour::blue), PyramidSize::large));
    state.pyramids.push_back(laid(600, 0, 180, Colour::yellow));
    return state;
  }
  static MatchSetup three(std::map<std::string, std::string> options = {}) {
    options["goal"] = "flagship";
    MatchSetup setup = redAndBlue(std::move(options));
    setup.players.push_back({"yellow", {Colour::yellow}});
    return setup;
  }
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  std::string said() const { return of("claim").back().value("sentence", ""); }
  /// The Medium fires both its shots of a turn.
  void sink(const std::string& target) {
    for (int shot = 0; shot < 2; ++shot) {
      say("red", "fire r1 " + target);
      ASSERT_EQ(of("verdict").back()["action"] == "out" || of("verdict").back()["ruling"] == "legal", true)
          << of("verdict").back()["sentence"];
    }
  }
  std::string flagshipOf(const std::string& player) const {
    std::string found;
    const json state = match_->refereeState();
    for (const json& one : state["ships"])
      if (one["player"] == player && one.contains("flagship"))
        found += one["name"].get<std::string>() + " " + one["flagship"].get<std::string>() + ";";
    return found;
  }
  std::vector<json> verdictsOf(const std::string& action) const {
    std::vector<json> found;
    for (const json& verdict : of("verdict"))
      if (verdict["action"] == action)
        found.push_back(verdict);
    return found;
  }
  std::string asked() const { return match_->refereeState().value("asked_for_flagship", ""); }
};

TEST_F(PlaneFlagship, WhoseFlagshipIsSunkIsOutWithHisFleet) {
  begin(three());
  look(table());
  EXPECT_TRUE(of("error").empty()) << "it is refereed";
  say("blue", "flagship b2");
  EXPECT_EQ(of("verdict").back()["sentence"], "b2 is blue's flagship.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-42"}));
  sink("b2");
  ASSERT_EQ(verdictsOf("out").size(), 1u);
  EXPECT_EQ(verdictsOf("out")[0]["sentence"],
            "blue has lost the flagship and is out of the game; take the other ships off the table.");
  EXPECT_EQ(verdictsOf("out")[0]["clauses"], json({"AR-42"}));
  EXPECT_EQ(ledger()["order"], json({"red", "yellow"}));
  EXPECT_TRUE(of("over").empty());
  for (int tables = 0; tables < 4; ++tables)
    look(table());
  EXPECT_EQ(of("error").back()["sentence"], "b3 is out of the game with its fleet; take it off the table.");
  EXPECT_EQ(of("error").back()["clauses"], json({"AR-42"}));
  expectFold();
}

TEST_F(PlaneFlagship, OtherShipsMayBeSunkWithoutThat) {
  begin(three());
  look(table());
  say("blue", "flagship b2");
  sink("b1");
  EXPECT_TRUE(verdictsOf("out").empty());
  expectFold();
}

TEST_F(PlaneFlagship, ItsFleetMayStayAsDerelicts) {
  begin(three({{"flagship_fleet", "derelict"}}));
  look(table());
  say("blue", "flagship b2");
  sink("b2");
  ASSERT_EQ(verdictsOf("out").size(), 1u);
  EXPECT_EQ(verdictsOf("out")[0]["sentence"],
            "blue has lost the flagship and is out of the game; the other ships stay where they lie.");
  look(table(false));
  look(table(false));
  ASSERT_FALSE(of("put_back").empty());
  EXPECT_EQ(of("put_back").back()["ship"], "b3");
  expectFold();
}

TEST_F(PlaneFlagship, TheLargestIsTakenWhereNoneIsMarked) {
  begin(three());
  look(table());
  EXPECT_EQ(flagshipOf("blue"), "b3 taken;");
  ASSERT_EQ(verdictsOf("flagship").size(), 3u) << "one for each";
  EXPECT_EQ(verdictsOf("flagship")[1]["sentence"],
            "b3 is taken for blue's flagship, the largest; is it another, blue says flagship and its name before the "
            "first action.");
  EXPECT_EQ(asked(), "red") << "one after the other";
  say("red", "flagship r1");
  EXPECT_EQ(asked(), "blue");
  say("blue", "flagship b1");
  EXPECT_EQ(flagshipOf("blue"), "b1 said;");
  EXPECT_EQ(asked(), "yellow");
  say("blue", "flagship b2");
  EXPECT_EQ(flagshipOf("blue"), "b2 said;") << "until the first action";
  say("red", "fire r1 b1");
  EXPECT_EQ(asked(), "");
  say("blue", "flagship b3");
  EXPECT_EQ(said(), "blue's flagship is b2, and the game has begun; people may overrule that it is.");
  EXPECT_EQ(flagshipOf("blue"), "b2 said;");
  expectFold();
}

TEST_F(PlaneFlagship, OnlyHisOwnShipAfloatIsMarked) {
  begin(three());
  look(table());
  say("blue", "flagship r1");
  EXPECT_EQ(said(), "r1 is not blue's ship.");
  say("blue", "flagship b9");
  EXPECT_EQ(said(), "There is no ship called b9 in this game.");
  EXPECT_EQ(flagshipOf("blue"), "b3 taken;");
  expectFold();
}

TEST_F(PlaneFlagship, WhoSaysDoneIsAskedAndTheMarkStaysWithItsShip) {
  MatchSetup setup = three({{"min_separation_mm", "10"}});
  setup.pick_up.reset();
  begin(setup);
  look(table());
  EXPECT_EQ(asked(), "red");
  say("blue", "done");
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"], "Which ship is blue's flagship? Say flagship and its name.");
  say("blue", "flagship b1");
  EXPECT_EQ(flagshipOf("blue"), "b1 said;");
  // b1 is laid elsewhere, and the others are named anew.
  TableState moved = table();
  moved.pyramids[1] = laid(400, 200, 90, Colour::blue);
  look(moved);
  EXPECT_EQ(flagshipOf("blue"), "b3 said;");
  say("yellow", "flagship y1");
  say("red", "flagship r1");
  for (const char* player : {"red", "yellow"})
    say(player, "done");
  ASSERT_EQ(of("start").size(), 1u);
  EXPECT_EQ(of("error").size(), 1u) << "the others had said it";
  EXPECT_EQ(flagshipOf("blue"), "b3 said;");
  const json start = of("start")[0];
  for (const json& one : start["ships"])
    EXPECT_EQ(one["flagship"], one["name"] == "b3" || one["player"] != "blue");
  expectFold();
}

TEST_F(PlaneFlagship, AHitThatWasNoneBringsTheFleetBack) {
  begin(three());
  look(table());
  say("blue", "flagship b2");
  sink("b2");
  const std::vector<json> shots = verdictsOf("shot");
  overrule(shots.back()["seq"].get<long long>());
  EXPECT_EQ(ledger()["order"], json({"red", "blue", "yellow"}));
  EXPECT_EQ(flagshipOf("blue"), "b2 said;");
  for (int tables = 0; tables < 4; ++tables)
    look(table());
  EXPECT_TRUE(of("error").empty()) << "nothing of it has to go";
  expectFold();
}

TEST_F(PlaneFlagship, PeopleMayDecideThatItIsAnother) {
  begin(three());
  look(table());
  say("blue", "flagship b2");
  const long long of_b2 = lastVerdict(), of_b3 = verdictsOf("flagship")[1]["seq"].get<long long>();
  say("red", "fire r1 b2");
  EXPECT_FALSE(match_->overrule(of_b3, "Ann", "no", t_s_)) << "it is none any more";
  overrule(of_b2);
  EXPECT_EQ(flagshipOf("blue"), "");
  EXPECT_EQ(of("error").back()["sentence"], "Which ship is blue's flagship? Say flagship and its name.");
  EXPECT_EQ(asked(), "blue");
  const long long decided = verdictsOf("flagship").back()["seq"].get<long long>();
  say("blue", "flagship b1");
  EXPECT_EQ(flagshipOf("blue"), "b1 said;");
  EXPECT_EQ(asked(), "");
  overrule(decided);
  EXPECT_EQ(flagshipOf("blue"), "b2 said;") << "as it was";
  say("red", "fire r1 b2");
  ASSERT_EQ(verdictsOf("out").size(), 1u);
  EXPECT_FALSE(match_->overrule(of_b2, "Ann", "no", t_s_)) << "sunk";
  expectFold();
}

TEST_F(PlaneFlagship, AShipThatIsNoneTakesItsMarkAlong) {
  begin(three());
  look(table());
  say("blue", "ignore b3");
  EXPECT_EQ(flagshipOf("blue"), "");
  EXPECT_EQ(of("error").back()["sentence"], "Which ship is blue's flagship? Say flagship and its name.");
  expectFold();
}

TEST_F(PlaneFlagship, AProfileOrTheStartMayNameThem) {
  MatchProfile profile;
  profile.match = three();
  profile.match.players[1].flagship = "b2";
  profile.match.players[2].flagship = "y7";
  const auto again = parseProfile(profileText(profile), "match.toml");
  ASSERT_TRUE(again) << again.error().sentence;
  begin(again->match);
  look(table());
  EXPECT_EQ(flagshipOf("blue"), "b2 said;");
  EXPECT_EQ(flagshipOf("yellow"), "y1 taken;");
  EXPECT_EQ(of("error").back()["sentence"],
            "No ship of yellow's on the table is called y7, which was to be the flagship.");
  expectFold();
  MatchSetup setup = three();
  setup.start = R"({"objects":[{"id":"old","kind":"ship","player":"blue","size":"M","stern":[38,-30],"heading":180}],
                    "to_move":"red","flagships":{"blue":"old"}})";
  begin(setup);
  look(table());
  EXPECT_EQ(flagshipOf("blue"), "old said;");
  expectFold();
}

TEST_F(PlaneFlagship, WithoutThatGoalTheWordIsNotUnderstood) {
  begin(redAndBlue());
  look(table());
  say("blue", "flagship b2");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(flagshipOf("blue"), "");
  EXPECT_EQ(asked(), "");
  expectFold();
}

TEST_F(PlaneFlagship, WhoResignsLeavesOrHisShipsDoAsWasAgreed) {
  for (const bool leave : {true, false}) {
    begin(three({{"flagship_fleet", leave ? "remove" : "derelict"}}));
    look(table());
    say("blue", "resign");
    EXPECT_EQ(verdictsOf("resign")[0]["sentence"],
              leave ? "blue resigns. The fleet leaves the table." : "blue resigns. The fleet stays where it lies.");
    say("red", "fire r1 b1");
    EXPECT_EQ(of("verdict").back()["ruling"], leave ? "illegal" : "legal");
    for (int tables = 0; tables < 4; ++tables)
      look(table());
    EXPECT_EQ(of("error").size(), leave ? 3u : 0u) << "each ship is to go";
    look(table(false));
    look(table(false));
    EXPECT_EQ(of("put_back").size(), leave ? 0u : 1u) << "b3 is missed";
    // He goes on after all.
    overrule(verdictsOf("resign")[0]["seq"].get<long long>());
    EXPECT_EQ(ledger()["order"], json({"red", "blue", "yellow"}));
    EXPECT_EQ(of("put_back").size(), 1u);
    say("red", "fire r1 b1");
    EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
    expectFold();
  }
}

} // namespace
} // namespace linesman::app
