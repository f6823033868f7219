// The clocks of a match: as agreed, as recorded, and as people rule.
#include <cstdlib>

#include "app/watch/match.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr const char* set_up_player = "set-up"; // whose time the set-up clock counts: everybody's

/// As the event recorded it, if it did.
void restore(GameClock& clock, const Event& event, const char* key) {
  const auto was = event.body.find(key);
  if (was == event.body.end() || !was->is_object())
    return;
  clock.restore(*was, event.t_s);
  if (was->value("running", false))
    clock.resume(event.t_s);
}

} // namespace

void Match::followClock(const Event& event) {
  endSetUp(event);
  restore(set_up_clock_, event, "set_up_clock");
  restore(clock_, event, "clock");
  if (event.body.contains("clock"))
    clock_kept_s_ = event.t_s;
  if (event.body.value("expired", false)) {
    const std::string player = event.body.value("player", std::string());
    expired_.insert(event.body.value("set_up", false) ? expiryOf(player) : player);
  }
  if (const auto ruling = clockRulingFrom(event.body); ruling && event.kind == "clock") {
    held_ = ruling->what == ClockRuling::What::stop || (held_ && ruling->what != ClockRuling::What::run);
    if (ruling->what == ClockRuling::What::give)
      expired_.erase(expiryOf(ruling->player));
  }
  if (event.kind == "retract")
    forgetExpiries(event.t_s);
  const std::string what = textIn(event.body, "what");
  const bool trouble = (what == "camera" || what == "calibration") && event.body.contains("ok"); // as trouble() says it
  if (event.kind == "over" || (trouble && !event.body.value("ok", true)))
    pauseClocks(event.t_s);
  else if (trouble && !held_)
    resumeClocks(event.t_s);
}

/// Whoever has time left again: what he was thought to have used was another's.
void Match::forgetExpiries(double t_s) {
  std::erase_if(expired_,
                [&](const std::string& whose) { return per_player_ && clock_.left_s(whose, t_s).value_or(0.0) > 0.0; });
}

void Match::switchClockBack(Event& event) {
  const std::string to_move = event.body.value("to_move", std::string());
  if (to_move.empty() || to_move == clock_.player())
    return;
  clock_.switchBack(to_move, event.t_s);
  forgetExpiries(event.t_s);
  event.body["clock"] = clock_.toJson(event.t_s);
}

void Match::heedSettingUp(std::vector<Event>& events) {
  if (referee_->settingUp() == set_anew_)
    return;
  set_anew_ = !set_anew_;
  Event& newest = events.back();
  if (set_anew_)
    clock_.pause(newest.t_s);
  else if (clocksGoOn() && !clock_waits_)
    clock_.resume(newest.t_s);
  if (!clock_.player().empty())
    newest.body["clock"] = clock_.toJson(newest.t_s);
}

void Match::pauseClocks(double t_s) {
  clock_.pause(t_s);
  set_up_clock_.pause(t_s);
}

void Match::resumeClocks(double t_s) {
  clock_.resume(t_s);
  if (set_up_limited_)
    set_up_clock_.resume(t_s);
}

void Match::endSetUp(const Event& event) {
  if (event.kind != "start")
    return;
  set_up_limited_ = false;
  set_up_clock_.pause(event.t_s);
}

GameClock& Match::clockOf(const std::string& player) {
  return set_up_limited_ && (set_up_in_turn_ || player == set_up_player) ? set_up_clock_ : clock_;
}

std::string Match::expiryOf(const std::string& player) const {
  if (set_up_limited_ && (set_up_in_turn_ || player == set_up_player))
    return set_up_in_turn_ ? std::string(set_up_player) + " " + player : player;
  return per_player_ ? player : "";
}

