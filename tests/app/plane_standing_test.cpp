#include <gtest/gtest.h>

#include "app/watch/plane_standing.h"

namespace linesman::app {
namespace {

/// What a referee would keep of a match of red and blue, red to move.
class PlaneStandingTest : public ::testing::Test {
protected:
  explicit PlaneStandingTest(std::map<std::string, std::string> options = {}) { agree(std::move(options)); }

  void agree(std::map<std::string, std::string> options) {
    setup_.game = "armadas";
    setup_.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup_.options = std::move(options);
    law_ = PlaneLaw::make(setup_).value();
    markers_ = PlaneMarkers(law_);
    ledger_.order = {"red", "blue"};
  }
  Ship& add(const std::string& name, double x_mm, PyramidSize size = PyramidSize::medium) {
    Ship ship;
    ship.name = name;
    ship.player = name.front() == 'r' ? "red" : "blue";
    ship.colour = name.front() == 'r' ? Colour::red : Colour::blue;
    ship.size = size;
    ship.seen = ship.recorded = {{x_mm, 0.0, 0.0}, Eigen::Vector3d(0.01, 0.01, 1e-5).asDiagonal()};
    ships_.push_back(ship);
    return ships_.back();
  }
  void sink(const std::string& name, const std::string& by) {
    Ship& ship = *std::ranges::find(ships_, name, &Ship::name);
    ship.damage = 2;
    ship.sunk = true;
    ship.hit_by = ship.sunk_by = by;
  }
  PlaneStanding standing() const {
    return {law_, markers_, setup_, start_, ships_, ledger_, account_, resigned_, at_flag_};
  }
  std::string whyNot(const std::string& sentence) const {
    rules::Verdict refusal;
    refusal.sentence = sentence;
    return standing().whyNot(refusal);
  }

