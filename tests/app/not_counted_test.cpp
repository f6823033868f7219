#include "app/watch/describe.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What the law knows nothing of lies on the table: where it would decide, nothing is ruled and nothing counts.
class NotCountedThings : public FedMatch {
protected:
  const TablePolygon book{{18, -70}, {26, -70}, {26, 70}, {18, 70}};

  /// r1 looks with its long side at b1, 45 mm away.
  static TableState abeam(std::vector<TablePolygon> things = {}) {
    TableState state;
    state.pyramids = {laid(0, 0, 90), laid(45, 8, 90, Colour::blue)};
    for (TablePolygon& thing : things)
      state.obstacles.push_back({std::move(thing), 0.0});
    return state;
  }
  json fire() {
    match_->hear({t_s_, "red", "fire r1 b1"});
    return of("verdict").back();
  }
  int damage() const { return ship("b1")["damage"].get<int>(); }
};

TEST_F(NotCountedThings, AShotPastAnUnknownThingIsNotRuledAndCountsForNothing) {
  begin(redAndBlue());
  look(abeam({book}));
  const json verdict = fire();
  EXPECT_EQ(verdict["ruling"], "unclear");
  EXPECT_EQ(verdict["withheld"], "the unknown thing at (22, 0) mm lies in the way");
  EXPECT_EQ(verdict["sentence"],
            "Not ruled whether r1 hits b1: the unknown thing at (22, 0) mm lies in the way; take it "
            "away, or name it in the table file, and fire again.");
  EXPECT_EQ(verdict["clauses"].back(), "AR-33");
  EXPECT_EQ(wordOf(verdict), "NOT RULED") << "and not that it is too close";
  EXPECT_EQ(damage(), 0);
  EXPECT_TRUE(of("counter").empty());
  look(abeam()); // taken away
  EXPECT_EQ(fire()["ruling"], "legal") << "the shot was not used up";
  EXPECT_EQ(damage(), 1);
  expectFold();
}

TEST_F(NotCountedThings, AnArmThatRestsIsToBeTakenAwayAndNotToBeNamed) {
  begin(redAndBlue());
  TableState state = abeam({book});
  state.resting_mm = {book};
  state.unseen_mm = {book};
  look(state);
  const json verdict = fire();
  EXPECT_EQ(verdict["sentence"],
            "Not ruled whether r1 hits b1: the hand or thing that rests at (22, 0) mm lies in the way; "
            "take it away, and fire again.");
  EXPECT_EQ(damage(), 0);
  look(abeam());
  EXPECT_EQ(fire()["ruling"], "legal");
  expectFold();
}

TEST_F(NotCountedThings, PeopleMayRuleThatItIsInNobodysWay) {
  begin(redAndBlue());
  look(abeam({book}));
  fire();
  overrule(lastVerdict());
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  EXPECT_FALSE(of("verdict").back().contains("withheld"));
  EXPECT_EQ(damage(), 1);
  expectFold();
}

TEST_F(NotCountedThings, WhatWouldChangeNoRulingWithholdsNone) {
  const TablePolygon beside{{18, 60}, {26, 60}, {26, 90}, {18, 90}};
  const TablePolygon half_way{{18, 12}, {26, 12}, {26, 60}, {18, 60}}; // the law finds a line past it
  begin(redAndBlue());
  look(abeam({beside, half_way}));
  EXPECT_EQ(fire()["ruling"], "legal");
  EXPECT_EQ(damage(), 1);
  expectFold();
}

TEST_F(NotCountedThings, AnOutlineThatCrossesItselfIsTakenByItsHull) {
  begin(redAndBlue());
  look(abeam({{{18, -70}, {26, 70}, {26, -70}, {18, 70}}}));
  EXPECT_TRUE(fire().contains("withheld"));
  expectFold();
}

TEST_F(NotCountedThings, AStepIsJudgedAgainOnceTheThingIsGone) {
  const TablePolygon mat{{50, -10}, {70, -10}, {70, 10}, {50, 10}};
  const auto step = [&](bool thing, bool original = true) {
    TableState state = fleets({laid(bow_mm, 0, 0)}, original);
    if (thing)
      state.obstacles.push_back({mat, 0.0});
    return state;
  };
  begin(redAndBlue());
  look(fleets());
  look(step(true));
  EXPECT_EQ(
      of("verdict").back()["sentence"],
      "Not ruled whether r1 may make this step: the unknown thing at (60, 0) mm lies in the way; take it away, or "
      "name it in the table file.");
  EXPECT_EQ(ledger()["moving"], "");
  look(step(false));
  ASSERT_EQ(of("retract").size(), 1u);
  EXPECT_EQ(of("verdict").back()["ruling"], "legal");
  look(step(false, false));
  EXPECT_EQ(of("verdict").back()["sentence"], "The step of r1 is complete; the gauge is the ship.");
  expectFold();
}

TEST_F(NotCountedThings, AStepThatWasNotRuledIsNoneWhenItIsCarriedOut) {
  TableState state = fleets({laid(bow_mm, 0, 0)});
  state.obstacles.push_back({{{50, -10}, {70, -10}, {70, 10}, {50, 10}}, 0.0});
  begin(redAndBlue());
  look(fleets());
  look(state);
  std::erase_if(state.pyramids, [](const SeenPyramid& one) { return one.table_from_piece.x_mm() == 0.0; });
  look(state);
  EXPECT_EQ(of("verdict").back()["sentence"],
            "The step of r1 was not ruled, and yet carried out; put the ship back where it was.");
  EXPECT_TRUE(ship("r1")["displaced"].get<bool>());
  expectFold();
}

/// A ship that a mug hides may lie there otherwise by now, or not at all.
TEST_F(NotCountedThings, AShotAtAShipThatIsHiddenIsNotRuled) {
  begin(redAndBlue());
  look(abeam());
  TableState hidden = abeam();
  hidden.pyramids.pop_back();
  hidden.unseen_mm.push_back({{30, -20}, {90, -20}, {90, 60}, {30, 60}});
  look(hidden);
  EXPECT_EQ(fire()["sentence"],
            "Not ruled whether r1 hits b1: b1 lies where the table cannot be seen; uncover it and fire again.");
  EXPECT_EQ(damage(), 0);
  look(hidden);
  EXPECT_EQ(of("put_back").back()["sentence"], "b1 lies where the table cannot be seen; uncover it.");
  look(abeam());
  EXPECT_EQ(fire()["ruling"], "legal");
  expectFold();
}

} // namespace
} // namespace linesman::app