void Match::setClockLimits() {
  if (setup_.game == "armada_chess" && !setup_.pick_up && !setup_.hasPosition())
    if (const auto board =
            rules::armada_chess::loadBoard(setup_.board().empty() ? "companion-10x10" : setup_.board())) {
      const double window_s = (*board)->setup_seconds;
      set_up_in_turn_ = setup_.option("setup").value_or("") == "in_turn";
      set_up_clock_.setLimits(set_up_in_turn_ ? std::nullopt : std::optional(window_s),
                              set_up_in_turn_ ? std::optional(window_s) : std::nullopt);
      set_up_limited_ = true;
    }
  const auto length = setup_.option("clock_length");
  const bool each = setup_.option("clock").value_or("game") == "per_player";
  const json left = setup_.clockLeft();
  const double seconds = left.is_number() ? left.get<double>() : length ? std::strtod(length->c_str(), nullptr) : 0.0;
  if (seconds <= 0.0)
    return;
  for (const auto& [player, player_left] : left.items())
    if (left.is_object() && player_left.is_number())
      clock_.give(player, player_left.get<double>() - seconds);
  clock_.setLimits(each ? std::nullopt : std::optional(seconds), each ? std::optional(seconds) : std::nullopt);
  per_player_ = each;
}

void Match::keepClock(double t_s) {
  constexpr double at_least_every_s = 30.0;
  if (record_ && clock_.running() && clock_.left_s(clock_.player(), t_s) && t_s - clock_kept_s_ >= at_least_every_s)
    say(t_s, "clock", {{"to_move", clock_.player()}});
}

/// Also of who is not to move: people may have taken his time.
void Match::watchClock(double t_s) {
  if (!clock_.running() || !clock_.left_s(clock_.player(), t_s))
    return;
  const auto watch = [&](const std::string& player, const std::string& whose) {
    if (*clock_.left_s(player, t_s) > 0.0 || !expired_.insert(whose).second)
      return;
    say(t_s, "clock",
        {{"expired", true},
         {"player", whose},
         {"sentence", whose.empty() ? "The agreed playing time is used up." : whose + "'s time is used up."}});
  };
  if (!per_player_)
    return watch(clock_.player(), "");
  for (const std::string& player : clock_.players())
    watch(player, player);
}

void Match::watchSetUpClock(double t_s) {
  if (!set_up_limited_ || set_up_waits_ || held_ || !well())
    return;
  const auto tell = [&](json body) {
    body["clauses"] = json::array({"AC-12"});
    say(t_s, "clock", std::move(body));
  };
  if (set_up_clock_.player().empty()) {
    if (set_up_in_turn_) // the referee has not said yet who begins
      return;
    set_up_clock_.switchTo(set_up_player, t_s);
    tell({{"set_up", true}, {"sentence", "The time for setting up runs, for both sides together."}});
  }
  set_up_clock_.resume(t_s);
  const std::string player = set_up_clock_.player();
  if (set_up_clock_.left_s(player, t_s).value_or(1.0) > 0.0 || !expired_.insert(expiryOf(player)).second)
    return;
  tell({{"set_up", true},
        {"expired", true},
        {"player", player},
        {"sentence", (set_up_in_turn_ ? player + "'s time" : std::string("The time")) +
                         " for setting up is used up; what does not touch the board now is too late."}});
  hearNow({t_s, "clock", "set-up over"}); // the referee knows no clock: what it rules on is in the record like all else
}

std::vector<std::string> Match::players() const {
  if (const json ledger = refereeState().value("ledger", json()); ledger.is_object())
    return ledger.value("order", std::vector<std::string>());
  std::vector<std::string> names{"white", "black"}; // what the law calls them
  for (const auto& [player, used] : clock_.toJson(0.0)["used_s"].items())
    names.push_back(player);
  if (set_up_limited_ && !set_up_in_turn_)
    names.emplace_back(set_up_player);
  return names;
}

Result<void> Match::rule(const ClockRuling& ruling, double t_s) {
  if (auto good = checkRuling(ruling); !good)
    return good;
  switch (ruling.what) {
  case ClockRuling::What::give:
    clockOf(ruling.player).give(ruling.player, ruling.seconds);
    if (expired_.erase(expiryOf(ruling.player)) > 0 && set_up_limited_)
      hearNow({t_s, "clock", "set-up goes on"});
    break;
  case ClockRuling::What::take:
    clockOf(ruling.player).give(ruling.player, -ruling.seconds);
    break;
  case ClockRuling::What::warn:
    break;
  case ClockRuling::What::stop:
    held_ = true;
    pauseClocks(t_s);
    break;
  case ClockRuling::What::run:
    held_ = false;
    if (clocksGoOn() && !clock_waits_)
      resumeClocks(t_s);
    break;
  }
  say(t_s, "clock", bodyOf(ruling));
  return {};
}

} // namespace linesman::app
