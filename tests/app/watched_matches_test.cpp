#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>

#include <gtest/gtest.h>

#include "app/played_truth.h"
#include "app/watch/match.h"
#include "app/watch/replay.h"
#include "rules/board_game.h"
#include "support/match_score.h"
#include "support/truth.h"

namespace linesman::app {
namespace {

using nlohmann::json;
using tests::Noise;

const std::string matches = std::string(LINESMAN_TEST_DATA) + "/matches/";

MatchSetup armadasMatch() {
  MatchSetup setup;
  setup.game = "armadas";
  setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
  setup.pick_up = "red";
  return setup;
}

MatchSetup kingDown() {
  MatchSetup setup;
  setup.game = "king_down";
  return setup;
}

json matchFile(const std::string& name) {
  std::ifstream in(matches + name + "/match.json");
  return json::parse(in);
}

/// Plays the truth of a match, with errors of the given size, through the whole watch.
std::vector<json> watched(const std::string& name, const MatchSetup& setup, const Noise& noise,
                          const std::string& record = "") {
  std::vector<json> events;
  auto match = Match::begin(setup, record, [&](const json& event) { events.push_back(event); });
  EXPECT_TRUE(match) << (match ? "" : match.error().sentence);
  if (!match)
    return events;
  testing::playTruth(*match, matches + name, noise);
  return events;
}

std::string faultsOf(const tests::MatchScore& score) {
  std::string text;
  for (const std::string& fault : score.faults)
    text += fault + "\n";
  return text;
}

/// A board of ArmadaChess with its start position.
TableState armadaStart(double t_s) {
  auto position = (*rules::makeBoardGame("armada_chess"))->open(json::object(), {});
  TableState state;
  state.t_s = t_s;
  state.board = SeenBoard();
  state.board->rows = state.board->columns = 10;
  state.board->table_from_board = {0.0, 0.0, 0.0};
  const json start = (*position)->position();
  for (const json& piece : start["pieces"]) {
    SeenBoardPiece seen;
    seen.square = piece["at"];
    seen.kind = piece["kind"];
    seen.side = piece["side"] == "white" ? "light" : "dark";
    seen.p = 0.97;
    state.board->pieces.push_back(seen);
  }
  return state;
}

TEST(WatchedMatches, ArmadasFromExactTables) {
  const auto score = tests::scoreMatch(matchFile("match_armadas"), watched("match_armadas", armadasMatch(), {}));
  EXPECT_TRUE(score.perfect()) << faultsOf(score);
  EXPECT_EQ(score.found, 26);
}

TEST(WatchedMatches, ArmadasFromTablesWithRealisticErrors) {
  for (unsigned seed = 1; seed <= 2; ++seed) {
    const auto score =
        tests::scoreMatch(matchFile("match_armadas"), watched("match_armadas", armadasMatch(), {0.15, 0.2, seed}));
    EXPECT_TRUE(score.perfect()) << "seed " << seed << "\n" << faultsOf(score);
  }
}

TEST(WatchedMatches, ChessAsKingDown) {
  const auto events = watched("match_chess", kingDown(), {});
  const auto score = tests::scoreMatch(matchFile("match_chess"), events);
  EXPECT_TRUE(score.perfect()) << faultsOf(score);
  EXPECT_EQ(score.wanted, 13);
  std::string last;
  for (const json& event : events)
    if (event["event"] == "action")
      last = event["position_after"].get<std::string>();
  EXPECT_EQ(last, matchFile("match_chess")["final"]["position"].get<std::string>());
}

TEST(WatchedMatches, AWarningIsSaidOnceThoughItComesAndGoesAndWhatItMeasuresWavers) {
  std::vector<std::string> said;
  auto match = Match::begin(kingDown(), "", [&](const json& event) {
    if (event["event"] == "calibration")
      said.push_back(event["sentence"].get<std::string>());
  });
  ASSERT_TRUE(match);
  match->expectKeyFrames();
  TableState state = armadaStart(0.0);
  for (const char* warning :
       {"Marker 3 lies 0.20 px off.", "Marker 3 lies 0.21 px off.", "", "Marker 3 lies 0.20 px off.",
        "Marker 2 lies 0.21 px off.", "", "", "Marker 3 lies 0.20 px off.", "", "", "", ""}) {
    state.registration.warning = warning;
    state.t_s += 1.0;
    match->see(state);
  }
  EXPECT_EQ(said, (std::vector<std::string>{"Marker 3 lies 0.20 px off.", "Marker 2 lies 0.21 px off.",
                                            "The table is registered without a doubt again."}));
}

TEST(WatchedMatches, AHandThatStaysToTheEndIsSaid) {
  std::vector<json> events;
  auto match = Match::begin(kingDown(), "", [&](const json& event) { events.push_back(event); });
  ASSERT_TRUE(match);
  TableState state = armadaStart(0.0);
  for (double t_s = 0.0; t_s < 9.0; t_s += 0.5) {
    state.t_s = t_s;
    state.hands_mm.clear();
    if (t_s > 7.2)
      state.hands_mm.push_back({{300, 300}, {380, 300}, {380, 380}});
    match->see(state);
  }
  match->finish(9.0);
  ASSERT_FALSE(events.empty());
  EXPECT_EQ(events.back()["event"], "error");
  EXPECT_EQ(events.back()["sentence"],
            "A hand was seen over the table from second 7 to the end; what was played in that time is not ruled on.");
}

TEST(WatchedMatches, NothingIsAnsweredWhileTheTableIsNotSeen) {
  std::vector<json> events;
  const auto count = [&](const std::string& kind) {
    return std::ranges::count_if(events, [&](const json& event) { return event["event"] == kind; });
  };
  auto match = Match::begin(kingDown(), "", [&](const json& event) { events.push_back(event); });
  ASSERT_TRUE(match);
  match->expectKeyFrames();
  TableState state = armadaStart(0.0);
  match->see(state);
  match->trouble(1.0, "calibration", "No marker is seen.");
  match->hear({2.0, "White", "adjust"});
  EXPECT_EQ(count("claim"), 0);
  match->trouble(3.0, "calibration", "");
  state.t_s = 3.0;
  match->see(state);
  EXPECT_EQ(count("claim"), 1);
  match->trouble(4.0, "calibration", "No marker is seen.");
  match->hear({4.5, "White", "draw?"}); // needs no look at the table
  EXPECT_EQ(count("claim"), 2);
  match->hear({5.0, "White", "adjust"});
  match->finish(6.0);
  EXPECT_EQ(count("claim"), 2);
  EXPECT_EQ(events.back()["sentence"], "The table is not seen; what was said from second 5 on is not answered.");
}

/// What withholds verdicts of the match, with a thing on the table of every frame.
std::vector<std::string> doubts(const std::function<void(TableState&)>& lay, MatchSetup setup = armadasMatch()) {
  std::vector<std::string> said;
  auto match = Match::begin(setup, "", [&](const json& event) {
    if (event["event"] == "verdict" && event.contains("withheld"))
      said.push_back(event["withheld"]);
  });
  EXPECT_TRUE(match);
  tests::TruthReader reader(Noise{});
  for (const json& frame : tests::readTruth(matches + "match_armadas")) {
    TableState state = reader.read(frame);
    lay(state);
    match->see(state);
  }
  return said;
}

TEST(WatchedMatches, ARulingSaysWhatLiesThereAndWasNotCounted) {
  EXPECT_TRUE(doubts([](TableState&) {}).empty());
  // Where r3's first step ends, about (-66, 62) mm.
  const TablePolygon there{{-76, 52}, {-56, 52}, {-56, 72}, {-76, 72}}, elsewhere{{150, 80}, {170, 80}, {160, 100}};
  const auto unknown = doubts([&](TableState& state) { state.obstacles.push_back({there, 0.0}); });
  ASSERT_FALSE(unknown.empty());
  EXPECT_EQ(unknown[0], "the unknown thing at (-66, 62) mm lies in the way");
  EXPECT_TRUE(doubts([&](TableState& state) { state.obstacles.push_back({elsewhere, 0.0}); }).empty());
  MatchSetup named = armadasMatch();
  named.terrain.push_back(
      {{"id", "t1"}, {"kind", "terrain"}, {"class", "reef"}, {"height", 0.0}, {"shape", "polygon"}});
  named.terrain.back()["points"] = {{-77, 51}, {-55, 51}, {-55, 73}, {-77, 73}};
  EXPECT_TRUE(doubts([&](TableState& state) { state.obstacles.push_back({there, 0.0}); }, named).empty());
  const auto piece = [](Colour colour, Posture posture, const PlanarPose<TableFrame, PieceFrame>& pose) {
    return [=](TableState& state) {
      SeenPyramid stranger;
      stranger.size = PyramidSize::small;
      stranger.colour = colour;
      stranger.posture = posture;
      stranger.score = 1.0;
      stranger.table_from_piece = pose;
      state.pyramids.push_back(stranger);
    };
  };
  const auto upright = doubts(piece(Colour::blue, Posture::upright, {-66.0, 62.0, 0.3}));
  ASSERT_FALSE(upright.empty());
  EXPECT_TRUE(upright[0].starts_with("the upright pyramid at (-66, 62) mm")) << upright[0];
  const auto strange = doubts(piece(Colour::green, Posture::lying, {-33.5, 61.1, 2.95})); // its bow reaches in
  ASSERT_FALSE(strange.empty());
  EXPECT_TRUE(strange[0].starts_with("the pyramid of nobody's colour at")) << strange[0];
}

TEST(WatchedMatches, AShipsStepBehindAHandThatNeverLeaves) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.pick_up = "orange";
  const auto events = watched("seq_ship", setup, {});
  int steps = 0;
  for (const json& event : events)
    if (event["event"] == "action") {
      EXPECT_TRUE(event["kind"] == "step" || event["kind"] == "remove") << event.dump();
      EXPECT_EQ(event["ship"], "o1") << event.dump();
      ++steps;
    } else if (event["event"] == "verdict") {
      EXPECT_EQ(event["ruling"], "legal") << event.dump();
    }
  EXPECT_EQ(steps, 2);
}

TEST(WatchedMatches, AStepShowsThatTheGameIsUnderWay) {
  MatchSetup setup;
  setup.game = "armadas";
  const auto events = watched("seq_ship", setup, {});
  std::vector<std::string> said;
  for (const json& event : events)
    if (event["event"] == "start" || event["event"] == "action")
      said.push_back(event.value("what", event.value("to_move", "")));
  EXPECT_EQ(said, (std::vector<std::string>{"orange", "placed", "original"}));
}

/// Both sides set up under one clock of two minutes, which survives a restart and stands while the camera is gone.
TEST(WatchedMatches, TheTimeForSettingUpRunsForBothAndSurvivesARestart) {
  char name[] = "/tmp/linesman-set-up-XXXXXX";
  const std::filesystem::path folder = mkdtemp(name);
  const std::string record = (folder / "match").string();
  MatchSetup setup;
  setup.game = "armada_chess";
  std::vector<json> told;
  const auto listener = [&](const json& event) {
    if (event.contains("set_up_clock"))
      told.push_back(event);
  };
  TableState empty = armadaStart(0.0);
  empty.board->pieces.clear();
  const auto seen = [&](Match& match, double t_s) {
    empty.t_s = t_s;
    match.see(empty);
  };
  {
    auto match = Match::begin(setup, record, listener);
    ASSERT_TRUE(match);
    match->expectKeyFrames();
    seen(*match, 10.0);
    ASSERT_EQ(told.size(), 1u);
    EXPECT_DOUBLE_EQ(told[0]["set_up_clock"]["left_s"].get<double>(), 120.0);
    seen(*match, 50.0);
    match->trouble(60.0, "camera", "It is gone.");
    match->trouble(100.0, "camera", "");
    seen(*match, 110.0);
    EXPECT_NEAR(match->setUpClock().used_s("set-up", 110.0), 60.0, 1e-9);
  }
  auto again = Match::resume(record, listener);
  ASSERT_TRUE(again);
  again->expectKeyFrames();
  EXPECT_NEAR(again->setUpClock().used_s("set-up", 500.0), 60.0, 1e-9);
  seen(*again, 3.0);
  seen(*again, 62.0);
  EXPECT_EQ(told.size(), 1u);
  seen(*again, 64.0);
  ASSERT_EQ(told.size(), 2u);
  EXPECT_EQ(told[1]["expired"], true);
  seen(*again, 70.0);
  EXPECT_EQ(told.size(), 2u);
  again->see(armadaStart(80.0));
  EXPECT_TRUE(again->refereeState()["begun"].get<bool>());
  again->see(armadaStart(200.0));
  EXPECT_EQ(told.size(), 2u);
  std::filesystem::remove_all(folder);
}

/// A long thought that is cut off: all but the last of it counts, and the record is judged as before.
TEST(WatchedMatches, ThoughtBeforeAMatchIsCutOffCounts) {
  char name[] = "/tmp/linesman-thought-XXXXXX";
  const std::filesystem::path folder = mkdtemp(name);
  const std::string record = (folder / "match").string();
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.options = {{"clock", "per_player"}, {"clock_length", "3600"}};
  int clocks = 0;
  {
    auto match = Match::begin(setup, record, [&](const json& event) { clocks += event["event"] == "clock" ? 1 : 0; });
    ASSERT_TRUE(match);
    for (int i = 0; i <= 310; ++i)
      match->see(armadaStart(i));
  }
  EXPECT_LE(clocks, 11) << "the record is not filled with it";
  auto match = Match::resume(record, [](const json&) {});
  ASSERT_TRUE(match);
  EXPECT_GT(match->clock().used_s("white", 1000.0), 275.0);
  EXPECT_LE(match->clock().used_s("white", 1000.0), 310.0);
  EXPECT_EQ(match->clock().player(), "white");
  match->see(armadaStart(400.0));
  match->see(armadaStart(402.0));
  match->see(armadaStart(404.0));
  EXPECT_GT(match->clock().used_s("white", 410.0), match->clock().used_s("white", 404.0)) << "it runs again";
  const auto read = MatchRecord::read(record);
  ASSERT_TRUE(read);
  EXPECT_EQ(*replay(*read), std::vector<std::string>());
  std::filesystem::remove_all(folder);
}

/// People stop the time for setting up, let it run again and give some; all of it is so after a restart.
TEST(WatchedMatches, PeopleRuleOnTheTimeForSettingUp) {
  char name[] = "/tmp/linesman-set-up-XXXXXX";
  const std::filesystem::path folder = mkdtemp(name);
  const std::string record = (folder / "match").string();
  MatchSetup setup;
  setup.game = "armada_chess";
  int expired = 0;
  const auto listener = [&](const json& event) { expired += event.value("expired", false) ? 1 : 0; };
  TableState empty = armadaStart(0.0);
  empty.board->pieces.clear();
  const auto seen = [&](Result<Match>& match, double t_s) {
    ASSERT_TRUE(match);
    match->expectKeyFrames();
    empty.t_s = t_s;
    match->see(empty);
  };
  {
    auto match = Match::begin(setup, record, listener);
    seen(match, 0.0);
    EXPECT_TRUE(match->rule({ClockRuling::What::stop, "", 0.0, "Ann", "the bands are missing"}, 40.0));
  }
  {
    auto match = Match::resume(record, listener);
    seen(match, 5.0);
    EXPECT_TRUE(match->held());
    EXPECT_NEAR(match->setUpClock().used_s("set-up", 9.0), 40.0, 1e-9);
    EXPECT_TRUE(match->rule({ClockRuling::What::run, "", 0.0, "Ann", "they are found"}, 10.0));
    match->hear({20.0, "arbiter", "clock give set-up 30 the bands were missing"});
    EXPECT_NEAR(match->setUpClock().used_s("set-up", 20.0), 20.0, 1e-9);
    EXPECT_NEAR(match->clock().total_s(20.0), 0.0, 1e-9);
  }
  auto match = Match::resume(record, listener);
  seen(match, 3.0);
  seen(match, 102.0);
  EXPECT_EQ(expired, 0);
  seen(match, 104.0);
  EXPECT_EQ(expired, 1);
  std::filesystem::remove_all(folder);
}

TEST(WatchedMatches, APlayersTimeRunsOutOnce) {
  std::vector<json> expired;
  std::string kinds;
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.options = {{"clock", "per_player"}, {"clock_length", "5"}};
  auto match = Match::begin(setup, "", [&](const json& event) {
    kinds += event["event"].get<std::string>() + " " + event.value("sentence", "") + "\n";
    if (event["event"] == "clock" && event.value("expired", false))
      expired.push_back(event);
  });
  ASSERT_TRUE(match);
  for (int i = 0; i <= 5; ++i)
    match->see(armadaStart(2.0 * i));
  ASSERT_EQ(expired.size(), 1u) << kinds;
  EXPECT_EQ(expired[0]["player"], "white");
  EXPECT_EQ(expired[0]["t_s"], 6.0);
}

TEST(WatchedMatches, TheClockGoesOnFromTheStartsPosition) {
  const auto left_s = [](const json& clock_s, const std::string& kind, const std::string& player) {
    MatchSetup setup;
    setup.game = "armada_chess";
    setup.options = {{"clock", kind}, {"clock_length", "3600"}};
    setup.start = json{{"board", "companion-10x10"}, {"clock_s", clock_s}}.dump();
    const auto match = Match::begin(setup, "", [](const json&) {});
    EXPECT_TRUE(match);
    return match ? match->clock().left_s(player, 0.0).value_or(-1.0) : -1.0;
  };
  const json each = {{"white", 100}, {"black", 1835}};
  EXPECT_EQ(left_s(1835, "game", "white"), 1835.0);
  EXPECT_EQ(left_s(each, "per_player", "white"), 100.0);
  EXPECT_EQ(left_s(each, "per_player", "black"), 1835.0);
}

TEST(WatchedMatches, APawnCarriedByAHand) {
  const auto events = watched("seq_move", kingDown(), {});
  std::vector<std::string> turns;
  for (const json& event : events)
    if (event["event"] == "action")
      turns.push_back(event["turn"]);
  EXPECT_EQ(turns, std::vector<std::string>{"h2h3"});
}

} // namespace
} // namespace linesman::app
