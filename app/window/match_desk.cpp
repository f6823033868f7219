#include "app/window/match_desk.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/match_names.h"
#include "app/picture.h"
#include "app/record/dispute.h"
#include "app/watch/not_counted.h"

namespace linesman::app {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Events that people read again.
bool isTold(const json& event) {
  static const std::vector<std::string> kinds = {"verdict",  "put_back", "over",      "error",  "calibration",
                                                 "coverage", "overrule", "challenge", "retract"};
  const std::string kind = event.value("event", "");
  if (kind == "claim") // refused, or with what is to be done
    return !event.value("accepted", true) || event.contains("sentence");
  if (kind == "clock")
    return event.contains("sentence"); // used up, corrected, a penalty
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

constexpr int actions_per_turn = 3; // of Armadas and Armada 2K

} // namespace

MatchDesk::MatchDesk(MatchSetup setup, std::string record_folder, QObject* parent)
    : QObject(parent), setup_(std::move(setup)), record_(std::move(record_folder)), pictures_(record_) {
  if (!record_.empty() && MatchRecord::exists(record_))
    goOn();
}

/// The match stands as it was left, also while its camera gives no picture yet.
void MatchDesk::goOn() {
  if (const auto contents = MatchRecord::read(record_); contents && !contents->events.empty()) {
    for (std::size_t i = 0; i < contents->events.size(); ++i)
      remember(toJson(contents->events[i], static_cast<long long>(i + 1)));
    now_s_ = contents->events.back().t_s;
  }
  take(Match::resume(record_, [this](const json& event) { hear(event); }));
}

void MatchDesk::begin(const Snapshot& snapshot) {
  if (setup_.area.is_null() && setup_.terrain.empty())
    setup_.readTable(snapshot.table);
  take(Match::begin(setup_, record_, [this](const json& event) { hear(event); }));
}

void MatchDesk::take(Result<Match> match) {
  failed_ = !match;
  if (match) {
    match_ = std::make_unique<Match>(std::move(*match));
    if (film_)
      match_->expectFilm();
    if (const MatchSetup& agreed = match_->setup(); !onSquares(agreed.game)) { // checked when it began
      law_ = *PlaneLaw::make(agreed);
      caller_ = *PlaneCaller::make(agreed.game, agreed.options);
    }
  } else {
    record_refused_ = !record_.empty() && makeReferee(setup_).has_value();
    history_.push_back({{"event", "error"}, {"t_s", now_s_}, {"sentence", match.error().sentence}});
    Q_EMIT changed();
  }
}

void MatchDesk::expectFilm() {
  film_ = true;
  if (match_ != nullptr)
    match_->expectFilm();
}

/// Its first picture tells with what it is measured.
void MatchDesk::measureWith(const Snapshot& snapshot) {
  const auto lens = snapshot.lens.estimated ? std::nullopt : std::optional(snapshot.lens);
  certifier_ = std::make_unique<MatchCertifier>(record_, lens, snapshot.table);
  scale_ = std::make_unique<ScaleWatch>(lens, snapshot.table);
}

void MatchDesk::see(const Snapshot& snapshot) {
  ended_ = false;
  ahead_s_ = std::max(ahead_s_, now_s_ - snapshot.t_s); // a record's time does not go back
  now_s_ = snapshot.t_s + ahead_s_;
  const bool usable = snapshot.trouble.kind == Trouble::Kind::none;
  if (!snapshot.note.sentence.empty())
    note_ = snapshot.note;
  if (match_ == nullptr && usable && !failed_)
    begin(snapshot);
  if (match_ == nullptr)
    return;
  match_->note(now_s_, std::exchange(note_, {}));
  missRecord();
  const bool no_table = snapshot.trouble.kind == Trouble::Kind::registration;
  const std::string kind = no_table ? "calibration" : "camera";
  if (usable) {
    if (certifier_ == nullptr)
      measureWith(snapshot);
    for (const char* trouble : {"camera", "calibration"})
      if (match_->troubled(trouble))
        match_->trouble(now_s_, trouble, "");
    if (certifier_->wanting())
      certifier_->see(toMat(snapshot.picture), snapshot.t_s);
    if (scale_->wanting())
      scale_->see(toMat(snapshot.picture), snapshot.state);
    match_->doubtScale(now_s_, scale_->told());
    picture_ = snapshot.picture;
    lens_ = snapshot.lens;
    TableState state = snapshot.state;
    state.t_s = now_s_;
    match_->see(state);
  } else {
    match_->trouble(now_s_, kind, snapshot.trouble.sentence);
  }
  Q_EMIT changed();
}

void MatchDesk::finish() {
  ended_ = true;
  if (match_ != nullptr)
    match_->settle();
  Q_EMIT changed();
}

void MatchDesk::loseCamera(const std::string& sentence) {
  if (match_ == nullptr)
    return;
  match_->trouble(now_s_, "camera", sentence);
  Q_EMIT changed();
}

void MatchDesk::passOver(const std::string& sentence) {
  if (match_ == nullptr)
    return;
  match_->passOver(now_s_, sentence);
  Q_EMIT changed();
}

/// A record that is moved or deleted while it is written is told, once. What is told makes a deleted one anew.
void MatchDesk::missRecord() {
  const auto isGone = [&] { return !record_.empty() && !MatchRecord::exists(record_); };
  if (isGone() && !record_gone_)
    match_->passOver(now_s_, "The record " + record_ +
                                 " is gone from its place; if it was moved, put its folder back: what is ruled now is "
                                 "kept there, without pictures.");
  record_gone_ = isGone();
}

void MatchDesk::hear(const json& event) {
  if (!record_gone_)
    pictures_.hear(event, picture_.isNull() ? cv::Mat() : toMat(picture_), lens_);
  remember(event);
}

void MatchDesk::remember(const json& event) {
  if (event["event"] == "put_back" || event["event"] == "verdict")
    asked_squares_.clear();
  if (event["event"] == "put_back" && !event.value("done", false))
    for (const json& entry : event.value("squares", json::array()))
      asked_squares_.push_back(entry.value("square", ""));
  if (isTold(event))
    history_.push_back(event);
}

TableNotes MatchDesk::notesFor(const TableState& state) const {
  if (match_ == nullptr)
    return {};
  TableNotes notes = notesOf(match_->refereeState(), match_->facing(state));
  notes.squares.insert(notes.squares.end(), asked_squares_.begin(), asked_squares_.end());
  return notes;
}

void MatchDesk::say(const std::string& words, std::string player) {
  if (match_ == nullptr) {
    if (!failed_)
      history_.push_back({{"event", "error"}, {"t_s", now_s_}, {"sentence", "No match has begun yet."}});
    Q_EMIT changed();
    return;
  }
  if (player.empty())
    player = view().to_move;
  match_->hear({now_s_, player, words});
  Q_EMIT changed();
}

Result<std::string> MatchDesk::challenge(long long seq) {
  if (match_ == nullptr || record_.empty())
    return fail("Only a match that is recorded can be challenged.");
  const auto contents = MatchRecord::read(record_);
  if (!contents)
    return tl::unexpected(contents.error());
  const auto dispute = makeDispute(*contents, seq, MatchRecord::picturesOf(record_));
  if (!dispute)
    return tl::unexpected(dispute.error());
  const std::string file = (fs::path(record_) / ("dispute-" + std::to_string(seq) + ".json")).string();
  if (auto written = writeDispute(*dispute, file); !written)
    return tl::unexpected(written.error());
  match_->challenged(seq, file, now_s_);
  Q_EMIT changed();
  return file;
}

Result<void> MatchDesk::overrule(long long seq, const std::string& who, const std::string& why) {
  if (match_ == nullptr)
    return fail("No match has begun yet.");
  auto done = match_->overrule(seq, who, why, now_s_);
  Q_EMIT changed();
  return done;
}

Result<void> MatchDesk::rule(const ClockRuling& ruling) {
  if (match_ == nullptr)
    return fail("No match has begun yet.");
  auto done = match_->rule(ruling, now_s_);
  Q_EMIT changed();
  return done;
}

/// What the window says of a shot or a step is what the match would rule: about the ships where they belong.
void MatchDesk::judgeAsRecorded(Snapshot& snapshot, const json& ships) {
  const bool alone = notCounted(snapshot.state, match_->setup()).empty() &&
                     std::ranges::find(snapshot.calls, Call::Question::step, &Call::question) == snapshot.calls.end();
  std::vector<Ship> fleet;
  for (const json& json : ships) {
    const Ship& ship = fleet.emplace_back(Ship::fromJson(json));
    if (ship.displaced && ship.afloat())
      snapshot.astray[ship.name] = ship.seen.pose;
  }
  snapshot.recorded = law_->tableOf(fleet).value_or(rules::PlaneTable{});
  const auto flags = match_->refereeState().value("flags", std::map<std::string, std::string>());
  for (rules::PlaneObject& object : snapshot.recorded->objects)
    if (const auto flag = flags.find(object.id); flag != flags.end()) {
      object.flag = true;
      object.player = flag->second;
    }
  if (alone && judged_ && judged_->ships == ships && judged_->names == snapshot.names && judged_->flags == flags) {
    snapshot.calls = judged_->calls;
    return;
  }
  snapshot.calls = caller_->again(snapshot);
  sortForReading(snapshot.calls);
  judged_ = alone ? std::optional(Judged{ships, snapshot.names, flags, snapshot.calls}) : std::nullopt;
}

SnapshotPtr MatchDesk::named(const SnapshotPtr& snapshot) {
  if (match_ == nullptr || snapshot->trouble.kind != Trouble::Kind::none)
    return snapshot;
  const json ships = match_->refereeState().value("ships", json::array());
  const auto names = matchNames(ships, *snapshot);
  const bool squares = snapshot->state.board && !snapshot->state.board->orientation_known;
  if (names.empty() && !squares)
    return snapshot;
  auto renamed = std::make_shared<Snapshot>(*snapshot);
  renamed->state = match_->facing(snapshot->state);
  for (const auto& [id, name] : names)
    renamed->names[id] = name;
  for (const json& ship : ships)
    if (Ship::fromJson(ship).flagship != Marked::no)
      for (const auto& [id, name] : names)
        if (name == ship["name"])
          renamed->flagships.insert(id);
  if (!names.empty())
    judgeAsRecorded(*renamed, ships);
  return renamed;
}

std::vector<MatchDesk::ShipName> MatchDesk::shipsAfloat() const {
  std::vector<ShipName> ships;
  for (const json& ship : match_ == nullptr ? json::array() : match_->refereeState().value("ships", json::array()))
    if (Ship::fromJson(ship).afloat())
      ships.push_back({ship.value("name", ""), ship.value("player", "")});
  return ships;
}

std::string MatchDesk::displayName(const std::string& player) const {
  return setup().displayName(player);
}

std::vector<std::string> MatchDesk::players() const {
  if (onSquares(setup().game))
    return {"white", "black"};
  std::vector<std::string> names;
  for (const Player& player : setup().players)
    names.push_back(player.name);
  if (match_ != nullptr)
    if (const json ledger = match_->refereeState().value("ledger", json()); ledger.is_object())
      names = ledger.value("order", names);
  return names;
}

json MatchDesk::position() const {
  if (match_ == nullptr)
    return {};
  const json state = match_->refereeState();
  json position = state.value("position", json());
  if (position.is_object() && state.contains("windows")) // rights that are open or have lapsed, where hints were agreed
    position["windows"] = state["windows"];
  return position;
}

MatchView MatchDesk::view() const {
  MatchView view;
  if (match_ == nullptr)
    return view;
  const json state = match_->refereeState();
  view.over = state.value("over", false);
  if (view.over)
    if (const auto end = std::find_if(history_.rbegin(), history_.rend(),
                                      [](const json& event) { return event.value("event", "") == "over"; });
        end != history_.rend())
      view.winner = winnerOf(*end);
  view.doubtful_corner = cornerFrom(state.value("doubtful_corner", ""));
  if (const std::string asked = state.value("asked_for_flagship", ""); !asked.empty()) {
    view.flagship = MatchView::Flagship{asked, {}, ""};
    for (const json& entry : state["ships"])
      if (const Ship ship = Ship::fromJson(entry); ship.player == asked && ship.afloat()) {
        view.flagship->ships.push_back(ship.name);
        if (ship.flagship != Marked::no)
          view.flagship->taken = ship.name;
      }
  }
  const bool set_up = state.value("setting_up", false) || !state.value("begun", true);
  if (!set_up && !view.over)
    view.to_move = state.value("to_move", "");
  else if (const auto ready = state.value("ready", std::vector<std::string>()); !ready.empty())
    std::ranges::copy_if(players(), std::back_inserter(view.awaited),
                         [&](const std::string& player) { return std::ranges::find(ready, player) == ready.end(); });
  if (const json ledger = state.value("ledger", json()); ledger.is_object()) {
    view.turn = ledger.value("turn", 0);
    view.actions_left = std::max(0, actions_per_turn + ledger.value("extra", 0) -
                                        static_cast<int>(ledger.value("actions", json::array()).size()));
  } else if (state.contains("turn")) {
    view.turn = state.value("turn", 0);
  }
  view.held = match_->held();
  const GameClock& clock = match_->clock();
  const json clocks = clock.toJson(now_s_);
  for (const auto& [player, used] : clocks["used_s"].items())
    view.clocks.push_back(
        {player, used.get<double>(), clock.left_s(player, now_s_), clock.running() && clock.player() == player});
  const GameClock& shared = match_->setUpClock();
  if (const std::string& all = shared.player(); match_->settingUp() && !all.empty()) {
    view.shared_clock = all;
    view.clocks.push_back({all, shared.used_s(all, now_s_), shared.left_s(all, now_s_), shared.running()});
  }
  return view;
}

} // namespace linesman::app
