#include <gtest/gtest.h>

#include "app/watch/flagships.h"
#include "app/watch/plane_markers.h"

namespace linesman::app {
namespace {

PlaneLaw lawOf(const std::string& goal, const std::string& game = "armadas") {
  MatchSetup setup;
  setup.game = game;
  setup.options = {{"goal", goal}};
  return PlaneLaw::make(setup).value();
}

Terrain marker(const std::string& id, double x_mm, const std::string& kind = "flag") {
  return {{"id", id},        {"kind", "terrain"},     {"class", kind},
          {"shape", "disc"}, {"centre", {x_mm, 0.0}}, {"radius", 12.5}};
}

Ship ship(const std::string& player, double x_mm, PyramidSize size = PyramidSize::medium) {
  Ship one;
  one.player = player;
  one.name = player.substr(0, 1) + std::to_string(static_cast<int>(x_mm));
  one.colour = player == "red" ? Colour::red : Colour::blue;
  one.size = size;
  one.seen = one.recorded = {{x_mm, 0.0, 0.0}};
  return one;
}

TEST(PlaneMarkers, TheGoalTellsWhatThereIsOneOf) {
  const PlaneMarkers flags(lawOf("capture_flag")), bases(lawOf("dock")), none(lawOf("last_fleet"));
  EXPECT_EQ(flags.kind(), "flag");
  EXPECT_EQ(bases.kind(), "base");
  EXPECT_EQ(none.kind(), "");
  EXPECT_TRUE(flags.includes(marker("flag1", 0)));
  EXPECT_FALSE(flags.includes(marker("base1", 0, "base")));
  EXPECT_TRUE(bases.includes(marker("base1", 0, "base")));
  EXPECT_FALSE(none.includes(marker("", 0, ""))) << "a thing of no class is no marker of no kind";
  EXPECT_EQ(std::string(bases.word()) + ", " + bases.verb(), "home base, base");
  EXPECT_EQ(std::string(flags.word()) + ", " + flags.verb(), "flag, flagship");
}

TEST(PlaneMarkers, TheClauseIsTheOneOfTheGameThatIsPlayed) {
  EXPECT_EQ(PlaneMarkers(lawOf("flagship")).clause(), "AR-42");
  EXPECT_EQ(PlaneMarkers(lawOf("dock")).clause(), "AR-47");
  EXPECT_EQ(PlaneMarkers(lawOf("capture_flag", "armada2k")).clause(), "A2-36");
}

TEST(PlaneMarkers, TheNearestFleetHasItAndNobodyHasTwo) {
  const PlaneMarkers flags(lawOf("capture_flag"));
  // Both lie nearest to red, flag2 by less: blue has the other one, and the third is nobody's.
  std::vector<Terrain> terrain = {marker("flag1", 60), marker("flag2", 20), marker("flag3", 900),
                                  marker("rock", 290, "island")};
  const std::vector<Ship> ships = {ship("red", 0), ship("blue", 300)};
  const auto given = flags.giveToNearest(ships, terrain);
  ASSERT_EQ(given.size(), 2u);
  EXPECT_EQ((*given[0])["id"], "flag2");
  EXPECT_EQ(flags.of("red", terrain), "flag2");
  EXPECT_EQ(flags.of("blue", terrain), "flag1");
  EXPECT_EQ(flags.of("green", terrain), "");
  EXPECT_FALSE(terrain[2].contains("player"));
  EXPECT_FALSE(terrain[3].contains("player"));
  EXPECT_TRUE(flags.giveToNearest(ships, terrain).empty()) << "all who play have one";
}

TEST(PlaneMarkers, WhatAnotherHadIsExchanged) {
  const PlaneMarkers flags(lawOf("capture_flag"));
  std::vector<Terrain> terrain = {marker("flag1", 0), marker("flag2", 300)};
  flags.giveToNearest({ship("red", 0), ship("blue", 300)}, terrain);
  flags.giveTo("red", "flag2", terrain);
  EXPECT_EQ(flags.of("red", terrain), "flag2");
  EXPECT_EQ(flags.of("blue", terrain), "flag1");
  flags.giveTo("red", "flag2", terrain); // his already
  EXPECT_EQ(flags.of("red", terrain), "flag2");
  EXPECT_EQ(flags.of("blue", terrain), "flag1");
  flags.takeFrom("blue", terrain);
  EXPECT_EQ(flags.of("blue", terrain), "");
  flags.giveTo("red", "flag1", terrain); // nobody's: what he had is nobody's
  EXPECT_EQ(flags.of("red", terrain), "flag1");
  EXPECT_EQ(terrain[1].value("player", ""), "");
}

TEST(PlaneMarkers, OnlyTheirOwnIdsAreKnown) {
  const PlaneMarkers flags(lawOf("capture_flag"));
  std::vector<Terrain> terrain = {marker("flag1", 0, "island"), marker("flag2", 0)};
  EXPECT_EQ(flags.named("flag1", terrain), nullptr) << "an island of that name";
  EXPECT_EQ(flags.named("flag2", terrain), &terrain[1]);
  EXPECT_TRUE(flags.stand(terrain));
  terrain.pop_back();
  EXPECT_FALSE(flags.stand(terrain));
}

TEST(PlaneMarkers, APolygonsMiddleIsTheMeanOfItsCorners) {
  EXPECT_EQ(middleOfThing({{"points", {{0.0, 0.0}, {40.0, 0.0}, {40.0, 20.0}, {0.0, 20.0}}}}),
            Eigen::Vector2d(20.0, 10.0));
}

TEST(Flagships, EachGoalTellsWhetherShipsAreMarked) {
  EXPECT_TRUE(marksShips(lawOf("flagship")));
  EXPECT_TRUE(marksShips(lawOf("capture_flag")));
  EXPECT_FALSE(marksShips(lawOf("dock")));
}

/// The fleets are named anew with another ship among them: the names move, the mark stays where it lay.
TEST(Flagships, MarksAndArmourStayWithTheirShips) {
  std::vector<Ship> before = {ship("red", 100), ship("red", 200)};
  before[0].flagship = Marked::said;
  before[1].armour = 2;
  std::vector<Ship> now = {ship("red", 40), ship("red", 102), ship("red", 199)};
  keepMarks(before, now);
  ASSERT_NE(flagshipOf("red", now), nullptr);
  EXPECT_EQ(flagshipOf("red", now), &now[1]);
  EXPECT_EQ(now[1].flagship, Marked::said);
  EXPECT_EQ(now[2].armour, 2);
  EXPECT_EQ(now[0].armour + now[1].armour, 0);
  EXPECT_EQ(flagshipOf("blue", now), nullptr);
}

TEST(Flagships, AShipThatWasCarriedKeepsItsMarkUnlessItLiesWhereAnotherLay) {
  std::vector<Ship> before = {ship("red", 100), ship("red", 200)};
  before[0].flagship = Marked::said;
  std::vector<Ship> now = {ship("red", 200), ship("red", 400)}; // the nearer one is the one that was at 200 before
  keepMarks(before, now);
  EXPECT_EQ(flagshipOf("red", now), &now[1]);
  now = {ship("red", 110, PyramidSize::large), ship("blue", 100)};
  keepMarks(before, now);
  EXPECT_EQ(flagshipOf("red", now), nullptr) << "none of its kind is there";
}

} // namespace
} // namespace linesman::app
