#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What counts in a turn of ships, in which turn and for whom, whatever is decided, taken back and laid anew.
class PlaneCounted : public FedMatch {
protected:
  static constexpr double second_y_mm = 75.0;
  /// Red's r1 at the origin and r2 above it, both heading along x, blue's b1 between them and b2 far off; `more`
  /// besides.
  static TableState table(std::vector<SeenPyramid> more = {}, bool r1 = true, bool r2 = true) {
    TableState state;
    state.pyramids = std::move(more);
    if (r1)
      state.pyramids.push_back(laid(0, 0, 0));
    if (r2)
      state.pyramids.push_back(laid(1, second_y_mm, 0));
    state.pyramids.push_back(laid(34, 38, 180, Colour::blue));
    state.pyramids.push_back(laid(300, 0, 180, Colour::blue));
    return state;
  }
  static SeenPyramid gauge(double heading_deg) { return laid(bow_mm, 0, heading_deg); }
  static SeenPyramid gaugeOfSecond(double heading_deg) { return laid(1 + bow_mm, second_y_mm, heading_deg); }

  void start(std::map<std::string, std::string> options = {}) {
    begin(redAndBlue(std::move(options)));
    look(table());
    ASSERT_EQ(of("start").size(), 1u);
  }
  void say(const std::string& player, const std::string& words) { match_->hear({t_s_, player, words}); }
  json last() const { return of("verdict").back(); }
  json actions() const { return ledger()["actions"]; }
};

TEST_F(PlaneCounted, AGaugeNudgedAfterTheWordDoneIsJudgedInItsOwnTurn) {
  start();
  look(table({gauge(0)}));
  ASSERT_EQ(last()["ruling"], "legal") << last()["sentence"];
  say("red", "done"); // the original lies there yet
  look(table({gauge(8)}, false));
  EXPECT_EQ(last()["sentence"], "The step of r1 is complete; the gauge is the ship.");
  EXPECT_EQ(last()["in_turn"], 1);
  EXPECT_EQ(ledger()["turn"], 2);
  EXPECT_TRUE(actions().empty()) << "blue has done nothing";
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneCounted, WhatIsDecidedIsAboutTheGaugeThatWasRuledOn) {
  start();
  look(table({gauge(80)}));
  ASSERT_EQ(last()["ruling"], "illegal");
  const long long first = lastVerdict();
  look(table());
  look(table({gauge(-85)}));
  ASSERT_EQ(last()["ruling"], "illegal");
  overrule(first);
  look(table({gauge(-85)}, false));
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal") << "nobody allowed this one";
  expectFold();
}

TEST_F(PlaneCounted, AStepAllowedAfterAnotherActionOpensNoSecondMove) {
  start();
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  const SeenPyramid there = gauge(0), refused = laid(2 * bow_mm, 0, 85);
  look(table({there, refused}, false));
  ASSERT_EQ(last()["ruling"], "illegal");
  const long long step = lastVerdict();
  look(table({there}, false));
  say("red", "fire r2 b1");
  overrule(step);
  EXPECT_EQ(std::ranges::count(actions(), json("move r1")), 1);
  EXPECT_EQ(ledger()["steps"]["r1"], 2);
  expectFold();
}

TEST_F(PlaneCounted, AShotThatIsAllowedOutOfTurnIsNoActionOfTheOtherSide) {
  start();
  say("blue", "fire b1 r1");
  ASSERT_EQ(last()["ruling"], "illegal") << "it is red's turn";
  overrule(lastVerdict());
  EXPECT_EQ(ship("r1")["damage"], 1);
  EXPECT_TRUE(actions().empty());
  expectFold();
}

TEST_F(PlaneCounted, ARepairThatIsAnActionEndsTheMove) {
  MatchSetup setup = redAndBlue({{"fleet", "points"}, {"repair", "true"}, {"repair_action", "true"}});
  setup.start = R"({"to_move":"red","points":{"red":2},"objects":[
    {"id":"r1","kind":"ship","player":"red","size":"M","stern":[0,0],"heading":0,"damage":1},
    {"id":"r2","kind":"ship","player":"red","size":"M","stern":[1,75],"heading":0},
    {"id":"b1","kind":"ship","player":"blue","size":"M","stern":[34,38],"heading":180},
    {"id":"b2","kind":"ship","player":"blue","size":"M","stern":[300,0],"heading":180}]})";
  begin(setup);
  look(table());
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  say("red", "repair r1");
  ASSERT_EQ(actions(), json({"move r1", "repair r1"})) << of("claim").back();
  say("red", "undo");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << "another action was done since";
  look(table({gauge(0), laid(2 * bow_mm, 0, 0)}, false));
  EXPECT_EQ(last()["ruling"], "illegal");
  EXPECT_EQ(last()["clauses"][0], "AR-15");
  expectFold();
}

