// Every clause of Armadas (AR) and Armada 2K (A2) by its number; the table in rules/README.md is made from these names.
#include "tests/rules/plane_support.h"

#include "rules/reach.h"
#include "rules/rule_book.h"
#include "rules/setup_check.h"

namespace linesman::rules::testing {
namespace {

using Kind = MatchAction::Kind;
const std::string two_k = "armada2k";

std::vector<FleetPlan> plansOf(const std::array<int, 3>& ships, int players = 2) {
  std::vector<FleetPlan> plans;
  for (int i = 0; i < players; ++i) {
    FleetPlan plan;
    plan.player = "p" + std::to_string(i);
    plan.ships = ships;
    plans.push_back(plan);
  }
  return plans;
}

bool fleetsLegal(const PlaneLaw& rules, const std::vector<FleetPlan>& plans) {
  return checkFleets(rules, plans).ruling == Ruling::legal;
}

/// A match of twoFleets in which red begins.
ArmadasMatch matchOf(std::map<std::string, std::string> options = {}, const PlaneTable& table = twoFleets(),
                     const std::vector<MatchPlayer>& marks = {}, const std::string& game = "armadas") {
  options["first_player"] = "first";
  const PlaneLaw rules = law(options, game);
  return {rules, startMatch(rules, table, twoPlans(), marks)};
}

/// Red Large at the origin heading north with a blue Medium to port and a blue Small to starboard, both in range.
PlaneTable broadside() {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90), ship("r2", "red", PyramidSize::small, 300, 0, 90),
                   ship("b1", "blue", PyramidSize::medium, -55, 20, 0),
                   ship("b2", "blue", PyramidSize::small, 30, 30, 0)};
  return table;
}

MatchPlayer seat(const std::string& name) {
  MatchPlayer player;
  player.name = name;
  return player;
}

bool plays(ArmadasMatch& match, const MatchAction& action) {
  return match.play(action).verdict.ruling == Ruling::legal;
}

TEST(Clause, AR_01_A2_01_TwoToTenPlayersInTurns) {
  const PlaneLaw rules = law({{"fleet", "free"}});
  EXPECT_FALSE(fleetsLegal(rules, plansOf({1, 1, 1}, 1)));
  EXPECT_TRUE(fleetsLegal(rules, plansOf({1, 1, 1}, 2)));
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "free"}}, two_k), plansOf({1, 1, 1}, 10)));
  EXPECT_FALSE(fleetsLegal(law({{"fleet", "free"}}, two_k), plansOf({1, 1, 1}, 11)));
  ArmadasMatch match = matchOf();
  EXPECT_EQ(match.state().mover().name, "red");
  EXPECT_TRUE(plays(match, act(Kind::done)));
  EXPECT_EQ(match.state().mover().name, "blue");
}

TEST(Clause, AR_02_A2_02_Equipment) {
  const Verdict one_trio = checkFleets(law({{"trios", "1"}}), plansOf({0, 0, 1}));
  EXPECT_EQ(one_trio.ruling, Ruling::illegal);
  EXPECT_TRUE(cites(one_trio, "AR-02"));
  EXPECT_TRUE(fleetsLegal(law({{"trios", "2"}}), plansOf({1, 1, 1})));
  EXPECT_TRUE(fleetsLegal(law({}, two_k), plansOf({4, 4, 4}))); // a stash less its gauges
}

TEST(Clause, AR_03_SameNumberOfTrios) {
  auto plans = plansOf({2, 2, 2});
  EXPECT_TRUE(fleetsLegal(law(), plans));
  plans[1].ships = {3, 3, 3};
  EXPECT_FALSE(fleetsLegal(law(), plans));
}

TEST(Clause, AR_04_A2_03_ColourTellsTheOwner) {
  auto plans = plansOf({2, 2, 2});
  plans[0].colours = {"red", "orange"};
  plans[1].colours = {"blue", "orange"};
  EXPECT_TRUE(cites(checkFleets(law(), plans), "AR-04"));
  plans[1].colours = {"blue", "cyan"};
  EXPECT_TRUE(fleetsLegal(law(), plans));
  EXPECT_TRUE(cites(checkFleets(law({}, two_k), {plansOf({4, 4, 4})[0], plansOf({4, 4, 4})[0]}), "A2-03"));
}

TEST(Clause, AR_05_A2_04_DamageIsMarked) {
  ArmadasMatch match = matchOf({}, broadside());
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  EXPECT_EQ(match.state().table.find("b1")->damage, 1);
}

TEST(Clause, AR_06_A2_05_SurfaceIsLargeEnough) {
  PlaneTable table = twoFleets();
  table.area.kind = PlaneArea::Kind::circle;
  table.area.radius_mm = 400;
  EXPECT_EQ(checkSetup(law({{"fleet", "free"}}), table, twoPlans()).ruling, Ruling::legal);
  table.area.radius_mm = 249;
  const Verdict small = checkSetup(law({{"fleet", "free"}}), table, twoPlans());
  EXPECT_TRUE(cites(small, "AR-06"));
  PlaneArea oblong;
  oblong.kind = PlaneArea::Kind::polygon;
  oblong.polygon_mm = {{0, 0}, {900, 0}, {900, 300}, {0, 300}};
  EXPECT_NEAR(*areaAcross_mm(oblong, true), 300.0, 0.01);
  EXPECT_NEAR(*areaAcross_mm(oblong, false), std::hypot(900, 300), 0.01);
  EXPECT_TRUE(cites(checkSetup(law({{"fleet", "free"}, {"min_area_mm", "900"}}, two_k), table, twoPlans()), "A2-05"));
}

