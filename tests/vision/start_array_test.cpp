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

constexpr std::size_t d1 = 3, e1 = 4, e2 = 12, d8 = 59, e8 = 60;

double chanceOf(const StartArray& array, const std::vector<LikelyArray>& arrays) {
  double p = 0.0;
  for (const LikelyArray& one : arrays)
    p += one.start == array ? one.p : 0.0;
  return p;
}

StartArray exchanged(StartArray array, std::size_t a, std::size_t b) {
  std::swap(array[a], array[b]);
  return array;
}

TEST(StartArray, MenInTheirPlacesLeaveOneArray) {
  const auto arrays = likelyArrays(boardOf(orthodoxArray()), orthodoxArray());
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].start, orthodoxArray());
  EXPECT_DOUBLE_EQ(arrays[0].p, 1.0);
}

TEST(StartArray, TwoOfficersWhoPlainlyChangedPlacesAreOneMistake) {
  const StartArray men = exchanged(orthodoxArray(), d1, e1);
  const auto arrays = likelyArrays(boardOf(men), orthodoxArray());
  EXPECT_GT(chanceOf(men, arrays), 0.7);
  EXPECT_GT(chanceOf(orthodoxArray(), arrays), 0.05) << "two squares in doubt of each other may both be misread";
  SquareChances seen = boardOf(orthodoxArray());
  seen[d1][1] = seen[d1][2]; // the queen may as well be the king, who is seen
  EXPECT_GT(chanceOf(orthodoxArray(), likelyArrays(seen, orthodoxArray())), 0.98);
  seen[d1] = surely(1);
  EXPECT_GT(chanceOf(orthodoxArray(), likelyArrays(seen, orthodoxArray())), 0.98) << "of two kings one is misread";
}

TEST(StartArray, TheSameOnBothSidesIsOneMistakeToo) {
  const StartArray men = exchanged(exchanged(orthodoxArray(), d1, e1), d8, e8);
  SquareChances seen = boardOf(orthodoxArray());
  for (const auto& [queens, kings, queen] : {std::tuple{d1, e1, 2}, std::tuple{d8, e8, 8}}) {
    seen[queens] = surely(queen - 1, 0.9);
    seen[kings] = surely(queen, 0.9);
  }
  EXPECT_GT(chanceOf(men, likelyArrays(seen, orthodoxArray())), 0.95);
  SquareChances one_side = boardOf(orthodoxArray());
  one_side[d1] = seen[d1];
  one_side[e1] = seen[e1];
  EXPECT_LT(chanceOf(exchanged(orthodoxArray(), d1, e1), likelyArrays(one_side, orthodoxArray())), 0.5);
}

TEST(StartArray, NoPawnAndNoEmptySquareChangesPlaces) {
  SquareChances seen = boardOf(exchanged(orthodoxArray(), e1, e2));
  EXPECT_EQ(likelyArrays(seen, orthodoxArray()).size(), 1u) << "a man is read as he is seen there, square by square";
  seen = boardOf(exchanged(orthodoxArray(), d1, e1));
  seen[d1][0] = 0.6;
  for (std::size_t k = 1; k < square_class_count; ++k)
    seen[d1][k] *= 0.4;
  EXPECT_EQ(likelyArrays(seen, orthodoxArray()).size(), 1u);
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
