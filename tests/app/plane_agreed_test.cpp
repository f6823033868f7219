#include "app/watch/plane_law.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// A match of Armadas whose options were agreed otherwise than usual, and what its end and undo do.
class PlaneAgreed : public FedMatch {
protected:
  void step() {
    look(fleets({straight_}));
    look(fleets({straight_}, false));
  }
  json answerTo(const char* player, const char* say) {
    match_->hear({t_s_, player, say});
    return of("claim").back();
  }
  const SeenPyramid straight_ = laid(bow_mm, 0, 0);
};

TEST_F(PlaneAgreed, EveryWholeNumberLeavesStepsAndShotsRuledOn) {
  for (const auto& [name, value] : {std::pair{"min_actions", "1"},
                                    {"stashes", "2"},
                                    {"goal_number", "7"},
                                    {"trios", "4"},
                                    {"cargo_capacity", "3"},
                                    {"drift_mm", "2"}}) {
    const auto law = PlaneLaw::make(redAndBlue({{name, value}}));
    ASSERT_TRUE(law) << name;
    Ship r1;
    r1.name = "r1";
    r1.player = "red";
    r1.size = PyramidSize::medium;
    r1.recorded = r1.seen = SeenPose::of(laid(0, 0, 0));
    const Judgement step = law->step({r1}, {}, r1, SeenPose::of(straight_), 1);
    EXPECT_EQ(step.verdict.ruling, rules::Ruling::legal) << name << ": " << step.verdict.sentence;
  }
}

TEST_F(PlaneAgreed, AnOptionThatTheLawRefusesStopsTheMatchAtItsBeginning) {
  for (const auto& [name, value] : {std::pair{"min_actions", "4"},
                                    {"min_actions", "1.0"},
                                    {"touch_tol_mm", "-1"},
                                    {"touch_tol_mm", "nan"},
                                    {"min_separation_mm", "inf"},
                                    {"turn_margin_deg", "-0.5"},
                                    {"drift_mm", "-2"},
                                    {"goal_number", "nan"},
                                    {"goal", "glory"},
                                    {"no_such", "1"}}) {
    const auto match = Match::begin(redAndBlue({{name, value}}), "", [](const json&) {});
    ASSERT_FALSE(match) << name << "=" << value;
    EXPECT_NE(match.error().sentence.find(name), std::string::npos) << match.error().sentence;
  }
}

TEST_F(PlaneAgreed, WhatIsNotRefereedIsSaidOnceAtTheStart) {
  begin(redAndBlue({{"setup_order", "simultaneous"}, {"clock", "true"}, {"los", "none"}, {"ramming", "false"}}));
  look(fleets());
  look(fleets());
  ASSERT_EQ(of("error").size(), 1u);
  EXPECT_EQ(of("error")[0]["what"], "options");
  EXPECT_EQ(of("error")[0]["sentence"],
            "Not refereed where a table is watched: clock=true, setup_order=simultaneous; see to "
            "it yourselves, or begin without it.");
  expectFold();
}

TEST_F(PlaneAgreed, AStepIsTakenBackWhileItsMoveGoesOn) {
  begin(redAndBlue());
  look(fleets());
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>()) << "nothing was done";
  step();
  ASSERT_EQ(ledger()["actions"], json({"move r1"}));
  EXPECT_FALSE(answerTo("blue", "undo")["accepted"].get<bool>());
  EXPECT_TRUE(of("retract").empty());
  EXPECT_TRUE(answerTo("red", "undo")["accepted"].get<bool>());
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("retract")[0]["of"], lastVerdict());
  EXPECT_NEAR(of("put_back").back()["wanted"]["x"].get<double>(), 0.0, 1e-6);
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>()) << "once";
  look(fleets());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  EXPECT_FALSE(ship("r1")["displaced"].get<bool>());
  const auto before = events_.size();
  look(fleets());
  look(fleets());
  EXPECT_EQ(events_.size(), before + 2) << "nothing but the tables";
  step();
  EXPECT_EQ(of("verdict").back()["step"], 1) << "it may step otherwise";
  expectFold();
}

TEST_F(PlaneAgreed, TheStepsOfAMoveAreTakenBackOneAfterTheOther) {
  const SeenPyramid second = laid(2 * bow_mm, 0, 0);
  begin(redAndBlue());
  look(fleets());
  step();
  look(fleets({straight_, second}, false));
  look(fleets({second}, false));
  ASSERT_EQ(of("verdict").back()["step"], 2);
  EXPECT_TRUE(answerTo("red", "undo")["accepted"].get<bool>());
  EXPECT_NEAR(of("put_back").back()["wanted"]["x"].get<double>(), bow_mm, 1e-6);
  EXPECT_EQ(ledger()["steps"]["r1"], 1);
  EXPECT_TRUE(answerTo("red", "undo")["accepted"].get<bool>()) << "before it was put back";
  EXPECT_NEAR(of("put_back").back()["wanted"]["x"].get<double>(), 0.0, 1e-6);
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>()) << "no third";
  look(fleets());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  step();
  EXPECT_EQ(of("verdict").back()["step"], 1);
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "blue", "done"});
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>()) << "that was another turn";
  expectFold();
}

