// `judge` as it is called from a shell: what is printed, and the exit status.
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "app/commands.h"

namespace linesman::app {
namespace {

using testing::called;
using testing::Called;
using testing::countOf;

class JudgeCommand : public testing::Commands {};

/// What the help shows can be judged as it stands.
TEST_F(JudgeCommand, JudgesHelpShowsScenariosThatAreAnswered) {
  const Called help = called({"judge", "--help"});
  EXPECT_EQ(help.status, 0);
  std::vector<std::string> scenarios;
  std::istringstream lines(help.out.substr(help.out.find("  {\"id\":1")));
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with("  {\"id\""))
      scenarios.push_back(line);
    else if (line.starts_with("   ") && !scenarios.empty())
      scenarios.back() += line;
  EXPECT_EQ(scenarios.size(), 4u) << help.out;
  std::ofstream all(path("all.json"));
  for (const std::string& scenario : scenarios)
    all << scenario << '\n';
  all.close();
  EXPECT_EQ(countOf(called({"judge", path("all.json")}).out, "\n"), 4) << "one behind the other, as it shows them";
  for (const std::string& scenario : scenarios) {
    std::ofstream(path("shown.json"), std::ios::trunc) << scenario;
    const Called answer = called({"judge", path("shown.json")});
    EXPECT_EQ(answer.status, 0) << scenario << answer.err;
    EXPECT_EQ(answer.out.find("illegal"), std::string::npos) << answer.out;
    EXPECT_NE(answer.out.find("legal"), std::string::npos) << answer.out;
  }
}

TEST_F(JudgeCommand, SaysInWhichLineAFileIsTorn) {
  for (const auto& [text, line] : {std::pair("{\"id\":1,\n\"game\" 5}\n", ", line 2, "), std::pair("", ", line 1, "),
                                   std::pair("{\"cases\":[]}\n\n{\"id\":", ", line 3, "),
                                   std::pair("{\"id\":1,\n\"x\":1e400}\n\n", ", line 2, has a number that is too")}) {
    std::ofstream(path("torn.json"), std::ios::trunc) << text;
    const Called answer = called({"judge", path("torn.json")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find(line), std::string::npos) << answer.err;
  }
}

/// Of two values the last would be judged, and the other forgotten without a word.
TEST_F(JudgeCommand, AKeyHasOneValue) {
  const std::string good = R"({"id":1,"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w","turns":["e1e2"]})";
  for (const auto& [text, said] :
       {std::pair(R"({"id":2,"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w","turns":["e1e2"],"turns":["e1d1"]})",
                  "double.json, line 3 or below, has two values of \"turns\" in one object;"),
        std::pair(R"({"id":2,"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w","options":{"castling":true,
                  "castling":false},"turns":["e1e2"]})",
                  "double.json, line 3 or below, has two values of \"castling\" in one object;")}) {
    std::ofstream(path("double.json"), std::ios::trunc) << good << "\n\n" << text << '\n';
    const Called answer = called({"judge", path("double.json")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find(said), std::string::npos) << answer.err;
  }
  std::ofstream(path("apart.json")) << good << good << "\n[" << good << ',' << good << "]\n";
  const Called apart = called({"judge", path("apart.json")});
  EXPECT_EQ(apart.status, 0) << apart.err;
  EXPECT_EQ(countOf(apart.out, "\n"), 4);
  const Called moves = called({"moves", "armada_chess", R"({"side":"white","side":"black"})"});
  EXPECT_EQ(moves.status, 1);
  EXPECT_NE(moves.err.find("two values of \"side\""), std::string::npos) << moves.err;
}

TEST_F(JudgeCommand, AnswersBehindABadScenarioAndABadFile) {
  std::ofstream(path("bad.json")) << R"({"cases":[{"id":7,"ruleset":"armadas"}]})";
  std::ofstream(path("good.json"))
      << R"({"id":"g","game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w none:0,none:0 - - - - -","turns":["e1e2"]})";
  std::ofstream(path("deep.json")) << std::string(200000, '[');
  const Called answered = called({"judge", path("bad.json"), path("deep.json"), path("good.json")});
  EXPECT_EQ(answered.status, 1);
  EXPECT_NE(answered.err.find("The scenario 7 is not understood"), std::string::npos) << answered.err;
  EXPECT_NE(answered.err.find("nested"), std::string::npos) << answered.err;
  EXPECT_NE(answered.out.find("\"legal\""), std::string::npos) << answered.out;
}

/// A mistyped key is not judged as if it had been left out.
TEST_F(JudgeCommand, NamesAKeyItDoesNotKnow) {
  const std::string ship = R"({"id":"r1","kind":"ship","player":"red","size":"S","stern":[0,0],"heading":0)";
  const std::string query = R"(,"query":{"type":"setup"}})";
  const std::string board =
      R"({"game":"king_down","position":"4k3/8/8/8/8/8/8/4K3 w none:0,none:0 - - - - -","turns":[])";
  const std::string plane = R"({"id":1,"title":"t","note":"n","expect":{},"ruleset":"armadas")";
  const std::pair<std::string, const char*> cases[] = {
      {plane + R"(,"objects":[)" + ship + R"(,"damge":1}])" + query, "The key \"damge\" of r1 is unknown; known: "},
      {plane + R"(,"objekts":[])" + query, "The scenario's key \"objekts\" is unknown; known: "},
      {plane + R"(,"option":{},"objects":[])" + query, "The scenario's key \"option\" is unknown; known: "},
      {board + R"(,"option":{}})", "The scenario's key \"option\" is unknown; known: "}};
  for (const auto& [scenario, said] : cases) {
    std::ofstream(path("case.json")) << scenario;
    const Called answer = called({"judge", path("case.json")});
    EXPECT_EQ(answer.status, 1) << scenario;
    EXPECT_NE(answer.err.find(said), std::string::npos) << answer.err;
  }
  for (const std::string& scenario : {plane + R"(,"objects":[)" + ship + "}]" + query, board + "}"}) {
    std::ofstream(path("case.json")) << scenario;
    EXPECT_EQ(called({"judge", path("case.json")}).status, 0) << scenario;
  }
}

} // namespace
} // namespace linesman::app
