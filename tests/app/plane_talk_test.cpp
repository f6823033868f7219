#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What players of ships agree on with words: points left over, draws, passes.
class PlaneTalk : public FedMatch {
protected:
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  std::string refused() const {
    const json claim = of("claim").back();
    return claim["accepted"].get<bool>() ? "" : claim.value("sentence", "");
  }
  std::string ruled() const { return of("verdict").back()["sentence"].get<std::string>(); }
  /// r1 between b1 and b2, all Mediums of 3 points each.
  static TableState table() {
    TableState state;
    state.pyramids = {laid(0, 0, 0), laid(34, 30, 180, Colour::blue), laid(38, -30, 180, Colour::blue)};
    return state;
  }
  static MatchSetup withPoints(std::map<std::string, std::string> options = {}) {
    options.merge(std::map<std::string, std::string>{{"fleet", "points"},
                                                     {"fleet_points", "8"},
                                                     {"repair", "true"},
                                                     {"extra_action", "true"},
                                                     {"armour", "true"},
                                                     {"min_separation_mm", "1"}});
    MatchSetup setup = redAndBlue(std::move(options));
    setup.pick_up.reset();
    return setup;
  }
  void play(const MatchSetup& setup, const TableState& state = table()) {
    begin(setup);
    look(state);
    if (setup.pick_up)
      return;
    for (const char* player : {"red", "blue"})
      say(player, "done");
    ASSERT_EQ(of("start").size(), 1u) << ruled();
  }
  void pass() {
    for (const char* player : {"red", "blue"})
      say(player, "pass");
  }
};

TEST_F(PlaneTalk, APointLeftOverRepairsOnePointOfDamage) {
  play(withPoints()); // red has 5 points left, blue 2
  EXPECT_TRUE(of("error").empty()) << "it is refereed";
  say("red", "fire r1 b1");
  say("red", "done");
  say("blue", "repair b2");
  EXPECT_EQ(refused(), "b2 is not damaged.");
  say("blue", "repair r1");
  EXPECT_EQ(refused(), "r1 does not belong to blue.");
  say("blue", "repair b1");
  EXPECT_EQ(ruled(), "b1 is repaired by one point. blue has 1 point left.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-53"}));
  EXPECT_EQ(ship("b1")["damage"], 0);
  EXPECT_EQ(of("counter").back()["after"], 0);
  EXPECT_TRUE(ledger()["actions"].empty()) << "it costs none";
  say("blue", "done");
  say("red", "fire r1 b1");
  say("red", "done");
  say("blue", "repair b1");
  say("blue", "done");
  say("red", "fire r1 b1");
  say("red", "done");
  say("blue", "repair b1");
  EXPECT_EQ(refused(), "blue has no points left.");
  EXPECT_EQ(ship("b1")["damage"], 1);
  expectFold();
}

TEST_F(PlaneTalk, ARepairThatWasNoneGivesThePointBack) {
  for (const bool costs : {false, true}) {
    play(withPoints({{"repair_action", costs ? "true" : "false"}}));
    say("red", "fire r1 b1");
    say("red", "done");
    say("blue", "repair b1");
    EXPECT_EQ(ledger()["actions"].size(), costs ? 1u : 0u);
    const long long repaired = lastVerdict();
    overrule(repaired);
    EXPECT_EQ(ship("b1")["damage"], 1);
    EXPECT_EQ(match_->refereeState()["spent"]["blue"], 0);
    EXPECT_TRUE(ledger()["actions"].empty());
    overrule(lastVerdict());
    EXPECT_EQ(ship("b1")["damage"], 0);
    EXPECT_EQ(match_->refereeState()["spent"]["blue"], 1);
    expectFold();
  }
}

