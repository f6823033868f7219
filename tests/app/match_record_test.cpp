#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <regex>
#include <set>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <gtest/gtest.h>

#include <QImage>

#include "app/record/dispute.h"
#include "app/record/export.h"
#include "app/record/html_report.h"
#include "app/record/pdf_report.h"
#include "app/watch/clock_ruling.h"
#include "app/watch/match.h"
#include "app/watch/replay.h"
#include "app/watch/told.h"
#include "support/truth.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string chess = std::string(LINESMAN_TEST_DATA) + "/matches/match_chess";
const std::string armadas = std::string(LINESMAN_TEST_DATA) + "/matches/match_armadas";

/// A page without its marks.
std::string plain(const std::string& page) {
  static const std::regex mark("<[^>]*>");
  return std::regex_replace(page, mark, "");
}

MatchSetup setupOf(const std::string& folder) {
  MatchSetup setup;
  setup.game = folder == chess ? "king_down" : "armadas";
  if (folder == armadas) {
    setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
    setup.pick_up = "red";
  }
  return setup;
}

class MatchRecordTest : public testing::Test {
protected:
  MatchRecordTest() {
    char name[] = "/tmp/linesman-record-XXXXXX";
    folder_ = mkdtemp(name);
  }
  ~MatchRecordTest() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }

  /// Watches the first `frames` frames of a match; what was announced comes back.
  std::vector<json> watch(const std::string& match_folder, const std::string& record, std::size_t frames) {
    std::vector<json> events;
    auto match = Match::begin(setupOf(match_folder), record, [&](const json& event) { events.push_back(event); });
    EXPECT_TRUE(match) << (match ? "" : match.error().sentence);
    feed(*match, match_folder, 0, frames);
    state_ = match->refereeState();
    return events;
  }
  void feed(Match& match, const std::string& match_folder, std::size_t first, std::size_t last) {
    const auto told = readTold(match_folder + "/told.jsonl").value_or(std::vector<Claim>());
    const auto truth = tests::readTruth(match_folder);
    for (std::size_t i = first; i < std::min(last, truth.size()); ++i) {
      const double from_s = i == 0 ? -1.0 : truth[i - 1]["sequence"]["t_s"].get<double>();
      const TableState state = tests::TruthReader().read(truth[i]);
      for (const Claim& claim : told)
        if (claim.t_s > from_s && claim.t_s <= state.t_s)
          match.hear(claim);
      match.see(state);
    }
  }

  fs::path folder_;
  json state_;
};

TEST_F(MatchRecordTest, ReplayGivesEveryAnswerAgain) {
  for (const std::string& match : {chess, armadas}) {
    const std::string record = path(fs::path(match).filename().string());
    const auto announced = watch(match, record, 99);
    const auto contents = MatchRecord::read(record);
    ASSERT_TRUE(contents) << contents.error().sentence;
    ASSERT_EQ(contents->events.size(), announced.size());
    for (std::size_t i = 0; i < announced.size(); ++i)
      EXPECT_EQ(toJson(contents->events[i], static_cast<long long>(i + 1)), announced[i]);
    const auto differences = replay(*contents);
    ASSERT_TRUE(differences);
    EXPECT_TRUE(differences->empty()) << differences->front();
  }
}

TEST_F(MatchRecordTest, ADifferenceSaysWhatDiffersAndUnderWhichNumber) {
  watch(chess, path("match"), 99);
  auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents) << contents.error().sentence;
  const auto verdict = std::find_if(contents->events.begin(), contents->events.end(),
                                    [](const Event& event) { return event.kind == "verdict"; });
  ASSERT_NE(verdict, contents->events.end());
  const std::string was = verdict->body["clauses"].dump();
  verdict->body["clauses"] = {"KD-99"};
  const auto differences = replay(*contents, nullptr, 101);
  ASSERT_TRUE(differences);
  ASSERT_EQ(differences->size(), 1u);
  const std::string& line = differences->front();
  EXPECT_TRUE(line.starts_with("event " + std::to_string(101 + (verdict - contents->events.begin())) + " at 2.00 s: "))
      << line;
  EXPECT_NE(line.find("clauses [\"KD-99\"] and not " + was), std::string::npos) << line;
}

