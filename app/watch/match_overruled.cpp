#include <array>
#include <cstdlib>
#include <sstream>

#include "app/watch/describe.h"
#include "app/watch/match.h"
#include "app/watch/recorded_input.h"
#include "models/json_line.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::size_t most_verdicts = 200; // that can still be overruled

/// What an overruling must know of the action behind a verdict.
constexpr std::array<const char*, 4> basis_keys = {"from", "to", "position_before", "position_after"};

} // namespace

Result<void> Match::overrule(long long seq, const std::string& who, const std::string& why, double t_s) {
  const auto verdict = verdicts_.find(seq);
  if (verdict == verdicts_.end())
    return fail("There is no verdict with the number " + std::to_string(seq) + " that can still be overruled.");
  if (who.empty() || why.empty())
    return fail("Say who overrules the verdict, and why.");
  if (const auto other = overruled_.find(seq); other != overruled_.end())
    return fail("Verdict " + std::to_string(seq) + " was overruled already; overrule verdict " +
                std::to_string(other->second) + " to take that back.");
  const Overruling overruling{t_s, seq, who, why, verdict->second};
  if (auto good = referee_->mayOverrule(overruling); !good)
    return good;
  const Event input{"overrule", t_s, bodyOf(overruling)};
  std::vector<Event> events{input};
  const Event stored{"overrule", t_s, json::parse(jsonLine(input.body))};
  for (Event& event : referee_->overrule(overrulingFrom(stored)))
    events.push_back(std::move(event));
  announce(std::move(events));
  return {};
}

void Match::hearArbiter(const Claim& claim) {
  std::istringstream words(claim.say);
  std::string verb;
  std::string number;
  std::string why;
  words >> verb >> number;
  std::getline(words >> std::ws, why);
  Result<void> done = fail("\"" + claim.say +
                           "\" is not understood; an arbiter says overrule NUMBER WHY, overrule last WHY, or clock "
                           "give PLAYER SECONDS WHY.");
  if (verb == "clock")
    done = parseRuling(number + " " + why, players(), claim.player).and_then([&](const ClockRuling& ruling) {
      return rule(ruling, claim.t_s);
    });
  else if (verb == "overrule" && number == "last")
    done = verdicts_.empty() ? fail("There is no verdict yet that could be overruled.")
                             : overrule(verdicts_.rbegin()->first, claim.player, why, claim.t_s);
  else if (verb == "overrule" && !number.empty() && number.find_first_not_of("0123456789") == std::string::npos)
    done = overrule(std::strtoll(number.c_str(), nullptr, 10), claim.player, why, claim.t_s);
  if (!done)
    say(claim.t_s, "error", {{"what", "arbiter"}, {"say", claim.say}, {"sentence", done.error().sentence}});
}

/// What overruling and retracting have to find again.
void Match::remember(const Event& event, long long seq) {
  if (event.kind == "action")
    last_action_ = event.body;
  if (isInput(event))
    last_action_ = nullptr;
  if (event.kind != "verdict")
    return;
  json known = event.body;
  if (const long long of = known.value("overrules", 0LL); of != 0) {
    overruled_[of] = seq;
    if (const auto old = verdicts_.find(of); old != verdicts_.end())
      known = merged(old->second, known);
  } else if (last_action_.is_object()) {
    for (const char* key : basis_keys)
      if (last_action_.contains(key) && !known.contains(key))
        known[key] = last_action_[key];
  }
  known.erase("highlights");
  verdicts_[seq] = std::move(known);
  if (verdicts_.size() > most_verdicts)
    verdicts_.erase(verdicts_.begin());
}

} // namespace linesman::app