TEST_F(PlaneTalk, APointLeftOverBuysOneMoreActionATurn) {
  play(withPoints());
  // r1 fires both its shots and steps; a fourth action is none, without a point.
  say("red", "fire r1 b1");
  say("red", "fire r1 b2");
  TableState state = table();
  state.pyramids.push_back(laid(bow_mm, 0, 0));
  look(state);
  EXPECT_EQ(ledger()["actions"].size(), 3u);
  say("red", "extra");
  EXPECT_EQ(ruled(), "red buys one more action. red has 4 points left.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-54"}));
  EXPECT_EQ(ledger()["extra"], 1);
  const long long bought = lastVerdict();
  say("red", "extra");
  EXPECT_EQ(refused(), "No more extra actions in this turn.");
  say("blue", "extra");
  EXPECT_EQ(refused(), "It is the turn of red.") << "he is not through";
  overrule(bought);
  EXPECT_FALSE(ledger().contains("extra"));
  EXPECT_EQ(match_->refereeState()["spent"]["red"], 0);
  say("red", "extra");
  EXPECT_EQ(ledger()["extra"], 1);
  say("red", "done");
  EXPECT_FALSE(ledger().contains("extra")) << "it was for that turn";
  expectFold();
}

TEST_F(PlaneTalk, ArmourIsBoughtBeforeTheFirstActionAndPaidFor) {
  begin(withPoints());
  look(table());
  say("blue", "armour b1");
  EXPECT_EQ(ruled(), "b1 has armour for 1 more damage. blue has 1 point left.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-52"}));
  say("blue", "armour r1");
  EXPECT_EQ(refused(), "r1 is not blue's ship.");
  look(table()); // the fleets are named anew
  say("blue", "armour b1");
  say("blue", "armour b1");
  EXPECT_EQ(refused(), "blue has no points left for that.");
  EXPECT_EQ(ship("b1")["armour"], 2);
  for (const char* player : {"red", "blue"})
    say(player, "done");
  ASSERT_EQ(of("start").size(), 1u) << ruled();
  for (int shot = 0; shot < 2; ++shot)
    say("red", "fire r1 b1");
  EXPECT_FALSE(ship("b1")["sunk"].get<bool>());
  say("red", "armour r1");
  EXPECT_EQ(refused(), "Armour is bought before the first action.");
  expectFold();
}

TEST_F(PlaneTalk, AFleetThatWasAgreedIsChecked) {
  begin(withPoints({{"fleet_points", "5"}}));
  look(table());
  for (const char* player : {"red", "blue"})
    say(player, "done");
  EXPECT_TRUE(of("start").empty());
  EXPECT_EQ(ruled(), "blue's fleet costs 6 points; the budget is 5.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-39"}));
  overrule(lastVerdict());
  EXPECT_EQ(of("start").size(), 1u) << "people may let it be";
  expectFold();
}

TEST_F(PlaneTalk, OfAGamePickedUpOnlyItsStartKnowsThePoints) {
  MatchSetup setup = withPoints();
  setup.pick_up = "red";
  play(setup);
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["sentence"], "Of points left over nothing is known where a game is picked up; give them in "
                                        "its start, else nobody has any.");
  say("red", "extra");
  EXPECT_EQ(refused(), "red has no points left.");
  expectFold();
  setup.start = R"({"objects":[{"id":"r1","kind":"ship","player":"red","size":"M","stern":[0,0],"heading":0},
                               {"id":"b1","kind":"ship","player":"blue","size":"M","stern":[34,30],"heading":180},
                               {"id":"b2","kind":"ship","player":"blue","size":"M","stern":[38,-30],"heading":180}],
                    "to_move":"red","points":{"red":1}})";
  play(setup);
  EXPECT_TRUE(of("error").empty());
  say("red", "extra");
  EXPECT_EQ(refused(), "");
  say("red", "done");
  say("blue", "done");
  say("red", "extra");
  EXPECT_EQ(refused(), "red has no points left.");
  expectFold();
}

TEST_F(PlaneTalk, WhatWasNotAgreedIsRefused) {
  play(redAndBlue());
  say("red", "extra");
  EXPECT_EQ(refused(), "Extra actions were not agreed.");
  say("red", "repair r1");
  EXPECT_EQ(refused(), "Repairs were not agreed.");
  say("red", "armour r1");
  EXPECT_NE(refused().find("is not understood"), std::string::npos);
  expectFold();
}

