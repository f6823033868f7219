// The verdicts that people argue about, one test each, with the figures that the law's text gives.
#include "tests/rules/plane_support.h"

namespace linesman::rules::testing {
namespace {

double marginOf(const nlohmann::json& answer) {
  return answer.at("margin_mm").get<double>();
}

TEST(ArmadasVerdicts, LargeTurns74Degrees) {
  const auto allowed = judged(workedCase("G02"));
  EXPECT_TRUE(allowed.at("verdict"));
  EXPECT_NEAR(marginOf(allowed), 0.14, 0.005);
  EXPECT_FALSE(judged(workedCase("G03")).at("verdict"));
  // A measured turn that near to the limit is too close: No.
  nlohmann::json measured = workedCase("G02");
  measured["sigma"] = {{"sigma_mm", 0.1}, {"sigma_deg", 0.1}};
  const auto doubtful = judged(measured);
  EXPECT_EQ(doubtful.at("ruling"), "unclear");
  EXPECT_EQ(doubtful.at("clauses")[0], "AR-33");
}

TEST(ArmadasVerdicts, MediumTurnsSquare) {
  const auto answer = judged(workedCase("G04"));
  EXPECT_FALSE(answer.at("verdict"));
  EXPECT_NEAR(marginOf(answer), -2.6, 0.05);
  EXPECT_EQ(answer.at("clauses")[0], "AR-24");
}

TEST(ArmadasVerdicts, LargeBesideAntiparallelLarge) {
  EXPECT_NEAR(marginOf(judged(workedCase("G05"))), 1.8, 0.05);
  EXPECT_NEAR(marginOf(judged(workedCase("G06"))), -1.7, 0.05);
}

TEST(ArmadasVerdicts, RaisedCornerAboveLowBow) {
  EXPECT_NEAR(marginOf(judged(workedCase("G07"))), 0.86, 0.005);
  EXPECT_NEAR(marginOf(judged(workedCase("G08"))), -0.87, 0.005);
}

TEST(ArmadasVerdicts, SmallRunsThroughNarrowGap) {
  const auto answer = judged(workedCase("G13"));
  EXPECT_TRUE(answer.at("verdict"));
  EXPECT_NEAR(marginOf(answer), 0.40, 0.005);
  EXPECT_FALSE(judged(workedCase("G14")).at("verdict"));
}

TEST(ArmadasVerdicts, SmallRoundsMast) {
  const auto answer = judged(workedCase("G18"));
  EXPECT_TRUE(answer.at("verdict"));
  EXPECT_NEAR(marginOf(answer), 0.60, 0.005);
  EXPECT_EQ(judged(workedCase("G15")).at("reason"), "5 steps, limit 4");
}

TEST(ArmadasVerdicts, LargeGoesTwoSteps) {
  EXPECT_TRUE(judged(workedCase("G16")).at("verdict"));
  const auto refused = judged(workedCase("G17"));
  EXPECT_FALSE(refused.at("verdict"));
  EXPECT_EQ(refused.at("clauses")[0], "A2-16");
}

TEST(ArmadasVerdicts, NothingAheadOfTheBowLine) {
  EXPECT_NEAR(marginOf(judged(workedCase("G27"))), -3.8, 0.05);
  EXPECT_FALSE(judged(workedCase("G27")).at("verdict"));
}

TEST(ArmadasVerdicts, SmallFires45Millimetres) {
  EXPECT_NEAR(marginOf(judged(workedCase("G29"))), 1.2, 0.005);
  EXPECT_FALSE(judged(workedCase("G30")).at("verdict"));
  EXPECT_NEAR(marginOf(judged(workedCase("G28"))), -0.15, 0.005);
}

TEST(ArmadasVerdicts, OwnLargeLiesBetween) {
  const auto answer = judged(workedCase("G31"));
  EXPECT_FALSE(answer.at("verdict"));
  EXPECT_NEAR(answer.at("los_mm").get<double>(), -8.8, 0.2);
  EXPECT_EQ(answer.at("clauses")[0], "AR-30");
  nlohmann::json transparent = workedCase("G31");
  transparent["options"]["own_ships_block"] = false;
  EXPECT_TRUE(judged(transparent).at("verdict"));
}

TEST(ArmadasVerdicts, TargetHalfHidden) {
  EXPECT_TRUE(judged(workedCase("G32")).at("verdict"));
  EXPECT_FALSE(judged(workedCase("G33")).at("verdict"));
  nlohmann::json slanting = workedCase("G34");
  EXPECT_FALSE(judged(slanting).at("verdict"));
  slanting["options"]["los"] = "sight";
  EXPECT_TRUE(judged(slanting).at("verdict"));
}

/// What is sunk is off the table, whichever of two it is.
TEST(ArmadasVerdicts, ASunkShipIsInNobodysWayAtTheSetUp) {
  for (const bool first : {true, false}) {
    nlohmann::json scenario = nlohmann::json::parse(R"({"ruleset":"armadas","query":{"type":"setup"},"objects":[
      {"id":"r1","kind":"ship","player":"red","size":"M","stern":[0,0],"heading":0},
      {"id":"r2","kind":"ship","player":"red","size":"M","stern":[5,0],"heading":0}]})");
    scenario["objects"][first ? 0 : 1]["damage"] = 2;
    EXPECT_TRUE(judged(scenario).at("verdict")) << first;
  }
}

