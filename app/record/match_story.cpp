#include "app/record/match_story.h"

#include <algorithm>
#include <filesystem>

#include <QByteArray>
#include <QCoreApplication>
#include <QImage>

#include "app/player_names.h"
#include "app/record/dispute.h"
#include "app/record/shown_action.h"
#include "app/record/shown_event.h"
#include "app/record/table_pictures.h"
#include "app/table_drawing.h"
#include "app/watch/board_contents.h"
#include "app/watch/describe.h"
#include "app/watch/recorded_input.h"
#include "models/json_line.h"
#include "models/polygon_json.h"

namespace linesman::app {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

/// Only what looks need. A board's memory holds the look of every square and all that was played: kept with every
/// moment, that of a thousand turns took 700 MB.
std::shared_ptr<const json> slim(const json& memory) {
  json kept = json::object();
  for (const char* key : {"game", "position", "refused_turn", "ships"})
    if (memory.contains(key))
      kept[key] = memory[key];
  return std::make_shared<const json>(std::move(kept));
}

/// The men as the match has them, where it has a position: a reader may have taken a rook for a pawn.
TableState played(TableState state, const json& memory) {
  if (!state.board || !memory.contains("position"))
    return state;
  const BoardContents contents = contentsOf(memory.value("game", ""), memory["position"]);
  state.board->pieces.clear();
  for (const auto& [square, man] : contents.men) {
    SeenBoardPiece piece;
    piece.square = square;
    piece.kind = man.kind;
    piece.side = man.side;
    state.board->pieces.push_back(std::move(piece));
  }
  return state;
}

PieceId idNamed(const TableNotes& notes, const std::string& name) {
  for (const auto& [id, own] : notes.names)
    if (own == name)
      return id;
  return {};
}

/// What people call an event of this kind.
std::string plainWord(const std::string& kind) {
  return kind == "error"         ? "trouble"
         : kind == "calibration" ? "camera"
         : kind == "coverage"    ? "view"
         : kind == "challenge"   ? "challenged"
                                 : kind;
}

/// What somebody did, in the language that is spoken.
std::string actionSentence(const json& action, const MatchSetup& setup) {
  const std::string actor = setup.displayName(textIn(action, "actor"));
  const QString words = shownAction(action, QCoreApplication::translate("Colours", actor.c_str()));
  return capitalised(words).toStdString();
}

/// Who and what is ruled on: "red  r3  b2", or "Ann  e4xd5". A player without a name of his own has that of his colour.
std::string titleOf(const json& ruling, const MatchSetup& setup) {
  const std::string who = setup.displayName(textIn(ruling, ruling.contains("player") ? "player" : "actor"));
  std::string title = QCoreApplication::translate("Colours", who.c_str()).toStdString();
  for (const char* key : {"ship", "target", "turn"})
    if (const std::string part = textIn(ruling, key); !part.empty())
      title += (title.empty() ? "" : "  ") + part;
  return title;
}

} // namespace

Result<MatchStory> MatchStory::open(const std::string& path) {
  std::error_code ignored;
  if (!fs::exists(path, ignored))
    return fail("There is no record " + path + "; name the folder given to --record, or a dispute file.");
  MatchStory story;
  story.path_ = path;
  try { // a chain that is whole says nothing of what stands in the lines, and a dispute file has none
    if (auto read = story.readAndFold(!fs::is_directory(path, ignored) && isDispute(path)); !read)
      return tl::unexpected(read.error());
    story.rehearse();
  } catch (const json::exception& error) {
    return fail("The record " + path + " cannot be understood (" + jsonFault(error) + "); it is not whole.");
  }
  return story;
}

std::string MatchStory::name() const {
  std::error_code ignored;
  const fs::path named =
      fs::absolute(pictures_.empty() ? path_ : MatchRecord::folderOf(path_), ignored).lexically_normal();
  return (named.has_filename() ? named : named.parent_path()).filename().string();
}

