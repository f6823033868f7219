#include "models/board_size.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(BoardSize, KnowsNamesAndRefusesOthers) {
  EXPECT_EQ(boardSize("plain-8x8").value(), (std::pair{8, 8}));
  EXPECT_EQ(boardSize("club-9x12").value(), (std::pair{9, 12}));
  for (const char* wrong : {"", "nonsense", "plain-99x99", "plain-2x2"})
    EXPECT_FALSE(boardSize(wrong).has_value()) << wrong;
}

TEST(BoardSize, TellsWhatMayBePrintedOffTheChequer) {
  EXPECT_TRUE(offChequer("plain-8x8").empty());
  EXPECT_TRUE(offChequer("plain-10x10").empty());
  EXPECT_EQ(offChequer("invasion-10x10").size(), 16U);
  const auto printed = offChequer("companion-10x10");
  EXPECT_EQ(printed.size(), 16U);
  EXPECT_TRUE(printed.contains({5, 5}) && printed.contains({0, 4}) && printed.contains({2, 9})); // f6, a5, c10
  EXPECT_FALSE(printed.contains({4, 5}));
}

} // namespace
} // namespace linesman
