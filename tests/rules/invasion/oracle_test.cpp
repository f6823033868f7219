#include "support/invasion_oracle.h"

#include <gtest/gtest.h>

#include "rules/games/invasion/attacks.h"
#include "support/invasion_play.h"
#include "support/random_games.h"

namespace linesman::rules::invasion {
namespace {

using testing::lawOf;
using testing::start;

/// Everything generated is legal when asked singly, and everything legal is generated.
void compare(const Law& law, const Position& p) {
  std::set<std::string> generated;
  const auto turns = legalTurns(law, p);
  for (const Turn& turn : turns)
    generated.insert(textOf(law, p, turn));
  ASSERT_EQ(generated.size(), turns.size()) << "two turns with one text: " << writePosition(p);
  ASSERT_EQ(countTurns(law, p), turns.size()) << writePosition(p);
  ASSERT_EQ(generated, oracle::allTurns(law, p)) << writePosition(p);
  ASSERT_EQ(attackersOf(law, p, p.turn) != 0, oracle::inCheck(law, p, p.turn)) << writePosition(p);
}

void compareAlongGames(const Law& law, int positions, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int looked_at = 0;
  while (looked_at < positions) {
    Position p = start();
    // Bombs armed from the beginning in half of the games: flags seldom reach a corner by chance.
    if (random() % 2 == 0)
      p.bombs = {Bomb::on, Bomb::on};
    for (int ply = 0; ply < 150 && looked_at < positions; ++ply) {
      const auto turns = legalTurns(law, p);
      if (turns.empty())
        break;
      if (random() % 15 == 0) {
        compare(law, p);
        if (::testing::Test::HasFatalFailure())
          return;
        ++looked_at;
      }
      p = after(law, p, turns[random() % turns.size()]);
    }
  }
}

TEST(InvasionOracle, GeneratesWhatTheLawAllows) {
  compareAlongGames(lawOf(), 1000, 1);
}

TEST(InvasionOracle, GeneratesWhatTheLawAllowsWithOtherSwitches) {
  const std::vector<OptionValues> sets{
      {{"tank_crush", "false"}, {"camp_size", "4"}, {"hop_min", "6"}},
      {{"tank_stop_on_friend", "false"}, {"hq_sea", "free"}, {"promotion_optional", "true"}},
      {{"shoot", "rifle"}, {"hop_scope", "per_player"}, {"promotion_hop", "none"}},
      {{"bomb_on_sea", "true"}, {"bomb_persist", "while_flag"}, {"promotion_types", "C"}},
      {{"bomb", "false"}, {"hop", "false"}, {"flag_win", "false"}, {"camp_size", "5"}}};
  for (const auto& options : sets)
    compareAlongGames(lawOf(options), 80, 3);
}

TEST(InvasionRandomPlay, GamesReplayToTheSamePositions) {
  EXPECT_GT(rules::testing::playInvasion(300, 12), 10'000U);
}

} // namespace
} // namespace linesman::rules::invasion
