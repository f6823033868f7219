#include "support/fairy_stockfish.h"

#include "support/board_cases.h"

namespace linesman::rules {
namespace {

using namespace testing;

struct Subset {
  const char* name;
  const char* variant;
  OptionValues options;
  std::vector<std::string> boards; ///< board and side; no castling, no en passant square
  int depth;
};

/// What the variant engine can express of King Down: orthodox men, and the maester without exchanges.
std::vector<Subset> subsets() {
  const OptionValues chess{{"promotion_types", "QRBN"}, {"en_passant", "true"}};
  const OptionValues commoner{
      {"promotion_types", "QRBNM"}, {"en_passant", "true"}, {"maester_swap", "false"}, {"maester_long_swap", "false"}};
  return {{"chess",
           "chess",
           chess,
           {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w", "8/P1k4P/8/8/8/8/p1K4p/1r4n1 b"},
           3},
          {"maester",
           "kdcommoner",
           commoner,
           {"rnbmkmnr/pppppppp/8/8/8/8/PPPPPPPP/RNBMKMNR w",
            "r1bmk1nr/ppp2ppp/2n2m2/3pp3/4P3/2NM1N2/PPPP1PPP/R1B1KM1R b", "4k3/1P3m2/3M4/2m5/8/1M6/5p2/4K3 w"},
           3}};
}

TEST(FairyStockfish, CountsTheSameInTheSharedSubsets) {
  if (!hasFairyStockfish())
    GTEST_SKIP() << fairy_stockfish << " is not installed (Debian package fairy-stockfish)";
  const std::string variants = std::string(LINESMAN_TEST_DATA) + "/perft/fairy_variants.ini";
  const auto game = makeBoardGame("king_down");
  for (const auto& subset : subsets())
    for (const auto& position : subset.boards) {
      SCOPED_TRACE(subset.name + (" " + position));
      const auto theirs = fairyPerft(subset.variant == std::string("chess") ? "" : variants, subset.variant,
                                     position + " - - 0 1", subset.depth);
      ASSERT_TRUE(theirs);
      const auto match = openMatch(**game, position, subset.options);
      ASSERT_NE(match, nullptr);
      EXPECT_EQ(match->perft(subset.depth), *theirs);
    }
}

} // namespace
} // namespace linesman::rules