TEST(Clause, AR_07_A2_06_LastFleetWins) {
  PlaneTable table = broadside();
  std::erase_if(table.objects, [](const PlaneObject& o) { return o.id == "b1"; });
  for (const std::string& game : {std::string("armadas"), two_k}) {
    ArmadasMatch match = matchOf({}, table, {}, game);
    ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b2")));
    EXPECT_TRUE(match.state().over);
    EXPECT_EQ(match.state().winners, std::vector<std::string>{"red"});
    EXPECT_EQ(match.state().ending_clause, game == two_k ? "A2-06" : "AR-07");
  }
}

TEST(Clause, AR_08_A2_07_OneTrioStaysOutAsGauges) {
  EXPECT_TRUE(cites(checkFleets(law({{"trios", "3"}}), plansOf({3, 3, 3})), "AR-08"));
  EXPECT_EQ(law({}, two_k).clause("AR-08"), "A2-07");
  EXPECT_FALSE(fleetsLegal(law({}, two_k), plansOf({5, 5, 5})));
}

TEST(Clause, AR_09_A2_08_AllOtherPiecesAreShips) {
  PlaneTable table = twoFleets();
  EXPECT_EQ(checkSetup(law({{"trios", "2"}}), table, twoPlans()).ruling, Ruling::legal);
  table.objects.pop_back();
  EXPECT_TRUE(cites(checkSetup(law({{"trios", "2"}}), table, twoPlans()), "AR-09"));
  EXPECT_TRUE(cites(checkSetup(law({{"fleet", "free"}}, two_k), table, twoPlans()), "A2-08"));
}

TEST(Clause, AR_10_A2_09_OneGroupPerPlayer) {
  PlaneTable table = twoFleets();
  EXPECT_EQ(checkSetup(law({{"trios", "2"}, {"setup_group", "true"}}), table, twoPlans()).ruling, Ruling::legal);
  table.objects[0].pose = ShipPose(-160, -250, radFromDeg(90));
  EXPECT_TRUE(cites(checkSetup(law({{"trios", "2"}, {"setup_group", "true"}}), table, twoPlans()), "AR-10"))
      << "a gap wider than a Large is long";
  EXPECT_EQ(law({}, two_k).clause("AR-10"), "A2-09");
}

TEST(Clause, AR_11_A2_10_ShipsLieFlat) {
  PlaneTable table = twoFleets();
  table.objects[0].kind = PlaneKind::upright;
  EXPECT_TRUE(cites(checkSetup(law({{"trios", "2"}}), table, twoPlans()), "AR-11"));
  EXPECT_TRUE(cites(checkSetup(law({{"fleet", "free"}}, two_k), table, twoPlans()), "A2-10"));
}

TEST(Clause, AR_12_A2_11_NoOverlapAtSetup) {
  PlaneTable table = twoFleets();
  table.objects[1].pose = ShipPose(-50, -250, radFromDeg(90));
  const Verdict overlap = checkSetup(law({{"trios", "2"}}), table, twoPlans());
  EXPECT_TRUE(cites(overlap, "AR-12"));
  EXPECT_LT(*overlap.margin_mm, 0.0);
  EXPECT_TRUE(cites(checkSetup(law({{"fleet", "free"}}, two_k), table, twoPlans()), "A2-11"));
  // Touching is no overlap (setup_touch), unless the players want it so.
  const std::string objects = R"([{"id":"a","kind":"ship","player":"red","size":"L","stern":[0,0],"heading":0},
      {"id":"b","kind":"ship","player":"red","size":"L","stern":[0,25.4],"heading":0}])";
  EXPECT_EQ(judged(scenario(R"({"type":"setup"})", objects, R"({"contact_model":"footprint"})")).at("verdict"), true);
  EXPECT_EQ(judged(scenario(R"({"type":"setup"})", objects, R"({"contact_model":"footprint","setup_touch":false})"))
                .at("verdict"),
            false);
  // As measured they perhaps reach into each other: solid pieces do not.
  const auto measured = [](double apart_mm, const char* options) {
    const std::string fleet =
        R"([{"id":"a","kind":"ship","player":"red","size":"L","stern":[0,0],"heading":0,"sigma_mm":0.2},
        {"id":"b","kind":"ship","player":"red","size":"L","stern":[0,)" +
        std::to_string(25.4 + apart_mm) + R"(],"heading":0,"sigma_mm":0.2}])";
    return judged(scenario(R"({"type":"setup"})", fleet, options));
  };
  const char *may_touch = R"({"contact_model":"footprint"})",
             *may_not = R"({"contact_model":"footprint","setup_touch":false})";
  for (const double apart_mm : {-0.2, 0.0, 0.2}) {
    EXPECT_EQ(measured(apart_mm, may_touch).at("ruling"), "legal") << apart_mm;
    EXPECT_EQ(measured(apart_mm, may_touch).at("verdict"), true) << apart_mm;
    EXPECT_EQ(measured(apart_mm, may_not).at("ruling"), "unclear") << apart_mm;
  }
  EXPECT_EQ(measured(-2.0, may_touch).at("ruling"), "illegal");
}

