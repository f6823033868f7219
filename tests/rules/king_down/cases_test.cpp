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

std::string nameOfKingDownCase(const ::testing::TestParamInfo<nlohmann::json>& info) {
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
                         nameOfKingDownCase);

class KingDownClause : public ::testing::TestWithParam<nlohmann::json> {};
TEST_P(KingDownClause, IsAppliedAndCited) {
  checkClauseCase(*kingDown(), GetParam());
}
INSTANTIATE_TEST_SUITE_P(Own, KingDownClause,
                         ::testing::ValuesIn(readJson("examples/kingdown_clauses.json")["examples"].get<Cases>()),
                         nameOfKingDownCase);

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

TEST(KingDownDraws, AreClaimedUnlessTheMatchSaysOtherwise_KD47) {
  const auto game = kingDown();
  for (const std::string rules : {"claimable", "off"}) {
    const auto match = openMatch(*game, "4k3/8/8/8/8/8/P6p/4K3 w", {{"draw_rules", rules}});
    for (const char* turn : {"e1d1", "e8d8", "d1e1", "d8e8", "e1d1", "e8d8", "d1e1"})
      ASSERT_TRUE(match->play(turn).legal);
    EXPECT_FALSE(match->play("claim draw").legal) << "the start stands for the second time only";
    ASSERT_TRUE(match->play("d8e8").legal);
    const auto answer = match->play("claim draw");
    EXPECT_EQ(answer.legal, rules == "claimable") << answer.sentence;
    EXPECT_EQ(answer.clauses, std::vector<std::string>{"KD-47"});
    EXPECT_EQ(match->turns().empty(), rules == "claimable");
    EXPECT_EQ(match->play("e1d1").legal, rules == "off");
  }
}

TEST(KingDownDraws, FiftyQuietMovesOfEachSide_KD47) {
  const auto match = openMatch(*kingDown(), "4k3/8/8/8/8/8/P6p/4K3 w", {{"draw_rules", "claimable"}});
  // The kings walk in circles of different lengths, so that the positions do not repeat at once; nothing else moves.
  const std::vector<std::string> white{"e1", "d1", "c1", "b1", "b2", "c2", "d2", "e2"};
  const std::vector<std::string> black{"e8", "d8", "c8", "b8", "b7", "c7", "d7", "e7", "f7", "f8"};
  for (std::size_t i = 0; i < 50; ++i) {
    if (i == 49) { // 98 turns so far: one more pair is needed
      const auto early = openMatch(*kingDown(), match->position().get<std::string>());
      EXPECT_FALSE(early->play("claim draw").legal);
    }
    ASSERT_TRUE(match->play(white[i % 8] + white[(i + 1) % 8]).legal) << i;
    ASSERT_TRUE(match->play(black[i % 10] + black[(i + 1) % 10]).legal) << i;
  }
  EXPECT_EQ(match->play("claim draw").over->winner, "draw");
}

TEST(KingDownTalk, ResignationAndAgreedDraws_KD48) {
  const std::string start = "4k3/8/8/8/8/8/P6p/4K3 b";
  const auto resigned = openMatch(*kingDown(), start);
  const auto answer = resigned->play("resign");
  ASSERT_TRUE(answer.over);
  EXPECT_EQ(answer.over->winner, "white");
  EXPECT_EQ(answer.over->clauses, std::vector<std::string>{"KD-48"});
  EXPECT_FALSE(resigned->play("e8d8").legal);
  const auto match = openMatch(*kingDown(), start);
  EXPECT_FALSE(match->play("yes").legal) << "nothing has been offered";
  EXPECT_TRUE(match->play("draw?").legal);
  EXPECT_TRUE(match->play("no").legal);
  EXPECT_FALSE(match->play("yes").legal);
  EXPECT_TRUE(match->play("draw?").legal);
  EXPECT_TRUE(match->play("e8d8").legal);
  EXPECT_EQ(match->offeredBy(), "black") << "it stands until White answers";
  EXPECT_TRUE(match->play("e1d1").legal);
  EXPECT_FALSE(match->play("yes").legal) << "which is what a turn does";
  EXPECT_TRUE(match->play("draw?").legal);
  EXPECT_EQ(match->play("yes").over->winner, "draw");
  EXPECT_TRUE(match->turns().empty());
}

TEST(KingDownCheck, IsAnnouncedByTheReferee_KD42) {
  const auto answer = openMatch(*kingDown(), "4k3/8/8/8/8/8/8/R3K3 w")->play("a1a8");
  ASSERT_TRUE(answer.legal);
  EXPECT_TRUE(answer.sentence.ends_with("Black is in check.")) << answer.sentence;
}

TEST(KingDownSentences, ArcherTakesAnAndTheLastOfAChainAnAnd) {
  const std::string start = "8/P6k/8/8/8/5p2/P3p3/3S3K w Sacrifice:1,none:0 - - A/-";
  EXPECT_EQ(openMatch(*kingDown(), start)->play("a7a8=A").sentence, "The pawn on a7 goes to a8 and becomes an archer.");
  EXPECT_EQ(openMatch(*kingDown(), start)->play("Sacrifice:a2=A").sentence,
            "By Sacrifice the pawn on a2 is replaced by an archer.");
  EXPECT_EQ(openMatch(*kingDown(), start)->play("d1xe2xf3").sentence,
            "The beast on d1 takes the pawn on e2 and the pawn on f3.");
}

TEST(KingDownReasons, MarkIsNotToBlameForAMoveThatLeavesTheKingInCheck_KD44) {
  const auto answer = openMatch(*kingDown(), "k7/8/8/8/R6r/8/8/7K w IceWall:2,none:0")->play("a4a5+IceWall@a4");
  EXPECT_EQ(answer.clauses.front(), "KD-44") << answer.sentence;
}

TEST(KingDownReasons, WhoStopsALeapIsNamed_KD82) {
  const auto answer = (*kingDown()->open("4k3/8/8/p7/P7/8/8/R5K1 w Leap:3,none:0", {}))->play("Leap:a1a7");
  EXPECT_FALSE(answer.legal);
  EXPECT_EQ(answer.clauses.front(), "KD-82") << answer.sentence;
  EXPECT_NE(answer.sentence.find("The pawn on a5 stands in between."), std::string::npos) << answer.sentence;
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
