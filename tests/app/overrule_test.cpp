#include "app/fed_match.h"
#include "app/seen_men.h"
#include "app/watch/board_contents.h"

namespace linesman::app {
namespace {

using namespace testing;

class OverruleShips : public FedMatch {
protected:
  void start() {
    begin(redAndBlue());
    look(fleets({}));
  }
  /// r1's first step is made.
  void startWithAStep() {
    start();
    look(fleets({straight_}));
    look(fleets({straight_}, false));
  }
  const SeenPyramid straight_ = laid(bow_mm, 0, 0);
  const SeenPyramid sharp_ = laid(bow_mm, 0, 85); // more than the hull allows
};

TEST_F(OverruleShips, AnIllegalStepIsAllowedWhileBothLie) {
  start();
  look(fleets({sharp_}));
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  overrule(lastVerdict());
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_EQ(ledger()["actions"], json({"move r1"}));
  look(fleets({sharp_}, false));
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_NEAR(ship("r1")["recorded"]["heading"].get<double>(), 85.0, 1e-6);
  EXPECT_FALSE(ship("r1")["displaced"].get<bool>());
  look(fleets({sharp_}, false));
  EXPECT_TRUE(of("put_back").empty());
  look(fleets({sharp_, laid(bow_mm + bow_mm * std::cos(radFromDeg(85.0)), bow_mm * std::sin(radFromDeg(85.0)), 85)},
              false));
  EXPECT_EQ(of("verdict").back()["step"], 2) << "the turn goes on";
  expectFold();
}

TEST_F(OverruleShips, AnIllegalStepThatWasCarriedOutStays) {
  start();
  look(fleets({sharp_}));
  look(fleets({sharp_}, false));
  ASSERT_EQ(of("put_back").size(), 1u);
  overrule(lastVerdict());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>()) << "nothing is asked back any more";
  EXPECT_EQ(ledger()["actions"], json({"move r1"}));
  const auto before = events_.size();
  look(fleets({sharp_}, false));
  EXPECT_EQ(events_.size(), before + 1) << "the table as it lies is right";
  expectFold();
}

TEST_F(OverruleShips, AnIllegalStepTakenBackIsShownAsAGhost) {
  start();
  look(fleets({sharp_}));
  const long long refused = lastVerdict();
  look(fleets({}));
  overrule(refused);
  ASSERT_FALSE(of("put_back").empty());
  EXPECT_FALSE(of("put_back").back()["done"].get<bool>());
  EXPECT_NEAR(of("put_back").back()["wanted"]["heading"].get<double>(), 85.0, 1e-6);
  look(fleets({sharp_}, false));
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  expectFold();
}

TEST_F(OverruleShips, ALegalStepIsForbidden) {
  startWithAStep();
  EXPECT_EQ(ledger()["actions"].size(), 1u);
  const long long placed = of("verdict")[0]["seq"];
  overrule(placed);
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(ledger()["actions"].size(), 0u) << "the step does not count";
  EXPECT_NEAR(of("put_back").back()["wanted"]["x"].get<double>(), 0.0, 1e-6);
  look(fleets({}));
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  look(fleets({straight_}));
  EXPECT_EQ(of("verdict").back()["step"], 1);
  expectFold();
}

TEST_F(OverruleShips, TheDecisionIsTakenBack) {
  start();
  look(fleets({sharp_}));
  look(fleets({sharp_}, false));
  const long long refused = lastVerdict();
  overrule(refused);
  EXPECT_FALSE(match_->overrule(refused, "Ann", "again", t_s_)) << "once only";
  overrule(lastVerdict());
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  EXPECT_NEAR(of("put_back").back()["wanted"]["heading"].get<double>(), 0.0, 1e-6);
  EXPECT_FALSE(of("put_back").back()["done"].get<bool>());
  EXPECT_FALSE(match_->overrule(9999, "Ann", "why", t_s_));
  EXPECT_FALSE(match_->overrule(lastVerdict(), "", "why", t_s_));
  expectFold();
}

TEST_F(OverruleShips, AHitThatWasNone) {
  start();
  match_->hear({t_s_, "red", "fire r1 b1"}); // far out of reach
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  overrule(lastVerdict());
  EXPECT_EQ(ship("b1")["damage"], 1);
  EXPECT_EQ(ledger()["actions"], json({"fire r1 b1"}));
  overrule(lastVerdict());
  EXPECT_EQ(ship("b1")["damage"], 0);
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  EXPECT_EQ(of("counter").size(), 2u);
  expectFold();
}

TEST_F(OverruleShips, AResignationIsTakenBack) {
  startWithAStep();
  const json before = ledger();
  match_->hear({t_s_, "red", "resign"});
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_EQ(of("over")[0]["winner"], "blue");
  overrule(lastVerdict());
  EXPECT_EQ(ledger(), before) << "with what red has done in this turn";
  EXPECT_EQ(of("clock").back()["to_move"], "red");
  EXPECT_TRUE(match_->clock().running());
  match_->hear({t_s_, "red", "done"});
  EXPECT_EQ(ledger()["order"][ledger()["next"].get<std::size_t>()], "blue");
  overrule(lastVerdict());
  EXPECT_EQ(of("over").size(), 2u) << "he has resigned after all";
  EXPECT_EQ(of("over")[1]["winner"], "blue");
  expectFold();
}

TEST_F(OverruleShips, AnArbiterSaysIt) {
  start();
  match_->hear({t_s_, "arbiter", "overrule last the gauge is bent"});
  EXPECT_EQ(of("error").back()["sentence"], "There is no verdict yet that could be overruled.");
  look(fleets({sharp_}));
  match_->hear({t_s_, "arbiter", "overrule last the gauge is bent"});
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_EQ(of("overrule").back()["why"], "the gauge is bent");
  match_->hear({t_s_, "arbiter", "overrule 4000 no such thing"});
  EXPECT_EQ(of("error").back()["what"], "arbiter");
  for (const auto& [said, sentence] :
       {std::pair("clock give red", "Say how many seconds, as in clock give red 60 WHY."),
        std::pair("clock warn red", "Say who decides it, and why."),
        std::pair("clock give", "Say which player it is about."),
        std::pair("clock give pink 5 x", "\"pink\" is no player of this match.")}) {
    match_->hear({t_s_, "arbiter", said});
    EXPECT_EQ(of("error").back()["sentence"], sentence);
  }
  expectFold();
}

TEST_F(OverruleShips, AStepWasNotCompleteAfterAll) {
  start();
  watch(fleets({}));
  hand(fleets({straight_}));
  watch(fleets({straight_}));
  watch(fleets({straight_}, false), 0.5); // the original is not seen for a moment, and no hand was there
  ASSERT_EQ(of("action").size(), 2u);
  watch(fleets({straight_}), 0.5);
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("retract")[0]["ship"], "r1");
  EXPECT_TRUE(of("retract")[0].contains("of"));
  EXPECT_EQ(match_->refereeState()["pending"]["ship"], "r1");
  EXPECT_NEAR(ship("r1")["recorded"]["x"].get<double>(), 0.0, 0.01);
  hand(fleets({straight_}, false));
  watch(fleets({straight_}, false));
  EXPECT_EQ(of("action").size(), 3u);
  EXPECT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(ledger()["actions"], json({"move r1"}));
  EXPECT_EQ(ledger()["steps"]["r1"], 1);
  expectFold();
}