TEST(Clause, AR_13_A2_12_DistanceToEnemies) {
  EXPECT_EQ(judged(workedCase("G39")).at("clauses")[0], "AR-13");
  nlohmann::json near = workedCase("G39");
  near["ruleset"] = two_k;
  near["options"] = {{"min_separation_mm", 304.8}};
  EXPECT_EQ(judged(near).at("clauses")[0], "A2-12");
}

TEST(Clause, AR_14_A2_13_ThreeActionsOfAnyMix) {
  ArmadasMatch match = matchOf();
  EXPECT_TRUE(plays(match, sail("r1", {90})));
  EXPECT_TRUE(plays(match, sail("r2", {90})));
  EXPECT_TRUE(plays(match, sail("r3", {90})));
  const ActionVerdict fourth = match.play(sail("r1", {90}));
  EXPECT_EQ(fourth.verdict.ruling, Ruling::illegal);
  EXPECT_TRUE(cites(fourth.verdict, "AR-14"));
  // The next player need not wait for a word.
  MatchAction blue = sail("b1", {-90});
  blue.player = "blue";
  EXPECT_TRUE(plays(match, blue));
  EXPECT_EQ(match.state().mover().name, "blue");
  EXPECT_EQ(match.state().actions_used, 1);
  ArmadasMatch idle = matchOf({{"min_actions", "1"}});
  EXPECT_FALSE(plays(idle, act(Kind::done)));
  EXPECT_EQ(law({}, two_k).clause("AR-14"), "A2-13");
}

TEST(Clause, AR_15_A2_14_OneMovePerShip) {
  for (const std::string& game : {std::string("armadas"), two_k}) {
    ArmadasMatch match = matchOf({}, twoFleets(), {}, game);
    EXPECT_TRUE(plays(match, sail("r3", {90})));
    const ActionVerdict again = match.play(sail("r3", {90}));
    EXPECT_EQ(again.verdict.ruling, Ruling::illegal);
    EXPECT_TRUE(cites(again.verdict, game == two_k ? "A2-14" : "AR-15"));
    EXPECT_TRUE(plays(match, act(Kind::done)));
    EXPECT_TRUE(plays(match, act(Kind::done)));
    EXPECT_TRUE(plays(match, sail("r3", {90}))) << "a new turn";
  }
}

TEST(Clause, AR_16_A2_15_EveryShotIsAnAction) {
  ArmadasMatch match = matchOf({}, broadside());
  EXPECT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  EXPECT_EQ(match.state().actions_used, 1);
  EXPECT_TRUE(plays(match, sail("r1", {90}))) << "fire, move, fire is allowed";
  EXPECT_EQ(match.state().actions_used, 2);
  EXPECT_EQ(match.state().table.find("r1")->shots, 1);
  EXPECT_EQ(law({}, two_k).clause("AR-16"), "A2-15");
}

TEST(Clause, AR_17_A2_16_StepsBySize) {
  const std::array<int, 3> armadas = law().options.max_steps;
  EXPECT_EQ(armadas, (std::array<int, 3>{4, 3, 2}));
  EXPECT_EQ(law({}, two_k).options.max_steps, (std::array<int, 3>{4, 2, 1}));
  EXPECT_EQ(judged(workedCase("G15")).at("clauses")[0], "AR-17");
  EXPECT_EQ(judged(workedCase("G17")).at("clauses")[0], "A2-16");
}

TEST(Clause, AR_18_A2_17_SternOnTheBow) {
  EXPECT_TRUE(judged(workedCase("G09")).at("verdict"));
  EXPECT_EQ(judged(workedCase("G10")).at("clauses")[0], "AR-18");
  nlohmann::json two = workedCase("G10");
  two["ruleset"] = two_k;
  EXPECT_EQ(judged(two).at("clauses")[0], "A2-17");
}

TEST(Clause, AR_19_A2_18_TheGaugeBecomesTheShip) {
  ArmadasMatch match = matchOf();
  const ShipPose before = match.state().table.find("r1")->pose;
  ASSERT_TRUE(plays(match, sail("r1", {80})));
  const PlaneObject& after = *match.state().table.find("r1");
  EXPECT_NEAR((after.pose.origin_mm() - bowOf(before, ShipShapes()[PyramidSize::large])).norm(), 0.0, 1e-12);
  EXPECT_EQ(match.state().table.objects.size(), 6u) << "the old piece is gone";
  EXPECT_EQ(law({}, two_k).clause("AR-19"), "A2-18");
}

TEST(Clause, AR_20_A2_19_StopAfterAnyStep) {
  for (const std::vector<double>& headings : {std::vector<double>{90}, {90, 95}, {90, 95, 100}})
    EXPECT_EQ(judgeSteps(twoFleets(), law(), "r2",
                         placementsOf(twoFleets().find("r2")->pose, ShipShapes()[PyramidSize::medium],
                                      {radFromDeg(headings[0])}),
                         false)
                  .verdict.ruling,
              Ruling::legal);
  const StepVerdict none = judgeSteps(twoFleets(), law(), "r2", {}, false);
  EXPECT_TRUE(cites(none.verdict, "AR-20"));
  EXPECT_TRUE(cites(judgeSteps(twoFleets(), law({}, two_k), "r2", {}, false).verdict, "A2-19"));
}

