// Records of matches as the shell makes and reads them: `referee --record` and `replay`: what is printed, and the exit
// status.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/record/journal.h"
#include "app/record/match_record.h"
#include "app/record/match_story.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::called;
using testing::Called;

class RecordCommands : public testing::Commands {};

/// What stands before damage is judged again or written, and the exit status says that this is not all.
TEST_F(RecordCommands, ReplayUsesWhatStandsBeforeDamage) {
  MatchSetup setup;
  setup.game = "king_down";
  auto record = MatchRecord::create(path("match"), setup);
  ASSERT_TRUE(record &&
              record->append({{"error", 1.0, {{"sentence", "One."}}}, {"error", 2.0, {{"sentence", "Two."}}}}));
  std::string bytes = bytesOf(path("match/match.jsonl"));
  bytes[bytes.find("Two.")] = 't';
  std::ofstream(path("match/match.jsonl")) << bytes;
  const Called again = called({"replay", path("match")});
  EXPECT_EQ(again.status, 1);
  EXPECT_NE(again.err.find("is damaged at line 3"), std::string::npos) << again.err;
  EXPECT_NE(again.err.find("1 event re-judged"), std::string::npos) << again.err;
  const Called written = called({"replay", path("match"), "--export", "text"});
  EXPECT_EQ(written.status, 1);
  EXPECT_NE(written.out.find("One."), std::string::npos) << written.out;
  EXPECT_EQ(written.out.find("wo."), std::string::npos) << written.out;
  EXPECT_NE(written.err.find("is damaged at line 3"), std::string::npos) << written.err;
}

/// Records and dispute files are sent about: what stands in them need not be Linesman's, though a chain is whole.
TEST_F(RecordCommands, WhatIsNestedWithoutEndOrOfAnotherTypeIsOneSentence) {
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  const auto recorded = [&](const std::string& name, const std::string& event) {
    fs::create_directory(path(name));
    EXPECT_TRUE(Journal::create(path(name) + "/match.jsonl")
                    ->append({R"({"record":"linesman match","format":1,"setup":{"game":"king_down"}})", event}));
    return path(name);
  };
  const auto written = [&](const std::string& name, const std::string& text) {
    std::ofstream(path(name)) << text;
    return path(name);
  };
  const std::string start = R"({"record":"linesman dispute","setup":{"game":"king_down"},"state":{},"events":)";
  for (const std::string& file :
       {recorded("deep", R"({"event":"error","t_s":1,"x":)" + deep + "}"),
        recorded("squares", R"({"event":"put_back","t_s":1,"squares":"e4"})"),
        recorded("highlights", R"({"event":"verdict","t_s":1,"clauses":7,"highlights":"e4","sentence":[]})"),
        written("deep.json", start + deep + "}"), written("number.json", R"({"record":5})"),
        written("events.json", start + R"({"a":5}})")})
    for (const std::vector<std::string>& more : {std::vector<std::string>{"--export", "html"}, {"--export", "text"}}) {
      std::vector<std::string> words = {"replay", file};
      words.insert(words.end(), more.begin(), more.end());
      const Called answer = called(words);
      EXPECT_EQ(testing::countOf(answer.err, "\n"), answer.status) << file << answer.err;
      EXPECT_EQ(answer.err.find("unexpected fault"), std::string::npos) << file << answer.err;
    }
  EXPECT_EQ(called({"replay", path("deep")}).status, 1);
  MatchSetup setup;
  setup.game = "king_down";
  setup.start = deep;
  EXPECT_FALSE(MatchSetup::fromJson(setup.toJson())) << "the position of a record's first line";
  EXPECT_EQ(called({"replay", path("deep.json")}).status, 1);
  EXPECT_FALSE(MatchStory::open(path("highlights"))) << "the window would end in the middle of it";
}

/// A match's pictures have numbers for names, and so may others that lie there.
TEST_F(RecordCommands, ARecordIsNotBegunAmongPicturesOfNone) {
  fs::create_directories(path("match/pictures"));
  fs::copy_file(path("good.jpg"), path("match/pictures/2.jpg"));
  const Called answer = called(
      {"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record", path("match")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("pictures of no record"), std::string::npos) << answer.err;
  EXPECT_FALSE(fs::exists(path("match/match.jsonl")));
}

TEST_F(RecordCommands, ARecordGoesOnAsItWasAgreed) {
  const std::vector<std::string> first = {"referee", "--game", "armadas",  "--source",    path("good.jpg"),
                                          "--table", table(),  "--record", path("record")};
  ASSERT_EQ(called(first).status, 0);
  const auto resumed = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = first;
    words.push_back("--resume");
    words.insert(words.end(), more.begin(), more.end());
    return called(words);
  };
  EXPECT_EQ(resumed({}).status, 0);
  for (const auto& more : {std::vector<std::string>{"--option", "los=none"}, {"--pick-up", "red"}}) {
    const Called other = resumed(more);
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.err.find("goes on as it was agreed"), std::string::npos) << other.err;
  }
  std::vector<std::string> other_game = first;
  other_game[2] = "armada2k";
  other_game.push_back("--resume");
  EXPECT_EQ(called(other_game).status, 1);
}