TEST_F(OverruleShips, AGaugeSeenWronglyAtFirstIsJudgedAgain) {
  start();
  watch(fleets({}));
  hand(fleets({sharp_}));
  watch(fleets({sharp_}), 0.5);
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  watch(fleets({straight_}), 0.5); // no hand was there: it always lay so
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_EQ(ledger()["actions"], json({"move r1"}));
  expectFold();
}

TEST_F(OverruleShips, AGaugeLaidAnewIsNoRetraction) {
  start();
  watch(fleets({}));
  hand(fleets({straight_}));
  watch(fleets({straight_}));
  hand(fleets({straight_}));
  watch(fleets({laid(bow_mm, 0, 30)}));
  EXPECT_TRUE(of("retract").empty());
  EXPECT_EQ(of("verdict").size(), 2u);
  EXPECT_EQ(of("verdict").back()["step"], 1) << "the first one was not made";
  hand(fleets({}));
  watch(fleets({}));
  EXPECT_EQ(ledger()["actions"].size(), 0u) << "taken away, it was no action";
  expectFold();
}

TEST_F(OverruleShips, AStepThatWasTakenBackIsNotOverruled) {
  start();
  look(fleets({straight_}));
  const long long placed = lastVerdict();
  look(fleets({straight_}, false));
  const long long complete = lastVerdict();
  match_->hear({t_s_, "red", "undo"});
  ASSERT_EQ(of("retract").back()["of"], complete);
  const json before = match_->refereeState();
  for (const long long verdict : {placed, complete})
    EXPECT_FALSE(match_->overrule(verdict, "Ann", "too late", t_s_)) << verdict;
  match_->hear({t_s_, "arbiter", "overrule last too late"});
  EXPECT_EQ(of("error").back()["sentence"],
            "That step of r1 does not count any more; there is nothing left to overrule.");
  EXPECT_EQ(match_->refereeState(), before);
  expectFold();
}