TEST(Clause, AR_21_A2_20_WholeStepsOnly) {
  // Half a step ahead is the end of no chain.
  PlaneTable table = twoFleets();
  const ShipPose half(0, -250 + 1.5 * 36.307, radFromDeg(90));
  for (int steps = 1; steps <= 3; ++steps)
    EXPECT_FALSE(reachIn(table, law().options, *table.find("r2"), half, steps).reachable);
  const auto answer =
      judged(scenario(R"({"type":"reach","ship":"a","stern":[0,54.46],"heading":90,"max_steps":3})",
                      R"([{"id":"a","kind":"ship","player":"red","size":"M","stern":[0,0],"heading":90}])"));
  EXPECT_EQ(answer.at("clauses")[1], "AR-21");
  EXPECT_EQ(law({}, two_k).clause("AR-21"), "A2-20");
}

TEST(Clause, AR_22_A2_21_NoContactWithObjects) {
  EXPECT_EQ(judged(workedCase("G06")).at("clauses")[0], "AR-22");
  nlohmann::json two = workedCase("G06");
  two["ruleset"] = two_k;
  EXPECT_EQ(judged(two).at("clauses")[0], "A2-21");
  // Exact touching is contact: two footprints that share an edge line.
  const auto touching =
      judged(scenario(R"({"type":"step","ship":"a","heading":90})",
                      R"([{"id":"a","kind":"ship","player":"red","size":"L","stern":[0,0],"heading":90},
          {"id":"w","kind":"terrain","class":"island","shape":"polygon","height":0,
           "points":[[12.7,40],[60,40],[60,60],[12.7,60]]}])"));
  EXPECT_EQ(touching.at("verdict"), false);
  EXPECT_NEAR(touching.at("margin_mm").get<double>(), 0.0, 1e-6);
}

TEST(Clause, AR_23_A2_22_NoContactWithTheEdge) {
  EXPECT_EQ(judged(workedCase("G12")).at("clauses")[0], "AR-23");
  nlohmann::json two = workedCase("G12");
  two["ruleset"] = two_k;
  EXPECT_EQ(judged(two).at("clauses")[0], "A2-22");
}

TEST(Clause, AR_24_A2_23_NoHeadingIntoTheOldHull) {
  EXPECT_EQ(judged(workedCase("G04")).at("clauses")[0], "AR-24");
  nlohmann::json back = workedCase("G04");
  back["query"]["heading"] = 180;
  EXPECT_EQ(judged(back).at("verdict"), false);
  back["ruleset"] = two_k;
  EXPECT_EQ(judged(back).at("clauses")[0], "A2-23");
}

TEST(Clause, AR_25_A2_24_StuckShipsMayStillFire) {
  PlaneTable table = broadside();
  table.objects.push_back(disc("rock", Terrain::island, 0, 75, 20, 50));
  ArmadasMatch match = matchOf({}, table);
  EXPECT_TRUE(isStuck(match.law(), match.state(), "r1"));
  EXPECT_FALSE(isStuck(match.law(), match.state(), "r2"));
  EXPECT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  EXPECT_EQ(law({}, two_k).clause("AR-25"), "A2-24");
}

TEST(Clause, AR_26_A2_25_DamageTravels) {
  PlaneTable table = twoFleets();
  table.objects[0].damage = 2;
  ArmadasMatch match = matchOf({}, table);
  ASSERT_TRUE(plays(match, sail("r1", {90, 100})));
  EXPECT_EQ(match.state().table.find("r1")->damage, 2);
  EXPECT_EQ(law({}, two_k).clause("AR-26"), "A2-25");
}

TEST(Clause, AR_27_A2_26_ShotsBySize) {
  for (const auto& [size, most] :
       {std::pair{PyramidSize::small, 1}, {PyramidSize::medium, 2}, {PyramidSize::large, 3}}) {
    PlaneObject gunner = ship("a", "red", size, 0, 0, 90);
    const PlaneObject target = ship("b", "blue", PyramidSize::large, 30, 0, 90);
    gunner.shots = most - 1;
    EXPECT_EQ(fireRefusal(gunner, target, law().options), "");
    gunner.shots = most;
    EXPECT_EQ(fireRefusal(gunner, target, law().options), "no shots left");
    PlaneTable table;
    table.objects = {gunner, target};
    EXPECT_TRUE(cites(judgeShot(table, law({}, two_k), "a", "b").verdict, "A2-26"));
  }
}

TEST(Clause, AR_28_A2_27_OnlyFromTheLongSides) {
  const auto sides = firingSides(ship("a", "red", PyramidSize::large, 0, 0, 90), ShipShapes(), law().options);
  ASSERT_EQ(sides.size(), 2u);
  for (const FiringSide& side : sides) {
    EXPECT_NE(side.side, Side::stern);
    EXPECT_NEAR(side.depth_mm, 46.2287, 1e-4);
  }
  EXPECT_EQ(law({}, two_k).clause("AR-28"), "A2-27");
}

