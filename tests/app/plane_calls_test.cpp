#include "app/plane_calls.h"

#include <gtest/gtest.h>

#include "app/ship_names.h"

namespace linesman::app {
namespace {

SeenPyramid seenShip(int id, Colour colour, double x_mm, double y_mm, double heading_deg) {
  SeenPyramid pyramid;
  pyramid.id = {id};
  pyramid.size = PyramidSize::large;
  pyramid.colour = colour;
  pyramid.table_from_piece = {x_mm, y_mm, radFromDeg(heading_deg)};
  pyramid.covariance = pyramid.own_covariance = Eigen::Vector3d(0.01, 0.01, 1e-6).asDiagonal();
  return pyramid;
}

Snapshot tableWith(std::vector<SeenPyramid> ships) {
  Snapshot snapshot;
  snapshot.state.pyramids = std::move(ships);
  snapshot.names = shipNames(snapshot.state);
  return snapshot;
}

/// The calls on a step, in order.
std::vector<Call> stepsOf(const std::vector<Call>& calls) {
  std::vector<Call> steps;
  for (const Call& call : calls)
    if (call.question == Call::Question::step)
      steps.push_back(call);
  return steps;
}

class PlaneCallsTest : public ::testing::Test {
protected:
  /// Asks about ship 1 lying at the origin, then with a gauge laid at its bow.
  std::vector<Call> afterGauge(double heading_deg, double gap_mm = 0.0) {
    const SeenPyramid ship = seenShip(1, Colour::red, 0, 0, 0);
    const SeenPyramid enemy = seenShip(2, Colour::blue, 60, 90, 200);
    caller_(tableWith({ship, enemy}));
    const double bow_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm() + gap_mm;
    return caller_(tableWith({ship, enemy, seenShip(3, Colour::red, bow_mm, 0, heading_deg)}));
  }
  PlaneCaller caller_ = *PlaneCaller::make("armadas");
};

TEST_F(PlaneCallsTest, aGaugeLaidAtTheBowIsAStep) {
  const auto steps = stepsOf(afterGauge(30.0));
  ASSERT_EQ(steps.size(), 1u);
  EXPECT_EQ(wordOf(steps[0]), "LEGAL");
  EXPECT_EQ(steps[0].actor.value, 1);
  EXPECT_EQ(steps[0].target.value, 3);
  EXPECT_TRUE(steps[0].verdict.margin_mm && steps[0].verdict.sigma_mm);
}

TEST_F(PlaneCallsTest, tooSharpATurnIsIllegalAndNearTheLimitTooClose) {
  EXPECT_EQ(wordOf(stepsOf(afterGauge(85.0)).at(0)), "ILLEGAL");
  PlaneCaller fresh = *PlaneCaller::make("armadas");
  std::swap(caller_, fresh);
  EXPECT_EQ(wordOf(stepsOf(afterGauge(74.6)).at(0)), "TOO CLOSE: NO"); // the limit is 74.64 degrees
}

TEST_F(PlaneCallsTest, aGaugeIsNeitherShooterNorTarget) {
  for (const Call& call : afterGauge(30.0))
    if (call.question == Call::Question::shot) {
      EXPECT_NE(call.actor.value, 3);
      EXPECT_NE(call.target.value, 3);
    }
}

TEST_F(PlaneCallsTest, aGaugeStandsInNobodysWay) {
  const double bow_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm();
  caller_(tableWith({seenShip(1, Colour::red, 0, 0, 0)}));
  Snapshot snapshot = tableWith({seenShip(1, Colour::red, 0, 0, 0), seenShip(2, Colour::red, bow_mm, 0, 30)});
  snapshot.calls = caller_(snapshot);
  ASSERT_EQ(stepsOf(snapshot.calls).size(), 1u);
  EXPECT_EQ(wordOf(caller_.suppose(snapshot, {1}, {0.0})->step), "LEGAL") << "the ship's other step is tried out";
  EXPECT_GT(caller_.reach(snapshot, {1})->placements, 100);
  snapshot.calls.clear();
  EXPECT_EQ(wordOf(caller_.suppose(snapshot, {1}, {0.0})->step), "ILLEGAL") << "another ship there does";
}

TEST_F(PlaneCallsTest, shipsThatLayThereFromTheStartAreNoSteps) {
  const double bow_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm();
  EXPECT_TRUE(stepsOf(caller_(tableWith({seenShip(1, Colour::red, 0, 0, 0), seenShip(2, Colour::red, bow_mm, 0, 10)})))
                  .empty());
}

TEST_F(PlaneCallsTest, everyShotOfEveryShipIsAsked) {
  const auto calls = caller_(tableWith({seenShip(1, Colour::red, 0, 0, 0), seenShip(2, Colour::blue, 30, 30, 0)}));
  EXPECT_EQ(calls.size(), 4u); // two ships, two sides each
  for (const Call& call : calls)
    EXPECT_FALSE(call.verdict.highlights.empty());
}

TEST(NameKeeperTest, namesStayWhenAnotherShipLeaves) {
  NameKeeper keeper;
  const auto first =
      keeper.names(tableWith({seenShip(1, Colour::red, 0, 0, 0), seenShip(2, Colour::red, 80, 0, 0)}).state);
  EXPECT_EQ(first.at({1}), "r1");
  EXPECT_EQ(first.at({2}), "r2");
  const auto second =
      keeper.names(tableWith({seenShip(7, Colour::red, 80.5, 0, 0), seenShip(8, Colour::red, 300, 0, 0)}).state);
  EXPECT_EQ(second.at({7}), "r2");
  EXPECT_EQ(second.at({8}), "r3");
}

TEST_F(PlaneCallsTest, theTableFilesSurfaceAndIslandsCountAsInAMatch) {
  Snapshot snapshot = tableWith({seenShip(1, Colour::red, 0, 0, 90), seenShip(2, Colour::blue, 45, 0, 90)});
  const auto hits = [&] {
    int count = 0;
    for (const Call& call : caller_(snapshot))
      count += call.question == Call::Question::shot && call.verdict.ruling == rules::Ruling::legal;
    return count;
  };
  const auto step = [&] { return wordOf(caller_.suppose(snapshot, {1}, {radFromDeg(90)})->step); };
  EXPECT_EQ(hits(), 2);
  EXPECT_EQ(step(), "LEGAL");
  snapshot.table.area.emplace();
  snapshot.table.area->polygon_mm = {{-200, -200}, {200, -200}, {200, 80}, {-200, 80}};
  EXPECT_EQ(step(), "ILLEGAL") << "its bow would be 92 mm up";
  KnownIsland wall;
  wall.kind = "island";
  wall.polygon_mm = {{18, -60}, {20, -60}, {20, 75}, {18, 75}};
  wall.height_mm = 50.0;
  snapshot.table.islands = {wall};
  EXPECT_EQ(hits(), 0) << "the wall is in the way";
}

class ThingsOnTheTable : public ::testing::Test {
protected:
  ThingsOnTheTable()
      : snapshot_(tableWith({seenShip(1, Colour::red, 0, 0, 90), seenShip(2, Colour::blue, 45, 8, 90)})) {
    snapshot_.table.players = {{Colour::red, "red"}, {Colour::blue, "blue"}};
  }
  void lay(const TablePolygon& thing) { snapshot_.state.obstacles.push_back({thing, 0.0}); }
  std::vector<Call> shots() { return caller_(snapshot_); }
  Supposed ahead(std::size_t steps) const {
    return *caller_.suppose(snapshot_, {1}, std::vector<double>(steps, radFromDeg(90)));
  }

