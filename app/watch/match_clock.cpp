// The clocks of a match: as agreed, as recorded, and as people rule.
#include <cstdlib>

#include "app/watch/match.h"

namespace linesman::app {

using nlohmann::json;

void Match::followClock(const Event& event) {
  if (event.body.contains("clock")) {
    const json& was = event.body["clock"];
    clock_.restore(was);
    if (was.value("running", false))
      clock_.resume(event.t_s);
  }
  if (event.body.value("expired", false))
    expired_.insert(event.body.value("player", std::string()));
  if (const auto ruling = clockRulingFrom(event.body); ruling && event.kind == "clock") {
    held_ = ruling->what == ClockRuling::What::stop || (held_ && ruling->what != ClockRuling::What::run);
    if (ruling->what == ClockRuling::What::give)
      expired_.erase(per_player_ ? ruling->player : "");
  }
  const bool stops = event.body.contains("ok") && event.body["ok"].is_boolean() && !event.body["ok"].get<bool>();
  if (event.kind == "over" || (stops && event.body.contains("what")))
    clock_.pause(event.t_s);
  else if (!held_ && event.body.value("ok", false) && event.body.contains("what"))
    clock_.resume(event.t_s);
}

void Match::setClockLimits() {
  const auto length = setup_.option("clock_length");
  const double seconds = length ? std::strtod(length->c_str(), nullptr) : 0.0;
  if (seconds <= 0.0)
    return;
  const bool each = setup_.option("clock").value_or("game") == "per_player";
  clock_.setLimits(each ? std::nullopt : std::optional(seconds), each ? std::optional(seconds) : std::nullopt);
  per_player_ = each;
}

void Match::watchClock(double t_s) {
  const auto left_s = clock_.running() ? clock_.left_s(clock_.player(), t_s) : std::nullopt;
  const std::string whose = per_player_ ? clock_.player() : "";
  if (!left_s || *left_s > 0.0 || !expired_.insert(whose).second)
    return;
  say(t_s, "clock",
      {{"expired", true},
       {"player", whose},
       {"sentence", whose.empty() ? "The agreed playing time is used up." : whose + "'s time is used up."}});
}

std::vector<std::string> Match::players() const {
  if (const json ledger = refereeState().value("ledger", json()); ledger.is_object())
    return ledger.value("order", std::vector<std::string>());
  std::vector<std::string> names{"white", "black"}; // what the law calls them
  for (const auto& [player, used] : clock_.toJson(0.0)["used_s"].items())
    names.push_back(player);
  return names;
}

Result<void> Match::rule(const ClockRuling& ruling, double t_s) {
  if (auto good = checkRuling(ruling); !good)
    return good;
  const bool over = refereeState().value("over", false);
  switch (ruling.what) {
  case ClockRuling::What::give:
    clock_.give(ruling.player, ruling.seconds);
    expired_.erase(per_player_ ? ruling.player : "");
    break;
  case ClockRuling::What::take:
    clock_.give(ruling.player, -ruling.seconds);
    break;
  case ClockRuling::What::warn:
    break;
  case ClockRuling::What::stop:
    held_ = true;
    clock_.pause(t_s);
    break;
  case ClockRuling::What::run:
    held_ = false;
    if (!over)
      clock_.resume(t_s);
    break;
  }
  say(t_s, "clock", bodyOf(ruling));
  return {};
}

} // namespace linesman::app
