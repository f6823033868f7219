// How a match stands, asked of plain values: no action has to lead there.
#include "rules/games/armadas_standing.h"

#include <set>

#include "tests/rules/plane_support.h"

namespace linesman::rules::testing {
namespace {

using Kind = MatchAction::Kind;

MatchPlayer seatOf(const std::string& name) {
  MatchPlayer player;
  player.name = name;
  player.fleet = {1, 1, 1};
  return player;
}

MatchState stateOf(const std::vector<std::string>& names) {
  MatchState state;
  state.table = twoFleets();
  for (const std::string& name : names)
    state.players.push_back(seatOf(name));
  return state;
}

MatchAction said(Kind kind, const std::string& player) {
  MatchAction action = act(kind);
  action.player = player;
  return action;
}

TEST(ArmadasStanding, WhoIsOutAndByWhichClause) {
  MatchPlayer blue = seatOf("blue");
  EXPECT_EQ(outBy(law(), blue, true), std::nullopt);
  EXPECT_EQ(outBy(law(), blue, false), "AR-07");
  blue.lost = {1, 1, 0};
  EXPECT_EQ(outBy(law(), blue, true), std::nullopt);
  EXPECT_EQ(outBy(law({{"goal", "more_than_half"}}), blue, true), "AR-41");
  const PlaneLaw flagship = law({{"goal", "flagship"}});
  EXPECT_EQ(outBy(flagship, blue, true), std::nullopt);
  blue.flagship_sunk = true;
  EXPECT_EQ(outBy(flagship, blue, true), "AR-42");
  EXPECT_EQ(outBy(flagship, blue, false), "AR-42") << "the flagship was his last ship";
  EXPECT_EQ(outBy(law({{"goal", "capture_flag"}}), blue, true), std::nullopt) << "who sank it has won";
}

TEST(ArmadasStanding, WhoSankAShip) {
  const PlaneLaw flags = law({{"goal", "capture_flag"}}, "armada2k");
  MatchPlayer blue = seatOf("blue");
  EXPECT_EQ(sinkerOf(flags, blue, "red"), "red");
  EXPECT_EQ(sinkerOf(flags, blue, "blue"), "") << "his own hit";
  blue.out = true;
  EXPECT_EQ(sinkerOf(flags, blue, "red"), "") << "the flag of one who is out is nobody's";
  EXPECT_EQ(sinkerOf(law({{"goal", "sink_number"}}), blue, "red"), "red") << "a derelict counts";
  EXPECT_TRUE(areSinkersCredited(law()));
  EXPECT_FALSE(areSinkersCredited(law({{"kill_credit", "none"}})));
}

TEST(ArmadasStanding, TheLastOneLeftHasWon) {
  MatchState state = stateOf({"red", "blue"});
  EXPECT_FALSE(endingOf(law(), state));
  state.players[0].out = true;
  const auto end = endingOf(law(), state);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->winners, std::vector<std::string>{"blue"});
  EXPECT_EQ(end->clause, "AR-07");
  state.players[1].out = true;
  ASSERT_TRUE(endingOf(law(), state));
  EXPECT_TRUE(endingOf(law(), state)->winners.empty());
}

TEST(ArmadasStanding, WhoSankTheFlagHasWonAlsoWhenItWasTheLastShip) {
  const PlaneLaw flags = law({{"goal", "capture_flag"}}, "armada2k");
  MatchState state = stateOf({"red", "blue", "green"});
  state.players[1].flagship_sunk = true;
  EXPECT_FALSE(endingOf(flags, state)) << "nobody's doing";
  state.players[1].flagship_sunk_by = "green";
  state.players[1].out = true; // since
  const auto end = endingOf(flags, state);
  ASSERT_TRUE(end);
  EXPECT_EQ(end->winners, std::vector<std::string>{"green"});
  EXPECT_EQ(end->clause, "A2-36");
  EXPECT_FALSE(endingOf(law({{"goal", "flagship"}}), state)) << "only its owner is out by it";
}

TEST(ArmadasStanding, ANumberSunkWinsBeforeTheLastOneLeftDoes) {
  const PlaneLaw number = law({{"goal", "sink_number"}, {"goal_number", "2"}});
  MatchState state = stateOf({"blue", "red"});
  state.players[1].sunk_ships = 1;
  EXPECT_FALSE(endingOf(number, state));
  state.players[1].sunk_ships = 2;
  state.players[0].out = true;
  ASSERT_TRUE(endingOf(number, state));
  EXPECT_EQ(endingOf(number, state)->clause, "AR-43");
  EXPECT_EQ(endingOf(law({{"goal", "sink_number"}, {"goal_number", "2"}, {"kill_credit", "none"}}), state)->clause,
            "AR-07");
  std::swap(state.players[0].sunk_ships, state.players[1].sunk_ships);
  EXPECT_EQ(endingOf(number, state)->clause, "AR-07") << "who is out wins by nothing he has sunk";
}

TEST(ArmadasStanding, TheShipThatArrivedWins) {
  const PlaneLaw dock = law({{"goal", "dock"}});
  MatchState state = stateOf({"red", "blue"});
  state.table.objects.push_back(disc("port", Terrain::base, -60, -230, 60, 0));
  state.players[1].base = "port";
  EXPECT_FALSE(endingOf(dock, state)) << "nobody has arrived";
  EXPECT_FALSE(endingOf(dock, state, "b1"));
  const auto end = endingOf(dock, state, "r1");
  ASSERT_TRUE(end);
  EXPECT_EQ(end->winners, std::vector<std::string>{"red"});
  EXPECT_EQ(end->clause, "AR-47");
}

TEST(ArmadasStanding, ADrawNeedsAllWhoAreIn) {
  MatchState state = stateOf({"red", "blue", "green"});
  state.players[0].wants_draw = state.players[1].wants_draw = true;
  EXPECT_FALSE(isDrawAgreed(state)) << "none is on offer";
  state.draw_offered = true;
  EXPECT_FALSE(isDrawAgreed(state));
  state.players[2].out = true;
  EXPECT_TRUE(isDrawAgreed(state));
  EXPECT_EQ(endingOf(law(), state)->winners, (std::vector<std::string>{"red", "blue"}));
}

TEST(ArmadasStanding, ADrawIsAgreedOnceWhoWasAgainstItResigns) {
  PlaneTable table = twoFleets();
  table.objects.push_back(ship("g1", "green", PyramidSize::large, 300, 0, 0));
  std::vector<FleetPlan> plans = twoPlans();
  plans.push_back(plans[0]);
  plans.back().player = "green";
  const PlaneLaw rules = law({{"first_player", "first"}});
  ArmadasMatch match(rules, startMatch(rules, table, plans));
  match.play(said(Kind::offer_draw, "red"));
  match.play(said(Kind::accept_draw, "blue"));
  ASSERT_FALSE(match.state().over);
  ASSERT_EQ(match.play(said(Kind::resign, "green")).verdict.ruling, Ruling::legal);
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().winners.size(), 2u);
  EXPECT_EQ(match.state().ending_clause, "AR-35");
}

