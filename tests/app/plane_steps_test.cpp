#include <gtest/gtest.h>

#include "app/watch/plane_steps.h"

namespace linesman::app {
namespace {

using nlohmann::json;

SeenPose at(double x_mm) {
  return {{x_mm, 0.0, 0.0}, Eigen::Vector3d(0.01, 0.01, 1e-5).asDiagonal()};
}

PendingStep pending() {
  return {"r1", at(36), true, 2, true, 3, true, 4};
}

json stateOf(const CompletedSteps& steps) {
  json state = json::object();
  steps.writeTo(state);
  return state;
}

/// "r1.2@4 ": step 2 of r1 in turn 4.
std::string listed(const CompletedSteps& steps) {
  std::string all;
  for (const json& one : stateOf(steps).value("completed", json::array()))
    all += one["ship"].get<std::string>() + "." + std::to_string(one["step"].get<int>()) + "@" +
           std::to_string(one["turn"].get<int>()) + " ";
  return all;
}

CompletedSteps twoTurns() {
  CompletedSteps steps;
  steps.add({"r1", 1, at(0), 4});
  steps.add({"r1", 2, at(36), 4});
  steps.add({"r2", 1, at(100), 4});
  steps.add({"b1", 1, at(300), 5});
  steps.add({"r1", 1, at(72), 6});
  return steps;
}

TEST(CompletedSteps, OneIsFoundByItsNumberInTheMoveOfItsTurn) {
  const CompletedSteps steps = twoTurns();
  ASSERT_TRUE(steps.find("r1", 1, 4));
  EXPECT_EQ(steps.find("r1", 1, 4)->from.pose.x_mm(), 0.0);
  EXPECT_EQ(steps.find("r1", 1, 6)->from.pose.x_mm(), 72.0);
  EXPECT_FALSE(steps.find("r1", 3, 4));
  EXPECT_FALSE(steps.find("r2", 1, 6));
}

TEST(CompletedSteps, WhereOneWasCompletedTwiceTheNewestIsTakenBack) {
  CompletedSteps steps;
  steps.add({"r1", 1, at(0), 4});
  steps.add({"r2", 1, at(100), 4});
  steps.add({"r1", 1, at(50), 4});
  EXPECT_EQ(steps.find("r1", 1, 4)->from.pose.x_mm(), 50.0);
  steps.drop(*steps.find("r1", 1, 4));
  EXPECT_EQ(listed(steps), "r1.1@4 r2.1@4 ");
  EXPECT_EQ(steps.find("r1", 1, 4)->from.pose.x_mm(), 0.0);
}

TEST(CompletedSteps, WhatFollowedAStepThatFallsFallsToo) {
  CompletedSteps steps = twoTurns();
  steps.dropSince("r1", 2, 4);
  EXPECT_EQ(listed(steps), "r1.1@4 r2.1@4 b1.1@5 ");
  steps.dropShip("r2");
  steps.dropNewest();
  EXPECT_EQ(listed(steps), "r1.1@4 ");
  steps.dropNewest();
  steps.dropNewest();
  EXPECT_EQ(listed(steps), "");
}

TEST(CompletedSteps, TheTurnBeforeIsRememberedAndNoneBeforeThat) {
  CompletedSteps steps = twoTurns();
  steps.forgetBefore(6);
  EXPECT_EQ(listed(steps), "b1.1@5 r1.1@6 ");
}

TEST(CompletedSteps, AreRestoredAsTheyWere) {
  const json kept = stateOf(twoTurns());
  EXPECT_EQ(stateOf(CompletedSteps::from(kept)), kept);
  EXPECT_EQ(stateOf(CompletedSteps()), json::object()) << "the key is there where there are any";
  EXPECT_EQ(stateOf(CompletedSteps::from(json::object())), json::object());
}

TEST(PlaneSteps, APendingStepIsRestoredAsItWas) {
  const json kept = pending().toJson();
  EXPECT_EQ(PendingStep::fromJson(kept).toJson(), kept);
  const json wanted = {{"ship", "r1"}, {"at", at(36).toJson()}, {"legal", true}, {"step", 2}, {"decided", true},
                       {"looks", 3},   {"withheld", true},      {"turn", 4}};
  EXPECT_EQ(kept, wanted);
}

/// Records of the first versions know less of it.
TEST(PlaneSteps, AnOlderRecordsPendingStepHasNoTurn) {
  const PendingStep step =
      PendingStep::fromJson({{"ship", "r1"}, {"at", at(36).toJson()}, {"legal", true}, {"step", 2}});
  EXPECT_FALSE(step.decided);
  EXPECT_FALSE(step.withheld);
  EXPECT_EQ(step.looks, 1);
  EXPECT_EQ(step.turn, 0);
}

TEST(PlaneSteps, AnEndedStepIsKeptAsTheStepWithWhereItBegan) {
  const json kept = EndedStep{pending(), at(0), true}.toJson();
  json wanted = pending().toJson();
  wanted["from"] = at(0).toJson();
  wanted["completed"] = true;
  EXPECT_EQ(kept, wanted);
  EXPECT_EQ(EndedStep::fromJson(kept).toJson(), kept);
}

TEST(PlaneSteps, TheTurnThatEndsKnowsWhichOfItsShipsAreNotSeen) {
  TurnLedger ledger;
  ledger.order = {"red", "blue"};
  ledger.addStep("r1");
  std::vector<Ship> ships(5);
  const char* names[] = {"r1", "r2", "r3", "r4", "b1"};
  for (std::size_t i = 0; i < ships.size(); ++i) {
    ships[i].name = names[i];
    ships[i].player = names[i][0] == 'r' ? "red" : "blue";
    ships[i].missed = 1;
  }
  ships[1].missed = 0;
  ships[2].sunk = true;
  const LastTurn turn = LastTurn::of(ledger, ships);
  EXPECT_EQ(turn.gone, (std::vector<std::string>{"r1", "r4"}));
  EXPECT_TRUE(turn.hasGone("r4"));
  EXPECT_FALSE(turn.hasGone("b1")) << "it is not his";
  EXPECT_EQ(turn.ledger, ledger);
  const LastTurn again = LastTurn::fromJson(turn.toJson());
  EXPECT_EQ(again.gone, turn.gone);
  EXPECT_EQ(again.ledger, ledger);
}

TEST(PlaneSteps, ADecisionIsRestoredAsItWas) {
  PlaneDecision decision{17, {}, {}, at(36)};
  decision.before.order = decision.after.order = {"red", "blue"};
  decision.after.addShot("r1", "b1");
  const PlaneDecision again = PlaneDecision::fromJson(decision.toJson());
  EXPECT_EQ(again.of, 17);
  EXPECT_EQ(again.before, decision.before);
  EXPECT_EQ(again.after, decision.after);
  EXPECT_EQ(again.place.toJson(), at(36).toJson());
}

} // namespace
} // namespace linesman::app
