#include "vision/set_composition.h"

#include <gtest/gtest.h>

namespace linesman {
namespace {

TEST(SetComposition, TheLastKingIsClaimedOnce) {
  const int king = classOf("light", "king"), queen = classOf("light", "queen");
  std::vector<SquareReading> readings(3);
  readings[0].p[static_cast<std::size_t>(king)] = 0.9;
  readings[0].p[static_cast<std::size_t>(queen)] = 0.1;
  readings[1].p[static_cast<std::size_t>(king)] = 0.55;
  readings[1].p[static_cast<std::size_t>(queen)] = 0.45;
  readings[2].p[0] = 1.0;
  applyComposition(readings, SetComposition::staunton());
  EXPECT_EQ(readings[0].best(), king);
  EXPECT_EQ(readings[1].best(), queen);
  EXPECT_GT(readings[1].p[static_cast<std::size_t>(queen)], 0.85);
  EXPECT_EQ(readings[2].best(), 0);
}

TEST(SetComposition, WhatIsPlainlySeenStays) { // two queens: promoted, or a mixed set
  const auto queen = static_cast<std::size_t>(classOf("dark", "queen"));
  std::vector<SquareReading> readings(2);
  for (SquareReading& r : readings) {
    r.p[queen] = 0.9999;
    r.p[0] = 0.0001;
  }
  applyComposition(readings, SetComposition::staunton());
  EXPECT_GT(readings[0].p[queen], 0.99);
  EXPECT_GT(readings[1].p[queen], 0.99);
}

TEST(SetComposition, WhatCannotBeLackingIsWhereItIsLikeliest) {
  const auto king = static_cast<std::size_t>(classOf("dark", "king")),
             queen = static_cast<std::size_t>(classOf("dark", "queen"));
  std::vector<SquareReading> readings(2);
  readings[0].p[king] = 0.2;
  readings[0].p[queen] = 0.8;
  readings[1].p[king] = 1e-4;
  readings[1].p[0] = 1.0 - 1e-4;
  SetComposition set = SetComposition::staunton();
  std::vector<SquareReading> free = readings;
  applyComposition(free, set);
  EXPECT_LT(free[0].p[king], 0.3);
  set.lacking[king] = 0.03;
  applyComposition(readings, set);
  EXPECT_GT(readings[0].p[king], 0.8);
  EXPECT_GT(readings[1].p[0], 0.99);
}

TEST(SetComposition, ManyWeakClaimsOnPawnsDoNotEmptyTheBoard) {
  const auto pawn = static_cast<std::size_t>(classOf("light", "pawn")),
             knight = static_cast<std::size_t>(classOf("light", "knight"));
  std::vector<SquareReading> readings(10);
  for (SquareReading& r : readings) {
    r.p[pawn] = 0.7;
    r.p[knight] = 0.28;
    r.p[0] = 0.02;
  }
  applyComposition(readings, SetComposition::staunton());
  for (const SquareReading& r : readings)
    EXPECT_GT(r.occupied(), 0.9);
}

} // namespace
} // namespace linesman