TEST_F(PlaneCounted, ARepairThatWasNoneLeavesTheShipToWhoHitIt) {
  MatchSetup setup = redAndBlue({{"fleet", "points"},
                                 {"repair", "true"},
                                 {"goal", "sink_number"},
                                 {"goal_number", "1"},
                                 {"kill_credit", "last_hit"}});
  setup.start = R"({"to_move":"red","points":{"blue":2},"objects":[
    {"id":"r1","kind":"ship","player":"red","size":"M","stern":[0,0],"heading":0},
    {"id":"r2","kind":"ship","player":"red","size":"M","stern":[1,75],"heading":0},
    {"id":"b1","kind":"ship","player":"blue","size":"M","stern":[34,38],"heading":180},
    {"id":"b2","kind":"ship","player":"blue","size":"M","stern":[300,0],"heading":180}]})";
  begin(setup);
  look(table());
  say("red", "fire r1 b1");
  ASSERT_EQ(ship("b1")["damage"], 1) << last()["sentence"];
  say("red", "done");
  say("blue", "repair b1");
  const long long repair = lastVerdict();
  say("blue", "done");
  say("red", "fire r1 b1");
  ASSERT_EQ(ship("b1")["damage"], 1);
  EXPECT_TRUE(of("over").empty());
  overrule(repair);
  EXPECT_TRUE(ship("b1")["sunk"].get<bool>());
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "red");
  expectFold();
}

TEST_F(PlaneCounted, AStepLaidInsteadOfTheGaugeThatWasSeenIsUnderstood) {
  start();
  look(table({gauge(85)}));
  ASSERT_EQ(last()["ruling"], "illegal");
  look(table({gauge(30)}, false)); // another gauge, and the original gone, behind one hand
  EXPECT_EQ(last()["sentence"], "The step of r1 is complete; the gauge is the ship.");
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(PlaneCounted, AMoveOfAShipThatMayNotMoveIsNotDeclared) {
  start();
  const auto refused = [&](const std::string& words) {
    say("red", words);
    EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << words;
    return of("claim").back().value("sentence", "");
  };
  EXPECT_EQ(refused("move b1"), "That is no ship that red may move now.");
  EXPECT_EQ(refused("move r9"), "There is no ship called r9 in this game.");
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  say("red", "fire r2 b1");
  ASSERT_EQ(last()["ruling"], "legal") << last()["sentence"];
  EXPECT_EQ(refused("move r1"), "r1 has moved already in this turn.");
  say("red", "fire r2 b1");
  ASSERT_EQ(last()["ruling"], "legal") << last()["sentence"];
  EXPECT_TRUE(ship("b1")["sunk"].get<bool>());
  EXPECT_EQ(refused("move r2"), "red has used all 3 actions of this turn; say done.");
  say("red", "done");
  say("blue", "move b1");
  EXPECT_EQ(of("claim").back()["sentence"], "b1 is not afloat any more.");
  expectFold();
}

TEST_F(PlaneCounted, UndoReachesNoOlderMove) {
  for (const bool declared : {true, false}) {
    start();
    look(table({gauge(0)}));
    look(table({gauge(0)}, false));
    if (declared)
      say("red", "move r2");
    look(table({gauge(0), gaugeOfSecond(0)}, false));
    look(table({gauge(0), gaugeOfSecond(0)}, false, false));
    ASSERT_EQ(actions(), json({"move r1", "move r2"}));
    say("red", "undo");
    EXPECT_EQ(of("retract").size(), 1u);
    EXPECT_EQ(actions(), json({"move r1"}));
    say("red", "undo");
    EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << "that is an older Move";
    EXPECT_EQ(actions(), json({"move r1"}));
    expectFold();
  }
}

TEST_F(PlaneCounted, AnotherMoveDeclaredAndNotMadeStillEndsTheOneBefore) {
  start();
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  say("red", "move r2");
  look(table({gauge(0), gaugeOfSecond(0)}, false));
  look(table({gauge(0)}, false)); // taken away again
  say("red", "undo");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  expectFold();
}

TEST_F(PlaneCounted, EachUndoTellsWhichStepFalls) {
  start();
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  const long long first = lastVerdict();
  look(table({gauge(0), laid(2 * bow_mm, 0, 0)}, false));
  look(table({laid(2 * bow_mm, 0, 0)}, false));
  const long long second = lastVerdict();
  say("red", "undo");
  look(table({gauge(0)}, false));
  say("red", "undo");
  ASSERT_EQ(of("retract").size(), 2u);
  EXPECT_EQ(of("retract")[0]["of"], second);
  EXPECT_EQ(of("retract")[1]["of"], first);
  expectFold();
}

TEST_F(PlaneCounted, ADecisionAboutOneShipLeavesTheStepsOfOthersToBeTakenBack) {
  start();
  look(table({gaugeOfSecond(85)}));
  ASSERT_EQ(last()["ruling"], "illegal");
  const long long refused = lastVerdict();
  look(table());
  look(table({gauge(0)}));
  look(table({gauge(0)}, false));
  overrule(refused);
  overrule(lastVerdict()); // and taken back
  say("red", "undo");
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>()) << of("claim").back();
  expectFold();
}