  const TablePolygon book_{{18, -70}, {26, -70}, {26, 70}, {18, 70}};
  Snapshot snapshot_;
  PlaneCaller caller_ = *PlaneCaller::make("armadas");
};

TEST_F(ThingsOnTheTable, AShotThatOneWouldStopIsNotRuledAsInAMatch) {
  const auto words = [&](const std::string& word) {
    return std::ranges::count(shots(), word, [](const Call& call) { return wordOf(call); });
  };
  EXPECT_EQ(words("HIT"), 2);
  lay(book_);
  EXPECT_EQ(words("HIT"), 0);
  EXPECT_EQ(words("NOT RULED"), 2);
  const std::vector<Call> calls = shots();
  const Call& call = *std::ranges::find(calls, "NOT RULED", [](const Call& one) { return wordOf(one); });
  EXPECT_EQ(call.verdict.withheld, "the unknown thing at (22, 0) mm lies in the way");
  EXPECT_EQ(call.verdict.clauses.back(), "AR-33");
  EXPECT_EQ(call.verdict.highlights.back().points_mm, book_);
  snapshot_.table.players.clear();
  EXPECT_EQ(words("NOT RULED"), 2) << "whoever plays";
}

TEST_F(ThingsOnTheTable, AShotThatAShipAstrayWouldStopIsNotRuledAsInAMatch) {
  snapshot_.state.pyramids.push_back(seenShip(3, Colour::red, 22, -120, 90));
  snapshot_.names = shipNames(snapshot_.state);
  snapshot_.recorded.emplace(rules::planeTableFrom(snapshot_.state, snapshot_.table.players,
                                                   {{1, "r1"}, {2, "b1"}, {3, "r2"}}, snapshot_.pieces));
  const auto said = [&](const std::string& title) {
    const std::vector<Call> calls = shots();
    return std::ranges::find(calls, title, &Call::title)->verdict.sentence;
  };
  EXPECT_TRUE(said("r1 fires at b1, starboard").starts_with("A hit")) << said("r1 fires at b1, starboard");
  snapshot_.astray["r2"] = {22, 10, radFromDeg(90)};
  EXPECT_EQ(said("r1 fires at b1, starboard"),
            "Not ruled whether r1 hits b1: r2 does not lie where it belongs; put it back and fire again.");
  snapshot_.astray["r2"] = {22, -125, radFromDeg(90)};
  EXPECT_TRUE(said("r1 fires at b1, starboard").starts_with("A hit")) << "wherever r2 lies, it is in nobody's way";
}

TEST_F(ThingsOnTheTable, StepsToTryOutAreHeldToThemAndSoAreShotsFromTheirEnd) {
  const double bow_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm();
  snapshot_.state.pyramids.back() = seenShip(2, Colour::blue, 45, bow_mm + 8, 90);
  EXPECT_EQ(wordOf(ahead(1).step), "LEGAL");
  EXPECT_FALSE(ahead(1).targets.empty());
  lay({{-10, bow_mm + 60}, {10, bow_mm + 60}, {10, bow_mm + 75}, {-10, bow_mm + 75}});
  EXPECT_EQ(wordOf(ahead(1).step), "LEGAL");
  lay({{20, -70}, {24, -70}, {24, 130}, {20, 130}});
  EXPECT_EQ(wordOf(ahead(1).step), "LEGAL");
  EXPECT_TRUE(ahead(1).targets.empty()) << "the second thing stands before b1";
  EXPECT_EQ(wordOf(ahead(2).step), "NOT RULED");
  EXPECT_TRUE(ahead(2).step.verdict.sentence.starts_with("Not ruled whether r1 may make these steps: the unknown"));
}

TEST_F(ThingsOnTheTable, ReachEndsAtThem) {
  const ReachShown free = *caller_.reach(snapshot_, {1});
  EXPECT_FALSE(free.firing_from.empty());
  lay(book_);
  lay({{-26, -70}, {-18, -70}, {-18, 70}, {-26, 70}});
  lay({{-26, 80}, {26, 80}, {26, 90}, {-26, 90}});
  const ReachShown walled = *caller_.reach(snapshot_, {1});
  EXPECT_LT(walled.placements, free.placements / 10);
  EXPECT_TRUE(walled.firing_from.empty());
}

TEST_F(ThingsOnTheTable, AnEnemysFlagMayBeTouchedWhereThatWins) {
  const double bow_mm = PieceCatalog::standard().pyramid(PyramidSize::large).slant_mm();
  snapshot_.state.pyramids.back() = seenShip(2, Colour::blue, 0, 2.0 * bow_mm - 5.0, 90); // its stern is in the way
  snapshot_.recorded.emplace(
      rules::planeTableFrom(snapshot_.state, snapshot_.table.players, {{1, "r1"}, {2, "b1"}}, snapshot_.pieces));
  const int walled = caller_.reach(snapshot_, {1})->placements;
  EXPECT_EQ(wordOf(ahead(1).step), "ILLEGAL");
  caller_ = *PlaneCaller::make("armadas", {{"goal", "capture_flag"}});
  EXPECT_EQ(wordOf(ahead(1).step), "ILLEGAL") << "b1 is no flag";
  snapshot_.recorded->objects.back().flag = true;
  EXPECT_EQ(wordOf(ahead(1).step), "LEGAL");
  EXPECT_GT(caller_.reach(snapshot_, {1})->placements, walled);
  snapshot_.recorded->objects.back().player = "red";
  EXPECT_EQ(wordOf(ahead(1).step), "ILLEGAL") << "one's own is an obstacle";
}

TEST_F(ThingsOnTheTable, PyramidsThatNobodyPlaysAreThingsAsInAMatch) {
  snapshot_.state.pyramids.push_back(seenShip(3, Colour::green, 22, -20, 90));
  snapshot_.state.pyramids.back().score = 1.0;
  snapshot_.names = shipNames(snapshot_.state);
  for (const Call& call : shots()) {
    EXPECT_NE(call.actor.value, 3);
    EXPECT_NE(call.target.value, 3);
  }
}

} // namespace
} // namespace linesman::app