TEST(Clause, AR_29_A2_28_TheTargetArea) {
  // Corners on the starboard side of each size, heading north.
  const std::map<PyramidSize, std::vector<Eigen::Vector2d>> corners = {
      {PyramidSize::small, {{7.144, 0}, {48.447, 24.340}, {47.941, 26.208}, {0, 26.385}}},
      {PyramidSize::medium, {{9.922, 0}, {51.168, 24.437}, {47.941, 36.243}, {0, 36.307}}},
      {PyramidSize::large, {{12.7, 0}, {53.913, 24.493}, {47.941, 46.229}, {0, 46.229}}}};
  for (const auto& [size, wanted] : corners) {
    const auto side = firingSide(ship("a", "red", size, 0, 0, 90), Side::starboard, ShipShapes(), law().options);
    const TablePolygon region = side->regionOnTable();
    ASSERT_EQ(region.size(), 4u);
    for (const Eigen::Vector2d& corner : wanted)
      EXPECT_TRUE(std::any_of(region.begin(), region.end(), [&](const Eigen::Vector2d& c) {
        return (c - corner).norm() < 2e-3;
      })) << corner.transpose();
  }
  EXPECT_EQ(judged(workedCase("G28")).at("clauses")[0], "AR-29");
  EXPECT_EQ(law({}, two_k).clause("AR-29"), "A2-28");
}

TEST(Clause, AR_30_A2_29a_UnobstructedTargetsAreHit) {
  EXPECT_EQ(judged(workedCase("G26")).at("verdict"), true);
  EXPECT_EQ(judged(workedCase("G31")).at("clauses")[0], "AR-30");
  nlohmann::json two = workedCase("G31");
  two["ruleset"] = two_k;
  EXPECT_EQ(judged(two).at("clauses")[0], "A2-29a");
}

TEST(Clause, AR_31_A2_29b_SunkAtDamageOfItsSize) {
  const auto answer = judged(workedCase("G37"));
  EXPECT_EQ(answer.at("verdict"), nlohmann::json({"s", "m", "l"}));
  EXPECT_EQ(answer.at("clauses")[0], "AR-31");
  nlohmann::json two = workedCase("G37");
  two["ruleset"] = two_k;
  EXPECT_EQ(judged(two).at("clauses")[0], "A2-29b");
}

TEST(Clause, AR_32_A2_29c_DamageStays) {
  ArmadasMatch match = matchOf({}, broadside());
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  for (int i = 0; i < 4; ++i)
    ASSERT_TRUE(plays(match, act(Kind::done)));
  EXPECT_EQ(match.state().table.find("b1")->damage, 1);
  EXPECT_EQ(law({}, two_k).clause("AR-32"), "A2-29c");
}

TEST(Clause, AR_33_A2_29d_DoubtMeansNo) {
  nlohmann::json close = workedCase("G28");
  close["sigma"] = {{"sigma_mm", 0.3}, {"sigma_deg", 0.1}};
  const auto answer = judged(close);
  EXPECT_EQ(answer.at("ruling"), "unclear");
  EXPECT_EQ(answer.at("clauses")[0], "AR-33");
  EXPECT_NE(answer.at("sentence").get<std::string>().find("oo close to call: margin -0.2 mm, sigma 0."),
            std::string::npos);
  close["ruleset"] = two_k;
  EXPECT_EQ(judged(close).at("clauses")[0], "A2-29d");
  // The same shot with hardly any doubt is a plain No.
  close["sigma"] = {{"sigma_mm", 0.01}, {"sigma_deg", 0.001}};
  EXPECT_EQ(judged(close).at("ruling"), "illegal");
}

TEST(Clause, AR_34_A2_29e_AccidentsArePutRight) {
  ArmadasMatch match = matchOf();
  PlaneTable seen = match.state().table;
  seen.objects[0].pose = ShipPose(-60, -247, radFromDeg(90));
  seen.objects[1].pose = ShipPose(0, -249, radFromDeg(90));
  const auto shifts = shiftsOf(match.law(), match.state(), seen);
  ASSERT_EQ(shifts.size(), 1u) << "1 mm is below drift_mm";
  EXPECT_EQ(shifts[0].ship, "r1");
  EXPECT_NEAR(shifts[0].residual_mm, 3.0, 1e-9);
  MatchAction put_right = act(Kind::adjust, "b1");
  put_right.placements = {ShipPose(-61, 250, radFromDeg(-90))};
  EXPECT_TRUE(plays(match, put_right));
  EXPECT_NEAR(match.state().table.find("b1")->pose.x_mm(), -61, 1e-12);
  EXPECT_EQ(match.state().actions_used, 0) << "no penalty";
  EXPECT_EQ(law({}, two_k).clause("AR-34"), "A2-29e");
}

TEST(Clause, AR_35_OptionsAreAgreedBefore) {
  EXPECT_FALSE(PlaneLaw::load("armadas", {{"sails", "true"}}));
  EXPECT_FALSE(PlaneLaw::load("armadas", {{"los", "round_corners"}}));
  ArmadasMatch match = matchOf({{"los", "broadside"}});
  EXPECT_EQ(match.journal()[0].at("options").at("los"), "broadside");
}

TEST(Clause, A2_29f_NoClock) {
  EXPECT_EQ(law({}, two_k).option("clock"), "false");
}

TEST(Clause, AR_36_A2_30_AnyFleet) {
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "free"}}), plansOf({7, 0, 2})));
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "free"}}, two_k), plansOf({4, 0, 2})));
  EXPECT_FALSE(fleetsLegal(law({{"fleet", "free"}}), plansOf({0, 0, 0})));
}

