#include <gtest/gtest.h>

#include "app/watch/plane_law.h"
#include "app/watch/plane_look.h"
#include "app/watch/turn_ledger.h"
#include "tests/app/seen_ships.h"

namespace linesman::app {
namespace {

using testing::lying;

SeenPose at(double x_mm, double y_mm = 0.0, double heading_deg = 0.0, double sigma_mm = 0.1, double sigma_deg = 0.2) {
  const double v = sigma_mm * sigma_mm, w = radFromDeg(sigma_deg) * radFromDeg(sigma_deg);
  return {{x_mm, y_mm, radFromDeg(heading_deg)}, Eigen::Vector3d(v, v, w).asDiagonal()};
}

Ship mediumAt(const SeenPose& pose) {
  Ship ship;
  ship.name = "r1";
  ship.player = "red";
  ship.size = PyramidSize::medium;
  ship.seen = ship.recorded = pose;
  return ship;
}

PlaneLaw lawWith(std::map<std::string, std::string> options = {}) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.options = std::move(options);
  return PlaneLaw::make(setup).value();
}

TEST(PlaneLook, APieceAtTheBowIsOneOfTheShipsKindThatNobodyExpected) {
  TableState state;
  state.pyramids = {lying(36), lying(36, PyramidSize::large), lying(36, PyramidSize::medium, Colour::blue), lying(57),
                    lying(40)};
  PlaneLook look{state, {}, 1.0, false, false, {}};
  const Ship ship = mediumAt(at(0));
  EXPECT_FALSE(look.strangerAt(ship, {36, 0})) << "each is somebody's";
  look.matching.strangers = {1, 2, 3};
  EXPECT_FALSE(look.strangerAt(ship, {36, 0})) << "of another size, another colour, and 21 mm away";
  look.matching.strangers = {3, 4};
  EXPECT_EQ(look.strangerAt(ship, {36, 0}), std::optional<std::size_t>(4));
}

TEST(PlaneLook, AGaugeThatIsNudgedOrTurnedIsAnotherOne) {
  EXPECT_TRUE(isLaidAlike(at(0), at(1.4)));
  EXPECT_FALSE(isLaidAlike(at(0), at(1.6)));
  EXPECT_TRUE(isLaidAlike(at(0), at(0, 0, 3.9)));
  EXPECT_FALSE(isLaidAlike(at(0), at(0, 0, 4.2)));
  EXPECT_TRUE(isLaidAlike(at(0, 0, 0, 1.0), at(1.6, 0, 0, 1.0))) << "where it is seen badly that may be noise";
}

TEST(PlaneLaw, AShipLiesOffByWhatWasAgreedAndByNoise) {
  const PlaneLaw law = lawWith();
  const Ship ship = mediumAt(at(0));
  EXPECT_DOUBLE_EQ(law.driftAllowed_mm(), 1.5);
  EXPECT_FALSE(law.liesOff(ship, at(0), at(1.4)));
  EXPECT_TRUE(law.liesOff(ship, at(0), at(1.6)));
  EXPECT_FALSE(law.liesOff(ship, at(0), at(1.6, 0, 0, 0.6))) << "three sigmas are more";
  // Turned about its stern by 3 degrees its bow is 1.9 mm away.
  EXPECT_TRUE(law.liesOff(ship, at(0), at(0, 0, 3)));
  EXPECT_FALSE(law.liesOff(ship, at(0), at(0, 0, 2)));
  EXPECT_FALSE(law.liesOff(ship, at(0), at(0, 0, 3, 0.1, 2)));
}

TEST(PlaneLaw, TheGapAtABowIsMeasuredFromTheShipAsItLies) {
  Ship ship = mediumAt(at(0));
  ship.seen = at(100, 0, 180);
  const Eigen::Vector2d bow_mm = lawWith().bowOf(ship.size, ship.seen);
  EXPECT_LT(bow_mm.x(), 70.0);
  EXPECT_NEAR(lawWith().gapAtBow_mm(ship, lying(bow_mm.x() - 2)), 2.0, 1e-9);
}

TEST(TurnLedger, IsSpentWithThreeActionsAndThoseThatWereBought) {
  TurnLedger ledger;
  ledger.order = {"red", "blue"};
  for (const char* target : {"b1", "b2"})
    ledger.addShot("r1", target);
  EXPECT_FALSE(ledger.isSpent());
  ledger.addStep("r1");
  ledger.addStep("r1"); // of the same Move
  EXPECT_TRUE(ledger.isSpent());
  ++ledger.extra;
  EXPECT_EQ(ledger.actionsAllowed(), 4);
  EXPECT_FALSE(ledger.isSpent());
  ledger.addShot("r1", "b1");
  EXPECT_TRUE(ledger.isSpent());
  ledger.endTurn();
  EXPECT_EQ(ledger.actionsAllowed(), 3);
  EXPECT_FALSE(ledger.isSpent());
}

TEST(Fleet, IsShownPlainlyWhereNoPieceOfAPlayerIsInDoubt) {
  const std::vector<Player> players = {{"red", {Colour::red}}};
  TableState state;
  state.pyramids = {lying(0), lying(100, PyramidSize::small, Colour::blue)};
  state.pyramids[0].score = 0.7;
  state.pyramids[1].score = 0.1; // nobody's
  EXPECT_TRUE(showsFleetsPlainly(state, players));
  state.pyramids[0].score = 0.69;
  EXPECT_FALSE(showsFleetsPlainly(state, players));
}

} // namespace
} // namespace linesman::app