TEST_F(RecordCommands, ARecordsTimeDoesNotGoBack) {
  std::ofstream(path("states.jsonl")) << called({"detect", "--table", table(), path("good.jpg"), path("good.jpg")}).out;
  std::ofstream(path("told.jsonl")) << R"({"t_s":1.0,"player":"red","say":"draw?"})" << '\n';
  std::vector<std::string> words = {"referee",          "--game",   "armadas",     "--source", path("states.jsonl"),
                                    "--table",          table(),    "--fps",       "0.5",      "--told",
                                    path("told.jsonl"), "--record", path("record")};
  const auto timesOf = [](const std::string& told) {
    std::vector<double> times;
    std::istringstream lines(told);
    for (std::string line; std::getline(lines, line);)
      times.push_back(nlohmann::json::parse(line).at("t_s").get<double>());
    return times;
  };
  const Called first = called(words);
  const auto before = timesOf(first.out);
  ASSERT_FALSE(before.empty()) << first.err;
  EXPECT_EQ(before.back(), 2.0);
  words.push_back("--resume");
  const auto after = timesOf(called(words).out);
  ASSERT_FALSE(after.empty());
  EXPECT_GE(*std::min_element(after.begin(), after.end()), 2.0);
  EXPECT_EQ(after.back(), 4.0);
}

TEST_F(RecordCommands, ADisputeIsExportedAsARecordIs) {
  const Called watched = called(
      {"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record", path("match")});
  ASSERT_EQ(watched.status, 0) << watched.err;
  const std::string file = path("dispute.json");
  ASSERT_EQ(called({"replay", path("match"), "--dispute", "1", "-o", file}).status, 0);
  const auto events = MatchRecord::read(path("match")).value().events;
  const auto settled =
      std::find_if(events.begin(), events.end(), [](const Event& one) { return one.kind == "settled"; });
  ASSERT_NE(settled, events.end());
  const std::string seq = std::to_string(settled - events.begin() + 1);
  const auto pictureBy = [&](const std::string& record) { // the record's own file stands for its folder
    const std::string about = path("about.json");
    EXPECT_EQ(called({"replay", record, "--dispute", seq, "-o", about}).status, 0);
    return nlohmann::json::parse(std::ifstream(about)).value("picture_after", nlohmann::json());
  };
  EXPECT_TRUE(pictureBy(path("match")).is_string());
  EXPECT_TRUE(pictureBy(path("match/match.jsonl")) == pictureBy(path("match"))) << "looked for elsewhere";
  const Called page = called({"replay", file, "--export", "html", "-o", path("x.html")});
  EXPECT_EQ(page.status, 0) << page.err;
  EXPECT_TRUE(fs::exists(path("x.html")));
  const Called text = called({"replay", file, "--export", "text"});
  EXPECT_EQ(text.out.substr(0, 16), "Match of armadas") << text.out;
  const Called list = called({"replay", file, "--export", "json"});
  EXPECT_EQ(nlohmann::json::parse(list.out)["events"][0]["seq"],
            nlohmann::json::parse(std::ifstream(file))["events"][0]["seq"]);
  for (const auto& [words, said] :
       {std::pair(std::vector<std::string>{"--export", "pgn"}, "is not played on squares"),
        std::pair(std::vector<std::string>{"--dispute", "2", "-o", path("y.json")}, "is a dispute file already")}) {
    std::vector<std::string> all = {"replay", file};
    all.insert(all.end(), words.begin(), words.end());
    const Called refused = called(all);
    EXPECT_EQ(refused.status, 1);
    EXPECT_NE(refused.err.find(said), std::string::npos) << refused.err;
  }
  const Called unsaid = called({"replay", file, "-o", path("y.json")});
  EXPECT_EQ(unsaid.status, 2);
  EXPECT_NE(unsaid.err.find("is not said"), std::string::npos) << unsaid.err;
  EXPECT_FALSE(fs::exists(path("y.json")));
}

/// The library's own numbers say nothing to people.
TEST_F(RecordCommands, WhatIsWrongWithADisputeFileIsSaidInWords) {
  MatchSetup setup;
  setup.game = "armadas";
  std::ofstream(path("d.json")) << nlohmann::json{
      {"record", "linesman dispute"}, {"setup", setup.toJson()}, {"events", 5}};
  const Called answer = called({"replay", path("d.json")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_NE(answer.err.find("cannot be understood"), std::string::npos) << answer.err;
  EXPECT_EQ(answer.err.find("exception"), std::string::npos) << answer.err;
}

TEST_F(RecordCommands, ReplayDoesOneThingAtATime) {
  ASSERT_EQ(called({"referee", "--game", "armadas", "--source", path("good.jpg"), "--table", table(), "--record",
                    path("match")})
                .status,
            0);
  const Called none = called({"replay", path("match"), "--dispute", "0", "-o", path("d.json")});
  EXPECT_EQ(none.status, 1);
  EXPECT_NE(none.err.find("There is no event 0 in this record"), std::string::npos) << none.err;
  for (const auto& two : {std::vector<std::string>{"--export", "text", "--clip", path("clip")},
                          {"--export", "text", "--dispute", "1"},
                          {"--export", "text", "--window"},
                          {"--clip", path("clip"), "-o", path("x.html")}}) {
    std::vector<std::string> words = {"replay", path("match")};
    words.insert(words.end(), two.begin(), two.end());
    EXPECT_EQ(called(words).status, 2) << two[0] << " " << two[2];
  }
  EXPECT_FALSE(fs::exists(path("clip")));
}

} // namespace
} // namespace linesman::app
