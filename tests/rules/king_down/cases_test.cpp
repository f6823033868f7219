#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;

std::unique_ptr<BoardGame> kingDown() {
  auto game = makeBoardGame("king_down");
  EXPECT_TRUE(game) << (game ? "" : game.error().sentence);
  return std::move(*game);
}

TEST(KingDownCases, CountsAndListsOfTurns) { checkPerft(*kingDown(), "perft/kingdown_perft.json", 2'000'000); }

class KingDownExample : public ::testing::TestWithParam<nlohmann::json> {};

TEST_P(KingDownExample, IsJudgedAsWorkedOut) { checkExample(*kingDown(), GetParam()); }

std::string exampleName(const ::testing::TestParamInfo<nlohmann::json>& info) {
  std::string name = info.param["id"].get<std::string>() + "_" + info.param["clauses"].get<std::string>();
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Worked, KingDownExample, ::testing::ValuesIn(readJson("examples/kingdown_examples.json")["examples"].get<std::vector<nlohmann::json>>()), exampleName);

} // namespace
} // namespace linesman::rules
