#include <fstream>

#include "calibration/table_file.h"
#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// What the rulings of a watched plane game say: the thing that decides, by name.
class PlaneRulings : public FedMatch {
protected:
  static MatchSetup withTerrain(const char* kind) {
    MatchSetup setup = redAndBlue();
    TableFile file;
    KnownIsland island;
    island.kind = kind;
    island.disc = KnownDisc{{60, 0}, 20};
    file.islands = {island};
    setup.readTable(file);
    return setup;
  }
  static SeenPyramid unsure(SeenPyramid seen) {
    seen.own_covariance = Eigen::Vector3d(0.5, 0.5, 1e-3).asDiagonal();
    return seen;
  }
  /// The ruling on red's shot of r1, which lies at the origin and heads up, at the ship at (x, y).
  json shotAt(const SeenPyramid& target, const std::string& name, std::vector<SeenPyramid> more = {}) {
    TableState state;
    state.pyramids = std::move(more);
    state.pyramids.push_back(laid(0, 0, 90));
    state.pyramids.push_back(target);
    look(state);
    match_->hear({t_s_, "red", "fire r1 " + name});
    return of("verdict").back();
  }
};

TEST_F(PlaneRulings, CapitalsAndBlanksOfAClaimSayNothing) {
  begin(redAndBlue());
  shotAt(laid(45, 8, 90, Colour::blue), "b1");
  for (const char* say : {"fire r1 b1", "Fire r1 b1", "  fire  r1\tb1 "}) { // a second shot, and a third
    match_->hear({t_s_, "red", say});
    EXPECT_EQ(of("claim").back()["say"], "fire r1 b1") << say;
    EXPECT_EQ(of("claim").back().value("sentence", "").find("not understood"), std::string::npos) << say;
  }
  match_->hear({t_s_, "red", "  "});
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  expectFold();
}

TEST_F(PlaneRulings, AShipInTheLineOfFireIsNamed) {
  begin(redAndBlue());
  const json verdict = shotAt(laid(45, 8, 90, Colour::blue), "b1", {laid(22, 5, 90)});
  EXPECT_EQ(verdict["ruling"], "illegal");
  EXPECT_EQ(verdict["sentence"], "r1 cannot hit b1: r2 is in the way.");
  EXPECT_EQ(verdict["clauses"], json({"AR-30", "AR-29"}));
  EXPECT_TRUE(verdict.contains("witness")) << "the best line there is";
  expectFold();
}

TEST_F(PlaneRulings, AShotInDoubtNamesWhatIsInDoubt) {
  begin(redAndBlue());
  const json verdict = shotAt(unsure(laid(54.9, 8, 90, Colour::blue)), "b1");
  EXPECT_EQ(verdict["ruling"], "unclear") << verdict;
  EXPECT_EQ(verdict["sentence"], "Too close to call, so no: r1 perhaps misses b1; in doubt is the range.");
  EXPECT_EQ(verdict["clauses"], json({"AR-28", "AR-29", "AR-33"}));
  expectFold();
}

TEST_F(PlaneRulings, ALineOfSightInDoubtIsNoShortfallOfTheRange) {
  begin(redAndBlue());
  const json verdict = shotAt(laid(45, 8, 90, Colour::blue), "b1", {unsure(laid(18, 10, 90))});
  EXPECT_EQ(verdict["ruling"], "unclear") << verdict;
  EXPECT_EQ(verdict["sentence"],
            "Too close to call, so no: r1 perhaps misses b1; in doubt is the line of sight past r2.");
  EXPECT_EQ(verdict["clauses"], json({"AR-30", "AR-29", "AR-33"}));
  expectFold();
}

TEST_F(PlaneRulings, OnesOwnShipIsNoObstacleToItself) {
  begin(redAndBlue({{"friendly_fire", "forbidden"}}));
  const json verdict = shotAt(laid(30, 8, 90), "r2", {laid(200, 0, 90, Colour::blue)});
  EXPECT_EQ(verdict["ruling"], "illegal");
  EXPECT_EQ(verdict["sentence"], "r1 cannot hit r2: it is a ship of its own side.");
  EXPECT_EQ(verdict["clauses"], json({"AR-16"}));
  expectFold();
}

