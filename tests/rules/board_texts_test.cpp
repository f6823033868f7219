#include <random>

#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;

/// Changes a few characters of a text: what a slip of the keyboard or a torn file does.
std::string mutated(std::string text, std::mt19937_64& random) {
  static const std::string letters = "abcdefghij0123456789KQRBNPALGMSHFCTIUkqrbnpalgmshfctiu/ ,:-=x*^<>+@{}w\n\x01\xff";
  for (std::uint64_t changes = 1 + random() % 4; changes > 0 && !text.empty(); --changes) {
    const std::size_t at = random() % text.size();
    switch (random() % 4) {
    case 0:
      text[at] = letters[random() % letters.size()];
      break;
    case 1:
      text.erase(at, 1 + random() % 3);
      break;
    case 2:
      text.insert(at, 1, letters[random() % letters.size()]);
      break;
    default:
      text.insert(at, text.substr(random() % text.size(), random() % 8));
      break;
    }
  }
  return text;
}

/// Mutated positions and turns never crash; what is accepted reads back to itself; what is refused says why in a
/// sentence.
void survive(const std::string& name, const std::string& cases_file, int rounds) {
  const auto game = makeBoardGame(name);
  const auto cases = readJson(cases_file);
  std::mt19937_64 random(5);
  int accepted = 0;
  for (int round = 0; round < rounds; ++round) {
    const auto& a_case = cases["examples"][random() % cases["examples"].size()];
    const std::string position =
        random() % 3 == 0 ? a_case["position"].get<std::string>() : mutated(a_case["position"], random);
    const auto match = (*game)->open(position, {});
    if (!match) {
      ASSERT_TRUE(match.error().sentence.ends_with(".")) << position << ": " << match.error().sentence;
      continue;
    }
    ++accepted;
    const auto text = (*match)->position();
    const auto again = (*game)->open(text, {});
    ASSERT_TRUE(again) << position;
    ASSERT_EQ((*again)->position(), text);
    const auto answer = (*match)->play(mutated(a_case["turn"], random));
    ASSERT_FALSE(answer.sentence.empty());
    ASSERT_FALSE(answer.clauses.empty()) << answer.sentence;
  }
  EXPECT_GT(accepted, rounds / 4);
}

TEST(BoardTexts, KingDownSurvivesMutatedInput) {
  survive("king_down", "examples/kingdown_clauses.json", 6000);
}
TEST(BoardTexts, InvasionSurvivesMutatedInput) {
  survive("invasion", "examples/invasion_clauses.json", 6000);
}

} // namespace
} // namespace linesman::rules