TEST(ArmadasStanding, AMatchRemembersWhoSankTheMarkedShip) {
  PlaneTable table;
  table.objects = {ship("r1", "red", PyramidSize::large, 0, 0, 90), ship("b1", "blue", PyramidSize::large, 300, 0, 0),
                   ship("b2", "blue", PyramidSize::small, 30, 30, 0)};
  MatchPlayer blue = seatOf("blue");
  blue.flagship = "b2";
  const PlaneLaw rules = law({{"first_player", "first"}}); // a goal that does not end with it
  ArmadasMatch match(rules, startMatch(rules, table, twoPlans(), {blue}));
  ASSERT_EQ(match.play(act(Kind::fire, "r1", "b2")).verdict.ruling, Ruling::legal);
  const MatchPlayer after = *match.state().player("blue");
  EXPECT_TRUE(after.flagship_sunk);
  EXPECT_EQ(after.flagship_sunk_by, "red");
  const auto again = ArmadasMatch::fromJournal(rules, match.journal());
  ASSERT_TRUE(again);
  EXPECT_EQ(toJson(again->state()), toJson(match.state()));
  match.undo();
  EXPECT_FALSE(match.state().player("blue")->flagship_sunk);
}

TEST(ArmadasSeats, TurnsGoRoundFromTheFirstSeat) {
  std::vector<std::string> seats = {"red", "blue", "green"};
  putInTurn(law(), seats);
  EXPECT_EQ(seats, (std::vector<std::string>{"red", "blue", "green"}));
  putInTurn(law({{"turn_order", "counterclockwise"}}), seats);
  EXPECT_EQ(seats, (std::vector<std::string>{"red", "green", "blue"}));
  std::vector<std::string> none;
  putInTurn(law({{"turn_order", "counterclockwise"}}), none);
  EXPECT_TRUE(none.empty());
}

TEST(ArmadasSeats, OneSeedDrawsOneLot) {
  std::set<std::size_t> drawn;
  for (unsigned seed = 0; seed < 50; ++seed) {
    drawn.insert(drawnByLot(seed, 3));
    EXPECT_EQ(drawnByLot(seed, 3), drawnByLot(seed, 3));
  }
  EXPECT_EQ(drawn, (std::set<std::size_t>{0, 1, 2})) << "everybody may begin";
}

} // namespace
} // namespace linesman::rules::testing