TEST(Clause, AR_37_A2_31_FixedCounts) {
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "counts"}}), plansOf({4, 2, 1})));
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "counts"}}), plansOf({4, 1, 2})), "AR-37"));
  const std::map<std::string, std::string> small = {{"fleet_small", "2"}, {"fleet_medium", "3"}, {"fleet_large", "2"}};
  EXPECT_TRUE(fleetsLegal(law(small, two_k), plansOf({2, 3, 2})));
  EXPECT_TRUE(cites(checkFleets(law(small, two_k), plansOf({4, 4, 4})), "A2-31"));
}

TEST(Clause, AR_38_A2_32_NumberOfShips) {
  auto plans = plansOf({8, 0, 0});
  plans[1].ships = {1, 3, 4};
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "number"}}), plans));
  plans[1].ships = {1, 3, 3};
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "number"}}), plans), "AR-38"));
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "number"}}, two_k), plansOf({4, 0, 1})));
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "number"}}, two_k), plansOf({4, 0, 0})), "A2-32"));
}

TEST(Clause, AR_39_A2_33_PointBuy) {
  const PlaneLaw rules = law({{"fleet", "points"}});
  EXPECT_TRUE(fleetsLegal(rules, plansOf({1, 0, 3})));
  EXPECT_TRUE(fleetsLegal(rules, plansOf({1, 0, 2}))) << "spending less is allowed";
  EXPECT_TRUE(cites(checkFleets(rules, plansOf({0, 1, 3})), "AR-39"));
  // 2S + 3M + 4L = 14 has eight solutions.
  int exact = 0;
  for (int s = 0; s <= 7; ++s)
    for (int m = 0; m <= 4; ++m)
      for (int l = 0; l <= 3; ++l)
        exact += fleetPrice(rules, {s, m, l}) == 14 && fleetsLegal(rules, plansOf({s, m, l}));
  EXPECT_EQ(exact, 8);
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "points"}}, two_k), plansOf({2, 2, 2})));
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "points"}}, two_k), plansOf({1, 1, 4})), "A2-33"));
}

TEST(Clause, AR_40_Handicap) {
  auto plans = plansOf({8, 0, 0});
  plans[0].ships = {6, 0, 0};
  plans[0].fewer_ships = 2;
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "number"}}), plans));
  plans[0].ships = {7, 0, 0};
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "number"}}), plans), "AR-40"));
  auto points = plansOf({1, 0, 3});
  points[1].fewer_points = 3;
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "points"}}), points), "AR-40"));
}

TEST(Clause, AR_41_MoreThanHalf) {
  ArmadasMatch match = matchOf({{"goal", "more_than_half"}}, broadside());
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b2")));
  EXPECT_FALSE(match.state().over) << "one of three";
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b1")));
  EXPECT_TRUE(match.state().over);
  ArmadasMatch points = matchOf({{"goal", "more_than_half"}, {"half_measure", "points"}}, broadside());
  ASSERT_TRUE(plays(points, act(Kind::fire, "r1", "b1")));
  ASSERT_TRUE(plays(points, act(Kind::fire, "r1", "b1")));
  EXPECT_FALSE(points.state().over) << "3 of 9 points";
}

TEST(Clause, AR_42_Flagship) {
  MatchPlayer blue = seat("blue");
  blue.flagship = "b2";
  ArmadasMatch match = matchOf({{"goal", "flagship"}}, broadside(), {blue});
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b2")));
  EXPECT_TRUE(match.state().over);
  EXPECT_TRUE(match.state().player("blue")->out);
  EXPECT_EQ(match.state().table.find("b1"), nullptr) << "the rest of the fleet is taken away";
  ArmadasMatch derelict = matchOf({{"goal", "flagship"}, {"flagship_fleet", "derelict"}}, broadside(), {blue});
  ASSERT_TRUE(plays(derelict, act(Kind::fire, "r1", "b2")));
  EXPECT_NE(derelict.state().table.find("b1"), nullptr);
}

TEST(Clause, AR_43_SinkANumber) {
  ArmadasMatch match = matchOf({{"goal", "sink_number"}, {"goal_number", "1"}}, broadside());
  ASSERT_TRUE(plays(match, act(Kind::fire, "r1", "b2")));
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().ending_clause, "AR-43");
  ArmadasMatch points =
      matchOf({{"goal", "sink_number"}, {"goal_number", "3"}, {"half_measure", "points"}}, broadside());
  ASSERT_TRUE(plays(points, act(Kind::fire, "r1", "b2")));
  EXPECT_FALSE(points.state().over) << "a Small is worth 2";
}

TEST(Clause, A2_34_FourOfASize) {
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "free"}}, two_k), plansOf({5, 0, 0})), "A2-34"));
}

TEST(Clause, A2_35_SeveralStashes) {
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "free"}, {"stashes", "2"}}, two_k), plansOf({9, 0, 0})));
  EXPECT_FALSE(fleetsLegal(law({{"fleet", "free"}, {"stashes", "2"}}, two_k), plansOf({10, 0, 0})));
}