TEST_F(PlaneRulings, TheEdgeThatIsCrossedIsSaid) {
  MatchSetup setup = redAndBlue();
  setup.area = {{"type", "polygon"}, {"points", {{-60, -400}, {400, -400}, {400, 400}, {-60, 400}}}};
  begin(setup);
  TableState state = fleets();
  state.pyramids[0] = laid(0, 0, 180);
  look(state);
  state.pyramids.push_back(laid(-bow_mm, 0, 180));
  look(state);
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(of("verdict").back()["sentence"], "r1 may not step there: it crosses the edge of the playing surface; take "
                                              "the gauge away and lay it anew.");
  expectFold();
}

TEST_F(PlaneRulings, FleetsThatArePerhapsTooNearAreInDoubt) {
  MatchSetup setup = redAndBlue();
  setup.pick_up.reset();
  begin(setup);
  TableState state;
  state.pyramids = {unsure(laid(0, 0, 90)), laid(0, 304.8 + 2 * bow_mm + 0.5, -90, Colour::blue)};
  look(state);
  match_->hear({t_s_, "red", "done"});
  match_->hear({t_s_, "blue", "done"});
  EXPECT_EQ(of("verdict").back()["ruling"], "unclear");
  EXPECT_EQ(of("verdict").back()["sentence"],
            "Too close to call, so no: the fleets are perhaps not placed as the rules demand (the separation of r1 and "
            "b1); correct it and say done again.");
  expectFold();
}

TEST_F(PlaneRulings, AHomeBaseIsAMarkedAreaAndNoObstacle) {
  begin(withTerrain("base"));
  look(fleets());
  look(fleets({laid(bow_mm, 0, 0)}));
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  expectFold();
}

TEST_F(PlaneRulings, AMeasuredSetIsJudgedByItsOwnDimensions) {
  const std::string file = (folder_ / "set.toml").string();
  std::ofstream(file)
      << "extends = \"looney-pyramids\"\n[medium]\nbase_mm = 20.8\nheight_mm = 36.7\ntip_cut_mm = 0.5\n";
  MatchSetup setup = redAndBlue();
  TableFile table;
  table.piece_set = file;
  setup.readTable(table);
  begin(setup);
  const double long_bow_mm = std::hypot(36.7, 10.4) * (1.0 - 0.5 / 36.7);
  look(fleets());
  look(fleets({laid(long_bow_mm, 0, 0)}));
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  EXPECT_NEAR(of("verdict").back()["joint_gap_mm"].get<double>(), 0.0, 1e-6);
  look(fleets());
  look(fleets({laid(bow_mm, 0, 0)}));
  EXPECT_NEAR(of("verdict").back()["joint_gap_mm"].get<double>(), long_bow_mm - bow_mm, 1e-6);
  expectFold();
}

TEST_F(PlaneRulings, AnIslandIsNamedByItsClass) {
  begin(withTerrain("island"));
  look(fleets());
  look(fleets({laid(bow_mm, 0, 0)}));
  EXPECT_EQ(of("verdict").back()["sentence"],
            "r1 may not step there: it touches island1; take the gauge away and lay it anew.");
  expectFold();
}