TEST_F(OverruleShips, AHitThatWasNoneLeavesTheMoveAsItWas) {
  startWithAStep();
  const json before = ledger();
  match_->hear({t_s_, "red", "fire r1 b1"}); // out of reach
  ASSERT_EQ(ledger(), before) << "what is refused ends no Move";
  overrule(lastVerdict());
  overrule(lastVerdict());
  EXPECT_EQ(ledger(), before) << "the Move goes on";
  expectFold();
}

TEST_F(OverruleShips, AShotAtAShipThatIsSunkIsNoHitToBeTakenBack) {
  begin(redAndBlue());
  look(fleets({laid(300, 200, 180, Colour::blue)})); // b1 and b2
  match_->hear({t_s_, "red", "fire r1 b1"});
  const long long first = lastVerdict();
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  for (int hits = 0; hits < 3 && !ship("b1")["sunk"].get<bool>(); ++hits) {
    match_->hear({t_s_, "red", "fire r1 b1"});
    overrule(lastVerdict());
  }
  ASSERT_TRUE(ship("b1")["sunk"].get<bool>());
  const json before = match_->refereeState();
  EXPECT_FALSE(match_->overrule(first, "Ann", "it hit", t_s_)) << "taken back, b1 would be afloat again";
  EXPECT_EQ(match_->refereeState(), before);
  expectFold();
}

/// An older decision and its taking back leave what was done in the order in which it was done.
TEST_F(OverruleShips, ADecisionTakenBackLeavesTheOrderOfWhatWasDone) {
  startWithAStep();
  const long long complete = lastVerdict();
  match_->hear({t_s_, "red", "fire r1 b1"});
  overrule(lastVerdict());
  const json before = ledger();
  ASSERT_EQ(before["actions"], json({"move r1", "fire r1 b1"}));
  overrule(complete);
  ASSERT_EQ(ledger()["actions"], json({"fire r1 b1"}));
  overrule(lastVerdict());
  EXPECT_EQ(ledger(), before) << "the Move was over with the shot";
  expectFold();
}

/// The gauge was taken away: no step was made, whatever is decided about its verdict and taken back.
TEST_F(OverruleShips, AStepThatWasNotMadeIsNoneAfterADecisionThatIsTakenBack) {
  start();
  look(fleets({straight_}));
  const long long placed = lastVerdict();
  look(fleets({}));
  match_->hear({t_s_, "red", "done"});
  const json before = ship("r1")["recorded"];
  overrule(placed);
  overrule(lastVerdict());
  EXPECT_EQ(ship("r1")["recorded"], before);
  expectFold();
}