TEST(ArmadasVerdicts, FleetsNearEachOther) {
  const auto armadas = judged(workedCase("G39"));
  EXPECT_FALSE(armadas.at("verdict"));
  EXPECT_NEAR(marginOf(armadas), -1.8, 0.005);
  const auto two_k = judged(workedCase("G40"));
  EXPECT_TRUE(two_k.at("verdict"));
  ASSERT_EQ(two_k.at("warnings").size(), 1U);
  EXPECT_NE(two_k.at("warnings")[0].get<std::string>().find("are nearer than 12 inches."), std::string::npos);
}

TEST(ArmadasVerdicts, ThreeShotsSinkSmallAndMedium) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90), ship("b1", "blue", PyramidSize::small, -40, 20, 0),
                   ship("b2", "blue", PyramidSize::medium, 30, 30, 0),
                   ship("b3", "blue", PyramidSize::small, 300, 300, 0)};
  ArmadasMatch match(law({{"first_player", "first"}}), startMatch(law({{"first_player", "first"}}), table, twoPlans()));
  using Kind = MatchAction::Kind;
  EXPECT_EQ(match.play(act(Kind::fire, "r1", "b1")).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.state().table.find("b1"), nullptr);
  EXPECT_EQ(match.play(act(Kind::fire, "r1", "b1")).verdict.ruling, Ruling::illegal) << "a hit on a sunk ship is lost";
  EXPECT_EQ(match.play(act(Kind::fire, "r1", "b2")).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.state().table.find("b2")->damage, 1);
  EXPECT_EQ(match.play(act(Kind::fire, "r1", "b2")).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.state().table.find("b2"), nullptr);
  EXPECT_EQ(match.state().actions_used, 3);
}

TEST(Components, AreNamedByLabelsAndInWords) {
  using Kind = Component::Kind;
  const auto named = [](Kind kind, int step, const char* object = "", const char* other = "") {
    Component c;
    c.kind = kind;
    c.step = step;
    c.object = object;
    c.other = other;
    return c.label() + " | " + c.words();
  };
  EXPECT_EQ(named(Kind::joint, 1), "joint#1 | stern on bow in step 1");
  EXPECT_EQ(named(Kind::turn, 2), "turn#2 | the turn of step 2");
  EXPECT_EQ(named(Kind::object, 3, "b1"), "object:b1#3 | the distance from b1 in step 3");
  EXPECT_EQ(named(Kind::area, 1), "area#1 | the edge of the playing surface in step 1");
  EXPECT_EQ(named(Kind::area, 0, "r2"), "area:r2 | the edge of the playing surface at r2");
  EXPECT_EQ(named(Kind::range, 0), "range | the range");
  EXPECT_EQ(named(Kind::sight, 0, "b2"), "sight:b2 | the line of sight past b2");
  EXPECT_EQ(named(Kind::overlap, 0, "r1", "b2"), "overlap:r1/b2 | the distance of r1 and b2");
  EXPECT_EQ(named(Kind::separation, 0, "r1", "b2"), "separation:r1/b2 | the separation of r1 and b2");
  EXPECT_EQ(named(Kind::contact, 0, "isle"), "contact:isle | the contact with isle");
}

} // namespace
} // namespace linesman::rules::testing
