#include "app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// Two ships of each side, chits at some of them.
class ChitQuestions : public FedMatch {
protected:
  TableState chits(int at_r1, int at_r2 = 0) const {
    TableState state;
    state.pyramids = {laid(-60, 0, 90), laid(-20, 0, 90), laid(70, 15, 180, Colour::blue)};
    for (std::size_t i = 0; i < state.pyramids.size(); ++i)
      state.pyramids[i].id = PieceId{static_cast<int>(i) + 1};
    for (int i = 0; i < at_r1; ++i)
      state.chits.push_back({Colour::yellow, {-75.0, 10.0 * i}, PieceId{1}});
    for (int i = 0; i < at_r2; ++i)
      state.chits.push_back({Colour::yellow, {-5.0, 10.0 * i}, PieceId{2}});
    return state;
  }
  void start(const TableState& first) {
    MatchSetup setup;
    setup.game = "armadas";
    setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup.pick_up = "blue";
    begin(setup);
    watch(first);
  }
};

TEST_F(ChitQuestions, AChitThatNoShotExplainsIsAskedAboutOnce) {
  start(chits(0));
  hand(chits(0));
  watch(chits(1), 2.0);
  EXPECT_TRUE(of("error").empty()) << "the shot may still be told";
  watch(chits(1), 8.0);
  ASSERT_EQ(of("error").size(), 1u);
  const json asked = of("error").front();
  EXPECT_EQ(asked["what"], "chits");
  EXPECT_EQ(asked["ship"], "r1");
  EXPECT_EQ(asked["seen"], 1);
  EXPECT_EQ(asked["counted"], 0);
  hand(chits(1));
  watch(chits(2), 8.0);
  EXPECT_EQ(of("error").size(), 2u) << "another one is another question";
  expectFold();
}

TEST_F(ChitQuestions, AChitWhoseShotIsToldLaterIsNoQuestion) {
  const auto abeam = [this](int at_r2) { // b1's long side looks at the bow of r2
    TableState state = chits(0, at_r2);
    state.pyramids[2] = laid(0, 60, 180, Colour::blue);
    state.pyramids[2].id = PieceId{3};
    return state;
  };
  start(abeam(0));
  hand(abeam(0));
  watch(abeam(1), 2.0);
  match_->hear({t_s_, "blue", "fire b1 r2"});
  ASSERT_EQ(of("verdict").size(), 1u);
  ASSERT_EQ(of("verdict").back()["ruling"], "legal") << of("verdict").back().dump();
  EXPECT_EQ(ship("r2")["damage"], 1);
  watch(abeam(1), 8.0);
  EXPECT_TRUE(of("error").empty()) << of("error").front().dump();
  hand(abeam(1));
  watch(abeam(2), 8.0);
  ASSERT_EQ(of("error").size(), 1u) << "the second one has no shot";
  EXPECT_EQ(of("error").front()["counted"], 1);
  expectFold();
}

TEST_F(ChitQuestions, TakenAwayAndLaidAgainItIsAskedAboutAgain) {
  start(chits(0));
  hand(chits(0));
  watch(chits(1), 8.0);
  ASSERT_EQ(of("error").size(), 1u);
  watch(chits(0), 2.0);
  watch(chits(1), 8.0);
  EXPECT_EQ(of("error").size(), 1u) << "no hand came: it was only hidden for a while";
  hand(chits(1));
  watch(chits(0), 8.0);
  EXPECT_EQ(of("error").size(), 1u);
  hand(chits(0));
  watch(chits(1), 8.0);
  EXPECT_EQ(of("error").size(), 2u) << "somebody laid it there anew";
  expectFold();
}

TEST_F(ChitQuestions, AHitThatIsTakenBackMakesItsChitAQuestion) {
  const auto abeam = [this](int at_r2) {
    TableState state = chits(0, at_r2);
    state.pyramids[2] = laid(0, 60, 180, Colour::blue);
    state.pyramids[2].id = PieceId{3};
    return state;
  };
  start(abeam(0));
  hand(abeam(0));
  watch(abeam(1), 8.0);
  ASSERT_EQ(of("error").size(), 1u);
  match_->hear({t_s_, "blue", "fire b1 r2"});
  ASSERT_EQ(ship("r2")["damage"], 1);
  watch(abeam(1), 8.0);
  EXPECT_EQ(of("error").size(), 1u) << "the shot explains it";
  overrule(lastVerdict());
  ASSERT_EQ(ship("r2")["damage"], 0);
  hand(abeam(1));
  watch(abeam(1), 8.0);
  EXPECT_EQ(of("error").size(), 2u);
  expectFold();
}

TEST_F(ChitQuestions, WhatLayThereAtTheStartAndWhatIsHiddenIsNone) {
  start(chits(1));
  watch(chits(1), 8.0);
  watch(chits(0), 8.0);
  watch(chits(1), 8.0);
  EXPECT_TRUE(of("error").empty());
  expectFold();
}

} // namespace
} // namespace linesman::app
