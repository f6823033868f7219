#include "tests/rules/plane_selfplay.h"

#include <cstdlib>
#include <iostream>

namespace linesman::rules::testing {
namespace {

using Kind = MatchAction::Kind;

ArmadasMatch fleetMatch(std::map<std::string, std::string> options = {}) {
  options["first_player"] = "first";
  const PlaneLaw rules = law(options);
  return {rules, startMatch(rules, twoFleets(), twoPlans())};
}

TEST(ArmadasMatch, RandomGamesKeepEveryInvariantAndEnd) {
  const char* wanted = std::getenv("LINESMAN_RANDOM_GAMES"); // 1000 for the long run
  const int games = wanted != nullptr && std::atoi(wanted) > 0 ? std::atoi(wanted) : 15;
  int ended = 0, won = 0, actions = 0;
  for (int seed = 1; seed <= games; ++seed) {
    SelfPlay game(static_cast<unsigned>(seed));
    ASSERT_EQ(game.run(500), "");
    ended += game.ended;
    won += game.won;
    actions += game.actions;
  }
  EXPECT_EQ(ended, games);
  EXPECT_GE(won, games / 4) << "most games should be played out, not drawn by their length";
  std::cout << games << " games, " << won << " won, " << actions << " actions\n";
}

TEST(ArmadasMatch, TakeBackOnlyInTheSameTurn) {
  ArmadasMatch match = fleetMatch();
  const std::string start = toJson(match.state()).dump();
  ASSERT_EQ(match.play(sail("r1", {90})).verdict.ruling, Ruling::legal);
  ASSERT_EQ(match.play(act(Kind::take_back)).verdict.ruling, Ruling::legal);
  EXPECT_EQ(toJson(match.state()).dump(), start);
  ASSERT_EQ(match.play(sail("r1", {90})).verdict.ruling, Ruling::legal);
  ASSERT_EQ(match.play(act(Kind::done)).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.play(act(Kind::take_back)).verdict.ruling, Ruling::illegal);
}

TEST(ArmadasMatch, DrawAfterARoundOfPasses) {
  ArmadasMatch match = fleetMatch({{"draw_rule", "all_pass"}});
  match.play(act(Kind::done));
  match.play(act(Kind::done));
  ASSERT_TRUE(match.state().draw_offered);
  MatchAction accept = act(Kind::accept_draw);
  accept.player = "red";
  EXPECT_EQ(match.play(accept).verdict.ruling, Ruling::legal);
  accept.player = "blue";
  EXPECT_EQ(match.play(accept).verdict.ruling, Ruling::legal);
  EXPECT_TRUE(match.state().over);
  EXPECT_EQ(match.state().winners.size(), 2u);
}

TEST(ArmadasMatch, ResignationEndsTheGame) {
  ArmadasMatch match = fleetMatch();
  MatchAction resign = act(Kind::resign);
  resign.player = "blue";
  EXPECT_EQ(match.play(resign).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.state().winners, std::vector<std::string>{"red"});
  EXPECT_EQ(match.play(act(Kind::done)).verdict.ruling, Ruling::illegal);
}

TEST(ArmadasMatch, AnIllegalMoveStandsOnlyWhenAgreed) {
  ArmadasMatch match = fleetMatch();
  MatchAction hard = sail("r1", {170});
  EXPECT_EQ(match.play(hard).verdict.ruling, Ruling::illegal);
  EXPECT_EQ(match.journal().size(), 1u);
  hard.agreed = true;
  EXPECT_EQ(match.play(hard).verdict.ruling, Ruling::legal);
  EXPECT_EQ(match.journal().back().at("ruling"), "illegal") << "the record keeps what the law said";
}

TEST(ArmadasMatch, TornJournalsAreOneSentence) {
  const PlaneLaw rules = law();
  EXPECT_FALSE(ArmadasMatch::fromJournal(rules, {}));
  EXPECT_FALSE(ArmadasMatch::fromJournal(rules, {{{"event", "start"}, {"state", {{"table", 1}}}}}));
  ArmadasMatch match = fleetMatch();
  std::vector<nlohmann::json> journal = match.journal();
  journal.push_back({{"event", "undo"}, {"action", 1}});
  EXPECT_FALSE(ArmadasMatch::fromJournal(rules, journal));
  journal.back() = {{"event", "move"}};
  EXPECT_FALSE(ArmadasMatch::fromJournal(rules, journal));
}

TEST(ArmadasMatch, ActionsSurviveJson) {
  MatchAction action = sail("r1", {12.3456789, -77});
  action.player = "red";
  action.placements = {ShipPose(1.1, 2.2, 0.3)};
  action.doubts = {Eigen::Matrix3d::Identity() * 0.1};
  const auto again = matchActionFromJson(nlohmann::json::parse(toJson(action).dump()));
  ASSERT_TRUE(again);
  EXPECT_EQ(toJson(*again).dump(), toJson(action).dump());
  EXPECT_FALSE(matchActionFromJson({{"action", "dance"}}));
  EXPECT_FALSE(matchActionFromJson({{"action", 3}}));
}

} // namespace
} // namespace linesman::rules::testing