/// Taken away, it was no action: the Move that went on before goes on.
TEST_F(OverruleShips, AGaugeThatIsTakenAwayEndsNoOtherMove) {
  const SeenPyramid beside = laid(-60, 100, 0); // r1; the ship at the origin is r2
  begin(redAndBlue());
  look(fleets({beside}));
  look(fleets({beside, straight_}));
  look(fleets({beside, straight_}, false));
  const json before = ledger();
  ASSERT_EQ(before["moving"], "r2");
  look(fleets({beside, straight_, laid(-60 + bow_mm, 100, 0)}, false));
  ASSERT_EQ(ledger()["moving"], "r1");
  look(fleets({beside, straight_}, false));
  EXPECT_EQ(ledger(), before);
  look(fleets({beside, straight_, laid(2 * bow_mm, 0, 0)}, false));
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  EXPECT_EQ(of("verdict").back()["step"], 2);
  expectFold();
}

TEST_F(OverruleShips, ARetractedStepIsNotTheShotAfterIt) {
  start();
  watch(fleets({}));
  hand(fleets({straight_}));
  watch(fleets({straight_}));
  watch(fleets({straight_}, false), 0.5);
  const long long complete = lastVerdict();
  match_->hear({t_s_, "red", "fire r1 b1"});
  ASSERT_GT(lastVerdict(), complete);
  watch(fleets({straight_}), 0.5); // the original lay there all the time
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("retract")[0]["of"], complete);
  expectFold();
}

// --- games on squares -----------------------------------------------------------------------------------------------

class OverruleMen : public testing::FedMenMatch {
protected:
  void start() {
    MatchSetup setup;
    setup.game = "king_down";
    setup.start = testing::usual_array;
    begin(setup);
    look(board());
  }
  /// Plays until the queen mates on h4, and looks at that for so long.
  void mate(double seen_s) {
    start();
    for (const auto& [from, to] : {std::pair("f2", "f3"), {"e7", "e5"}, {"g2", "g4"}}) {
      carry(from, to);
      look(board());
    }
    watch(board());
    hand(board());
    carry("d8", "h4");
    watch(board(), seen_s);
    ASSERT_EQ(of("over").size(), 1u);
  }
  /// Plays a turn that people do not allow, and takes it back.
  void forbid(const std::string& from, const std::string& to) {
    carry(from, to);
    look(board());
    ASSERT_EQ(of("action").back()["turn"], from + to);
    overrule(lastVerdict());
    carry(to, from);
    look(board());
  }
};

TEST_F(OverruleMen, AnIllegalMoveIsAllowedAndTheGameGoesOn) {
  start();
  carry("b1", "b3");
  look(board());
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  overrule(lastVerdict());
  EXPECT_EQ(position().substr(0, position().find(' ')), "rnbqkbnr/pppppppp/8/8/8/1N6/PPPPPPPP/R1BQKBNR");
  EXPECT_EQ(match_->refereeState()["to_move"], "black");
  look(board());
  EXPECT_TRUE(of("put_back").empty()) << of("put_back").back().dump();
  carry("e7", "e6");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e7e6");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  expectFold();
}

TEST_F(OverruleMen, ALegalMoveIsForbiddenAndTheDecisionTakenBack) {
  start();
  carry("e2", "e4");
  look(board());
  overrule(lastVerdict());
  EXPECT_EQ(position(), testing::usual_array);
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(of("put_back")[0]["squares"].size(), 2u);
  look(board());
  EXPECT_EQ(of("verdict").size(), 2u) << "it still stands there and is not played again";
  carry("e4", "e2");
  look(board());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  carry("d2", "d4");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "d2d4");
  EXPECT_EQ(match_->refereeState()["to_move"], "black");
  expectFold();
}

TEST_F(OverruleMen, ATurnThatPeopleForbadeIsRefusedWhenItIsPlayedAgain) {
  start();
  forbid("e2", "e4");
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("verdict").back()["turn"], "e2e4");
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal") << "it does not count";
  EXPECT_EQ(of("verdict").back()["sentence"],
            "It was decided that e2e4 is not allowed; overrule that decision to take it back.");
  match_->hear({t_s_, "white", "e2e4"});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(position(), testing::usual_array);
  expectFold();
}

