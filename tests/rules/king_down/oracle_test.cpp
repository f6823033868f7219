#include "support/king_down_oracle.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/king_down_play.h"

namespace linesman::rules::king_down {
namespace {

using testing::lawOf;
using testing::pick;
using testing::randomStart;

/// Everything generated is legal when asked singly, and everything legal is generated.
void compare(const Law& law, const Position& p) {
  std::set<std::string> generated;
  const auto turns = legalTurns(law, p);
  for (const Turn& turn : turns)
    generated.insert(textOf(law, p, turn));
  ASSERT_EQ(generated.size(), turns.size()) << "two turns with one text: " << writePosition(law, p);
  ASSERT_EQ(countTurns(law, p), turns.size()) << writePosition(law, p);
  ASSERT_EQ(generated, oracle::allTurns(law, p)) << writePosition(law, p);
  ASSERT_EQ(statusOf(law, p) == Status::check || statusOf(law, p) == Status::mate,
            oracle::inCheck(law.with, p, p.turn));
}

void compareAlongGames(const Law& law, int positions, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  int looked_at = 0;
  while (looked_at < positions) {
    Position p = randomStart(law, random);
    for (int ply = 0; ply < 120 && looked_at < positions; ++ply) {
      const auto turns = legalTurns(law, p);
      if (turns.empty())
        break;
      if (random() % 12 == 0) {
        compare(law, p);
        if (::testing::Test::HasFatalFailure())
          return;
        ++looked_at;
      }
      p = after(law, p, pick(turns, random));
    }
  }
}

TEST(KingDownOracle, GeneratesWhatTheLawAllows) {
  compareAlongGames(lawOf(), 1000, 1);
}

TEST(KingDownOracle, GeneratesWhatTheLawAllowsWithOtherSwitches) {
  const std::vector<OptionValues> sets{
      {{"promotion_types", "QRBN"},
       {"promotion_optional", "true"},
       {"beast_chain", "two"},
       {"haste_second_optional", "true"}},
      {{"guard_immune", "false"}, {"maester_swap", "false"}, {"paladin_kamikaze", "false"}, {"token_check", "allow"}},
      {{"maester_long_swap", "false"},
       {"paladin_jumps_friends", "false"},
       {"en_passant", "true"},
       {"mark_costs_turn", "true"}},
      {{"strike_own_captures", "false"},
       {"haste_king", "false"},
       {"flight_pawn_back_rank", "false"},
       {"sacrifice_guard", "false"}},
      {{"promote_on_any_arrival", "false"},
       {"beast_chain", "off"},
       {"mercy_takes_guard", "true"},
       {"death_touch_replaces", "true"}},
      {{"archer_checks", "false"},
       {"null_swap", "forbidden"},
       {"frozen_shoots", "true"},
       {"darkness_backward", "true"},
       {"sacrifice_selfremoved", "false"}}};
  for (const auto& options : sets)
    compareAlongGames(lawOf(options), 80, 2);
}

} // namespace
} // namespace linesman::rules::king_down