TEST_F(PlaneAgreed, AGaugeThatWasTakenAwayLeavesTheStepBeforeItToBeTakenBack) {
  begin(redAndBlue());
  look(fleets());
  step();
  look(fleets({straight_, laid(2 * bow_mm, 0, 0)}, false));
  look(fleets({straight_}, false));
  ASSERT_EQ(of("action").back()["what"], "spare_withdrawn");
  EXPECT_TRUE(answerTo("red", "undo")["accepted"].get<bool>());
  EXPECT_NEAR(of("put_back").back()["wanted"]["x"].get<double>(), 0.0, 1e-6);
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  expectFold();
}

TEST_F(PlaneAgreed, LaidBackBeforeItIsSaidItIsTakenBackToo) {
  begin(redAndBlue());
  look(fleets());
  step();
  look(fleets());
  EXPECT_TRUE(answerTo("red", "undo")["accepted"].get<bool>());
  look(fleets());
  EXPECT_TRUE(of("put_back").back()["done"].get<bool>());
  EXPECT_EQ(ledger()["actions"].size(), 0u);
  expectFold();
}

TEST_F(PlaneAgreed, TheNextActionAndTheAgreementEndTakingBack) {
  begin(redAndBlue());
  look(fleets());
  step();
  match_->hear({t_s_, "red", "done"});
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>());
  EXPECT_FALSE(answerTo("blue", "undo")["accepted"].get<bool>()) << "the step was red's";
  expectFold();
}

TEST_F(PlaneAgreed, WithoutTakebackNoStepIsTakenBack) {
  begin(redAndBlue({{"takeback", "false"}}));
  look(fleets());
  step();
  EXPECT_FALSE(answerTo("red", "undo")["accepted"].get<bool>());
  EXPECT_EQ(ledger()["actions"].size(), 1u);
  EXPECT_TRUE(of("error").empty()) << "it is refereed";
  expectFold();
}

TEST_F(PlaneAgreed, AfterTheEndNothingIsRuledOnUntilItIsOverruled) {
  begin(redAndBlue());
  look(fleets());
  match_->hear({t_s_, "red", "resign"});
  ASSERT_EQ(of("over").size(), 1u);
  const long long resigned = lastVerdict();
  const auto before = events_.size();
  look(fleets({straight_}));
  look(fleets({straight_}, false));
  look(fleets({}, false));
  look(fleets({}, false));
  EXPECT_EQ(events_.size(), before + 4) << events_.back().dump();
  overrule(resigned);
  look(fleets({straight_}));
  EXPECT_EQ(of("verdict").back()["action"], "step");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  expectFold();
}

TEST_F(PlaneAgreed, AShipThatIsNoneIsNamed) {
  begin(redAndBlue());
  look(fleets());
  look(fleets());
  const auto answer = [&](const char* say) { return answerTo("red", say)["sentence"].get<std::string>(); };
  EXPECT_EQ(answer("fire r9 b1"), "There is no ship called r9 in this game.");
  EXPECT_EQ(answer("fire r1 b9"), "There is no ship called b9 in this game.");
  EXPECT_EQ(answer("move r9"), "There is no ship called r9 in this game.");
  EXPECT_EQ(answer("fire r1"), "Name two ships of this game: fire SHIP TARGET.");
  EXPECT_EQ(answer("move b1"), "That is no ship that red may move now.");
}

TEST_F(PlaneAgreed, WhatTheBookkeepingRefusesHasNoMargin) {
  begin(redAndBlue());
  TableState near = fleets();
  near.pyramids.push_back(laid(20, 30, 0, Colour::blue));
  look(near);
  match_->hear({t_s_, "blue", "fire b1 r1"});
  near.pyramids.push_back(laid(300 - bow_mm, 0, 180, Colour::blue));
  look(near);
  ASSERT_EQ(of("verdict").size(), 2u);
  for (const json& verdict : of("verdict")) {
    EXPECT_EQ(verdict["clauses"], json({"AR-14"}));
    for (const char* key : {"margin_mm", "sigma_mm", "probability", "limit", "reason", "gun"})
      EXPECT_FALSE(verdict.contains(key)) << verdict.dump();
  }
  expectFold();
}

TEST_F(PlaneAgreed, APyramidOfNoPlayerIsNamedAtTheStart) {
  begin(redAndBlue());
  const TableState table = fleets({laid(120.4, -90, 0, Colour::green)});
  look(table);
  look(table);
  ASSERT_FALSE(of("error").empty());
  EXPECT_EQ(of("error")[0]["what"], "no player");
  EXPECT_EQ(of("error")[0]["sentence"], "The medium green pyramid at (120, -90) mm belongs to no player; name its "
                                        "player in the table file, or take it off the table.");
  expectFold();
}

} // namespace
} // namespace linesman::app
