#include "app/game_facts.h"

#include <gtest/gtest.h>

namespace linesman::app {
namespace {

using nlohmann::json;

std::string lineOf(const std::vector<FactGroup>& groups, const std::string& title, const std::string& name) {
  for (const FactGroup& group : groups)
    for (const auto& [label, words] : group.lines)
      if (group.title == title && label == name)
        return words;
  return "";
}

TEST(GameFacts, ArmadaChessTellsCitiesCountersAndReserve) {
  const json position = {
      {"pieces", {{{"at", "d5"}, {"kind", "knight"}, {"side", "white"}, {"training", 1}, {"upgrade", 2}}}},
      {"cities",
       {{{"id", 1}, {"controller", "black"}, {"die", 5}, {"king", true}, {"destroyed", false}},
        {{"id", 2}, {"controller", nullptr}, {"die", 0}, {"destroyed", true}, {"rebuild", 3}}}},
      {"reserve", {{"white", {{{"kind", "pawn"}}, {{"kind", "pawn"}}, {{"kind", "rook"}, {"trained", true}}}}}},
      {"revive", {{"black", {{{"kind", "queen"}, {"lives", "high"}}}}}},
      {"ceasefire", {{"white", 2}, {"black", 1}}}};
  const auto facts = positionFacts("armada_chess", position);
  EXPECT_EQ(lineOf(facts, "Cities", "C1"), "5  Black, King inside");
  EXPECT_EQ(lineOf(facts, "Cities", "C2"), "destroyed, rebuilt 3 of 4");
  EXPECT_EQ(lineOf(facts, "Training and upgrade", "White Knight d5"), "training 1");
  EXPECT_EQ(lineOf(facts, "Reserve", "White"), "2 Pawn, Rook (trained)");
  EXPECT_EQ(lineOf(facts, "Reserve", "Black"), "none");
  EXPECT_EQ(lineOf(facts, "Second lives", "Black"), "Queen (second life) may come back");
  EXPECT_EQ(lineOf(facts, "Cease-fire", "White"), "2 moves left");
  EXPECT_EQ(lineOf(facts, "Cease-fire", "Black"), "1 move left");
}

TEST(GameFacts, KingDownTellsTokensMarksAndLosses) {
  const auto facts = positionFacts("king_down", json("8/8/8/8/8/8/8/8 b Freeze:3,Leap:0 e4 - PN/q - -"));
  EXPECT_EQ(lineOf(facts, "Powers and tokens", "White"), "Freeze, tokens: 3");
  EXPECT_EQ(lineOf(facts, "Powers and tokens", "Black"), "Leap, tokens: 0");
  EXPECT_EQ(lineOf(facts, "Marked men", "frozen"), "e4");
  EXPECT_EQ(lineOf(facts, "Marked men", "walled"), "");
  EXPECT_EQ(lineOf(facts, "Lost men", "Black"), "q");
}

TEST(GameFacts, InvasionTellsBombsAndHomes) {
  const auto facts = positionFacts("invasion", json("10/10/10/10/10/10/10/10/10/10 w on,used j1,a10"));
  EXPECT_EQ(lineOf(facts, "Bombs", "White"), "on");
  EXPECT_EQ(lineOf(facts, "Bombs", "Black"), "used");
  EXPECT_EQ(lineOf(facts, "Home corners", "Black"), "a10");
}

TEST(GameFacts, NothingIsToldBeforeTheStart) {
  EXPECT_TRUE(positionFacts("armada_chess", json()).empty());
  EXPECT_TRUE(positionFacts("armadas", json()).empty());
}

TEST(GameFacts, ChosenOptionsComeBeforeTheUsualOnes) {
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.options = {{"blockade", "active"}, {"mobility", "any_action"}};
  const auto options = optionsInForce(setup);
  ASSERT_GT(options.size(), 60u);
  EXPECT_EQ(options[0].name, "blockade");
  EXPECT_EQ(options[0].value, "active");
  EXPECT_FALSE(options[0].usual);
  for (std::size_t i = 1; i < options.size(); ++i)
    EXPECT_TRUE(options[i].usual) << options[i].name;
}

} // namespace
} // namespace linesman::app