/// What is to be known of the registration is said when it begins and when it ends, and not with every table.
TEST_F(MatchRecordTest, ADoubtfulRegistrationIsToldOnce) {
  const auto truth = tests::readTruth(armadas);
  ASSERT_GE(truth.size(), 6u);
  std::vector<json> told;
  auto match = Match::begin(setupOf(armadas), path("match"), [&](const json& event) {
    if (event["event"] == "calibration")
      told.push_back(event);
  });
  ASSERT_TRUE(match) << match.error().sentence;
  for (std::size_t i = 0; i < truth.size(); ++i) {
    TableState state = tests::TruthReader().read(truth[i]);
    state.registration.warning = i < truth.size() / 2 ? "Marker 3 is left out." : "";
    match->see(state);
  }
  match->settle();
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[0]["what"], "registration");
  EXPECT_FALSE(told[0]["ok"].get<bool>());
  EXPECT_EQ(told[0]["sentence"], "Marker 3 is left out.");
  EXPECT_TRUE(told[1]["ok"].get<bool>());
}

TEST_F(MatchRecordTest, ReplayNamesAnAnswerThatWasChanged) {
  watch(chess, path("match"), 5);
  auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  for (Event& event : contents->events)
    if (event.kind == "verdict") {
      event.body["ruling"] = "illegal";
      break;
    }
  const auto differences = replay(*contents);
  ASSERT_TRUE(differences);
  ASSERT_EQ(differences->size(), 1u);
  EXPECT_NE(differences->front().find("verdict"), std::string::npos);
}

TEST_F(MatchRecordTest, ACrashAfterAnyLineResumesToTheSameMatch) {
  const auto announced = watch(chess, path("whole"), 19);
  const json wanted = state_;
  std::ifstream in(path("whole") + "/match.jsonl");
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);)
    lines.push_back(line);
  const auto truth = tests::readTruth(chess);
  for (std::size_t kept = 2; kept <= lines.size(); kept += 5) {
    const std::string folder = path("cut" + std::to_string(kept));
    fs::create_directories(folder);
    std::ofstream out(folder + "/match.jsonl");
    for (std::size_t i = 0; i < kept; ++i)
      out << lines[i] << '\n';
    out << lines.back().substr(0, 30); // and a torn one
    out.close();
    auto match = Match::resume(folder, [](const json&) {});
    ASSERT_TRUE(match) << match.error().sentence;
    std::size_t next = 0;
    if (match->settled())
      while (next < 19 && truth[next]["sequence"]["t_s"].get<double>() <= match->settled()->t_s)
        ++next;
    feed(*match, chess, next, 19);
    EXPECT_EQ(match->refereeState()["position"], wanted["position"]) << kept;
    const auto contents = MatchRecord::read(folder);
    ASSERT_TRUE(contents);
    const auto differences = replay(*contents);
    ASSERT_TRUE(differences);
    EXPECT_TRUE(differences->empty()) << kept << ": " << differences->front();
  }
}

/// Its chain is whole, and yet it was not written so.
TEST_F(MatchRecordTest, ARecordWithAValueOfAnotherTypeIsRefusedInASentence) {
  watch(armadas, path("match"), 3);
  {
    MatchRecord::Contents contents;
    auto record = MatchRecord::resume(path("match"), contents);
    ASSERT_TRUE(record) << record.error().sentence;
    ASSERT_TRUE(
        record->append({{"clock", contents.events.back().t_s, {{"clock", {{"player", "red"}, {"running", 7}}}}}}));
  }
  const auto match = Match::resume(path("match"), [](const json&) {});
  ASSERT_FALSE(match);
  EXPECT_NE(match.error().sentence.find(path("match") + " cannot be understood"), std::string::npos)
      << match.error().sentence;
  EXPECT_EQ(match.error().sentence.find("exception"), std::string::npos) << match.error().sentence;
}

