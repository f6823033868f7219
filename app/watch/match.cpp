#include "app/watch/match.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "app/watch/describe.h"
#include "models/table_state_json.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr std::size_t most_verdicts = 200; // that can still be overruled

/// What an overruling must know of the action behind a verdict.
constexpr std::array<const char*, 4> basis_keys = {"from", "to", "position_before", "position_after"};

/// Numbers within a millionth count as the same: another processor may round the last digit differently.
bool same(const json& a, const json& b) {
  if (a.is_number() && b.is_number()) {
    const double x = a.get<double>();
    const double y = b.get<double>();
    return std::abs(x - y) <= 1e-6 * std::max({1.0, std::abs(x), std::abs(y)});
  }
  if (a.type() != b.type() || a.size() != b.size())
    return false;
  if (a.is_object()) {
    for (const auto& [key, value] : a.items())
      if (!b.contains(key) || !same(value, b[key]))
        return false;
    return true;
  }
  if (a.is_array())
    return std::equal(a.begin(), a.end(), b.begin(), [](const json& x, const json& y) { return same(x, y); });
  return a == b;
}

/// What the watch adds to a referee's event; replay leaves it out.
json bare(const Event& event) {
  json body = event.body;
  body.erase("clock");
  body.erase("set_up_clock");
  body.erase("withheld");
  if (event.kind == "retract")
    body.erase("of");
  return body;
}

std::string brief(const Event& event) {
  std::string words = event.kind;
  for (const char* key : {"kind", "action", "ship", "piece", "turn", "ruling", "say", "before", "after"})
    if (event.body.contains(key) && !event.body[key].is_object())
      words += " " + (event.body[key].is_string() ? event.body[key].get<std::string>() : event.body[key].dump());
  return words;
}

} // namespace

bool isInput(const Event& event) {
  return event.kind == "settled" || event.kind == "claim" || event.kind == "overrule";
}

std::vector<Event> answersOf(Referee& referee, const Event& event) {
  if (event.kind == "overrule") {
    const Overruling overruling = overrulingFrom(event);
    return overruling.verdict.empty() ? std::vector<Event>() : referee.overrule(overruling);
  }
  if (event.kind == "claim")
    return referee.hear({event.t_s, event.body.value("player", std::string()), event.body.value("say", std::string())});
  if (event.kind != "settled")
    return {};
  const auto table = settledFromBody(event.body);
  return table ? referee.observe(*table) : std::vector<Event>();
}

json settledBody(const SettledTable& table) {
  json body = {{"table", toJson(table.state)}, {"touched", table.touched_squares}};
  if (table.untouched)
    body["untouched"] = true;
  return body;
}

Result<SettledTable> settledFromBody(const json& body) {
  if (!body.contains("table"))
    return fail("A settled table of the record holds no measurements; the record is not whole.");
  auto state = tableStateFromJson(body["table"]);
  if (!state)
    return tl::unexpected(state.error());
  return SettledTable{std::move(*state), body.value("touched", std::vector<std::string>()),
                      body.value("untouched", false)};
}

Result<Match> Match::begin(const MatchSetup& setup, const std::string& record_folder, Listener listener) {
  auto referee = makeReferee(setup);
  if (!referee)
    return tl::unexpected(referee.error());
  Match match(setup, std::move(*referee), std::move(listener));
  if (!record_folder.empty()) {
    auto record = MatchRecord::create(record_folder, setup);
    if (!record)
      return tl::unexpected(record.error());
    match.record_ = std::move(*record);
  }
  return match;
}

