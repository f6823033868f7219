#include "vision/start_array.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

constexpr std::size_t bishop = 4, pawn = 6, dark_bishop = 10;

std::array<double, square_class_count> surely(int man, double p = 0.99) {
  std::array<double, square_class_count> chances;
  chances.fill((1.0 - p) / (square_class_count - 1));
  chances[static_cast<std::size_t>(man)] = p;
  return chances;
}

SquareChances boardOf(const StartArray& men) {
  SquareChances chances;
  for (const int man : men)
    chances.push_back(surely(man));
  return chances;
}

constexpr std::size_t f1 = 5, c2 = 10;

TEST(StartArray, AManInDoubtIsTheOneWhoBeganThereWhenTheOthersAre) {
  SquareChances seen = boardOf(orthodoxArray());
  seen[f1] = surely(static_cast<int>(pawn), 0.9);
  seen[f1][bishop] = 0.09;
  EXPECT_GT(shareUnmoved(seen, orthodoxArray()), 0.9);
  const SquareChances weighed = weighedByStart(seen, orthodoxArray());
  EXPECT_GT(weighed[f1][bishop], 0.9);
}

TEST(StartArray, WhatIsPlainlySeenStays) {
  SquareChances seen = boardOf(orthodoxArray());
  seen[f1] = surely(static_cast<int>(pawn), 1.0 - 1e-6); // against every rule
  seen[c2] = surely(0, 1.0 - 1e-6);
  const SquareChances weighed = weighedByStart(seen, orthodoxArray());
  EXPECT_GT(weighed[f1][pawn], 0.9);
  EXPECT_GT(weighed[c2][0], 0.99);
}

TEST(StartArray, MenScatteredAnywhereAreLeftAsTheyAre) {
  StartArray men(64, 0);
  for (std::size_t s = 0; s < men.size(); s += 2)
    men[s] = 1 + static_cast<int>(s * 7 % 12);
  SquareChances seen = boardOf(men);
  seen[f1] = surely(static_cast<int>(pawn), 0.9);
  seen[f1][bishop] = 0.09;
  EXPECT_LT(shareUnmoved(seen, orthodoxArray()), 0.15);
  EXPECT_GT(weighedByStart(seen, orthodoxArray())[f1][pawn], 0.8);
}

TEST(StartArray, EmptySquaresAndSidesKeepTheirChances) {
  SquareChances seen = boardOf(orthodoxArray());
  seen[f1] = {};
  seen[f1][0] = 0.3;
  seen[f1][bishop] = 0.1;
  seen[f1][pawn] = 0.3;
  seen[f1][dark_bishop] = 0.2;
  seen[f1][12] = 0.1;
  const auto weighed = weighedByStart(seen, orthodoxArray())[f1];
  EXPECT_NEAR(weighed[0], 0.3, 1e-12);
  EXPECT_NEAR(weighed[bishop] + weighed[pawn], 0.4, 1e-12);
  EXPECT_NEAR(weighed[dark_bishop] + weighed[12], 0.3, 1e-12);
  EXPECT_GT(weighed[bishop], 0.35);
}

TEST(StartArray, OtherBoardsAndPlacesBesideHaveNone) {
  SquareReading e1, beside;
  e1.file = 4;
  beside.file = beside.rank = -1;
  EXPECT_EQ(orthodoxArray({e1, beside}, 8, 8), (StartArray{1, 0}));
  EXPECT_EQ(orthodoxArray({e1, beside}, 10, 10), (StartArray{0, 0}));
  const SquareChances seen(2, surely(3));
  EXPECT_EQ(weighedByStart(seen, {0, 0}), seen);
}

} // namespace
} // namespace linesman
