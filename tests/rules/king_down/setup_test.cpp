#include "rules/games/king_down/setup.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "support/king_down_play.h"

namespace linesman::rules::king_down {
namespace {

TEST(KingDownSetup, CountsAreThoseOfTheGeneratingFunction_KD03_KD05_KD06) {
  // 8! times the coefficient of x^7 in (1+x)^2 (1+x+x^2/2)^7, and its restrictions.
  EXPECT_EQ(setupCount({}), 17'821'440U);
  EXPECT_EQ(setupCount({.bishops_opposite_colours = true}), 16'236'000U);
  EXPECT_EQ(setupCount({.king_fixed = true}), 2'227'680U);
  EXPECT_EQ(setupCount({.king_fixed = true, .bishops_opposite_colours = true}), 2'029'500U);
}

TEST(KingDownSetup, NumbersAndRowsAreOneToOneAndInOrder) {
  std::mt19937_64 random(7);
  for (const auto& rules :
       {SetupRules{}, SetupRules{.king_fixed = true}, SetupRules{.bishops_opposite_colours = true}}) {
    const auto count = setupCount(rules);
    std::string before;
    for (std::uint64_t number = 0; number < 2000; ++number) {
      const auto row = setupRow(rules, number);
      EXPECT_LT(before, row);
      before = row;
    }
    for (int i = 0; i < 2000; ++i) {
      const auto number = random() % count;
      EXPECT_EQ(setupNumber(rules, setupRow(rules, number)).value(), number);
    }
    EXPECT_EQ(setupNumber(rules, setupRow(rules, count - 1)).value(), count - 1);
  }
}

TEST(KingDownSetup, RowsKeepTheRules_KD02_KD03) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 2000; ++i) {
    const auto row = setupRow({}, random() % setupCount({}));
    ASSERT_EQ(row.size(), 8U);
    for (const char one : {'Q', 'L'})
      EXPECT_LE(std::count(row.begin(), row.end(), one), 1);
    for (const char two : {'R', 'B', 'N', 'A', 'G', 'M', 'S'})
      EXPECT_LE(std::count(row.begin(), row.end(), two), 2);
    EXPECT_EQ(std::count(row.begin(), row.end(), 'K'), 1);
  }
}

TEST(KingDownSetup, BothSidesGetTheSameRow_KD04) {
  EXPECT_EQ(setupPosition({}, "RNBQKBNR"), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -");
  EXPECT_EQ(setupPosition({.rotated = true}, "RNBQKBNA").substr(0, 8), "anbkqbnr");
}

TEST(KingDownSetup, ImpossibleRowsAreRefused) {
  EXPECT_FALSE(setupNumber({}, "QQKRRBBN"));
  EXPECT_FALSE(setupNumber({}, "RNBQBNRA"));
  EXPECT_FALSE(setupNumber({}, "KQR"));
  EXPECT_FALSE(setupNumber({.bishops_opposite_colours = true}, "BNBQKNRR"));
  EXPECT_TRUE(setupNumber({}, "BNBQKNRR"));
}

/// Upper bound of chi-square with many degrees of freedom at about one in 10^6 (normal approximation by Wilson and
/// Hilferty).
double chiSquareBound(double degrees) {
  const double z = 4.75;
  const double a = 2.0 / (9.0 * degrees);
  return degrees * std::pow(1.0 - a + z * std::sqrt(a), 3);
}

TEST(KingDownSetup, AMillionDrawsAreUniformOverAllRows) {
  // Cells of equal size: every 1,920th of the 17,821,440 rows (they divide evenly).
  constexpr std::uint64_t cells = 9282;
  const SetupRules rules;
  const auto count = setupCount(rules);
  ASSERT_EQ(count % cells, 0U);
  std::vector<int> hits(cells, 0);
  constexpr int draws = 1'000'000;
  for (std::uint64_t seed = 0; seed < draws; ++seed)
    ++hits[drawSetup(rules, seed) / (count / cells)];
  const double expected = static_cast<double>(draws) / static_cast<double>(cells);
  double chi = 0.0;
  for (const int n : hits)
    chi += (n - expected) * (n - expected) / expected;
  EXPECT_LT(chi, chiSquareBound(static_cast<double>(cells - 1)));
}

TEST(KingDownSetup, PhysicalDrawsFavourRowsOfPairs) {
  // A row's weight is the product of the ways to pick its copies: 2 for one of a pair, 1 for both or for queen and
  // paladin.
  const SetupRules rules{.physical_draws = true};
  int queens = 0;
  constexpr int draws = 20'000;
  for (std::uint64_t seed = 0; seed < draws; ++seed)
    queens += setupRow(rules, drawSetup(rules, seed)).find('Q') != std::string::npos ? 1 : 0;
  EXPECT_NEAR(static_cast<double>(queens) / draws, 7.0 / 16.0, 0.015);
}

TEST(KingDownSetup, ADrawCanBePublished) {
  EXPECT_EQ(drawSetup({}, 2024), drawSetup({}, 2024));
  const auto number = drawSetup({}, 2024);
  const auto game = makeBoardGame("king_down");
  const auto match = (*game)->open("setup:" + std::to_string(number) + " w Freeze:2,Leap:3", {});
  ASSERT_TRUE(match);
  EXPECT_EQ((*match)->position(),
            setupPosition({}, setupRow({}, number)).substr(0, 43) + " w Freeze:2,Leap:3 - - - - -");
  EXPECT_FALSE((*game)->open("setup:17821440", {}));
  EXPECT_FALSE((*game)->open("setup:many", {}));
}

} // namespace
} // namespace linesman::rules::king_down