TEST_F(PlaneTalk, WhoMovesAStuckShipIsTold) {
  MatchSetup setup = redAndBlue();
  setup.terrain.push_back({{"id", "reef1"},
                           {"kind", "terrain"},
                           {"class", "reef"},
                           {"height", 10.0},
                           {"shape", "disc"},
                           {"centre", {75.0, 0.0}},
                           {"radius", 38.0}});
  play(setup);
  say("red", "move r1");
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(of("claim").back()["sentence"], "r1 has no valid step and is stuck for now; it may still fire.");
  say("red", "done");
  say("blue", "move b2");
  EXPECT_FALSE(of("claim").back().contains("sentence"));
  expectFold();
}

TEST_F(PlaneTalk, ADrawIsOfferedAndAccepted) {
  play(redAndBlue());
  say("blue", "yes");
  EXPECT_EQ(refused(), "No draw is on offer.");
  say("blue", "draw?");
  EXPECT_EQ(ruled(), "blue offers a draw.");
  EXPECT_EQ(of("verdict").back()["clauses"], json({"AR-35"}));
  say("red", "draw?");
  EXPECT_EQ(refused(), "A draw is on offer already.");
  EXPECT_TRUE(of("over").empty());
  say("red", "yes");
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  EXPECT_EQ(of("over")[0]["clauses"], json({"AR-35"}));
  EXPECT_EQ(winnerOf(of("over")[0]), "");
  const std::vector<json> verdicts = of("verdict");
  const long long accepted = lastVerdict(), offered = verdicts[verdicts.size() - 2]["seq"].get<long long>();
  EXPECT_FALSE(match_->overrule(offered, "Ann", "no", t_s_)) << "more was said";
  overrule(accepted);
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  overrule(offered);
  EXPECT_FALSE(match_->refereeState().contains("draw"));
  expectFold();
}

TEST_F(PlaneTalk, ADrawIsDeclinedByOneAndNeedsAll) {
  MatchSetup setup = redAndBlue();
  setup.players.push_back({"yellow", {Colour::yellow}});
  TableState state = table();
  state.pyramids.push_back(laid(300, 0, 0, Colour::yellow));
  play(setup, state);
  say("red", "draw?");
  say("blue", "yes");
  EXPECT_TRUE(of("over").empty()) << "yellow has not answered";
  say("yellow", "no");
  EXPECT_EQ(ruled(), "yellow declines the draw.");
  say("yellow", "yes");
  EXPECT_EQ(refused(), "No draw is on offer.");
  say("yellow", "draw?");
  say("blue", "yes");
  EXPECT_TRUE(of("over").empty()) << "what red said before does not count any more";
  say("red", "yes");
  EXPECT_EQ(of("over").size(), 1u);
  expectFold();
}

TEST_F(PlaneTalk, WhereAllPassADrawIsOnOfferIfThatWasAgreed) {
  for (const bool agreed : {true, false}) {
    play(redAndBlue({{"draw_rule", agreed ? "all_pass" : "none"}}));
    say("red", "fire r1 b1");
    say("red", "done");
    say("blue", "pass");
    EXPECT_TRUE(of("error").empty()) << "red has acted";
    say("red", "pass");
    ASSERT_EQ(of("error").size(), agreed ? 1u : 0u);
    if (agreed) {
      EXPECT_EQ(of("error")[0]["sentence"],
                "All players have passed in a row, so a draw is on offer; all who agree say "
                "yes, and who plays on says no.");
    }
    say("red", "yes");
    EXPECT_EQ(refused(), agreed ? "" : "No draw is on offer.");
    say("blue", "yes");
    EXPECT_EQ(of("over").size(), agreed ? 1u : 0u);
    expectFold();
  }
}

TEST_F(PlaneTalk, ATurnHasTheActionsThatWereAgreed) {
  play(redAndBlue({{"min_actions", "1"}}));
  EXPECT_TRUE(of("error").empty()) << "it is refereed";
  say("red", "pass");
  EXPECT_EQ(refused(), "A turn has at least 1 actions.");
  EXPECT_EQ(ledger()["order"][ledger()["next"].get<std::size_t>()], "red");
  say("red", "fire r1 b1");
  say("red", "done");
  EXPECT_EQ(refused(), "");
  expectFold();
}

} // namespace
} // namespace linesman::app
