#include <map>

#include <gtest/gtest.h>

#include "support/king_down_play.h"
#include "support/random_games.h"

namespace linesman::rules::king_down {
namespace {

TEST(KingDownRandomPlay, GamesReplayToTheSamePositions) {
  EXPECT_GT(rules::testing::playKingDown(300, 11), 10'000U);
}

TEST(KingDownKey, DiffersWhenTokensMarksOrLostMenDiffer_KD47) {
  const Law law = testing::lawOf();
  const auto key = [&](const std::string& text) { return keyOf(*readPosition(law, text)); };
  const std::string board_text = "4k3/p7/8/8/8/8/P7/4K3 ";
  const auto plain = key(board_text + "w Freeze:2,none:0");
  EXPECT_EQ(plain, key(board_text + "w Freeze:2,none:0 - - - - -"));
  EXPECT_NE(plain, key(board_text + "w Freeze:1,none:0"));
  EXPECT_NE(plain, key(board_text + "w IceWall:2,none:0"));
  EXPECT_NE(plain, key(board_text + "b Freeze:2,none:0"));
  EXPECT_NE(plain, key(board_text + "w Freeze:2,none:0 a2"));
  EXPECT_NE(plain, key(board_text + "w Freeze:2,none:0 - a7"));
  EXPECT_NE(plain, key(board_text + "w Freeze:2,none:0 - - R/-"));
}

} // namespace
} // namespace linesman::rules::king_down
