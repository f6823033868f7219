#include <gtest/gtest.h>

#include "app/watch/plane_account.h"

namespace linesman::app {
namespace {

using nlohmann::json;

TEST(PlaneAccount, WhatIsBoughtIsSpentAndCanBeGivenBack) {
  PlaneAccount account;
  EXPECT_EQ(account.spentBy("red"), 0);
  account.follow({{"event", "repair"}, {"player", "red"}, {"ship", "r1"}, {"actions", 0}});
  account.follow({{"event", "extra"}, {"player", "red"}});
  account.spend("blue", 3);
  EXPECT_EQ(account.spentBy("red"), 2);
  account.spend("red", -1);
  EXPECT_EQ(account.spentBy("red"), 1);
  EXPECT_EQ(account.spentBy("blue"), 3);
}

TEST(PlaneAccount, WhoOffersADrawWantsIt) {
  PlaneAccount account;
  account.follow({{"event", "draw_offered"}, {"player", "red"}});
  EXPECT_TRUE(account.draw().offered);
  EXPECT_EQ(account.draw().wanted, std::set<std::string>{"red"});
  account.follow({{"event", "draw_accepted"}, {"player", "blue"}});
  EXPECT_EQ(account.draw().wanted, (std::set<std::string>{"blue", "red"}));
  account.follow({{"event", "draw_declined"}, {"player", "green"}});
  EXPECT_EQ(account.draw(), DrawTalk()) << "nothing of the offer is left";
}

TEST(PlaneAccount, ADrawThatPassesOfferIsWantedByNobodyYet) {
  PlaneAccount account;
  account.follow({{"event", "turn"}, {"player", "red"}, {"passes", 2}});
  account.follow({{"event", "draw_offered"}});
  EXPECT_EQ(account.passes(), 2);
  EXPECT_TRUE(account.draw().offered);
  EXPECT_TRUE(account.draw().wanted.empty());
}

TEST(PlaneAccount, OtherEventsSayNothingOfIt) {
  PlaneAccount account;
  account.follow({{"event", "sunk"}, {"player", "red"}, {"passes", 3}});
  json state = json::object();
  account.writeTo(state);
  EXPECT_EQ(state, json::object());
}

/// The keys are those of the records: what is not there is not written, and an empty state is an account anew.
TEST(PlaneAccount, IsKeptInTheStateOfTheReferee) {
  const json kept = {{"spent", {{"red", 2}, {"blue", 0}}},
                     {"passes", 1},
                     {"draw", {{"offered", true}, {"wanted", {"blue"}}}},
                     {"game", "armadas"}};
  const PlaneAccount account = PlaneAccount::from(kept);
  EXPECT_EQ(account.spentBy("red"), 2);
  EXPECT_EQ(account.draw().wanted, std::set<std::string>{"blue"});
  json state = {{"game", "armadas"}};
  account.writeTo(state);
  EXPECT_EQ(state, kept);
  state = json::object();
  PlaneAccount::from(json::object()).writeTo(state);
  EXPECT_EQ(state, json::object());
}

TEST(PlaneAccount, FleetsPlacedAnewForgetTurnsAndWordsButNotWhatWasSpent) {
  PlaneAccount account = PlaneAccount::from({{"spent", {{"red", 2}}}, {"passes", 1}, {"draw", {{"offered", true}}}});
  account.beginAnew();
  EXPECT_EQ(account.passes(), 0);
  EXPECT_EQ(account.draw(), DrawTalk());
  EXPECT_EQ(account.spentBy("red"), 2);
}

} // namespace
} // namespace linesman::app
