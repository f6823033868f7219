// `referee` as it is called from a shell: what is printed, and the exit status.
#include <fstream>

#include <gtest/gtest.h>

#include "app/commands.h"
#include "vision/media/media.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::called;
using testing::Called;
using testing::countOf;
using testing::writeScaled;

class RefereeCommand : public testing::Commands {};

TEST_F(RefereeCommand, PassesOverATornPictureAndEndsWhereNoneCanBeRead) {
  const Called both = called({"referee", "--game", "armadas", "--source", folder_.string(), "--table", table()});
  EXPECT_EQ(both.status, 0) << both.err;
  EXPECT_EQ(countOf(both.out, "\"event\":\"error\""), 1) << both.out;
  EXPECT_NE(both.out.find("bad.jpg"), std::string::npos);
  EXPECT_NE(both.out.find("\"event\":\"settled\""), std::string::npos) << both.out;
  fs::remove(path("good.jpg"));
  for (const std::string& source : {folder_.string(), path("bad.jpg")}) {
    const Called none = called({"referee", "--game", "armadas", "--source", source, "--table", table()});
    EXPECT_EQ(none.status, 1);
    EXPECT_EQ(countOf(none.err, "\n"), 1) << none.err;
    EXPECT_NE(none.err.find("bad.jpg"), std::string::npos) << none.err;
  }
}

/// Its position alone is read, and nothing said so.
TEST_F(RefereeCommand, WhatAStartSaysBesideItsPositionIsToldOf) {
  const auto told = [&](const std::string& more, std::vector<std::string> options) {
    std::ofstream(path("start.json")) << R"({"position":"4k3/8/8/8/8/8/8/4K2R w none:0,none:0 - - - h1 -")" << more
                                      << "}";
    options.insert(options.begin(),
                   {"referee", "--game", "king_down", "--source", path("none.jpg"), "--start", path("start.json")});
    return called(options).err;
  };
  const std::string castling = R"(,"game":"king_down","options":{"castling":true},"turns":[])";
  EXPECT_NE(told(castling, {}).find("Of the start this is not read: castling=true; "), std::string::npos);
  EXPECT_EQ(told(castling, {"--option", "castling=true"}).find("not read"), std::string::npos);
  EXPECT_EQ(told(R"(,"options":{"castling":false})", {}).find("not read"), std::string::npos) << "it is so anyway";
  EXPECT_NE(told(R"(,"turns":["e1e2"])", {}).find("not read: turns; "), std::string::npos);
  EXPECT_NE(told(R"(,"game":"invasion")", {}).find("The start is one of invasion"), std::string::npos);
}

TEST_F(RefereeCommand, AStartSaysEachThingOnce) {
  std::ofstream(path("start.json"))
      << R"({"position":"4k3/8/8/8/8/8/8/4K3 w none:0,none:0 - - - - -","position":"start"})";
  const Called answer =
      called({"referee", "--game", "king_down", "--source", path("good.jpg"), "--start", path("start.json")});
  EXPECT_EQ(answer.status, 1);
  EXPECT_EQ(answer.out, "");
  EXPECT_NE(answer.err.find("has two values of \"position\" in one object"), std::string::npos) << answer.err;
}

/// A film's clock is its own: who gives a rate to set it right is told that it is not heard.
TEST_F(RefereeCommand, SaysThatAFilmHasItsOwnTimes) {
  if (Media::instance() == nullptr)
    GTEST_SKIP() << "no library of codecs";
  const auto told = [&](const std::string& source) {
    return called({"referee", "--game", "armadas", "--table", table(), "--fps", "5", "--source", source})
        .err.find("has its own times");
  };
  EXPECT_NE(told(std::string(LINESMAN_TEST_DATA) + "/films/uneven.mp4"), std::string::npos);
  EXPECT_EQ(told(path("good.jpg")), std::string::npos);
  EXPECT_EQ(told(path("g*.jpg")), std::string::npos);
}

/// Pictures by themselves have no times: a clock of two minutes would last for 3600 of them.
TEST_F(RefereeCommand, SaysWhereClocksAndClaimsHaveNoTimes) {
  const auto told = [&](const std::string& game, std::vector<std::string> more,
                        const std::string& source = "bad*.jpg") {
    more.insert(more.begin(), {"referee", "--game", game, "--source", path(source)});
    return called(more).err;
  };
  const std::string clocks = "tells no times, so the match's clocks count 1/30 s";
  EXPECT_NE(told("armada_chess", {}).find(clocks), std::string::npos);
  EXPECT_EQ(told("armada_chess", {"--fps", "1"}).find(clocks), std::string::npos);
  EXPECT_EQ(told("king_down", {}).find(clocks), std::string::npos) << "it has none";

  fs::copy_file(path("good.jpg"), path("good2.jpg"));
  std::ofstream(path("told.jsonl")) << R"({"t_s":0.5,"player":"red","say":"done"})" << '\n'
                                    << R"({"t_s":12,"player":"red","say":"done"})" << '\n';
  const std::string late = "1 of 2 claims of --told are for later than the source lasts (";
  const auto armadas = [&](const char* fps) {
    return told("armadas", {"--table", table(), "--told", path("told.jsonl"), "--fps", fps}, "good*.jpg");
  };
  EXPECT_NE(armadas("30").find(late), std::string::npos) << armadas("30");
  EXPECT_EQ(armadas("0.2").find(late), std::string::npos) << armadas("0.2");
}

