#include <algorithm>
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
  if (const auto gone = fallen_.find(seq); gone != fallen_.end())
    return fail("What verdict " + std::to_string(seq) + " is about does not count any more, since number " +
                std::to_string(gone->second) + "; there is nothing left to overrule.");
  Overruling overruling{t_s, seq, who, why, verdict->second};
  if (verdict->second.contains("position_before"))
    overruling.since = static_cast<std::size_t>(std::count_if(
        verdict, verdicts_.end(), [this](const auto& known) { return isTurnInForce(known.first, known.second); }));
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
  else if (verb == "overrule" && number == "last") {
    const auto last = std::find_if(verdicts_.rbegin(), verdicts_.rend(),
                                   [this](const auto& known) { return !fallen_.contains(known.first); });
    done = last == verdicts_.rend() ? fail("There is no verdict yet that could be overruled.")
                                    : overrule(last->first, claim.player, why, claim.t_s);
  } else if (verb == "overrule" && !number.empty() && number.find_first_not_of("0123456789") == std::string::npos)
    done = overrule(std::strtoll(number.c_str(), nullptr, 10), claim.player, why, claim.t_s);
  if (!done)
    say(claim.t_s, "error", {{"what", "arbiter"}, {"say", claim.say}, {"sentence", done.error().sentence}});
}

bool Match::isTurnInForce(long long seq, const json& verdict) const {
  const bool played = textIn(verdict, "action") != "resign"; // by whose turn it was not: the law knows no such turn
  return played && verdict.contains("turn") && textIn(verdict, "ruling") == "legal" && !overruled_.contains(seq) &&
         !fallen_.contains(seq);
}

/// What a retraction takes back: the verdict that it names, and on squares every one since its first turn.
void Match::noteRetracted(const json& retract, long long seq) {
  const long long of = retract.value("of", 0LL);
  if (of != 0)
    fallen_[of] = seq;
  std::size_t turns = retract.value("turns", json::array()).size();
  for (auto known = verdicts_.rbegin(); known != verdicts_.rend() && turns > 0; ++known) {
    turns -= known->first == of || isTurnInForce(known->first, known->second) ? 1 : 0;
    fallen_[known->first] = seq;
  }
}

/// What overruling and retracting have to find again.
void Match::remember(const Event& event, long long seq) {
  if (event.kind == "action")
    last_action_ = event.body;
  if (isInput(event))
    last_action_ = nullptr;
  if (event.kind == "retract")
    noteRetracted(event.body, seq);
  if (event.kind != "verdict")
    return;
  json known = event.body;
  if (const long long of = known.value("overrules", 0LL); of != 0) {
    overruled_[of] = seq;
    if (const auto old = verdicts_.find(of); old != verdicts_.end())
      known = merged(old->second, known);
    if (known.contains("position_before")) // what was played since then falls
      for (auto later = verdicts_.upper_bound(of); later != verdicts_.end(); ++later)
        fallen_.emplace(later->first, seq);
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