/// Each decision stands until it is taken back, whatever is decided after it.
TEST_F(OverruleMen, SeveralTurnsThatPeopleForbadeAreRefused) {
  start();
  forbid("e2", "e4");
  forbid("d2", "d4");
  const long long second = lastVerdict();
  const auto expectRefused = [&](const char* turn) {
    match_->hear({t_s_, "white", turn});
    EXPECT_FALSE(of("claim").back()["accepted"].get<bool>()) << turn;
    EXPECT_EQ(of("claim").back()["sentence"],
              "It was decided that " + std::string(turn) + " is not allowed; overrule that decision to take it back.");
  };
  expectRefused("e2e4");
  expectRefused("d2d4");
  carry("e2", "e4");
  look(board());
  EXPECT_EQ(of("verdict").back()["turn"], "e2e4");
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  carry("e4", "e2");
  look(board());
  overrule(second); // d2d4 counts after all
  EXPECT_EQ(match_->refereeState()["played"], json({"d2d4"}));
  overrule(lastVerdict()); // and does not
  expectRefused("e2e4");
  expectRefused("d2d4");
  EXPECT_EQ(position(), testing::usual_array);
  expectFold();
}

TEST_F(OverruleMen, WhatPeopleForbadeIsStillSoWhereTheGameGoesBackToThatTurn) {
  start();
  forbid("e2", "e4");
  carry("d2", "d4");
  look(board());
  const long long played = lastVerdict();
  carry("e7", "e5");
  look(board());
  match_->hear({t_s_, "white", "g1f3"});
  ASSERT_EQ(match_->refereeState()["played"].size(), 3u) << "of another turn nothing was decided";
  overrule(played);
  match_->hear({t_s_, "white", "e2e4"});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  match_->hear({t_s_, "white", "c2c4"});
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  expectFold();
}

TEST_F(OverruleMen, WhatHasFallenIsNotOverruled) {
  start();
  carry("e2", "e4");
  look(board());
  const long long first = lastVerdict();
  carry("b8", "b6");
  look(board());
  const long long refused = lastVerdict();
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  carry("b6", "b8");
  look(board());
  carry("e7", "e5");
  look(board());
  const long long second = lastVerdict();
  overrule(first);
  EXPECT_EQ(of("verdict").back()["sentence"],
            "Ann decides that e2e4 is not allowed: both players saw it. What was played since then falls as well.");
  for (const long long fallen : {refused, second}) {
    const auto answer = match_->overrule(fallen, "Ann", "why", t_s_);
    ASSERT_FALSE(answer) << fallen;
    EXPECT_EQ(answer.error().sentence, "What verdict " + std::to_string(fallen) +
                                           " is about does not count any more, since number " +
                                           std::to_string(lastVerdict()) + "; there is nothing left to overrule.");
  }
  EXPECT_EQ(position(), testing::usual_array);
  expectFold();
}

TEST_F(OverruleMen, TheTurnThatIsMeantFallsThoughThePositionCameAgain) {
  start();
  std::vector<long long> verdicts;
  for (const auto& [from, to] : {std::pair("g1", "f3"), std::pair("g8", "f6"), std::pair("f3", "g1"),
                                 std::pair("f6", "g8"), std::pair("g1", "f3")}) {
    carry(from, to);
    look(board());
    verdicts.push_back(lastVerdict());
  }
  ASSERT_EQ(match_->refereeState()["played"].size(), 5u);
  overrule(verdicts.front());
  EXPECT_EQ(match_->refereeState()["played"], json::array()) << "or repetitions would be counted wrongly";
  EXPECT_EQ(of("clock").back()["turn"], 1);
  expectFold();
}

TEST_F(OverruleMen, WhatWasPlayedBeforeADecisionIsKnownWhenThatIsTakenBack) {
  start();
  carry("e2", "e4");
  look(board());
  carry("b8", "b6");
  look(board());
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  overrule(lastVerdict());
  ASSERT_EQ(match_->refereeState()["to_move"], "white");
  overrule(lastVerdict());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e4"}));
  EXPECT_EQ(match_->refereeState()["turn"], 2);
  expectFold();
}