Result<Match> Match::resume(const std::string& record_folder, Listener listener) {
  MatchRecord::Contents contents;
  auto record = MatchRecord::resume(record_folder, contents);
  if (!record)
    return tl::unexpected(record.error());
  auto referee = makeReferee(contents.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  Match match(contents.setup, std::move(*referee), std::move(listener));
  match.record_ = std::move(*record);
  match.count_ = static_cast<long long>(contents.events.size());
  std::vector<Event> unsaid; // answers to the last input that the crash cut off
  std::size_t i = 0;
  for (std::size_t n = 0; n < contents.events.size(); ++n)
    match.remember(contents.events[n], static_cast<long long>(n + 1));
  for (const Event& event : contents.events)
    match.followClock(event);
  match.clock_waits_ = match.clock_.running();
  if (!contents.events.empty())
    match.pauseClocks(contents.events.back().t_s); // until then somebody was thinking
  while (i < contents.events.size()) {
    const Event& event = contents.events[i++];
    if (!isInput(event))
      continue;
    std::vector<Event> given = answersOf(*match.referee_, event);
    if (event.kind == "claim" && !given.empty())
      given.erase(given.begin());
    if (const auto table = settledFromBody(event.body); event.kind == "settled" && table)
      match.settled_ = table->state;
    std::size_t known = 0;
    while (known < given.size() && i < contents.events.size() && contents.events[i].kind == given[known].kind)
      ++known, ++i;
    if (i == contents.events.size())
      unsaid.assign(given.begin() + static_cast<std::ptrdiff_t>(known), given.end());
  }
  match.announce(std::move(unsaid));
  return match;
}

void Match::say(double t_s, const char* kind, json body) {
  announce({Event{kind, t_s, std::move(body)}});
}

void Match::announce(std::vector<Event> events) {
  if (events.empty())
    return;
  for (Event& event : events) {
    if (event.kind == "start" || event.kind == "clock") {
      if (const json to_move = event.body.value("to_move", json()); to_move.is_string())
        clock_.switchTo(to_move.get<std::string>(), event.t_s);
      if (held_)
        clock_.pause(event.t_s);
      if (set_up_in_turn_ && event.body.value("set_up", false) && !event.body.value("expired", false)) {
        set_up_clock_.switchTo(event.body.value("player", std::string()), event.t_s); // the referee says whose turn
        if (held_ || !well())
          set_up_clock_.pause(event.t_s);
      }
      event.body["clock"] = clock_.toJson(event.t_s);
      endSetUp(event);
      if (set_up_limited_)
        event.body["set_up_clock"] = set_up_clock_.toJson(event.t_s);
    }
    if (event.kind == "over")
      clock_.pause(event.t_s);
    if (event.kind == "retract") // the newest verdict about the same thing
      for (auto known = verdicts_.rbegin(); known != verdicts_.rend() && !event.body.contains("of"); ++known)
        for (const char* key : {"ship", "turn"})
          if (event.body.contains(key) && known->second.value(key, json()) == event.body[key])
            event.body["of"] = known->first;
    if (event.kind == "verdict")
      for (const json& highlight : event.body.value("highlights", json::array()))
        for (const json& point : highlight.value("points_mm", json::array()))
          if (coverage_.isBlind({point.at(0).get<double>(), point.at(1).get<double>()}))
            event.body["withheld"] = "A part of the table that this rests on has not been seen for a while.";
  }
  bool durable = true;
  if (record_) {
    const auto written = record_->append(events);
    durable = written.has_value();
    if (!durable && !record_failed_)
      listener_(toJson({"error", events.back().t_s, {{"what", "record"}, {"sentence", written.error().sentence}}},
                       count_ + 1));
    record_failed_ = !durable;
  }
  for (const Event& event : events) {
    json out = toJson(event, ++count_);
    remember(event, count_);
    if (!durable)
      out["recorded"] = false;
    listener_(out);
  }
}

void Match::observe(const SettledTable& table) {
  Event input{"settled", table.state.t_s, settledBody(table)};
  const auto stored = settledFromBody(json::parse(input.body.dump()));
  settled_ = table.state;
  std::vector<Event> events{input};
  for (Event& event : referee_->observe(stored ? *stored : table))
    events.push_back(std::move(event));
  if (!stored)
    events.push_back({"error", table.state.t_s, {{"what", "record"}, {"sentence", stored.error().sentence}}});
  announce(std::move(events));
}

void Match::tellRegistration(const TableState& settled) {
  const std::string& warning = settled.registration.warning;
  if (warning == registration_warning_)
    return;
  registration_warning_ = warning;
  say(settled.t_s, "calibration",
      {{"what", "registration"},
       {"ok", warning.empty()},
       {"sentence", warning.empty() ? "The table is registered without a doubt again." : warning}});
}

void Match::expectKeyFrames() {
  SettleDetector::Settings settings;
  settings.key_frame_s = 0.0;
  detector_ = SettleDetector(settings);
}

void Match::expectFilm() {
  SettleDetector::Settings settings;
  settings.first_counts = false;
  detector_ = SettleDetector(settings);
}

void Match::see(const TableState& state) {
  const Motion motion = detector_.feed(state, referee_->waiting());
  if (auto alarm = coverage_.feed(state))
    announce({std::move(*alarm)});
  if (motion.settled)
    rest(*motion.settled);
  if (motion.hands_in)
    say(state.t_s, "hands_in", json::object());
  if (motion.hands_out)
    say(state.t_s, "hands_out", json::object());
  if (detector_.atRest())
    hearWaiting();
  watchClock(state.t_s);
  watchSetUpClock(state.t_s);
}

void Match::rest(const SettledTable& table) {
  const double t_s = table.state.t_s;
  if (std::exchange(clock_waits_, false))
    clock_.resume(t_s);
  set_up_waits_ = false;
  tellRegistration(table.state);
  observe(table);
  hearWaiting();
}

void Match::hear(const Claim& claim) {
  if (claim.player == "arbiter") {
    hearArbiter(claim);
    return;
  }
  if (detector_.keyFrames() || (detector_.atRest() && waiting_.empty()))
    hearNow(claim);
  else
    waiting_.push_back(claim);
}

void Match::hearNow(const Claim& claim) {
  if (claim.say == "time" && !set_up_limited_) // the referee knows no clock
    if (const auto left_s = clock_.left_s(clock_.player(), claim.t_s); left_s && *left_s > 0.0) {
      say(claim.t_s, "error",
          {{"what", "time"},
           {"player", claim.player},
           {"sentence", "The playing time is not over; " + minutesText(std::ceil(*left_s)) + " are left."}});
      return;
    }
  announce(referee_->hear(claim));
}

void Match::hearWaiting() {
  std::vector<Claim> claims = std::move(waiting_);
  waiting_.clear();
  for (const Claim& claim : claims)
    hearNow(claim);
}

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
  const Event stored{"overrule", t_s, json::parse(input.body.dump())};
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
  else if (verb == "overrule" && number == "last" && !verdicts_.empty())
    done = overrule(verdicts_.rbegin()->first, claim.player, why, claim.t_s);
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

void Match::challenged(long long seq, const std::string& file, double t_s) {
  say(t_s, "challenge", {{"of", seq}, {"file", file}});
}

void Match::note(double t_s, const SourceNote& note) {
  if (!note.sentence.empty())
    say(t_s, "calibration", {{"what", "camera settings"}, {"ok", note.ok}, {"sentence", note.sentence}});
}

void Match::trouble(double t_s, const std::string& kind, const std::string& sentence) {
  std::string& known = troubles_[kind];
  if (known == sentence)
    return;
  known = sentence;
  if (!well())
    pauseClocks(t_s);
  else if (!held_ && !referee_->state().value("over", false))
    resumeClocks(t_s);
  const bool drift = kind == "calibration";
  say(t_s, drift ? "calibration" : "error",
      {{"what", kind}, {"ok", sentence.empty()}, {"sentence", sentence.empty() ? "It works again." : sentence}});
}

void Match::passOver(double t_s, const std::string& sentence) {
  say(t_s, "error", {{"what", "source"}, {"ok", false}, {"sentence", sentence}});
}

bool Match::well() const {
  return std::all_of(troubles_.begin(), troubles_.end(), [](const auto& one) { return one.second.empty(); });
}

bool Match::troubled(const std::string& kind) const {
  const auto found = troubles_.find(kind);
  return found != troubles_.end() && !found->second.empty();
}

void Match::settle() {
  if (const auto table = detector_.finish())
    observe(*table);
}

void Match::finish(double t_s) {
  settle();
  hearWaiting();
  pauseClocks(t_s);
}

Result<std::vector<std::string>> replay(const MatchRecord::Contents& contents, const json* state) {
  auto referee = makeReferee(contents.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (state != nullptr)
    if (auto good = (*referee)->restore(*state); !good)
      return tl::unexpected(good.error());
  std::vector<std::string> differences;
  std::size_t i = 0;
  while (i < contents.events.size()) {
    const Event& input = contents.events[i];
    if (!isInput(input)) {
      ++i;
      continue;
    }
    const std::size_t first = input.kind == "claim" ? i : i + 1; // a claim's own answer is its first event
    const std::vector<Event> given = answersOf(**referee, input);
    i = first;
    for (const Event& event : given) {
      const std::string place = "event " + std::to_string(i + 1) + " at " + std::to_string(event.t_s) + " s: ";
      if (i >= contents.events.size()) {
        if (!contents.torn)
          differences.push_back(place + "now also \"" + brief(event) + "\"");
        continue;
      }
      const Event& recorded = contents.events[i];
      if (recorded.kind != event.kind || !same(bare(recorded), bare(event)))
        differences.push_back(place + "recorded \"" + brief(recorded) + "\", now \"" + brief(event) + "\"");
      ++i;
    }
    if (given.empty())
      i = std::max(i, first);
    while (i < contents.events.size() && !isInput(contents.events[i])) {
      const std::string& kind = contents.events[i].kind;
      if (kind == "action" || kind == "verdict" || kind == "counter" || kind == "over")
        differences.push_back("event " + std::to_string(i + 1) + ": recorded \"" + brief(contents.events[i]) +
                              "\", now nothing");
      ++i;
    }
  }
  return differences;
}

} // namespace linesman::app
