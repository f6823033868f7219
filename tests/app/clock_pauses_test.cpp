#include "tests/app/fed_match.h"

namespace linesman::app {
namespace {

using namespace testing;

/// When thinking time counts: through restarts, lost cameras, what people stop, and the end.
class ClockPauses : public FedMatch {
protected:
  static TableState table() { return fleets(); }
  void start() {
    begin(redAndBlue());
    watch(table());
    ASSERT_EQ(of("start").size(), 1u);
  }
  void restart() {
    match_.reset();
    auto again = Match::resume(record(), listener());
    ASSERT_TRUE(again) << again.error().sentence;
    match_ = std::make_unique<Match>(std::move(*again));
  }
  double used_s(const std::string& player) const { return match_->clock().used_s(player, t_s_); }
};

TEST_F(ClockPauses, ALineThatCannotBeReadStopsNoClockAtARestart) {
  start();
  match_->passOver(t_s_ += 1.0, "line 7 is no table");
  match_->doubtScale(t_s_, "The markers may be printed too small.");
  restart();
  const double before = used_s("red");
  watch(table(), 10.0);
  EXPECT_NEAR(used_s("red") - before, 10.0, 1.5) << "from the first table at rest on";
}

TEST_F(ClockPauses, ACameraLostAtTheEndOfARecordHoldsNoClockForEver) {
  start();
  match_->trouble(t_s_ += 1.0, "camera", "It gives no picture.");
  restart();
  const double before = used_s("red");
  watch(table(), 10.0);
  EXPECT_NEAR(used_s("red") - before, 10.0, 1.5);
}

TEST_F(ClockPauses, WhatPeopleStopBeforeTheFirstTableAfterARestartStands) {
  start();
  restart();
  ASSERT_TRUE(match_->rule({ClockRuling::What::stop, "", 0.0, "Ann", "a break"}, t_s_));
  const double before = used_s("red");
  watch(table(), 10.0);
  EXPECT_NEAR(used_s("red"), before, 1e-6);
}

TEST_F(ClockPauses, AGameThatIsOverBeforeTheFirstTableAfterARestartHasNoRunningClock) {
  start();
  restart();
  match_->hear({t_s_, "red", "resign"});
  watch(table(), 5.0);
  ASSERT_EQ(of("over").size(), 1u);
  EXPECT_FALSE(match_->clock().running());
}

TEST_F(ClockPauses, NoClockRunsWhileTheCameraIsLost) {
  start();
  match_->hear({t_s_, "red", "resign"});
  const long long resigned = lastVerdict();
  match_->trouble(t_s_ += 1.0, "camera", "It gives no picture.");
  overrule(resigned);
  EXPECT_EQ(of("clock").back()["to_move"], "red");
  EXPECT_FALSE(match_->clock().running());
  ASSERT_TRUE(match_->rule({ClockRuling::What::stop, "", 0.0, "Ann", "a break"}, t_s_));
  ASSERT_TRUE(match_->rule({ClockRuling::What::run, "", 0.0, "Ann", "on"}, t_s_));
  EXPECT_FALSE(match_->clock().running());
  match_->trouble(t_s_ += 30.0, "camera", "");
  EXPECT_TRUE(match_->clock().running());
}

/// As at chess: while a position is set up no clock runs, whoever is to move in it.
class ClocksWhileMenAreSet : public FedMenMatch {
protected:
  void start() {
    MatchSetup setup;
    setup.game = "king_down";
    setup.start = usual_array;
    begin(setup);
    watch(board());
    ASSERT_EQ(of("start").size(), 1u);
  }
  void play(const std::string& from, const std::string& to) {
    hand(board());
    carry(from, to);
    hand(board());
    watch(board(), 1.0);
  }
  double used_s() const { return match_->clock().total_s(t_s_); }
};

TEST_F(ClocksWhileMenAreSet, NoneRunsUntilTheMenStandWherePeopleDecided) {
  start();
  play("e2", "e4");
  overrule(lastVerdict());
  EXPECT_FALSE(match_->clock().running());
  const double before = used_s();
  watch(board(), 20.0);
  EXPECT_NEAR(used_s(), before, 1e-6);
  match_.reset();
  auto again = Match::resume(record(), listener());
  ASSERT_TRUE(again) << again.error().sentence;
  match_ = std::make_unique<Match>(std::move(*again));
  watch(board(), 20.0);
  EXPECT_NEAR(used_s(), before, 1e-6) << "nor after a restart";
  play("e4", "e2");
  ASSERT_TRUE(of("put_back").back()["done"].get<bool>());
  EXPECT_TRUE(match_->clock().running());
  EXPECT_EQ(match_->clock().player(), "white");
  const double stood_s = t_s_ - used_s();
  watch(board(), 10.0);
  EXPECT_NEAR(t_s_ - used_s(), stood_s, 1e-6);
  expectFold();
}

TEST_F(ClocksWhileMenAreSet, ATurnThatIsPlayedMeanwhileLetsThemRun) {
  start();
  play("e2", "e4");
  overrule(lastVerdict());
  match_->hear({t_s_, "white", "d2d4"});
  EXPECT_TRUE(match_->clock().running());
  EXPECT_EQ(match_->clock().player(), "black");
}

TEST_F(ClocksWhileMenAreSet, NoneRunsBeforeTheLastManIsSet) {
  const SquareMan rook = contents_.men.at("h8");
  contents_.men.erase("h8");
  start();
  EXPECT_FALSE(match_->clock().running());
  watch(board(), 30.0);
  EXPECT_NEAR(used_s(), 0.0, 1e-6);
  hand(board());
  contents_.men["h8"] = rook;
  hand(board());
  watch(board(), 1.0);
  EXPECT_TRUE(match_->clock().running());
  const double stood_s = t_s_ - used_s();
  watch(board(), 10.0);
  EXPECT_NEAR(t_s_ - used_s(), stood_s, 1e-6);
  play("e2", "e4");
  EXPECT_EQ(match_->clock().player(), "black");
  expectFold();
}

TEST_F(ClockPauses, NoneRunsWhileFleetsArePlacedAnew) {
  MatchSetup setup = redAndBlue({{"min_separation_mm", "1"}});
  setup.pick_up.reset();
  begin(setup);
  watch(table());
  for (const char* player : {"red", "blue"})
    match_->hear({t_s_, player, "done"});
  ASSERT_EQ(of("start").size(), 1u) << of("verdict").back().dump();
  ASSERT_TRUE(match_->clock().running());
  overrule(lastVerdict());
  EXPECT_FALSE(match_->clock().running());
  const double before = match_->clock().total_s(t_s_);
  watch(table(), 20.0);
  EXPECT_NEAR(match_->clock().total_s(t_s_), before, 1e-6);
  for (const char* player : {"red", "blue"})
    match_->hear({t_s_, player, "done"});
  ASSERT_EQ(of("start").size(), 2u);
  EXPECT_TRUE(match_->clock().running());
  expectFold();
}

} // namespace
} // namespace linesman::app
