#include "vision/shown_squares.h"

#include <functional>

#include <gtest/gtest.h>

namespace linesman {
namespace {

/// A board told to be the start array: what the network sees of it, and how uneven squares are with a man and without.
std::vector<TaughtSquare> startArray(const std::function<bool(int rank)>& occupied, double with_man, double without) {
  std::vector<TaughtSquare> squares;
  for (int rank = 0; rank < 8; ++rank)
    for (int file = 0; file < 8; ++file) {
      TaughtSquare square;
      square.reading.file = file;
      square.reading.rank = rank;
      square.reading.p[0] = occupied(rank) ? 0.001 : 0.999;
      square.kind = rank < 2 || rank > 5 ? "pawn" : "";
      square.contrast = square.kind.empty() ? without : with_man;
      squares.push_back(square);
    }
  return squares;
}

TEST(ToldOtherwise, IsWhatLooksPlainlyEmptyOrOccupied) {
  const auto array = [](int rank) { return rank < 2 || rank > 5; };
  const auto nothing = [](int) { return false; };
  EXPECT_EQ(toldOtherwise(startArray(array, 40.0, 5.0)).count(), 0u);
  EXPECT_EQ(toldOtherwise(startArray(nothing, 5.0, 5.0)).empty.size(), 32u);   // an empty board
  EXPECT_EQ(toldOtherwise(startArray(nothing, 30.0, 5.0)).count(), 0u);        // coins, which the network does not know
  EXPECT_EQ(toldOtherwise(startArray(nothing, 25.0, 20.0)).empty.size(), 32u); // an empty board of much grain
  const ToldOtherwise moved = toldOtherwise(startArray([](int rank) { return rank > 2; }, 5.0, 40.0));
  EXPECT_EQ(moved.empty.size(), 16u);
  EXPECT_EQ(moved.occupied.size(), 24u);
  EXPECT_EQ(moved.occupied.front(), "a4");
}

TEST(ToldOtherwise, NamesTheOnlyManOfAKindWhoIsNotThere) {
  auto squares = startArray([](int rank) { return rank < 2 || rank > 5; }, 40.0, 5.0);
  for (const std::size_t lost : {8U, 3U}) { // a pawn of sixteen, and whom nobody else stands for
    squares[lost].reading.p[0] = 0.999;
    squares[lost].contrast = 30.0; // a shadow, or grain: the others are seen, so these would be
  }
  squares[3].kind = "queen";
  const ToldOtherwise otherwise = toldOtherwise(squares);
  EXPECT_EQ(otherwise.empty, (std::vector<std::string>{"d1", "a2"}));
  EXPECT_EQ(otherwise.only, std::vector<std::string>{"d1"});
}

TEST(ToldOtherwise, NamesOfficersWhoLookLikeEachOther) {
  auto squares = startArray([](int rank) { return rank < 2 || rank > 5; }, 40.0, 5.0);
  const auto seen = [&](std::size_t at, const char* told, double king, double queen) {
    squares[at].side = "light";
    squares[at].kind = told;
    squares[at].reading.p[1] = king;
    squares[at].reading.p[2] = queen;
  };
  seen(3, "queen", 0.9, 0.05);
  seen(4, "king", 0.2, 0.7);
  ASSERT_EQ(toldOtherwise(squares).exchanged.size(), 1U);
  EXPECT_EQ(toldOtherwise(squares).exchanged[0], (std::pair<std::string, std::string>{"d1", "e1"}));
  seen(4, "king", 0.7, 0.2); // one of them looks as told, so the other may be misread
  EXPECT_TRUE(toldOtherwise(squares).exchanged.empty());
}

} // namespace
} // namespace linesman
