#include "app/watch/match.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <sstream>
#include <utility>

#include "app/watch/describe.h"
#include "app/watch/recorded_input.h"
#include "app/watch/turn_text.h"
#include "models/json_line.h"
#include "models/sentences.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// Blanks part words and mean nothing besides.
Claim withSingleBlanks(Claim claim) {
  std::istringstream words(std::exchange(claim.say, {}));
  for (std::string word; words >> word;)
    claim.say += (claim.say.empty() ? "" : " ") + word;
  return claim;
}

/// Words that say how the game begins: all others wait for that.
bool isOfStart(const std::string& say) {
  return say == "start" || say.starts_with("a1 ");
}

} // namespace

Result<Match> Match::begin(const MatchSetup& setup, const std::string& record_folder, Listener listener) {
  auto referee = makeReferee(setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (auto agreed = checkMover(setup, **referee); !agreed)
    return tl::unexpected(agreed.error());
  Match match(setup, std::move(*referee), std::move(listener));
  if (!record_folder.empty()) {
    auto record = MatchRecord::create(record_folder, setup);
    if (!record)
      return tl::unexpected(record.error());
    match.record_ = std::move(*record);
  }
  return match;
}

void Match::takeUp(const MatchRecord::Contents& contents) {
  count_ = static_cast<long long>(contents.events.size());
  std::vector<Event> unsaid; // answers to the last input that the crash cut off
  std::size_t i = 0;
  for (std::size_t n = 0; n < contents.events.size(); ++n)
    remember(contents.events[n], static_cast<long long>(n + 1));
  for (const Event& event : contents.events)
    followClock(event);
  clock_waits_ = !clock_.player().empty();
  if (!contents.events.empty()) {
    taken_up_s_ = contents.events.back().t_s;
    pauseClocks(taken_up_s_); // until then somebody was thinking
  }
  while (i < contents.events.size()) {
    const Event& event = contents.events[i++];
    if (!isInput(event))
      continue;
    std::vector<Event> given = answersOf(*referee_, event);
    if (event.kind == "claim" && !given.empty())
      given.erase(given.begin());
    if (const auto table = settledFromBody(event.body); event.kind == "settled" && table)
      settled_ = table->state;
    std::size_t known = 0;
    while (known < given.size() && i < contents.events.size() && contents.events[i].kind == given[known].kind)
      ++known, ++i;
    if (i == contents.events.size())
      unsaid.assign(given.begin() + static_cast<std::ptrdiff_t>(known), given.end());
  }
  set_anew_ = referee_->settingUp();
  announce(std::move(unsaid));
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
  try {
    match.takeUp(contents);
  } catch (const json::exception& error) { // of other types than it should, though its chain is whole
    return fail("The record " + record_folder + " cannot be understood (" + jsonFault(error) + "); it is not whole.");
  }
  return match;
}

void Match::say(double t_s, const char* kind, json body) {
  announce({Event{kind, t_s, std::move(body)}});
}

namespace {

/// Is it about the step of a ship, or the turn on a board, that is taken back?
bool isAboutRetracted(const json& verdict, const json& retract) {
  if (retract.contains("turn"))
    return verdict.value("turn", json()) == retract["turn"];
  const std::string action = textIn(verdict, "action");
  return (action == "step" || action == "remove") && textIn(verdict, "ship") == textIn(retract, "ship") &&
         verdict.value("step", 0) == retract.value("step", 0);
}

} // namespace

void Match::announce(std::vector<Event> events, const json& settled) {
  if (events.empty())
    return;
  for (Event& event : events) {
    if (event.kind == "start" || event.kind == "clock") {
      if (const json to_move = event.body.value("to_move", json()); to_move.is_string())
        clock_.switchTo(to_move.get<std::string>(), event.t_s);
      if (held_ || !well() || referee_->settingUp())
        clock_.pause(event.t_s);
      if (set_up_in_turn_ && event.body.value("set_up", false) && !event.body.value("expired", false)) {
        set_up_clock_.switchTo(event.body.value("player", std::string()), event.t_s); // the referee says whose turn
        if (held_ || !well())
          set_up_clock_.pause(event.t_s);
      }
      event.body["clock"] = clock_.toJson(event.t_s);
      clock_kept_s_ = event.t_s;
      endSetUp(event);
      if (set_up_limited_)
        event.body["set_up_clock"] = set_up_clock_.toJson(event.t_s);
    }
    if (event.kind == "over")
      clock_.pause(event.t_s);
    if (event.kind == "retract") { // the newest verdict about the same thing
      switchClockBack(event);
      for (auto known = verdicts_.rbegin(); known != verdicts_.rend() && !event.body.contains("of"); ++known)
        if (isAboutRetracted(known->second, event.body) && !fallen_.contains(known->first))
          event.body["of"] = known->first;
    }
  }
  heedSettingUp(events);
  bool durable = true;
  if (record_) {
    const auto alarm = [&](const std::string& sentence) { // where it cannot be written it waits with the others
      events.push_back({"error", events.back().t_s, {{"what", "record"}, {"sentence", sentence}}});
      durable = record_->append({events.back()}).has_value();
    };
    const auto written = record_->append(events);
    durable = written.has_value();
    if (!durable && !std::exchange(record_failed_, true))
      alarm(written.error().sentence);
    record_failed_ = !durable;
    if (record_->takeRestored())
      alarm("The record was deleted while the match went on; it is made anew, whole but for its pictures so far and "
            "what else lay in its folder.");
  }
  for (const Event& event : events) {
    json out = toJson(event, ++count_);
    if (event.kind == "settled")
      out.update(settled);
    remember(event, count_);
    if (!durable)
      out["recorded"] = false;
    listener_(out);
  }
}

void Match::observe(const SettledTable& table) {
  Event input{"settled", table.state.t_s, settledBody(table)};
  const auto stored = settledFromBody(json::parse(jsonLine(input.body)));
  settled_ = table.state;
  std::vector<Event> events{input};
  for (Event& event : referee_->observe(stored ? *stored : table))
    events.push_back(std::move(event));
  if (!stored)
    events.push_back({"error", table.state.t_s, {{"what", "record"}, {"sentence", stored.error().sentence}}});
  announce(std::move(events), stored ? settledBody(referee_->facing(*stored)) : json::object());
}

/// A doubt near its limit comes and goes from picture to picture: it is told once, and taken back where some tables in
/// turn are without any.
void Match::tellRegistration(const TableState& settled) {
  constexpr int surely_well = 3; // tables
  const std::string& warning = settled.registration.warning;
  well_registered_ = warning.empty() ? well_registered_ + 1 : 0;
  // What is measured wavers from picture to picture; numbers of markers do not.
  static const std::regex measure("[0-9]+\\.[0-9]+");
  const bool fresh = !warning.empty() && registration_doubts_.insert(std::regex_replace(warning, measure, "")).second;
  const bool well = well_registered_ >= surely_well && !registration_doubts_.empty();
  if (!fresh && !well)
    return;
  if (well)
    registration_doubts_.clear();
  say(settled.t_s, "calibration",
      {{"what", "registration"},
       {"ok", well},
       {"sentence", well ? "The table is registered without a doubt again." : warning}});
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
  watchClock(state.t_s); // before a turn hands the clock on, or ends the game
  const Motion motion = detector_.feed(state, referee_->waiting());
  if (auto alarm = coverage_.feed(state))
    announce({std::move(*alarm)});
  if (motion.settled)
    rest(*motion.settled);
  if (motion.hands_in) {
    hands_in_s_ = state.t_s;
    say(state.t_s, "hands_in", json::object());
  }
  if (motion.hands_out)
    say(state.t_s, "hands_out", json::object());
  if (detector_.atRest())
    hearWaiting();
  watchClock(state.t_s);
  keepClock(state.t_s);
  watchSetUpClock(state.t_s);
}

void Match::rest(const SettledTable& table) {
  const double t_s = table.state.t_s;
  if (std::exchange(clock_waits_, false) && clocksGoOn())
    clock_.resume(t_s);
  set_up_waits_ = false;
  tellRegistration(table.state);
  if (well() && !awaitsStart()) {
    const auto goesWithTurn = [&](const Claim& claim) { return referee_->goesWithTurn(claim); };
    std::vector<Claim> of_the_turn;
    std::ranges::copy_if(waiting_, std::back_inserter(of_the_turn), goesWithTurn);
    std::erase_if(waiting_, goesWithTurn);
    for (const Claim& claim : of_the_turn)
      hearNow(claim);
  }
  observe(table);
  hearWaiting();
}

void Match::hear(const Claim& said) {
  const Claim claim = withSingleBlanks(said);
  if (claim.player == "arbiter") {
    hearArbiter(claim);
    return;
  }
  const bool of_start = isOfStart(claim.say);
  const bool at_rest = (waiting_.empty() || of_start) && (detector_.keyFrames() || detector_.atRest());
  const bool in_time = of_start || !awaitsStart();
  const bool of_no_table = claim.say == "time";                // of the clock as it stands when that is said
  const bool talk = isTalk(claim.say) && claim.say != "claim"; // a claim is of what stands there
  if (in_time && (of_no_table || (well() ? at_rest : talk)))
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
  heard_s_ = std::max(heard_s_, claim.t_s);
  watchClock(claim.t_s);
  announce(referee_->hear(claim));
}

bool Match::awaitsStart() const {
  return (setup_.pick_up || !setup_.start.empty()) && !referee_->state().value("begun", true);
}

void Match::hearWaiting() {
  if (!waiting_.empty() && well() && !awaitsStart())
    hearAllWaiting();
}

void Match::hearAllWaiting() {
  std::vector<Claim> claims = std::move(waiting_);
  waiting_.clear();
  for (const Claim& claim : claims)
    hearNow(claim);
}

void Match::challenged(long long seq, const std::string& file, double t_s) {
  say(t_s, "challenge", {{"of", seq}, {"file", file}});
}

void Match::note(double t_s, const SourceNote& note) {
  if (!note.sentence.empty())
    say(t_s, "calibration", {{"what", "camera settings"}, {"ok", note.ok}, {"sentence", note.sentence}});
}

void Match::doubtScale(double t_s, const std::string& sentence) {
  if (!sentence.empty())
    say(t_s, "calibration", {{"what", "scale"}, {"ok", false}, {"sentence", sentence}});
}

void Match::trouble(double t_s, const std::string& kind, const std::string& sentence) {
  std::string& known = troubles_[kind];
  if (known == sentence)
    return;
  known = sentence;
  if (!well())
    pauseClocks(t_s);
  else if (clocksGoOn() && !clock_waits_)
    resumeClocks(t_s);
  const bool drift = kind == "calibration";
  say(t_s, drift ? "calibration" : "error",
      {{"what", kind}, {"ok", sentence.empty()}, {"sentence", sentence.empty() ? "It works again." : sentence}});
}

void Match::passOver(double t_s, const std::string& sentence) {
  say(t_s, "error", {{"what", "source"}, {"ok", false}, {"sentence", sentence}});
}

/// Whether nothing holds the clocks: no word of people, no trouble, no men or ships that are being set, no end.
bool Match::clocksGoOn() const {
  return !held_ && well() && !referee_->settingUp() && !referee_->state().value("over", false);
}

bool Match::well() const {
  return std::all_of(troubles_.begin(), troubles_.end(), [](const auto& one) { return one.second.empty(); });
}

bool Match::troubled(const std::string& kind) const {
  const auto found = troubles_.find(kind);
  return found != troubles_.end() && !found->second.empty();
}

void Match::seeLast(bool once_more) {
  auto table = detector_.finish(once_more);
  if (!table)
    return;
  table->state.t_s = std::max(table->state.t_s, heard_s_); // a record's time does not go back
  observe(*table);
}

void Match::settle() {
  seeLast(false);
  seeLast(referee_->holdingBack());
}

void Match::finish(double t_s) {
  seeLast(false);
  hearWaiting();
  seeLast(referee_->holdingBack()); // nothing that was said explains what is still open
  if (well())
    hearAllWaiting(); // a game that is picked up may have begun only now
  if (!waiting_.empty())
    say(t_s, "error",
        {{"what", "claim"},
         {"ok", false},
         {"sentence", "The table is not seen; what was said from second " +
                          std::to_string(static_cast<long long>(waiting_.front().t_s)) + " on is not answered."}});
  if (handsIn() && !referee_->state().value("over", false))
    say(t_s, "error",
        {{"what", "hand"},
         {"ok", false},
         {"sentence", "A hand was seen over the table from second " +
                          std::to_string(static_cast<long long>(hands_in_s_)) +
                          " to the end; what was played in that time is not ruled on."}});
  pauseClocks(t_s);
}

} // namespace linesman::app