/// A man read on a wrong square: people say that he did not go there, and where he went is said, or seen.
TEST_F(OverruleMen, ATurnThatWasReadWronglyIsSaidAnew) {
  start();
  carry("e2", "e4");
  look(board());
  overrule(lastVerdict());
  carry("e4", "e3");
  match_->hear({t_s_, "white", "e2e3"});
  look(board());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3"}));
  carry("e7", "e5");
  look(board());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3", "e7e5"}));
  expectFold();
}

TEST_F(OverruleMen, ATurnThatWasReadWronglyIsSeenAnew) {
  start();
  carry("e2", "e4");
  look(board());
  overrule(lastVerdict());
  carry("e4", "e3");
  look(board());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3"}));
  expectFold();
}

/// The table shows no detour: where he was refused the man still stands when the others play on.
TEST_F(OverruleMen, AMoveThatWasRefusedIsNotReachedByADetour) {
  start();
  carry("e2", "e3");
  look(board());
  carry("e7", "e6");
  look(board());
  carry("d1", "h5");
  look(board());
  ASSERT_EQ(of("verdict").back()["ruling"], "legal");
  overrule(lastVerdict());
  carry("a7", "a6");
  for (int i = 0; i < 4; ++i)
    look(board());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3", "e7e6"})) << "not d1g4, a7a6, g4h5";
  EXPECT_FALSE(of("put_back").back()["done"].get<bool>());
  carry("h5", "d1");
  carry("a6", "a7");
  look(board());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  carry("d1", "c3"); // against the law
  look(board());
  ASSERT_EQ(of("verdict").back()["ruling"], "illegal");
  carry("a7", "a6");
  for (int i = 0; i < 4; ++i)
    look(board());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3", "e7e6"})) << "not d1f3, a7a6, f3c3";
  expectFold();
}

TEST_F(OverruleMen, AResignationIsTakenBack) {
  start();
  carry("e2", "e4");
  look(board());
  for (const char* player : {"black", "white"}) { // in his turn, and out of it
    match_->hear({t_s_, player, "resign"});
    ASSERT_TRUE(match_->refereeState()["over"].get<bool>());
    EXPECT_FALSE(match_->clock().running());
    overrule(lastVerdict());
    EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
    EXPECT_EQ(of("clock").back()["to_move"], "black");
    EXPECT_TRUE(match_->clock().running());
    EXPECT_EQ(match_->refereeState()["played"], json({"e2e4"}));
    look(board());
    overrule(lastVerdict());
    EXPECT_EQ(of("over").back()["winner"], player == std::string("white") ? "black" : "white");
    overrule(lastVerdict());
  }
  carry("e7", "e5");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e7e5");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_TRUE(of("put_back").empty());
  expectFold();
}

TEST_F(OverruleMen, AnOfferStandsThoughAResignationAfterItIsTakenBack) {
  start();
  carry("e2", "e4");
  look(board());
  match_->hear({t_s_, "black", "draw?"});
  match_->hear({t_s_, "white", "resign"}); // it is not his turn
  ASSERT_EQ(of("over").size(), 1u);
  overrule(lastVerdict());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e4", "draw?"}));
  expectFold();
}

TEST_F(OverruleMen, AnIllegalMoveIsAllowedAfterAResignation) {
  start();
  carry("b1", "b3");
  look(board());
  const long long refused = lastVerdict();
  match_->hear({t_s_, "white", "resign"});
  overrule(refused);
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  EXPECT_EQ(match_->refereeState()["to_move"], "black");
  EXPECT_TRUE(match_->clock().running());
  expectFold();
}

TEST_F(OverruleMen, ADecisionTakenBackWhileTheManStands) {
  start();
  carry("e2", "e4");
  look(board());
  overrule(lastVerdict());
  overrule(lastVerdict());
  EXPECT_EQ(match_->refereeState()["to_move"], "black");
  look(board());
  carry("e7", "e5");
  look(board());
  EXPECT_EQ(of("action").back()["turn"], "e7e5");
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e4", "e7e5"}));
  expectFold();
}