TEST_F(PlaneRulings, AnotherPyramidInAShipsPlaceIsAskedAboutOnce) {
  const auto with = [](PyramidSize size, Colour colour, double colour_p = 1.0) {
    TableState state = fleets();
    SeenPyramid& r1 = state.pyramids[0];
    r1.size = size;
    r1.colour = colour;
    r1.colour_p = colour_p;
    r1.visible = 1.0;
    return state;
  };
  begin(redAndBlue());
  for (int i = 0; i < 2; ++i) // the fleets are what two tables show
    look(fleets());
  look(with(PyramidSize::large, Colour::red));
  look(with(PyramidSize::large, Colour::red));
  look(fleets());
  for (int i = 0; i < 6; ++i)
    look(with(PyramidSize::medium, Colour::blue, 0.7)); // a colour in doubt
  EXPECT_TRUE(of("put_back").empty());
  for (int i = 0; i < 6; ++i)
    look(with(PyramidSize::large, Colour::red));
  ASSERT_EQ(of("put_back").size(), 1u);
  EXPECT_EQ(of("put_back")[0]["sentence"], "The large red pyramid at (0, 0) mm lies where r1 belongs; put r1 back.");
  look(fleets());
  ASSERT_EQ(of("put_back").size(), 2u);
  EXPECT_TRUE(of("put_back")[1]["done"]);
  expectFold();
}

TEST_F(PlaneRulings, AMissingShipIsBackThoughItIsReadAsAnotherFirst) {
  begin(redAndBlue());
  look(fleets());
  for (int i = 0; i < 2; ++i)
    look(fleets({}, false));
  ASSERT_EQ(of("put_back").size(), 1u);
  TableState misread = fleets();
  misread.pyramids[0].size = PyramidSize::large;
  look(misread);
  look(fleets());
  ASSERT_EQ(of("put_back").size(), 2u);
  EXPECT_TRUE(of("put_back")[1]["done"]);
  expectFold();
}

TEST_F(PlaneRulings, AnIslandWithoutAHeightStandsInTheLineOfFire) {
  MatchSetup setup = redAndBlue();
  TableFile file;
  KnownIsland island;
  island.kind = "island";
  island.polygon_mm = {{20, -10}, {26, -10}, {26, 60}, {20, 60}}; // a wall
  file.islands = {island};
  setup.readTable(file);
  begin(setup);
  const json verdict = shotAt(laid(48, 8, 90, Colour::blue), "b1");
  EXPECT_EQ(verdict["ruling"], "illegal");
  EXPECT_EQ(verdict["sentence"], "r1 cannot hit b1: island1 is in the way.");
  expectFold();
}

TEST_F(PlaneRulings, AnIslandStopsNoShotsWhereTheTableFileSaysSo) {
  MatchSetup setup = redAndBlue();
  TableFile file;
  KnownIsland island;
  island.kind = "island";
  island.polygon_mm = {{20, -10}, {26, -10}, {26, 60}, {20, 60}}; // a wall, and a low one
  island.blocks_fire = false;
  file.islands = {island};
  setup.readTable(file);
  begin(setup);
  EXPECT_EQ(shotAt(laid(48, 8, 90, Colour::blue), "b1")["ruling"], "legal");
  expectFold();
}

TEST_F(PlaneRulings, ShipsOfTheSizesThatTheTableFileNamesSailOverAThing) {
  for (const bool medium : {true, false}) {
    MatchSetup setup = redAndBlue();
    TableFile file;
    KnownIsland reef;
    reef.kind = "reef";
    reef.disc = KnownDisc{{60, 0}, 20};
    reef.passable = std::set{medium ? PyramidSize::medium : PyramidSize::small};
    file.islands = {reef};
    setup.readTable(file);
    begin(setup);
    look(fleets());
    look(fleets({laid(bow_mm, 0, 0)}));
    EXPECT_EQ(of("verdict").back()["ruling"], medium ? "legal" : "illegal") << of("verdict").back()["sentence"];
    expectFold();
  }
}