TEST_F(RefereeCommand, ArmadaChessIsPlayedOnAnyBoardOfTenByTenSquares) {
  const auto refereed = [&](const char* board) {
    std::ofstream(path("squares.toml")) << "[board]\ndefinition = \"" << board << "\"\n";
    return called({"referee", "--game", "armada_chess", "--source", path("good.jpg"), "--table", path("squares.toml")});
  };
  EXPECT_NE(refereed("plain-8x8")
                .err.find("The table's board plain-8x8 has 8x8 squares, and armada_chess is played on "
                          "10x10; name another board in the table file."),
            std::string::npos);
  EXPECT_NE(refereed("plain-10x10").err.find("No board of 10x10 squares"), std::string::npos);
  EXPECT_NE(refereed("atlantis").err.find("Board 'atlantis' is not known"), std::string::npos);
}

TEST_F(RefereeCommand, LooksForAGamesUsualBoardWhereTheTableNamesNone) {
  for (const std::vector<std::string>& named : {std::vector<std::string>{}, {"--table", table()}}) {
    std::vector<std::string> words{"referee", "--game", "king_down", "--source", path("good.jpg")};
    words.insert(words.end(), named.begin(), named.end());
    const Called answer = called(words);
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find("No board of 8x8 squares"), std::string::npos) << answer.err;
  }
  const Called ships = called({"referee", "--game", "armadas", "--source", path("good.jpg")});
  EXPECT_NE(ships.err.find("Pictures need --table"), std::string::npos) << ships.err;
}

/// A match goes on for hours with every margin wrong by so much.
TEST_F(RefereeCommand, TellsOnceOfATableWhoseScaleIsOff) {
  fs::create_directory(path("match"));
  for (const char* name : {"match/0.jpg", "match/1.jpg"})
    fs::copy_file(path("good.jpg"), path(name));
  const auto told = [&](double scale) {
    writeScaled(path("scaled.toml"), scale);
    const Called answer = called({"referee", "--game", "armadas", "--source", path("match"), "--lens",
                                  (demo_ / "pyr_07.lens.yml").string(), "--table", path("scaled.toml")});
    EXPECT_NE(answer.out.find("\"settled\""), std::string::npos) << answer.out << answer.err;
    return answer.out;
  };
  const std::string off = told(1.0 / 0.97);
  EXPECT_EQ(countOf(off, "larger than their set"), 1) << off;
  EXPECT_LT(off.find("larger than their set"), off.find("\"settled\"")) << "before anything is judged";
  EXPECT_EQ(countOf(told(1.0), "their set"), 0);
}

TEST_F(RefereeCommand, ASetOfAnotherGameIsSaid) {
  chessTable("table.toml");
  const std::string picture = std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg";
  const Called taught = called({"teach", "--table", path("table.toml"), "--game", "invasion", "--position",
                                "tttttttt/tttttttt/8/8/8/8/TTTTTTTT/TTTTTTTT", "-o", path("set.json"), picture});
  ASSERT_EQ(taught.status, 0) << taught.err;
  std::ofstream(path("other.toml")) << "[board]\ndefinition = \"chess-8x8\"\n[pieces]\nset = \"set.json\"\n";
  const Called seen = called({"detect", "--table", path("other.toml"), picture});
  EXPECT_EQ(seen.status, 0) << seen.err;
  EXPECT_NE(seen.err.find("holds no man of king_down (it was taught tank);"), std::string::npos) << seen.err;
  const auto referee = [&](const std::string& game) {
    return called({"referee", "--game", game, "--table", path("other.toml"), "--source", picture});
  };
  EXPECT_EQ(referee("king_down").status, 1);
  EXPECT_NE(referee("king_down").err.find("holds no man of king_down"), std::string::npos);
  EXPECT_EQ(referee("invasion").err.find("holds no man of"), std::string::npos);
}

TEST_F(RefereeCommand, AMatchThatDidNotBeginIsSaid) {
  chessTable("table.toml");
  const Called endgame = called({"referee", "--game", "king_down", "--table", path("table.toml"), "--source",
                                 std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(endgame.out.find("\"event\":\"start\""), std::string::npos) << endgame.out;
  EXPECT_NE(endgame.out.find("does not show the starting position"), std::string::npos) << endgame.out;
  EXPECT_NE(endgame.err.find("The match did not begin"), std::string::npos) << endgame.err;
  EXPECT_NE(endgame.err.find("--pick-up"), std::string::npos) << endgame.err;
  EXPECT_EQ(endgame.status, 1);
  std::ofstream(path("start.txt")) << "4k3/8/8/8/8/8/PPPPPPPP/4K3 w";
  const Called other =
      called({"referee", "--game", "king_down", "--table", path("table.toml"), "--start", path("start.txt"), "--source",
              std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("did not show the position of --start"), std::string::npos) << other.err;
  const Called no_ship = called({"referee", "--game", "armadas", "--table", table(), "--source",
                                 std::string(LINESMAN_TEST_DATA) + "/tables/chess_41.jpg"});
  EXPECT_EQ(no_ship.status, 1);
}

} // namespace
} // namespace linesman::app