TEST(Clause, A2_36_CaptureTheFlag) {
  EXPECT_EQ(judged(workedCase("G38")).at("clauses")[0], "A2-36");
  PlaneTable table = twoFleets();
  table.objects.push_back(disc("flag", Terrain::flag, -60, -250 + 2 * 46.2287 + 5, 5.5, 40));
  MatchPlayer blue = seat("blue");
  blue.flag = "flag";
  ArmadasMatch match = matchOf({{"goal", "capture_flag"}}, table, {blue}, two_k);
  ASSERT_TRUE(plays(match, sail("r1", {90})));
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().ending_clause, "A2-36");
  // One's own flag is an obstacle.
  MatchPlayer red = seat("red");
  red.flag = "flag";
  ArmadasMatch own = matchOf({{"goal", "capture_flag"}}, table, {red}, two_k);
  EXPECT_FALSE(plays(own, sail("r1", {90})));
  // A flag that is a ship falls by sinking, too.
  MatchPlayer flagship = seat("blue");
  flagship.flagship = "b2";
  ArmadasMatch sunk = matchOf({{"goal", "capture_flag"}}, broadside(), {flagship}, two_k);
  ASSERT_TRUE(plays(sunk, act(Kind::fire, "r1", "b2")));
  EXPECT_TRUE(sunk.state().over);
}

TEST(Clause, AR_44_A2_37_Islands) {
  for (const char* kind : {"island", "reef", "obstacle"}) {
    const std::string objects =
        std::string(R"([{"id":"a","kind":"ship","player":"red","size":"S","stern":[0,0],"heading":90},
        {"id":"w","kind":"terrain","shape":"disc","centre":[0,40],"radius":5,"height":0,"class":")") +
        kind + "\"}]";
    EXPECT_EQ(judged(scenario(R"({"type":"step","ship":"a","heading":90})", objects)).at("verdict"), false) << kind;
  }
  EXPECT_EQ(law({}, two_k).clause("AR-44"), "A2-37");
}

TEST(Clause, AR_45_Shallows) {
  EXPECT_EQ(judged(workedCase("G19")).at("clauses")[0], "AR-45");
  nlohmann::json small = workedCase("G19");
  small["objects"][0]["size"] = "S";
  small["query"]["headings"] = {20, 40, 20, 20};
  EXPECT_EQ(judged(small).at("verdict"), true);
}

TEST(Clause, AR_46_Transport) {
  PlaneTable table = twoFleets();
  table.objects.push_back(disc("port", Terrain::base, -60, -180, 20, 0));
  MatchPlayer red = seat("red");
  red.cargo_ship = "r1";
  red.cargo_goal = "port";
  ArmadasMatch match = matchOf({{"goal", "transport"}}, table, {red});
  ASSERT_TRUE(plays(match, sail("r1", {90})));
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().ending_clause, "AR-46");
  MatchPlayer blue = seat("blue");
  blue.cargo_ship = "b2";
  ArmadasMatch lost = matchOf({{"goal", "transport"}}, broadside(), {blue});
  ASSERT_TRUE(plays(lost, act(Kind::fire, "r1", "b2")));
  EXPECT_TRUE(lost.state().player("blue")->out) << "the transport is sunk";
}

TEST(Clause, AR_47_HomeBase) {
  PlaneTable table = twoFleets();
  table.objects.push_back(disc("home", Terrain::base, -60, -150, 10, 0));
  MatchPlayer blue = seat("blue");
  blue.base = "home";
  ArmadasMatch match = matchOf({{"goal", "dock"}}, table, {blue});
  ASSERT_TRUE(plays(match, sail("r1", {90})));
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().ending_clause, "AR-47");
  // Barely touching counts only when the players confirm it.
  table.objects.back().pose = ShipPose(-60, -148.5, 0.0);
  ArmadasMatch barely = matchOf({{"goal", "dock"}}, table, {blue});
  MatchAction confirmed = sail("r1", {90});
  ASSERT_TRUE(plays(barely, confirmed));
  EXPECT_FALSE(barely.state().over);
  ASSERT_TRUE(barely.undo());
  confirmed.agreed = true;
  ASSERT_TRUE(plays(barely, confirmed));
  EXPECT_TRUE(barely.state().over);
}

TEST(Clause, AR_48_RangeBySize) {
  EXPECT_EQ(judged(workedCase("G30")).at("clauses")[0], "AR-48");
}

TEST(Clause, AR_49_A2_38_RearCannon) {
  const auto answer = judged(workedCase("G35"));
  EXPECT_EQ(answer.at("side"), "stern");
  EXPECT_EQ(answer.at("clauses")[1], "AR-49");
  nlohmann::json medium = workedCase("G35");
  medium["ruleset"] = two_k;
  EXPECT_EQ(judged(medium).at("clauses")[1], "A2-38");
  medium["objects"][0]["size"] = "M";
  medium["query"]["side"] = "stern";
  EXPECT_EQ(judged(medium).at("verdict"), false) << "Larges only";
  medium["options"]["rear_cannon"] = "own_size_all";
  EXPECT_EQ(judged(medium).at("verdict"), true);
}

