#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;
using Cases = std::vector<nlohmann::json>;

std::unique_ptr<BoardGame> invasionGame() {
  auto game = makeBoardGame("invasion");
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  return std::move(*game);
}

std::string nameOfInvasionCase(const ::testing::TestParamInfo<nlohmann::json>& info) {
  return caseName(info.param);
}

TEST(InvasionCases, CountsAndListsOfTurns) {
  checkPerft(*invasionGame(), "perft/invasion_perft.json", 2'000'000);
}

class InvasionExample : public ::testing::TestWithParam<nlohmann::json> {};
TEST_P(InvasionExample, IsJudgedAsWorkedOut) {
  checkExample(*invasionGame(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Worked, InvasionExample,
                         ::testing::ValuesIn(readJson("examples/invasion_examples.json")["examples"].get<Cases>()),
                         nameOfInvasionCase);

class InvasionClause : public ::testing::TestWithParam<nlohmann::json> {};
TEST_P(InvasionClause, IsAppliedAndCited) {
  checkClauseCase(*invasionGame(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Own, InvasionClause,
                         ::testing::ValuesIn(readJson("examples/invasion_clauses.json")["examples"].get<Cases>()),
                         nameOfInvasionCase);

TEST(InvasionStart, HoldsBothArmiesInTheirFortresses_IN03_IN04_IN56) {
  const auto match = openMatch(*invasionGame(), "start");
  const auto text = match->position().get<std::string>();
  EXPECT_EQ(text, "hftii5/fpcii5/tcpii5/iii****3/iii****3/3****III/3****III/5IIPCT/5IICPF/5IITFH w off,off j1,a10");
  for (const auto& [letter, number] : std::map<char, int>{{'H', 1}, {'F', 2}, {'C', 2}, {'P', 2}, {'T', 2}, {'I', 12}})
    EXPECT_EQ(std::count(text.begin(), text.end(), letter), number) << letter;
}

TEST(InvasionEnd, StalemateLosesForTheStalematedUnlessAgreed_IN53) {
  // Black's HQ on a10 is not attacked, but two troopers and two tanks attack every square it could go to.
  const std::string position = "h9/10/1I8/1I1****3/3****3/1TT****3/3****3/10/10/9H w";
  const auto game = invasionGame();
  int found = 0;
  for (const auto& turn : openMatch(*game, position)->turns()) {
    const auto match = openMatch(*game, position);
    const auto answer = match->play(turn);
    if (!answer.over || answer.over->clauses != std::vector<std::string>{"IN-53"})
      continue;
    ++found;
    EXPECT_EQ(answer.over->winner, "white");
    EXPECT_TRUE(match->turns().empty());
    const auto drawn = openMatch(*game, position, {{"stalemate", "draw"}});
    EXPECT_EQ(drawn->play(turn).over->winner, "draw");
  }
  EXPECT_GT(found, 0);
}

/// What the referee says of a turn that must be refused.
TurnAnswer refused(const std::string& position, const std::string& turn, const OptionValues& options = {}) {
  auto answer = openMatch(*invasionGame(), position, options)->play(turn);
  EXPECT_FALSE(answer.legal) << turn << ": " << answer.sentence;
  return answer;
}

TEST(InvasionReasons, OwnManOnTheSquareIsNamedAndNoCaptureIsSpokenOf) {
  const std::string position = "h9/10/10/3****3/3****3/3****3/3****3/3PI5/3CI5/4IF3H w";
  for (const std::string turn : {"e1e2", "d3e3", "e2e3", "f1e1"}) {
    const auto answer = refused(position, turn);
    EXPECT_TRUE(answer.sentence.ends_with(" The trooper on " + turn.substr(2) + " stands there.")) << answer.sentence;
    EXPECT_EQ(answer.sentence.find("captures the first man"), std::string::npos) << answer.sentence;
  }
  EXPECT_EQ(refused(position, "e1e2").clauses, std::vector<std::string>{"IN-30"});
  EXPECT_EQ(
      refused("h9/10/10/3****3/3****3/3****3/1I1****3/10/1T8/9H w", "b2b4{b4}", {{"tank_stop_on_friend", "false"}})
          .clauses,
      std::vector<std::string>{"IN-29"});
}

TEST(InvasionReasons, StandingStillIsNoCaptureAndNotTheSeasFault) {
  const std::string position = "h9/10/10/3****3/3****3/3****3/3****3/10/4IT4/9H w";
  EXPECT_EQ(refused(position, "e2e2").clauses, std::vector<std::string>{"IN-30"});
  EXPECT_EQ(refused(position, "f2f2").clauses, std::vector<std::string>{"IN-24"});
  EXPECT_EQ(refused(position, "j1j1").clauses, std::vector<std::string>{"IN-05"});
}

TEST(InvasionReasons, FlagWaitsForTheCornerToBeEmpty_IN50) {
  const auto answer = refused("h9/1F8/10/3****3/3****3/3****3/3****3/10/10/9H w", "b9a10");
  EXPECT_EQ(answer.clauses.front(), "IN-50") << answer.sentence;
}

TEST(InvasionReasons, BombBesidesAMoveIsNotAMoveWrittenWrongly_IN42) {
  const std::string position = "h9/10/10/3****3/3****3/3****3/3****3/10/4I5/9H w ";
  EXPECT_EQ(refused(position + "on,off", "e2e3+Bomb@f8").clauses, std::vector<std::string>{"IN-42"});
  const auto off = refused(position + "off,off", "e2e3+Bomb@f8", {{"bomb_turn", "besides"}});
  EXPECT_TRUE(off.sentence.starts_with("White's bomb is off")) << off.sentence;
}

TEST(InvasionDraws, OnlyWhenSwitchedOn_IN55) {
  for (const bool on : {true, false}) {
    const auto match = openMatch(*invasionGame(), "h9/10/10/3****3/3****3/3****3/3****3/10/10/9H w",
                                 {{"repetition", on ? "on" : "off"}});
    std::optional<GameOver> over;
    for (int round = 0; round < 2; ++round)
      for (const char* turn : {"j1i1", "a10b10", "i1j1", "b10a10"})
        over = match->play(turn).over;
    EXPECT_EQ(over.has_value(), on);
  }
}

TEST(InvasionDraws, ByAgreementAndResignation_IN55) {
  const std::string start = "h9/10/10/3****3/3****3/3****3/3****3/10/10/9H w";
  const auto match = openMatch(*invasionGame(), start);
  EXPECT_FALSE(match->play("claim draw").legal);
  ASSERT_TRUE(match->play("draw?").legal);
  EXPECT_EQ(match->play("yes").over->winner, "draw");
  EXPECT_EQ(openMatch(*invasionGame(), start)->play("resign").over->winner, "black");
}

TEST(InvasionSwitches, BombMayNeedItsFlagAndMayComeBesidesAMove_IN41_IN42) {
  const std::string position = "h9/10/10/3****3/3****3/3****3/3****3/10/1F8/9H w";
  for (const bool stays : {true, false}) {
    const auto match = openMatch(*invasionGame(), position, {{"bomb_persist", stays ? "stays" : "while_flag"}});
    for (const char* turn : {"b2a1", "a10b10", "a1a2"})
      ASSERT_TRUE(match->play(turn).legal) << turn;
    EXPECT_NE(match->position().get<std::string>().find(stays ? "on,off" : "off,off"), std::string::npos);
  }
  const auto match = openMatch(*invasionGame(), "h9/10/1i8/3****3/3****3/3****3/3****3/10/1F8/9H w on,off",
                               {{"bomb_turn", "besides"}});
  const auto answer = match->play("b2b3+Bomb@b8");
  ASSERT_TRUE(answer.legal) << answer.sentence;
  EXPECT_EQ(match->position(), "h9/10/10/3****3/3****3/3****3/3****3/1F8/10/9H b used,off j1,a10");
}

TEST(InvasionRefuses, ImpossiblePositionsWithOneSentence) {
  const auto game = invasionGame();
  const std::string rest = "/10/10/3****3/3****3/3****3/3****3/10/10/9H w";
  EXPECT_NE(refusal(*game, "hh8" + rest).find("2 headquarters"), std::string::npos);
  EXPECT_NE(refusal(*game, "10" + rest).find("Black has 0 headquarters"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9/10/10/3I***3/3****3/3****3/3****3/10/10/9H w").find("sea"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9/10/10/10/3****3/3****3/3****3/10/10/9H w").find("sea"), std::string::npos);
  EXPECT_NE(refusal(*game, "h8*" + rest).find("land"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest + " lit,off").find("bomb"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest + " off").find("bombs"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest + " off,off j1,j1").find("home"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest + " off,off e4,a10").find("corner"), std::string::npos);
  EXPECT_NE(refusal(*game, "h8Q" + rest).find("j10"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest, {{"hop_min", "1"}}).find("hop_min"), std::string::npos);
  EXPECT_NE(refusal(*game, "h9" + rest, {{"fog", "on"}}).find("unknown"), std::string::npos);
}

} // namespace
} // namespace linesman::rules