TEST_F(PlaneCounted, AStepThatPeopleAllowedCanBeTakenBack) {
  start();
  look(table({gauge(85)}));
  look(table({gauge(85)}, false));
  ASSERT_EQ(last()["ruling"], "illegal");
  overrule(lastVerdict());
  EXPECT_EQ(actions(), json({"move r1"}));
  say("red", "undo");
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>()) << of("claim").back();
  EXPECT_TRUE(actions().empty());
  EXPECT_EQ(of("put_back").back()["wanted"]["x"], 0.0);
  expectFold();
}

TEST_F(PlaneCounted, ANudgedGaugeReopensNoMoveThatAShotHasEnded) {
  start();
  look(table({gauge(0)}));
  say("red", "fire r2 b1");
  ASSERT_EQ(last()["ruling"], "legal") << last()["sentence"];
  look(table({gauge(8)})); // nudged
  look(table({gauge(8)}, false));
  EXPECT_EQ(actions(), json({"move r1", "fire r2 b1"}));
  const double turn = radFromDeg(8);
  look(table({gauge(8), laid(bow_mm * (1 + std::cos(turn)), bow_mm * std::sin(turn), 8)}, false));
  EXPECT_EQ(last()["ruling"], "illegal");
  EXPECT_EQ(last()["clauses"][0], "AR-15");
  expectFold();
}

TEST_F(PlaneCounted, AGaugeWhoseShipIsOutOfTheGameHoldsNobodyUp) {
  MatchSetup setup = redAndBlue({{"flagship_fleet", "remove"}});
  setup.players.push_back({"yellow", {Colour::yellow}});
  begin(setup);
  const auto others = [](std::vector<SeenPyramid> red) {
    red.push_back(laid(300, 0, 180, Colour::blue));
    red.push_back(laid(300, 300, 180, Colour::yellow));
    TableState state;
    state.pyramids = std::move(red);
    return state;
  };
  look(others({laid(0, 0, 0)}));
  look(others({laid(0, 0, 0), gauge(0)}));
  say("red", "resign");
  look(others({}));
  TableState stepped = others({laid(300 - bow_mm, 0, 180, Colour::blue)});
  look(stepped);
  EXPECT_EQ(last()["ship"], "b1");
  EXPECT_EQ(last()["ruling"], "legal") << last()["sentence"];
  say("red", "done");
  EXPECT_EQ(of("claim").back()["sentence"], "red is out of the game.");
  expectFold();
}

TEST_F(PlaneCounted, TheSetUpIsOverruledOnlyBeforeTheFirstActionAndLeavesNothing) {
  MatchSetup setup = redAndBlue({{"min_separation_mm", "1"}});
  setup.pick_up.reset();
  begin(setup);
  look(table());
  say("red", "done");
  say("blue", "done");
  ASSERT_EQ(of("start").size(), 1u) << last()["sentence"];
  const long long set_up = lastVerdict();
  say("red", "draw?");
  look(table({gauge(0)}));
  EXPECT_FALSE(match_->overrule(set_up, "Ann", "why", t_s_)) << "a step is on its way";
  look(table());
  overrule(set_up);
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  TableState fewer = table({}, true, false);
  look(fewer);
  say("red", "done");
  say("blue", "done");
  ASSERT_EQ(of("start").size(), 2u);
  EXPECT_EQ(of("start")[1]["ships"].size(), 3u);
  say("blue", "yes");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << "that offer was of another game";
  look(fewer);
  say("red", "fire r1 b1");
  EXPECT_EQ(last()["ruling"], "legal") << last()["sentence"];
  EXPECT_FALSE(match_->overrule(set_up, "Ann", "why", t_s_));
  expectFold();
}

TEST_F(PlaneCounted, TheDrawIsAgreedWhenTheOnlyOneWhoHadNotResigns) {
  MatchSetup setup = redAndBlue();
  setup.players.push_back({"yellow", {Colour::yellow}});
  begin(setup);
  TableState state = table();
  state.pyramids.push_back(laid(300, 300, 180, Colour::yellow));
  look(state);
  say("red", "draw?");
  say("yellow", "yes");
  EXPECT_TRUE(of("over").empty());
  say("blue", "resign");
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "draw");
  expectFold();
}

} // namespace
} // namespace linesman::app
