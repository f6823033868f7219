#include "support/random_games.h"

#include <cstdlib>

#include <gtest/gtest.h>

#include "support/invasion_play.h"
#include "support/king_down_play.h"

namespace linesman::rules::testing {
namespace {

/// Replays a journal of turn texts from `start`; every turn must be ruled legal.
void replay(const BoardGame& game, const std::string& start, const std::vector<std::string>& journal,
            const std::string& end) {
  const auto match = game.open(start, {});
  ASSERT_TRUE(match) << start << ": " << match.error().sentence;
  for (const auto& text : journal) {
    const auto answer = (*match)->play(text);
    ASSERT_TRUE(answer.legal) << start << " ... " << text << ": " << answer.sentence;
    ASSERT_FALSE(answer.clauses.empty()) << text;
  }
  ASSERT_EQ((*match)->position(), end);
}

int wantedGames(int games) {
  const char* wanted = std::getenv("LINESMAN_RANDOM_GAMES");
  return wanted != nullptr && std::atoi(wanted) > 0 ? std::atoi(wanted) : games;
}

/// Replaying asks for reasons and words, which takes far longer than playing: every tenth game in the suite, all of
/// them in a long run.
bool replayed(int game) {
  return std::getenv("LINESMAN_RANDOM_GAMES") != nullptr || game % 10 == 0;
}

} // namespace

std::uint64_t playKingDown(int games, std::uint64_t seed) {
  using namespace king_down;
  games = wantedGames(games);
  const Law law = king_down::testing::lawOf();
  const auto game = makeBoardGame("king_down");
  std::mt19937_64 random(seed);
  std::uint64_t plies = 0;
  for (int i = 0; i < games; ++i) {
    Position p = king_down::testing::randomStart(law, random);
    const std::string start = writePosition(law, p);
    std::vector<std::string> journal;
    for (int ply = 0; ply < 150; ++ply) {
      const Position before = p;
      const auto turns = legalTurns(law, p);
      EXPECT_EQ(countTurns(law, p), turns.size()) << writePosition(law, p);
      EXPECT_EQ(p, before);
      if (turns.empty())
        break;
      const Turn& turn = king_down::testing::pick(turns, random);
      journal.push_back(textOf(law, p, turn));
      p = after(law, p, turn);
      EXPECT_NE(keyOf(p), keyOf(before));
      const auto again = readPosition(law, writePosition(law, p));
      EXPECT_TRUE(again) << writePosition(law, p);
      EXPECT_TRUE(again && *again == p && keyOf(*again) == keyOf(p)) << writePosition(law, p);
      ++plies;
      if (::testing::Test::HasFailure())
        return plies;
    }
    if (replayed(i))
      replay(**game, start, journal, writePosition(law, p));
    if (::testing::Test::HasFailure())
      return plies;
  }
  return plies;
}

std::uint64_t playInvasion(int games, std::uint64_t seed) {
  using namespace invasion;
  games = wantedGames(games);
  const Law law = invasion::testing::lawOf();
  const auto game = makeBoardGame("invasion");
  std::mt19937_64 random(seed);
  std::uint64_t plies = 0;
  for (int i = 0; i < games; ++i) {
    Position p = invasion::testing::start();
    const std::string start = writePosition(p);
    std::vector<std::string> journal;
    for (int ply = 0; ply < 150; ++ply) {
      const Position before = p;
      const auto turns = legalTurns(law, p);
      EXPECT_EQ(countTurns(law, p), turns.size()) << writePosition(p);
      EXPECT_EQ(p, before);
      if (turns.empty())
        break;
      const Turn& turn = turns[random() % turns.size()];
      journal.push_back(textOf(law, p, turn));
      p = after(law, p, turn);
      EXPECT_NE(keyOf(p), keyOf(before));
      const auto again = readPosition(writePosition(p));
      EXPECT_TRUE(again && *again == p && keyOf(*again) == keyOf(p)) << writePosition(p);
      ++plies;
      if (::testing::Test::HasFailure())
        return plies;
    }
    if (replayed(i))
      replay(**game, start, journal, writePosition(p));
    if (::testing::Test::HasFailure())
      return plies;
  }
  return plies;
}

} // namespace linesman::rules::testing