TEST_F(PlaneRulings, AShipSeenBetterLaterIsWhereThatLookHasIt) {
  begin(redAndBlue());
  const auto seen = [](double x_mm, double variance_mm2) {
    SeenPyramid pyramid = laid(x_mm, 0, 0);
    pyramid.own_covariance = Eigen::Vector3d(variance_mm2, variance_mm2, 1e-5).asDiagonal();
    TableState state;
    state.pyramids = {pyramid, laid(300, 0, 180, Colour::blue)};
    return state;
  };
  const auto show = [&](const TableState& state) { // a hand came in between: nothing is averaged with what was there
    hand(state);
    look(state);
  };
  for (int i = 0; i < 8; ++i)
    show(seen(0.001 * i, 0.25)); // half covered
  EXPECT_NEAR(ship("r1")["recorded"]["sigma_mm"].get<double>(), 0.5, 1e-9);
  for (int i = 0; i < 6; ++i)
    show(seen(0.7 + 0.001 * i, 0.0025)); // bare
  EXPECT_NEAR(ship("r1")["recorded"]["x"].get<double>(), 0.7, 0.05);
  EXPECT_NEAR(ship("r1")["recorded"]["sigma_mm"].get<double>(), 0.06, 0.02);
  for (int i = 0; i < 6; ++i)
    show(seen(0.9 + 0.1 * i, 0.0025)); // pushed little by little: no look is better than the ones before
  EXPECT_NEAR(ship("r1")["recorded"]["x"].get<double>(), 0.7, 0.05);
  expectFold();
}

TEST_F(PlaneRulings, ALookAlongWhichAPieceIsUnsureCountsInItsDirection) {
  MatchSetup setup = redAndBlue({{"touch_tol_mm", "9"}});
  TableFile file;
  KnownIsland island;
  island.kind = "island";
  island.disc = KnownDisc{{2 * bow_mm + 3.0 + 20.0, 0}, 20};
  file.islands = {island};
  setup.readTable(file);
  begin(setup);
  look(fleets());
  SeenPyramid gauge = laid(bow_mm, 0, 0);
  gauge.own_covariance = Eigen::Vector3d(4.0, 1e-4, 1e-8).asDiagonal();
  look(fleets({gauge}));
  const json verdict = of("verdict").back();
  EXPECT_NEAR(verdict["sigma_mm"].get<double>(), 2.0, 0.01) << "all of it lies towards the island";
  EXPECT_NEAR(verdict["probability"].get<double>(), 0.933, 0.01);
  EXPECT_EQ(verdict["ruling"], "unclear");
  expectFold();
}

TEST_F(PlaneRulings, AShotThroughTheGaugeOfAnotherShipIsNotRuled) {
  begin(redAndBlue());
  TableState state;
  state.pyramids = {laid(0, 0, 90), laid(22, 5 - bow_mm, 90), laid(48, 8, 90, Colour::blue)};
  look(state);
  state.pyramids.push_back(laid(22, 5, 90));
  look(state);
  ASSERT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back();
  match_->hear({t_s_, "red", "fire r1 b1"});
  EXPECT_EQ(of("verdict").back()["ruling"], "unclear");
  EXPECT_NE(of("verdict").back()["sentence"].get<std::string>().find("the gauge at r2's bow still lies there"),
            std::string::npos)
      << of("verdict").back();
  expectFold();
}

TEST_F(PlaneRulings, AGaugeThatIsTurnedWhileTheShipIsTakenAwayIsJudgedAsItLies) {
  begin(redAndBlue());
  look(fleets());
  look(fleets({laid(bow_mm, 0, 70)}));
  ASSERT_EQ(of("verdict").back()["ruling"], "legal");
  look(fleets({laid(bow_mm, 0, 95)}, false));
  const auto verdicts = of("verdict");
  ASSERT_EQ(verdicts.size(), 3u);
  EXPECT_EQ(verdicts[1]["ruling"], "illegal");
  EXPECT_EQ(verdicts[1]["clauses"][0], "AR-24");
  EXPECT_EQ(verdicts[2]["ruling"], "illegal") << "it was carried out";
  EXPECT_NEAR(ship("r1")["recorded"]["x"].get<double>(), 0.0, 1e-6);
  expectFold();
}

TEST_F(PlaneRulings, ShotsAndRangesCiteTheirOwnClauses) {
  begin(redAndBlue({{"rear_cannon", "own_size_all"}, {"range", "own"}}));
  EXPECT_EQ(shotAt(laid(30, 8, 90, Colour::blue), "b1")["clauses"], json({"AR-16", "AR-28", "AR-48", "AR-30"}));
  begin(redAndBlue({{"rear_cannon", "own_size_all"}}));
  EXPECT_EQ(shotAt(laid(0, -60, 90, Colour::blue), "b1")["clauses"], json({"AR-16", "AR-49", "AR-30"}));
  expectFold();
}

