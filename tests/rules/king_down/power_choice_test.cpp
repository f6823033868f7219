#include "rules/games/king_down/power_choice.h"

#include <gtest/gtest.h>

#include "rules/board_game.h"

namespace linesman::rules::king_down {
namespace {

TEST(KingDownPowers, EachArmyHasAKingOfItsOwn_KD07) {
  PowerChoice choice(false, false);
  ASSERT_TRUE(choice.takeKing(Side::white, "Mud"));
  const auto again = choice.takeKing(Side::black, "Mud");
  ASSERT_FALSE(again);
  EXPECT_NE(again.error().sentence.find("KD-07"), std::string::npos);
  EXPECT_TRUE(choice.takeKing(Side::black, "Spirit"));
  EXPECT_FALSE(choice.takeKing(Side::black, "Frost")) << "a king is not changed for another";
  EXPECT_FALSE(choice.takeKing(Side::white, "Arthur"));
  EXPECT_TRUE(PowerChoice(true, false).takeKing(Side::white, "Mud"));
}

TEST(KingDownPowers, OneOfTheKingsTwoStaysForTheGame_KD60_KD84) {
  PowerChoice choice(false, false);
  ASSERT_TRUE(choice.takeKing(Side::white, "Spirit"));
  EXPECT_FALSE(choice.takePower(Side::white, Power::freeze)) << "another king's";
  ASSERT_TRUE(choice.takePower(Side::white, Power::mercy));
  EXPECT_FALSE(choice.takePower(Side::white, Power::holy_light)) << "exactly one of the two";
  EXPECT_FALSE(choice.takePower(Side::black, Power::mercy)) << "Spirit leads White";
  ASSERT_TRUE(choice.takePower(Side::black, Power::leap));
  EXPECT_TRUE(choice.complete());
  EXPECT_EQ(choice.field(), "Mercy:0,Leap:3");
}

TEST(KingDownPowers, OpenChoiceIsWhiteFirstSecretOneIsShownAtOnce_KD60) {
  PowerChoice open(false, false);
  EXPECT_FALSE(open.takePower(Side::black, Power::strike));
  ASSERT_TRUE(open.takePower(Side::white, Power::strike));
  EXPECT_EQ(open.shownTo(Side::black, Side::white), Power::strike);
  PowerChoice secret(false, true);
  ASSERT_TRUE(secret.takePower(Side::black, Power::strike));
  EXPECT_EQ(secret.shownTo(Side::white, Side::black), std::nullopt);
  EXPECT_EQ(secret.shownTo(Side::black, Side::black), Power::strike);
  ASSERT_TRUE(secret.takePower(Side::white, Power::march));
  EXPECT_EQ(secret.shownTo(Side::white, Side::black), Power::strike);
}

TEST(KingDownPowers, AreCheckedWhenAStartIsDrawn_KD07_KD60_KD61) {
  const auto game = *makeBoardGame("king_down");
  const auto draw = game->draw(1, 518, {}, "Freeze,Leap");
  ASSERT_TRUE(draw) << draw.error().sentence;
  EXPECT_EQ(draw->number, 518u);
  EXPECT_EQ(draw->count, 17'821'440u);
  EXPECT_NE(draw->position.find(" w Freeze:2,Leap:3 "), std::string::npos);
  EXPECT_EQ(draw->position, (*game->open("setup:518 w Freeze:2,Leap:3", {}))->position());
  EXPECT_FALSE(game->draw(1, 518, {}, "Freeze,IceWall"));
  EXPECT_FALSE(game->open("setup:518 w Freeze:2,IceWall:2", {}));
  EXPECT_TRUE(game->draw(1, 518, {{"same_king_allowed", "on"}}, "Freeze,IceWall"));
  EXPECT_FALSE(game->draw(1, 518, {}, "Freeze"));
  EXPECT_FALSE(game->draw(1, 518, {}, "Freeze,Courage"));
  EXPECT_TRUE(game->draw(1, 518, {}, "none,none"));
  EXPECT_FALSE(game->draw(1, 17'821'440, {}));
  EXPECT_EQ(game->draw(7, {}, {})->position, game->draw(7, {}, {})->position);
  EXPECT_FALSE((*makeBoardGame("invasion"))->draw(1, {}, {})) << "Invasion begins always the same way";
}

} // namespace
} // namespace linesman::rules::king_down