/// A match is killed again and again at random moments and taken up each time: what was announced is in the record, in
/// its place, and the match ends as one that nobody killed.
TEST_F(MatchRecordTest, KilledTwoHundredTimesTheMatchEndsAsOneThatNobodyKilled) {
  watch(chess, path("whole"), 99);
  const json wanted = state_;
  std::mt19937 random(11);
  for (int kills = 0, game = 0; kills < 200; ++game) {
    const std::string folder = path("killed" + std::to_string(game));
    bool done = false;
    for (int round = 0; !done; ++round) {
      ASSERT_LT(round, 400);
      int ends[2];
      ASSERT_EQ(pipe(ends), 0);
      const pid_t child = fork();
      if (child == 0) {
        const auto tell = [&](const json& event) {
          const std::string line = event.dump() + "\n";
          if (::write(ends[1], line.data(), line.size()) < 0)
            _exit(1);
        };
        auto match =
            MatchRecord::exists(folder) ? Match::resume(folder, tell) : Match::begin(setupOf(chess), folder, tell);
        if (!match)
          _exit(2);
        const auto truth = tests::readTruth(chess);
        std::size_t next = 0;
        while (match->settled() && next < truth.size() &&
               truth[next]["sequence"]["t_s"].get<double>() <= match->settled()->t_s)
          ++next;
        feed(*match, chess, next, 99);
        _exit(0);
      }
      close(ends[1]);
      const bool kills_it = kills < 200 && round < 25; // then it may go through
      if (kills_it) {
        usleep(std::uniform_int_distribution<unsigned>(1000, 40000)(random));
        kill(child, SIGKILL);
      }
      std::string announced;
      char bytes[4096];
      for (ssize_t n = 0; (n = ::read(ends[0], bytes, sizeof bytes)) > 0;)
        announced.append(bytes, static_cast<std::size_t>(n));
      close(ends[0]);
      int status = 0;
      waitpid(child, &status, 0);
      kills += WIFSIGNALED(status) ? 1 : 0;
      done = WIFEXITED(status);
      if (done) {
        ASSERT_TRUE(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 2) << WEXITSTATUS(status);
      }
      if (done && WEXITSTATUS(status) == 2) { // killed before the first line of the record was whole
        fs::remove_all(folder);
        done = false;
        continue;
      }
      if (!MatchRecord::exists(folder))
        continue;
      const auto contents = MatchRecord::read(folder);
      std::istringstream lines(announced);
      for (std::string line; std::getline(lines, line);)
        if (const json event = json::parse(line, nullptr, false); event.is_object()) {
          const auto at = event["seq"].get<std::size_t>();
          ASSERT_TRUE(contents) << "announced, but no record: " << contents.error().sentence;
          ASSERT_LE(at, contents->events.size()) << "announced, but not kept";
          EXPECT_EQ(toJson(contents->events[at - 1], static_cast<long long>(at)), event);
        }
    }
    const auto contents = MatchRecord::read(folder);
    ASSERT_TRUE(contents);
    const auto differences = replay(*contents);
    ASSERT_TRUE(differences);
    EXPECT_TRUE(differences->empty()) << differences->front();
    auto match = Match::resume(folder, [](const json&) {});
    ASSERT_TRUE(match);
    EXPECT_EQ(match->refereeState()["position"], wanted["position"]);
  }
}

