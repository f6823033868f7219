#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;
using Cases = std::vector<nlohmann::json>;

std::unique_ptr<BoardGame> kingDown() {
  auto game = makeBoardGame("king_down");
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  return std::move(*game);
}

std::string nameOfCase(const ::testing::TestParamInfo<nlohmann::json>& info) {
  return caseName(info.param);
}

TEST(KingDownCases, CountsAndListsOfTurns) {
  checkPerft(*kingDown(), "perft/kingdown_perft.json", 2'000'000);
}

class KingDownExample : public ::testing::TestWithParam<nlohmann::json> {};
TEST_P(KingDownExample, IsJudgedAsWorkedOut) {
  checkExample(*kingDown(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Worked, KingDownExample,
                         ::testing::ValuesIn(readJson("examples/kingdown_examples.json")["examples"].get<Cases>()),
                         nameOfCase);

class KingDownClause : public ::testing::TestWithParam<nlohmann::json> {};
TEST_P(KingDownClause, IsAppliedAndCited) {
  checkClauseCase(*kingDown(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Own, KingDownClause,
                         ::testing::ValuesIn(readJson("examples/kingdown_clauses.json")["examples"].get<Cases>()),
                         nameOfCase);

TEST(KingDownClauses, EachHasATest) {
  // Set-up clauses are in setup_test.cpp, KD-47 below; the rest of these is told by people and decides no turn.
  const std::vector<std::string> elsewhere{"KD-02", "KD-03", "KD-04", "KD-05", "KD-06",
                                           "KD-07", "KD-42", "KD-47", "KD-48", "KD-84"};
  EXPECT_EQ(
      untestedClauses(*kingDown(), {"examples/kingdown_examples.json", "examples/kingdown_clauses.json"}, elsewhere),
      std::vector<std::string>{});
}

TEST(KingDownDraws, ThirdRepetitionAndFiftyMovesWhenAutomatic_KD47) {
  const auto game = kingDown();
  for (const bool automatic : {true, false}) {
    const auto match =
        openMatch(*game, "4k3/8/8/8/8/8/P6p/4K3 w", {{"draw_rules", automatic ? "automatic" : "claimable"}});
    std::optional<GameOver> over;
    for (int round = 0; round < 2; ++round)
      for (const char* turn : {"e1d1", "e8d8", "d1e1", "d8e8"}) {
        const auto answer = match->play(turn);
        ASSERT_TRUE(answer.legal) << answer.sentence;
        over = answer.over;
      }
    ASSERT_EQ(over.has_value(), automatic);
    if (automatic) {
      EXPECT_EQ(over->winner, "draw");
    }
  }
}

TEST(KingDownMate, KingMovesOnlyIsTheLiteralReading_KD45) {
  // The checking rook could be taken by the bishop, but the king cannot move.
  for (const bool literal : {false, true}) {
    const auto match =
        openMatch(*kingDown(), "6k1/5ppp/8/4b3/8/8/8/1R2K3 w", {{"mate", literal ? "king_moves_only" : "chess"}});
    const auto answer = match->play("b1b8");
    ASSERT_TRUE(answer.legal);
    EXPECT_EQ(answer.over.has_value(), literal) << answer.sentence;
  }
}

TEST(KingDownSwitches, PawnHistoryCanDecideTheDoubleStep_KD11_KD75) {
  // The Flight pawn lands on its second row: by the row it may go two squares again, by its history not.
  for (const bool history : {false, true}) {
    const auto match = openMatch(*kingDown(), "4k3/7p/8/P7/8/8/8/4K3 w Flight:1,none:0",
                                 {{"pawn_double_step", history ? "never_moved" : "second_row"}});
    ASSERT_TRUE(match->play("Flight:a5a2").legal);
    ASSERT_TRUE(match->play("h7h6").legal);
    EXPECT_EQ(match->play("a2a4").legal, !history);
  }
}

TEST(KingDownSwitches, UselessTokensCanBeRejected_KD62) {
  const std::string position = "4k3/8/8/8/8/8/8/R3K3 w Strike:1,none:0";
  EXPECT_TRUE(openMatch(*kingDown(), position)->play("Strike:a1a2").legal);
  EXPECT_FALSE(openMatch(*kingDown(), position, {{"useless_token", "rejected"}})->play("Strike:a1a2").legal);
  EXPECT_TRUE(openMatch(*kingDown(), position, {{"useless_token", "rejected"}})->play("Strike:a1b2").legal);
}

TEST(KingDownRefuses, ImpossiblePositionsWithOneSentence) {
  const auto game = kingDown();
  const std::string board = "4k3/8/8/8/8/8/8/4K3";
  EXPECT_NE(refusal(*game, "4k3/8/8/8/8/8/8/4KK2 w").find("2 kings"), std::string::npos);
  EXPECT_NE(refusal(*game, "8/8/8/8/8/8/8/4K3 w").find("Black has 0 kings"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w Freeze:3,none:0").find("3 tokens"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:1,none:0").find("tokens"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w Mercy:1,none:0").find("tokens"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w Frost:1,none:0").find("is no power"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " x").find("side to move"), std::string::npos);
  EXPECT_NE(refusal(*game, "4k3/8/8/8/8/8/8/4KX2 w").find("f1"), std::string::npos);
  EXPECT_NE(refusal(*game, "4k3/8/8/8/8/8/4K3 w").find("7 ranks"), std::string::npos);
  EXPECT_NE(refusal(*game, "4k3/8/8/8/8/8/9/4K3 w").find("rank 2"), std::string::npos);
  EXPECT_NE(refusal(*game, "4k3/8/8/8/8/8/7/4K3 w").find("rank 2"), std::string::npos);
  EXPECT_NE(refusal(*game, "P3k3/8/8/8/8/8/8/4K3 w").find("last row"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:0,none:0 a1").find("a1"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:0,none:0 e1").find("king"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:0,none:0 - - K/-").find("lost"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:0,none:0 - - - a1", {{"castling", "on"}}).find("rooks"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w none:0,none:0 - - - - e6", {{"en_passant", "on"}}).find("passed"),
            std::string::npos);
  EXPECT_NE(refusal(*game, board + " w", {{"teleport", "on"}}).find("unknown"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w", {{"beast_chain", "three"}}).find("beast_chain"), std::string::npos);
  EXPECT_NE(refusal(*game, board + " w", {{"promotion_types", "QK"}}).find("promotion_types"), std::string::npos);
  EXPECT_NE(refusal(*game, "").find("empty"), std::string::npos);
}

TEST(KingDownOptions, TakeThePrefixAndOnOff) {
  const auto game = kingDown();
  EXPECT_EQ(game->readOption("kd.castling", "on")->second, "true");
  EXPECT_EQ(game->readOption("beast_chain", "TWO")->second, "two");
  EXPECT_EQ(game->readOption("mate", "king moves only")->second, "king_moves_only");
}

} // namespace
} // namespace linesman::rules
