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

} // namespace
} // namespace linesman::app