/// Once there is room again, the same words begin the match in the same folder.
TEST_F(MatchRecordTest, AMatchThatFoundNoRoomIsNoneAndKeepsNobodyOut) {
  const std::string folder = path("no_room");
  const auto begin = [&] { return Match::begin(setupOf(chess), folder, [](const json&) {}).has_value(); };
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    const rlimit none{};
    setrlimit(RLIMIT_FSIZE, &none);
    _exit(begin() ? 1 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  EXPECT_TRUE(fs::exists(folder + "/match.jsonl"));
  EXPECT_FALSE(MatchRecord::exists(folder));
  EXPECT_TRUE(begin());
  EXPECT_TRUE(MatchRecord::exists(folder));
  EXPECT_FALSE(begin()) << "what was begun is not begun again";
}

/// A file that may not grow fails writes as a full disk does.
TEST_F(MatchRecordTest, AFullDiskIsAnAlarmAndTheGameGoesOn) {
  const std::string folder = path("full");
  const pid_t child = fork();
  if (child == 0) {
    std::signal(SIGXFSZ, SIG_IGN);
    std::vector<json> events;
    auto match = Match::begin(setupOf(chess), folder, [&](const json& event) { events.push_back(event); });
    feed(*match, chess, 0, 4);
    rlimit limit{};
    getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit open_again = limit;
    limit.rlim_cur = static_cast<rlim_t>(fs::file_size(folder + "/match.jsonl")) + 20;
    setrlimit(RLIMIT_FSIZE, &limit);
    feed(*match, chess, 4, 12);
    const auto alarms = std::count_if(events.begin(), events.end(), [](const json& event) {
      return event["event"] == "error" && event.value("what", "") == "record";
    });
    const bool unsafe = events.back().value("recorded", true) == false;
    setrlimit(RLIMIT_FSIZE, &open_again);
    feed(*match, chess, 12, 99); // there is room again: everything that waited is written
    const auto contents = MatchRecord::read(folder);
    bool whole = contents && contents->events.size() == events.size(); // with the alarm
    for (std::size_t i = 0; whole && i < events.size(); ++i)
      whole = events[i]["seq"] == i + 1 && contents->events[i].kind == events[i]["event"];
    _exit(alarms == 1 && unsafe && whole && replay(*contents)->empty()
              ? 0
              : 1 + (alarms != 1) * 2 + !unsafe * 4 + !whole * 8);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

TEST_F(MatchRecordTest, ARecordThatIsDeletedInMidMatchIsToldAndMadeAnew) {
  std::vector<json> events;
  const std::string folder = path("deleted");
  auto match = Match::begin(setupOf(chess), folder, [&](const json& event) { events.push_back(event); });
  feed(*match, chess, 0, 4);
  fs::remove_all(folder);
  feed(*match, chess, 4, 12);
  EXPECT_EQ(std::count_if(events.begin(), events.end(),
                          [](const json& event) { return event.value("what", "") == "record"; }),
            1);
  const auto contents = MatchRecord::read(folder);
  ASSERT_TRUE(contents) << contents.error().sentence;
  ASSERT_EQ(contents->events.size(), events.size());
  for (std::size_t i = 0; i < events.size(); ++i)
    EXPECT_EQ(contents->events[i].kind, events[i]["event"]) << i;
  EXPECT_TRUE(replay(*contents)->empty());
}

TEST_F(MatchRecordTest, WhatTheCameraHoldsAndRefusesIsRecordedAndReplayed) {
  std::vector<json> events;
  auto match = Match::begin(setupOf(chess), path("match"), [&](const json& event) { events.push_back(event); });
  feed(*match, chess, 0, 3);
  match->note(1.5, {}); // nothing was said
  match->note(1.6, {false, "It refuses to hold its focus."});
  EXPECT_EQ(events.back()["event"], "calibration");
  EXPECT_EQ(events.back()["ok"], false);
  EXPECT_EQ(events.back()["sentence"], "It refuses to hold its focus.");
  EXPECT_NE((*(events.rbegin() + 1))["event"], "calibration");
  feed(*match, chess, 3, 5);
  const auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  const auto differences = replay(*contents);
  ASSERT_TRUE(differences);
  EXPECT_TRUE(differences->empty()) << differences->front();
}

TEST_F(MatchRecordTest, TheStateOfARestoredRefereeIsTheSame) {
  for (const std::string& match : {chess, armadas}) {
    watch(match, "", 17);
    auto referee = makeReferee(setupOf(match));
    ASSERT_TRUE(referee);
    ASSERT_TRUE((*referee)->restore(state_));
    const json again = (*referee)->state();
    for (const char* key : {"to_move", "ledger", "position", "played", "over"})
      EXPECT_EQ(again.value(key, json()), state_.value(key, json())) << key;
    EXPECT_FALSE((*referee)->restore(json::object()));
  }
}

TEST_F(MatchRecordTest, ADisputeIsReJudgedElsewhere) {
  watch(armadas, path("match"), 99);
  const auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  long long seq = 0;
  for (std::size_t i = 0; i < contents->events.size(); ++i)
    if (contents->events[i].kind == "verdict" && contents->events[i].body["ruling"] == "illegal")
      seq = static_cast<long long>(i + 1);
  ASSERT_GT(seq, 0);
  auto dispute = makeDispute(*contents, seq, path("match") + "/pictures");
  ASSERT_TRUE(dispute) << dispute.error().sentence;
  (*dispute)["picture_after"] = std::string(3'000'000, 'x'); // too large: it must go, the judgement stays
  ASSERT_TRUE(writeDispute(*dispute, path("dispute.json")));
  EXPECT_LT(fs::file_size(path("dispute.json")), 2'000'000u);
  EXPECT_TRUE(isDispute(path("dispute.json")));
  auto read = readDispute(path("dispute.json"));
  ASSERT_TRUE(read);
  const auto same = replayDispute(*read);
  ASSERT_TRUE(same) << same.error().sentence;
  EXPECT_TRUE(same->empty()) << same->front();
  for (json& event : (*read)["events"])
    if (event["event"] == "verdict")
      event["ruling"] = "legal";
  EXPECT_FALSE(replayDispute(*read)->empty());
  EXPECT_FALSE(makeDispute(*contents, 100000, ""));
}

TEST_F(MatchRecordTest, Transcripts) {
  watch(chess, path("match"), 99);
  const auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  const std::string pgn = pgnTranscript(*contents).value_or("");
  EXPECT_NE(pgn.find("1. e2e4 d7d5 2. e4xd5 d8xd5"), std::string::npos) << pgn;
  EXPECT_NE(pgn.find("{refused: h1h3"), std::string::npos) << pgn;
  EXPECT_NE(textTranscript(*contents).find("white says: adjust"), std::string::npos);
}

/// Verdicts of a match on squares, as the referee writes them.
Event verdictOn(const char* turn, const char* actor, const char* ruling, long long overrules = 0) {
  json body = {{"turn", turn}, {"actor", actor}, {"ruling", ruling}, {"clauses", {"KD-48"}}, {"sentence", "So it is."}};
  if (overrules != 0)
    body["overrules"] = overrules;
  return {"verdict", 1.0, std::move(body)};
}

TEST_F(MatchRecordTest, APgnHasTheResultThatStandsAndNoTalkAmongItsMoves) {
  MatchRecord::Contents contents;
  contents.setup.game = "king_down";
  contents.events = {{"start", 0.0, {{"position", {{"board", R"(a "b" \c)"}}}}},
                     verdictOn("draw?", "white", "legal"),
                     verdictOn("no", "black", "legal"),
                     verdictOn("e2e4", "white", "legal"),
                     verdictOn("resign", "white", "legal"),
                     {"over", 2.0, {{"winner", "black"}}}};
  std::string pgn = pgnTranscript(contents).value_or("");
  EXPECT_NE(pgn.find("{white: draw?} {black: no} 1. e2e4 {white: resign} 0-1"), std::string::npos) << pgn;
  EXPECT_NE(pgn.find(R"x([Start "{\"board\":\"a \\\"b\\\" \\\\c\"}"])x"), std::string::npos) << pgn;
  contents.events.push_back(verdictOn("resign", "white", "illegal", 5)); // overruled: the game goes on
  contents.events.push_back(verdictOn("e7e5", "black", "legal"));
  pgn = pgnTranscript(contents).value_or("");
  EXPECT_NE(pgn.find("[Result \"*\"]"), std::string::npos) << pgn;
  EXPECT_NE(pgn.find("{So it is.} e7e5 *"), std::string::npos) << pgn;
  contents.events.push_back(verdictOn("e2e4", "white", "illegal", 4)); // and what came after it falls
  pgn = pgnTranscript(contents).value_or("");
  EXPECT_EQ(pgn.find("e7e5"), std::string::npos) << pgn;
  EXPECT_EQ(pgn.find("1."), std::string::npos) << pgn;
}

TEST_F(MatchRecordTest, AGameOfShipsHasNoPgn) {
  MatchRecord::Contents contents;
  for (const char* game : {"armadas", "armada2k"}) {
    contents.setup.game = game;
    const auto pgn = pgnTranscript(contents);
    ASSERT_FALSE(pgn);
    EXPECT_NE(pgn.error().sentence.find("is not played on squares"), std::string::npos) << pgn.error().sentence;
  }
}

TEST_F(MatchRecordTest, TranscriptsTellWhatWasRefusedAndWhichPiecesGoBack) {
  MatchRecord::Contents contents;
  contents.setup.game = "king_down";
  const Claim claim{1.0, "white", "yes"};
  contents.events = {
      answerTo(claim, false, "That is for black to say now."),
      answerTo({2.0, "black", "yes"}, true),
      {"put_back", 3.0, {{"done", true}, {"square", "b1"}, {"piece", "knight"}}},
      {"put_back",
       4.0,
       {{"done", false},
        {"sentence", "Put the men where they are shown."},
        {"squares", {{{"square", "e2"}, {"piece", "pawn"}}, {{"square", "e4"}, {"piece", nullptr}}}}}},
      {"put_back", 59.97, {{"done", true}, {"ship", "r1"}, {"piece", "r1"}}},
      {"put_back", 61.0, {{"done", false}, {"ship", "r2"}, {"piece", "r2"}}},
      {"action", 62.0, {{"kind", "remove"}, {"what", "spare_withdrawn"}, {"actor", "white"}, {"ship", "r3"}}},
      {"verdict", 63.0, {{"action", "shot"}, {"ruling", "illegal"}, {"sentence", "Too far."}}},
      {"coverage", 64.0, {{"seen", true}}},
      {"over", 65.0, {{"winner", "black"}}}};
  const std::string text = textTranscript(contents);
  EXPECT_NE(text.find("white says: yes\n         refused: That is for black to say now.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("black says: yes\n  0:03.0  The knight is back on b1.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("  1:00.0  r1 is back in its place.\n"), std::string::npos) << text;
  const std::string page = HtmlReport().write(contents);
  for (const char* sentence :
       {"The knight is back on b1.", "Put the men where they are shown. (e2, e4)", "r1 is back in its place.",
        "Put r2 back where it was.", "white takes the gauge at r3 away", "The whole table is in sight again.", "NO",
        "The game is over: black won."}) {
    EXPECT_NE(text.find(sentence), std::string::npos) << sentence << " is not in " << text;
    EXPECT_NE(plain(page).find(sentence), std::string::npos) << sentence << " is not in " << page;
  }
  EXPECT_EQ(text.find('_', text.find('\n')), std::string::npos) << "no words of the record: " << text;
  EXPECT_NE(page.find("yes<br><i>refused: That is for black to say now.</i>"), std::string::npos) << page;
  EXPECT_EQ(page.find("refused", page.find("refused") + 1), std::string::npos) << page;
}

TEST_F(MatchRecordTest, TranscriptsTellWhatPeopleDecidedAboutClocks) {
  watch(chess, path("match"), 99);
  auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  EXPECT_EQ(textTranscript(*contents).find("clock"), std::string::npos); // whose turn it is stands with the moves
  const ClockRuling ruling{ClockRuling::What::give, "white", 120.0, "Ann", "a phone rang"};
  contents->events.push_back({"clock", 75.0, bodyOf(ruling)});
  EXPECT_NE(textTranscript(*contents).find("1:15.0  Ann gives white 2:00: a phone rang.\n"), std::string::npos)
      << textTranscript(*contents);
}

/// What a command prints.
std::string printed(const std::string& command) {
  std::string text;
  FILE* pipe = popen(command.c_str(), "r");
  for (int c = pipe == nullptr ? EOF : std::fgetc(pipe); c != EOF; c = std::fgetc(pipe))
    text += static_cast<char>(c);
  return pipe != nullptr && pclose(pipe) == 0 ? text : std::string();
}

std::size_t countOf(const std::string& what, const std::string& text) {
  std::size_t n = 0;
  for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++n;
  return n;
}

TEST_F(MatchRecordTest, AReportOnPaperHasEverySignInItsTextAndEveryPictureBesideItsRuling) {
  if (printed("pdftotext -v 2>&1; pdfimages -v 2>&1").empty())
    GTEST_SKIP() << "without poppler-utils";
  MatchRecord::Contents contents;
  contents.setup.game = "armadas";
  constexpr int turns = 40; // more than are laid out together
  for (int i = 0; i < turns; ++i) {
    contents.events.push_back({"settled", 10.0 * i});
    contents.events.push_back({"verdict",
                               10.0 * i,
                               {{"ruling", "legal"},
                                {"clauses", {"AR-22"}},
                                {"margin_mm", -2.5},
                                {"sentence", "Ruled (10:30) +5 of e2-e4."}}});
    for (int k = 0; k < i % 4; ++k)
      contents.events.push_back({"error", 10.0 * i, {{"sentence", "Something else was said in between."}}});
  }
  HtmlReport report;
  int shade = 0;
  report.picture = [&](long long) {
    QImage picture(640, 360, QImage::Format_RGB32);
    picture.fill(QColor(5 * ++shade, 90, 120)); // each another, or one would be kept for all
    return picture;
  };
  const std::string file = path("report.pdf");
  ASSERT_TRUE(writePdfReport(report.write(contents), "Match", file));
  std::size_t rulings = 0;
  for (int page = 1; rulings < turns && page < turns; ++page) {
    const std::string only = " -f " + std::to_string(page) + " -l " + std::to_string(page) + " " + file;
    const std::string text = printed("pdftotext -layout" + only + " -");
    const std::size_t here = countOf("Ruled (10:30) +5 of e2-e4.", text);
    EXPECT_EQ(countOf(" image ", printed("pdfimages -list" + only)), here) << "on page " << page << ":\n" << text;
    EXPECT_EQ(countOf("-2.50 mm", text), here) << text;
    EXPECT_TRUE(std::regex_search(text, std::regex("\\n *" + std::to_string(page) + "\\n"))) << "its number:" << text;
    rulings += here;
  }
  EXPECT_EQ(rulings, static_cast<std::size_t>(turns));
  std::set<std::string> columns; // where the words begin, whether a picture stands beside them or not
  const std::string places = printed("pdftotext -bbox " + file + " -");
  const std::regex word("xMin=\"([0-9]+)[^>]*>(?:LEGAL|Something)<");
  for (std::sregex_iterator it(places.begin(), places.end(), word), end; it != end; ++it)
    columns.insert((*it)[1]);
  EXPECT_EQ(columns.size(), 1u) << places;
}

TEST_F(MatchRecordTest, NamesThatOthersWroteAreShownAsWhatTheyAre) {
  MatchRecord::Contents contents;
  contents.setup.game = "king_down";
  contents.setup.players = {{"Ann\x1B[2J", {Colour::white}}, {"\xE2\x80\xAEoB\nHIT", {Colour::black}}};
  contents.events.push_back({"claim", 1.0, {{"player", "white"}, {"say", "done\xE2\x80\xAE"}}});
  contents.events.push_back(
      {"verdict", 2.0, {{"ruling", "legal"}, {"turn", "e2e4"}, {"sentence", "It is legal; Black is to move."}}});
  contents.events.push_back({"over", 3.0, {{"winner", "black"}}});
  const std::string text = textTranscript(contents), page = HtmlReport().write(contents);
  for (const std::string& shown : {text, plain(page)}) {
    EXPECT_EQ(shown.find('\x1B'), std::string::npos) << shown;
    EXPECT_EQ(shown.find("\xE2\x80\xAE"), std::string::npos) << shown;
    EXPECT_EQ(shown.find("\nHIT"), std::string::npos) << shown;
    EXPECT_NE(shown.find("U+001B"), std::string::npos) << shown;
    EXPECT_NE(shown.find("U+202E"), std::string::npos) << shown;
  }
}

TEST_F(MatchRecordTest, AReportForPeople) {
  watch(armadas, path("match"), 99);
  const auto contents = MatchRecord::read(path("match"));
  ASSERT_TRUE(contents);
  HtmlReport report;
  report.clause_text = [](const std::string& id) { return "What <" + id + "> says"; };
  std::size_t tables = 0; // that were ruled on
  bool ruled = true;
  for (const Event& event : contents->events) {
    if (event.kind == "settled")
      ruled = false;
    else if (event.kind == "verdict" && !std::exchange(ruled, true))
      ++tables;
  }
  report.picture = [](long long) {
    QImage picture(1280, 720, QImage::Format_RGB32);
    picture.fill(Qt::darkGreen);
    return picture;
  };
  const std::string page = report.write(*contents);
  const auto count = [&](const std::string& what) { return countOf(what, page); };
  const auto verdicts = std::count_if(contents->events.begin(), contents->events.end(),
                                      [](const Event& event) { return event.kind == "verdict"; });
  std::size_t words = 0;
  for (const char* word : {"LEGAL", "ILLEGAL", "HIT", "NO", "TOO CLOSE: NO"})
    words += count("<b>" + std::string(word) + "</b>");
  EXPECT_EQ(words, static_cast<std::size_t>(verdicts));
  EXPECT_GT(count("<b>ILLEGAL</b>"), 0u);
  EXPECT_EQ(count("<img "), tables) << "each table is shown once";
  EXPECT_NE(page.find("What &lt;AR-"), std::string::npos) << "clauses with their text, escaped";
  EXPECT_EQ(page.find("http"), std::string::npos) << "nothing is fetched";
  EXPECT_NE(HtmlReport().write({}).find("Nothing has happened yet."), std::string::npos);
}

/// Of a record that was changed in its middle, what stands before is judged again, and it is said that the rest is
/// lost.
TEST_F(MatchRecordTest, WhatStandsBeforeDamageIsRead) {
  watch(chess, path("match"), 99);
  const auto whole = MatchRecord::read(path("match"));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->lost, "");
  const std::string file = path("match") + "/match.jsonl";
  std::ifstream in(file);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  std::string changed = bytes;
  const std::size_t at = changed.find("e4xd5");
  ASSERT_NE(at, std::string::npos);
  changed[at] = 'd';
  std::ofstream(file) << changed;
  const auto events = static_cast<std::size_t>(std::count(bytes.begin(), bytes.begin() + static_cast<long>(at), '\n'));
  const auto rest = MatchRecord::read(path("match"));
  ASSERT_TRUE(rest) << rest.error().sentence;
  EXPECT_EQ(rest->events.size(), events - 1) << "without the header";
  EXPECT_TRUE(rest->damaged);
  EXPECT_NE(rest->lost.find("is damaged at line " + std::to_string(events + 1)), std::string::npos) << rest->lost;
  const auto again = replay(*rest);
  ASSERT_TRUE(again);
  EXPECT_TRUE(again->empty()) << again->front();
  EXPECT_NE(HtmlReport().write(*rest).find("is damaged at line"), std::string::npos);
  MatchRecord::Contents contents;
  EXPECT_FALSE(MatchRecord::resume(path("match"), contents)) << "nothing is written behind damage";
}

TEST_F(MatchRecordTest, BadRecordsAreOneSentence) {
  EXPECT_FALSE(MatchRecord::read(path("nothing")));
  fs::create_directories(path("torn"));
  std::ofstream(path("torn") + "/match.jsonl") << "not a record";
  const auto torn = MatchRecord::read(path("torn"));
  ASSERT_FALSE(torn);
  EXPECT_NE(torn.error().sentence.find("empty"), std::string::npos);
  watch(chess, path("match"), 2);
  EXPECT_FALSE(Match::begin(setupOf(chess), path("match"), [](const json&) {}));
}

TEST_F(MatchRecordTest, AGlanceAtItsEndsSaysWhetherTheGameIsOver) {
  auto record = MatchRecord::create(path("match"), setupOf(chess));
  ASSERT_TRUE(record);
  const auto glance = [this] { return MatchRecord::glance(path("match")).value(); };
  EXPECT_EQ(glance().setup.game, setupOf(chess).game);
  EXPECT_FALSE(glance().begun);
  const std::string long_text(20000,
                              'x'); // as long as a table of many ships; several fill a block that is read at once
  const auto add = [&](const char* kind, int times) {
    std::vector<Event> events(static_cast<std::size_t>(times), Event{kind, 1.0, {{"sentence", long_text}}});
    ASSERT_TRUE(record->append(events));
  };
  add("settled", 9);
  EXPECT_TRUE(glance().begun);
  EXPECT_FALSE(glance().over) << "nothing tells: it has begun and not ended";
  add("verdict", 1);
  add("settled", 9);
  EXPECT_FALSE(glance().over);
  add("over", 1);
  EXPECT_TRUE(glance().over);
  add("settled", 9); // the men are packed away
  EXPECT_TRUE(glance().over);
  add("overrule", 1); // it was no mate
  add("settled", 9);
  EXPECT_FALSE(glance().over);
  add("over", 1);
  add("retract", 1); // nor was this one: the turn is taken back
  EXPECT_FALSE(glance().over);
  const auto missing = MatchRecord::glance(path("nothing"));
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().sentence.find("cannot be read"), std::string::npos) << missing.error().sentence;
}

} // namespace
} // namespace linesman::app