TEST(Clause, AR_50_Ramming) {
  PlaneTable table = twoFleets();
  table.objects[3].pose = ShipPose(-60, -250 + 2 * 46.2287 + 20, radFromDeg(-90)); // b1 right ahead of r1
  ArmadasMatch off = matchOf({}, table);
  EXPECT_FALSE(plays(off, sail("r1", {90})));
  ArmadasMatch match = matchOf({{"ramming", "true"}}, table);
  const ShipPose before = match.state().table.find("r1")->pose;
  const ActionVerdict rammed = match.play(sail("r1", {90}));
  ASSERT_EQ(rammed.verdict.ruling, Ruling::legal) << rammed.verdict.sentence;
  EXPECT_TRUE(cites(rammed.verdict, "AR-50"));
  EXPECT_EQ(match.state().table.find("b1")->damage, 1);
  EXPECT_EQ(match.state().table.find("r1")->damage, 1);
  EXPECT_EQ(match.state().table.find("r1")->pose.y_mm(), before.y_mm()) << "the touching step is not placed";
  EXPECT_TRUE(match.state().table.find("r1")->moved);
  ArmadasMatch hard =
      matchOf({{"ramming", "true"}, {"ram_target", "size"}, {"ram_self", "0"}, {"ram_advance", "true"}}, table);
  ASSERT_TRUE(plays(hard, sail("r1", {90})));
  EXPECT_EQ(hard.state().table.find("b1"), nullptr);
  EXPECT_GT(hard.state().table.find("r1")->pose.y_mm(), before.y_mm());
}

TEST(Clause, AR_51_PickUpAndDeliver) {
  PlaneTable table = twoFleets();
  table.objects.push_back(upright("c1", PyramidSize::small, -60, -250 + 2 * 46.2287));
  table.objects.push_back(disc("home", Terrain::base, -60, -130, 40, 0));
  MatchPlayer red = seat("red");
  red.base = "home";
  const std::map<std::string, std::string> options = {{"cargo", "true"}, {"goal", "deliver"}, {"goal_number", "1"}};
  ArmadasMatch match = matchOf(options, table, {red});
  ASSERT_TRUE(plays(match, sail("r1", {90})));
  EXPECT_TRUE(match.state().over) << "picked up and, the bow being deep in the base, delivered";
  EXPECT_EQ(match.state().player("red")->delivered, 1);
  ArmadasMatch without = matchOf({}, table, {red});
  EXPECT_FALSE(plays(without, sail("r1", {90}))) << "an upright piece is an object";
  table.objects[0].size = PyramidSize::small;
  ArmadasMatch small = matchOf(options, table, {red});
  EXPECT_FALSE(plays(small, sail("r1", {90, 90, 90}))) << "a Small can not carry a Small";
}

TEST(Clause, AR_52_Armour) {
  auto plans = plansOf({1, 0, 2}); // 10 of 14 points
  plans[0].armour = {{"r1", 4}};
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "points"}, {"armour", "true"}}), plans));
  EXPECT_EQ(pointsLeft(law({{"fleet", "points"}, {"armour", "true"}}), plans[0]), 0);
  plans[0].armour = {{"r1", 5}};
  EXPECT_TRUE(cites(checkFleets(law({{"fleet", "points"}, {"armour", "true"}}), plans), "AR-52"));
  PlaneObject armoured = ship("a", "red", PyramidSize::small, 0, 0, 0);
  armoured.armour = 1;
  armoured.damage = 1;
  EXPECT_FALSE(armoured.sunk());
  armoured.damage = 2;
  EXPECT_TRUE(armoured.sunk());
}

TEST(Clause, AR_53_Repair) {
  PlaneTable table = twoFleets();
  table.objects[0].damage = 2;
  ArmadasMatch match = matchOf({{"fleet", "points"}, {"repair", "true"}}, table);
  EXPECT_EQ(match.state().mover().points, 5);
  ASSERT_TRUE(plays(match, act(Kind::repair, "r1")));
  EXPECT_EQ(match.state().table.find("r1")->damage, 1);
  EXPECT_EQ(match.state().mover().points, 4);
  EXPECT_EQ(match.state().actions_used, 0);
  EXPECT_FALSE(plays(match, act(Kind::repair, "r2"))) << "not damaged";
  ArmadasMatch off = matchOf({{"fleet", "points"}}, table);
  EXPECT_FALSE(plays(off, act(Kind::repair, "r1")));
}

TEST(Clause, AR_54_ExtraAction) {
  ArmadasMatch match = matchOf({{"fleet", "points"}, {"extra_action", "true"}});
  for (const char* id : {"r1", "r2", "r3"})
    ASSERT_TRUE(plays(match, sail(id, {90})));
  ASSERT_TRUE(plays(match, act(Kind::extra)));
  EXPECT_FALSE(plays(match, act(Kind::extra))) << "one a turn";
  EXPECT_FALSE(plays(match, sail("r1", {90}))) << "still one move per ship";
  EXPECT_EQ(match.state().mover().points, 4);
}

TEST(Clause, AR_55_UnbalancedFleets) {
  auto plans = plansOf({4, 0, 0});
  plans[1].ships = {0, 0, 4};
  EXPECT_TRUE(fleetsLegal(law({{"fleet", "free"}}), plans));
}

TEST(Clause, EveryClauseHasATextOfItsOwn) {
  for (const char* book : {"armadas", "armada_2k"}) {
    const auto loaded = RuleBook::load(book);
    ASSERT_TRUE(loaded) << loaded.error().sentence;
    EXPECT_GE(loaded->clauses().size(), 40u);
    for (const ::linesman::rules::Clause& clause : loaded->clauses())
      EXPECT_GT(clause.text.size(), 15u) << clause.id;
  }
}

} // namespace
} // namespace linesman::rules::testing
