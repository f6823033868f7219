#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "vision/men_facing.h"

namespace linesman {
namespace {

/// Readings as the placement field of a FEN has them.
std::vector<SquareReading> readingsOf(const std::string& fen) {
  std::vector<SquareReading> readings(64);
  int file = 0, rank = 7;
  const auto put = [&](int man) {
    SquareReading& reading = readings[static_cast<std::size_t>(8 * rank + file)];
    reading.file = file++;
    reading.rank = rank;
    reading.p[static_cast<std::size_t>(man)] = 1.0;
  };
  for (const char letter : fen) {
    if (letter == '/') {
      file = 0;
      --rank;
    } else if (letter >= '1' && letter <= '8') {
      for (int k = 0; k < letter - '0'; ++k)
        put(0);
    } else {
      const auto kind = std::string("kqrbnp").find(static_cast<char>(std::tolower(letter)));
      put(static_cast<int>(kind) + (std::islower(letter) != 0 ? 7 : 1));
    }
  }
  return readings;
}

std::string turnedRound(std::string fen) {
  std::reverse(fen.begin(), fen.end());
  return fen;
}

TEST(MenFacing, GamesTellFromWhereWhitePlays) {
  for (const std::string fen :
       {"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", // begun
        "2r2rk1/pp1n1pbp/3p2p1/2q5/2PN4/1P1Q2PP/PB3P2/R4RK1", "r4rk1/1b3ppp/p2p4/1pn5/8/1BP2P2/PP1R2PP/4R1K1",
        "8/5ppk/7p/8/8/1P4P1/5PKP/8"}) { // towards the end
    EXPECT_EQ(facingOf(readingsOf(fen)), Facing::as_read) << fen;
    EXPECT_EQ(facingOf(readingsOf(turnedRound(fen))), Facing::other_way) << fen;
  }
}

TEST(MenFacing, FewMenAndAScatterTellNothing) {
  for (const std::string fen : {"8/8/8/8/8/8/8/8", "8/8/8/1Q6/8/8/8/8", "8/8/4k3/8/3K4/8/4P3/8", // few
                                "P2k3p/2B2n2/p4Q2/1R1N3p/7P/P2b2p1/1P1K4/r4p1P"})                // scattered
    EXPECT_EQ(facingOf(readingsOf(fen)), Facing::unknown) << fen;
}

} // namespace
} // namespace linesman