  MatchSetup setup_ = [] {
    MatchSetup setup;
    setup.game = "armadas";
    return setup;
  }();
  PlaneLaw law_ = PlaneLaw::make(setup_).value();
  PlaneMarkers markers_ = PlaneMarkers(law_);
  std::optional<PlaneStart> start_;
  std::vector<Ship> ships_;
  TurnLedger ledger_;
  PlaneAccount account_;
  std::vector<std::string> resigned_;
  std::string at_flag_;
};

TEST_F(PlaneStandingTest, WhatIsLeftOfTheBudgetGoesByTheShipsThatWereLaid) {
  agree({{"fleet", "points"}, {"fleet_points", "8"}, {"repair", "true"}});
  add("r1", 0);
  add("b1", 300);
  add("b2", 340);
  EXPECT_EQ(standing().pointsOf("red"), 5) << "a Medium costs 3";
  EXPECT_EQ(standing().pointsOf("blue"), 2);
  sink("b2", "red");
  EXPECT_EQ(standing().pointsOf("blue"), 2) << "a sunk ship is paid for";
  account_.spend("blue", 1);
  EXPECT_EQ(standing().pointsLeftWords("blue"), "blue has 1 point left.");
  account_.spend("blue", 1);
  EXPECT_EQ(standing().pointsLeftWords("blue"), "blue has 0 points left.");
  EXPECT_FALSE(standing().arePointsUnknown());
}

TEST_F(PlaneStandingTest, OfAGamePickedUpOnlyItsStartTellsPoints) {
  agree({{"fleet", "points"}, {"fleet_points", "8"}, {"repair", "true"}});
  setup_.pick_up = "red";
  add("r1", 0);
  EXPECT_EQ(standing().pointsOf("red"), 0);
  EXPECT_TRUE(standing().arePointsUnknown());
  start_ = PlaneStart();
  EXPECT_TRUE(standing().arePointsUnknown()) << "it tells of none";
  start_->points = {{"red", 4}};
  account_.spend("red", 1);
  EXPECT_EQ(standing().pointsOf("red"), 3);
  EXPECT_EQ(standing().pointsOf("blue"), 0);
  EXPECT_FALSE(standing().arePointsUnknown());
  agree({{"fleet", "points"}, {"fleet_points", "8"}});
  start_.reset();
  EXPECT_FALSE(standing().arePointsUnknown()) << "nothing is bought with them";
}

TEST_F(PlaneStandingTest, ASeatHasWhatWasBroughtLostAndWon) {
  agree({{"goal", "flagship"}, {"kill_credit", "last_hit"}});
  add("r1", 0, PyramidSize::small);
  add("r2", 60).flagship = Marked::said;
  add("b1", 300).flagship = Marked::taken;
  add("b2", 340, PyramidSize::large);
  sink("b1", "red");
  const rules::MatchPlayer red = standing().seatOf("red"), blue = standing().seatOf("blue");
  EXPECT_EQ(red.fleet, (std::array{1, 1, 0}));
  EXPECT_EQ(red.lost, (std::array{0, 0, 0}));
  EXPECT_EQ(red.flagship, "r2");
  EXPECT_EQ(red.sunk_ships, 1);
  EXPECT_EQ(blue.fleet, (std::array{0, 1, 1}));
  EXPECT_EQ(blue.lost, (std::array{0, 1, 0}));
  EXPECT_TRUE(blue.flagship_sunk);
  EXPECT_EQ(blue.flagship_sunk_by, "red");
  EXPECT_FALSE(blue.out);
  ledger_.eliminate("blue");
  EXPECT_TRUE(standing().seatOf("blue").out);
}

TEST_F(PlaneStandingTest, TheLawHearsWhoIsToMoveAndWhatWasDone) {
  add("r1", 0);
  add("b1", 300);
  ledger_.endTurn();
  ledger_.addShot("b1", "r1");
  ledger_.extra = 1;
  account_.follow({{"event", "turn"}, {"passes", 1}});
  account_.follow({{"event", "draw_offered"}, {"player", "red"}});
  const rules::MatchState state = standing().state();
  EXPECT_EQ(state.mover().name, "blue");
  EXPECT_EQ(state.actions_used, 1);
  EXPECT_EQ(state.extra_actions, 1);
  EXPECT_EQ(state.passes, 1);
  EXPECT_TRUE(state.draw_offered);
  EXPECT_TRUE(state.players[0].wants_draw);
  EXPECT_FALSE(state.players[1].wants_draw);
  EXPECT_EQ(state.table.objects.size(), 2u);
}

/// An enemy's flags are in nobody's way while he plays; one's own are.
TEST_F(PlaneStandingTest, FlagsMayBeTouchedByEnemies) {
  agree({{"goal", "capture_flag"}});
  setup_.terrain = {{{"id", "flag1"}, {"class", "flag"}, {"player", "red"}, {"centre", {0, 80}}, {"radius", 10}}};
  add("r1", 0);
  add("b1", 300).flagship = Marked::said;
  add("b2", 340);
  using Flags = std::map<std::string, std::string>;
  EXPECT_EQ(standing().flagsToTouch(), (Flags{{"b1", "blue"}, {"flag1", "red"}}));
  const auto names = [&](const std::string& stepping) {
    std::string all;
    for (const Ship& ship : standing().obstaclesFor(*std::ranges::find(ships_, stepping, &Ship::name)))
      all += ship.name + " ";
    return all;
  };
  EXPECT_EQ(names("r1"), "r1 b2 ");
  EXPECT_EQ(names("b2"), "r1 b1 b2 ");
  ledger_.eliminate("blue");
  EXPECT_EQ(standing().flagsToTouch(), (Flags{{"flag1", "red"}}));
  EXPECT_EQ(names("r1"), "r1 b1 b2 ");
}

TEST_F(PlaneStandingTest, WhoIsBeatenOrHasResignedDoesNotComeBack) {
  agree({{"goal", "more_than_half"}});
  add("r1", 0);
  for (const char* name : {"b1", "b2", "b3"})
    add(name, 300);
  EXPECT_TRUE(standing().mayComeBack("blue"));
  sink("b1", "red");
  EXPECT_FALSE(standing().isBeaten("blue"));
  EXPECT_FALSE(standing().ending());
  sink("b2", "red");
  EXPECT_TRUE(standing().isBeaten("blue"));
  EXPECT_FALSE(standing().mayComeBack("blue"));
  EXPECT_TRUE(standing().mayComeBack("red"));
  EXPECT_EQ(standing().clauseOfLeaving(ships_[1]), "AR-31") << "it is sunk itself";
  EXPECT_EQ(standing().clauseOfLeaving(ships_[3]), "AR-41") << "it goes with its fleet";
  resigned_ = {"red", "blue"};
  EXPECT_FALSE(standing().mayComeBack("red"));
  EXPECT_EQ(standing().clauseOfLeaving(ships_[3]), "AR-07");
  ledger_.eliminate("blue");
  ASSERT_TRUE(standing().ending());
  EXPECT_EQ(standing().ending()->winners, std::vector<std::string>{"red"});
}

TEST_F(PlaneStandingTest, ARefusalIsASentenceOfItsOwn) {
  add("r1", 0);
  EXPECT_EQ(whyNot("No: a draw is not on offer."), "A draw is not on offer.");
  EXPECT_EQ(whyNot("r1 is not damaged."), "r1 is not damaged.");
  EXPECT_EQ(whyNot("blue has no points left."), "blue has no points left.");
  EXPECT_EQ(whyNot("blueprints are no ships."), "Blueprints are no ships.");
}

TEST_F(PlaneStandingTest, ATurnOfTooFewActionsDoesNotEnd) {
  add("r1", 0);
  add("b1", 300);
  EXPECT_EQ(standing().whyNotDone(), "");
  agree({{"min_actions", "1"}});
  EXPECT_NE(standing().whyNotDone(), "");
  ledger_.addShot("r1", "b1");
  EXPECT_EQ(standing().whyNotDone(), "");
}

} // namespace
} // namespace linesman::app
