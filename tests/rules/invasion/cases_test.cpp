#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;

std::unique_ptr<BoardGame> invasionGame() {
  auto game = makeBoardGame("invasion");
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  return std::move(*game);
}

TEST(InvasionCases, CountsAndListsOfTurns) { checkPerft(*invasionGame(), "perft/invasion_perft.json", 2'000'000); }

class InvasionExample : public ::testing::TestWithParam<nlohmann::json> {};

TEST_P(InvasionExample, IsJudgedAsWorkedOut) { checkExample(*invasionGame(), GetParam()); }

std::string exampleName(const ::testing::TestParamInfo<nlohmann::json>& info) {
  std::string name = info.param["id"].get<std::string>() + "_" + info.param["clauses"].get<std::string>();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Worked, InvasionExample,
                         ::testing::ValuesIn(readJson("examples/invasion_examples.json")["examples"].get<std::vector<nlohmann::json>>()),
                         exampleName);

} // namespace
} // namespace linesman::rules