Result<void> MatchStory::readAndFold(bool dispute) {
  if (auto read = dispute ? readDisputeFile() : readRecord(); !read)
    return read;
  auto referee = makeReferee(contents_.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (dispute)
    if (auto restored = (*referee)->restore(start_); !restored)
      return restored;
  fold(**referee);
  return {};
}

/// Throws now, and not in the middle of a window or a report, where an event cannot be shown.
void MatchStory::rehearse() const {
  for (std::size_t i = 0; i < moments_.size(); ++i) {
    const Event& event = moments_[i].event;
    const TableNotes noted = notes(i);
    if (event.kind == "verdict")
      (void)callOf(i, noted);
    (void)describeMoment(event, contents_.setup);
    (void)shownEvent(event, contents_.setup, shownPerson(event, contents_.setup));
  }
}

Result<void> MatchStory::readDisputeFile() {
  auto dispute = readDispute(path_);
  if (!dispute)
    return tl::unexpected(dispute.error());
  dispute_ = std::move(*dispute);
  auto setup = MatchSetup::fromJson(dispute_.value("setup", json::object()));
  if (!setup)
    return tl::unexpected(setup.error());
  contents_.setup = std::move(*setup);
  start_ = dispute_.value("state", json());
  for (const json& entry : dispute_.value("events", json::array())) {
    moments_.push_back({entry.value("seq", 0LL), eventFromJson(entry), {}});
    contents_.events.push_back(moments_.back().event);
  }
  return {};
}

Result<void> MatchStory::readRecord() {
  auto contents = MatchRecord::read(path_);
  if (!contents)
    return tl::unexpected(contents.error());
  contents_ = std::move(*contents);
  pictures_ = MatchRecord::picturesOf(path_);
  for (const Event& event : contents_.events)
    moments_.push_back({static_cast<long long>(moments_.size() + 1), event, {}});
  return {};
}

/// What the referee knows after each moment, and the tables that came to rest, as he names their squares.
void MatchStory::fold(Referee& referee) {
  auto memory = slim(referee.state());
  for (Moment& moment : moments_) {
    if (moment.event.kind == "settled")
      if (auto table = settledFromBody(moment.event.body)) {
        table->state.t_s = moment.event.t_s;
        tables_.push_back({moment.seq, table->state});
      }
    if (!tables_.empty())
      moment.table = tables_.size() - 1;
    if (isInput(moment.event)) {
      (void)answersOf(referee, moment.event);
      if (moment.event.kind == "settled" && !tables_.empty() && tables_.back().seq == moment.seq)
        tables_.back().state = referee.facing(tables_.back().state);
      memory = slim(referee.state());
    }
    memories_.push_back(memory);
  }
}

bool MatchStory::hasPicture(std::size_t moment) const {
  return moments_[moment].table && !pictureOf(tables_[*moments_[moment].table]).isNull();
}

QImage MatchStory::pictureOf(const SeenTable& table) const {
  if (dispute_.is_object()) {
    const std::string bytes = textIn(dispute_, "picture_after");
    return QImage::fromData(QByteArray::fromBase64(QByteArray::fromStdString(bytes)));
  }
  return QImage(QString::fromStdString(pictureFile(pictures_, table.seq)));
}

TableNotes MatchStory::notes(std::size_t moment) const {
  const Moment& at = moments_[moment];
  if (!at.table)
    return {};
  TableNotes notes = notesOf(*memories_[moment], tables_[*at.table].state);
  if (at.event.kind == "put_back" && !at.event.body.value("done", false))
    for (const json& square : at.event.body.value("squares", json::array()))
      notes.squares.push_back(square.is_object() ? textIn(square, "square") : square.get<std::string>());
  return notes;
}

std::optional<std::size_t> MatchStory::rulingAt(std::size_t moment) const {
  const auto ruled = [this](std::size_t i) { return moments_[i].event.kind == "verdict"; };
  if (ruled(moment))
    return moment;
  if (moments_[moment].event.kind == "action" && moment + 1 < moments_.size() && ruled(moment + 1))
    return moment + 1;
  return std::nullopt;
}

Call MatchStory::callOf(std::size_t moment, const TableNotes& notes) const {
  const Event& event = moments_[moment].event;
  Call call;
  call.question = questionOf(event.body);
  call.actor = idNamed(notes, textIn(event.body, "ship"));
  call.target = idNamed(notes, textIn(event.body, "target"));
  call.verdict = verdictFrom(event.body);
  call.verdict.sentence = withNames(call.verdict.sentence, contents_.setup);
  call.title = titleOf(event.body, contents_.setup);
  return call;
}

SnapshotPtr MatchStory::look(std::size_t moment) const {
  auto snapshot = std::make_shared<Snapshot>();
  const Moment& at = moments_[moment];
  snapshot->number = at.seq;
  snapshot->t_s = at.event.t_s;
  snapshot->scene = fs::path(path_).filename().string();
  const json& area = contents_.setup.area;
  const TablePolygon area_mm = area.is_object() ? cornersFrom(area.value("points", json::array())) : TablePolygon();
  if (!at.table) {
    snapshot->trouble = {Trouble::Kind::none, ""};
    const DrawnTable drawn = drawTable(snapshot->state, snapshot->pieces, area_mm);
    snapshot->picture = drawn.picture;
    snapshot->lens = drawn.lens;
    snapshot->state.registration = {true, 0.0, {drawn.camera_from_table, Matrix6d::Zero()}, Registration::From::saved};
    snapshot->frame_name = "no table seen yet";
    return snapshot;
  }
  const SeenTable& table = tables_[*at.table];
  snapshot->state = table.state;
  snapshot->picture = pictureOf(table).convertToFormat(QImage::Format_RGB32);
  const auto lens = pictureLens(pictures_, table.seq);
  const bool seen = !snapshot->picture.isNull() && lens && table.state.registration.ok;
  snapshot->frame_name = "table of event " + std::to_string(table.seq) + (seen ? "" : ", drawn from its measurements");
  if (seen) {
    snapshot->lens = *lens;
  } else {
    const DrawnTable drawn = drawTable(played(table.state, *memories_[moment]), snapshot->pieces, area_mm);
    snapshot->picture = drawn.picture;
    snapshot->lens = drawn.lens;
    snapshot->state.registration = {true, 0.0, {drawn.camera_from_table, Matrix6d::Zero()}, Registration::From::saved};
  }
  const TableNotes known = notes(moment);
  snapshot->names = known.names;
  if (const auto ruling = rulingAt(moment))
    snapshot->calls = {callOf(*ruling, known)};
  return snapshot;
}

Result<Rejudged> MatchStory::rejudge(std::size_t moment) const {
  json dispute = dispute_;
  if (!dispute.is_object()) {
    auto made = makeDispute(contents_, moments_[moment].seq, "");
    if (!made)
      return tl::unexpected(made.error());
    dispute = std::move(*made);
  }
  auto differences = replayDispute(dispute);
  if (!differences)
    return tl::unexpected(differences.error());
  Rejudged result;
  result.differences = std::move(*differences);
  for (const json& entry : dispute["events"])
    result.recorded.push_back(eventFromJson(entry));
  auto referee = makeReferee(contents_.setup);
  if (!referee)
    return tl::unexpected(referee.error());
  if (auto restored = (*referee)->restore(dispute["state"]); !restored)
    return tl::unexpected(restored.error());
  if (!result.recorded.empty())
    result.now = answersOf(**referee, result.recorded.front());
  return result;
}

MomentText describeMoment(const Event& event, const MatchSetup& setup) {
  const json& body = event.body;
  const std::string sentence = withNames(textIn(body, "sentence"), setup);
  if (event.kind == "verdict")
    return {wordOf(body), sentence};
  if (event.kind == "settled")
    return {"table", "The table came to rest and was measured."};
  if (event.kind == "action")
    return {"action", sentence.empty() ? actionSentence(body, setup) : sentence};
  if (event.kind == "claim")
    return {"said", setup.displayName(textIn(body, "player")) + ": " + textIn(body, "say") +
                        (sentence.empty() ? "" : " (" + sentence + ")")};
  if (event.kind == "counter")
    return {"counter", withNames(counterName(body), setup) + ": " + body.value("before", json()).dump() + " → " +
                           body.value("after", json()).dump()};
  if (event.kind == "put_back")
    return {"put back", withNames(putBackSentence(body), setup)};
  if (event.kind == "over")
    return {"over", winnerOf(body).empty() ? "Nobody wins." : setup.displayName(winnerOf(body)) + " wins."};
  if (event.kind == "overrule")
    return {"overruled", textIn(body, "who") + ": " + textIn(body, "why")};
  if (event.kind == "retract")
    return {"retracted", sentence};
  if (event.kind == "hands_in" || event.kind == "hands_out")
    return {"hand", event.kind == "hands_in" ? "A hand came over the table." : "The hand left."};
  if (event.kind == "clock" && sentence.empty())
    return {"clock", "to move: " + setup.displayName(textIn(body, "to_move"))};
  if (event.kind == "start")
    return {"start", "to move: " + setup.displayName(textIn(body, "to_move"))};
  return {plainWord(event.kind), sentence};
}

} // namespace linesman::app