TEST_F(PlaneRulings, AShallowIsCitedAsOne) {
  begin(withTerrain("shallow"));
  look(fleets());
  look(fleets({laid(bow_mm, 0, 0)}));
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_EQ(of("verdict").back()["clauses"][0], "AR-45");
  expectFold();
}

/// r1, which heads away along x, r2, which lies beside b1 and can hit it, and b2, which can hit nobody.
class SpentTurns : public FedMatch {
protected:
  static TableState table(std::vector<SeenPyramid> of_r1) {
    TableState state;
    state.pyramids = std::move(of_r1);
    state.pyramids.push_back(laid(0, 0, 90));
    state.pyramids.push_back(laid(45, 8, 90, Colour::blue));
    state.pyramids.back().size = PyramidSize::large;
    state.pyramids.push_back(laid(300, 0, 180, Colour::blue));
    return state;
  }
  static SeenPyramid r1(int steps, double aside_mm = 0.0) { return laid(-200 - steps * bow_mm, aside_mm, 180); }
  void say(const char* player, const char* words) { match_->hear({t_s_, player, words}); }
};

TEST_F(SpentTurns, ARefusedShotOfTheNextPlayerEndsNoTurn) {
  begin(redAndBlue());
  look(table({r1(0)}));
  say("red", "fire r2 b1");
  say("red", "fire r2 b1");
  look(table({r1(0), r1(1)}));
  look(table({r1(1)}));
  ASSERT_EQ(ledger()["actions"].size(), 3u);
  say("blue", "fire b2 r1");
  EXPECT_EQ(of("verdict").back()["ruling"], "illegal");
  EXPECT_TRUE(of("clock").empty() || of("clock").back()["to_move"] == "red");
  look(table({r1(1), r1(2)}));
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  look(table({r1(2)}));
  say("blue", "fire b1 r2");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  EXPECT_EQ(of("clock").back()["to_move"], "blue") << "he need not wait for a word";
  expectFold();
}

TEST_F(SpentTurns, AGaugeThatIsNudgedAfterAShotOfAnotherShipStaysAStepOfItsMove) {
  begin(redAndBlue({{"touch_tol_mm", "5"}}));
  look(table({r1(0)}));
  look(table({r1(0), r1(1)}));
  look(table({r1(1)}));
  look(table({r1(1), r1(2)}));
  say("red", "fire r2 b1");
  ASSERT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  look(table({r1(1), r1(2, 2.5)}));
  EXPECT_EQ(of("verdict").back()["action"], "step");
  EXPECT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back()["sentence"];
  EXPECT_EQ(ledger()["steps"]["r1"], 2);
  EXPECT_EQ(ledger()["actions"].size(), 2u);
  expectFold();
}

TEST_F(SpentTurns, AStepIsNotTakenBackOnceAnotherMoveIsDeclared) {
  begin(redAndBlue());
  look(table({r1(0)}));
  look(table({r1(0), r1(1)}));
  look(table({r1(1)}));
  say("red", "move r2");
  say("red", "undo");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  EXPECT_TRUE(of("retract").empty());
  expectFold();
}

TEST_F(SpentTurns, AShipThatWasHitIsNotSaidToBeNone) {
  begin(redAndBlue());
  look(table({r1(0)}));
  say("red", "fire r2 b1");
  ASSERT_EQ(of("counter").size(), 1u);
  say("blue", "ignore b1");
  EXPECT_FALSE(of("claim").back()["accepted"].get<bool>());
  EXPECT_EQ(of("claim").back()["sentence"], "b1 was hit, so it is a ship; overrule the hit if it was none.");
  say("blue", "ignore b2");
  EXPECT_TRUE(of("claim").back()["accepted"].get<bool>());
  expectFold();
}

} // namespace
} // namespace linesman::app
