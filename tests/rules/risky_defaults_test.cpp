#include "rules/risky_defaults.h"

#include <gtest/gtest.h>

namespace linesman::rules {
namespace {

TEST(RiskyDefaults, OfArmadaChessAreShownWithTheirOtherAnswers) {
  const auto book = RuleBook::load("armada_chess");
  ASSERT_TRUE(book);
  const auto risky = riskyDefaults(*book);
  std::vector<std::string> gaps;
  for (const RiskyDefault& one : risky) {
    gaps.push_back(one.gap);
    EXPECT_FALSE(one.question.empty()) << one.gap;
    EXPECT_FALSE(one.chosen.empty()) << one.gap;
    EXPECT_EQ(one.option.empty(), one.gap == "G-02") << "the board is data, everything else a switch";
    EXPECT_EQ(one.others.empty(), one.gap == "G-02");
    if (one.option.empty())
      continue;
    const Option* option = book->option(one.option);
    ASSERT_NE(option, nullptr) << one.option;
    EXPECT_EQ(one.meaning.size(), option->values.size()) << one.option;
    for (const std::string& value : option->values)
      EXPECT_FALSE(one.meaning.contains(value) ? one.meaning.at(value).empty() : true) << one.option << " " << value;
  }
  EXPECT_EQ(gaps, (std::vector<std::string>{"G-02", "G-23", "G-45", "G-53", "G-54", "G-62", "G-63", "G-67"}));
}

TEST(RiskyDefaults, OtherBooksHaveNone) {
  EXPECT_TRUE(riskyDefaults(*RuleBook::load("armadas")).empty());
}

} // namespace
} // namespace linesman::rules