TEST_F(OverruleMen, ATurnReadWronglyIsRetracted) {
  start();
  watch(board());
  hand(board());
  carry("e2", "e4"); // so it was read at first
  watch(board(), 0.5);
  ASSERT_EQ(of("action").back()["turn"], "e2e4");
  carry("e4", "e3"); // no hand was there: it always stood here
  watch(board());
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("retract")[0]["turn"], "e2e4");
  EXPECT_TRUE(of("retract")[0].contains("of"));
  EXPECT_EQ(of("action").back()["turn"], "e2e3");
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e3"}));
  hand(board());
  carry("e7", "e5");
  watch(board());
  EXPECT_EQ(of("action").back()["turn"], "e7e5");
  EXPECT_EQ(of("retract").size(), 1u);
  expectFold();
}

TEST_F(OverruleMen, TheTurnThatEndedTheGameIsRetractedLikeAnyOther) {
  mate(0.5); // so it was read at first
  EXPECT_FALSE(match_->clock().running());
  carry("h4", "g5"); // no hand was there: it always stood here
  watch(board());
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("retract")[0]["turn"], "d8h4");
  EXPECT_EQ(of("action").back()["turn"], "d8g5");
  EXPECT_FALSE(match_->refereeState()["over"].get<bool>());
  EXPECT_EQ(match_->refereeState()["to_move"], "white");
  EXPECT_TRUE(match_->clock().running());
  hand(board());
  carry("h2", "h4");
  watch(board());
  EXPECT_EQ(of("action").back()["turn"], "h2h4");
  expectFold();
}

TEST_F(OverruleMen, MenWhoAreClearedAwayBehindTheEndAreNoRetraction) {
  mate(1.6);
  const std::size_t told = events_.size();
  for (const auto& [from, to] : {std::pair("h4", "d8"), {"g4", "g2"}, {"e5", "e7"}}) {
    hand(board());
    carry(from, to);
    watch(board());
  }
  EXPECT_TRUE(of("retract").empty());
  for (std::size_t i = told; i < events_.size(); ++i)
    EXPECT_TRUE(events_[i]["event"] == "settled" || events_[i]["event"].get<std::string>().starts_with("hands"))
        << events_[i].dump();
  expectFold();
}

TEST_F(OverruleMen, ARetractedTurnGivesItsTimeBack) {
  start();
  watch(board());
  hand(board());
  carry("e2", "e4");
  watch(board(), 0.5);
  ASSERT_EQ(of("action").back()["turn"], "e2e4");
  const double white_s = match_->clock().used_s("white", t_s_);
  const double black_s = match_->clock().used_s("black", t_s_);
  const double then_s = t_s_;
  ASSERT_GT(black_s, 0.0);
  carry("e4", "e2"); // he never let go of it
  watch(board(), 1.0);
  ASSERT_EQ(of("retract").size(), 1u);
  ASSERT_EQ(match_->refereeState()["to_move"], "white");
  EXPECT_DOUBLE_EQ(match_->clock().used_s("black", t_s_), 0.0);
  EXPECT_NEAR(match_->clock().used_s("white", t_s_), white_s + black_s + t_s_ - then_s, 1e-6);
  const double before = match_->clock().used_s("white", t_s_);
  hand(board());
  carry("e2", "e3");
  watch(board(), 0.5);
  ASSERT_EQ(match_->refereeState()["to_move"], "black");
  EXPECT_GT(match_->clock().used_s("white", t_s_), before);
  EXPECT_LT(match_->clock().used_s("black", t_s_), 0.5);
  expectFold();
}

TEST_F(OverruleMen, ATurnPlayedBehindAnUnseenHandIsNoRetraction) {
  start();
  watch(board());
  hand(board());
  carry("e2", "e4");
  watch(board());
  carry("e7", "e5");
  watch(board());
  EXPECT_TRUE(of("retract").empty());
  EXPECT_EQ(match_->refereeState()["played"], json({"e2e4", "e7e5"}));
  expectFold();
}

} // namespace
} // namespace linesman::app
