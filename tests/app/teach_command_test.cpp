// `teach` as it is called from a shell: what is printed, and the exit status.
#include <fstream>

#include <gtest/gtest.h>

#include "app/commands.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using testing::bytesOf;
using testing::called;
using testing::Called;

class TeachCommand : public testing::Commands {
protected:
  const std::string table_ = chessTable("table.toml");
};

TEST_F(TeachCommand, WritesOverNothingButATaughtSet) {
  for (const char* output : {"table.toml", "good.jpg"}) {
    const std::string before = bytesOf(path(output));
    const Called answer = called({"teach", "--table", table_, "-o", path(output), path("good.jpg")});
    EXPECT_EQ(answer.status, 1);
    EXPECT_NE(answer.err.find("is no taught set"), std::string::npos) << answer.err;
    EXPECT_EQ(bytesOf(path(output)), before);
  }
  std::ofstream(path("old.json")) << R"({"format":"linesman taught set 0"})";
  const Called anew = called({"teach", "--table", table_, "-o", path("old.json"), path("bad.jpg")});
  EXPECT_EQ(anew.err.find("is no taught set"), std::string::npos) << anew.err;
}

TEST_F(TeachCommand, NamesAPositionItCannotRead) {
  const auto teach = [&](const std::string& game, const std::string& position) {
    return called(
        {"teach", "--table", table_, "--game", game, "--position", position, "-o", path("set.json"), path("good.jpg")});
  };
  const Called word = teach("king_down", "hello");
  EXPECT_EQ(word.status, 1);
  EXPECT_NE(word.err.find("\"hello\" cannot be read: "), std::string::npos) << word.err;
  const Called letter = teach("king_down", "xnbqkbnr/8/8/8/8/8/8/RNBQKBNR");
  EXPECT_EQ(letter.status, 1);
  EXPECT_NE(letter.err.find("\"x\" is no man of king_down"), std::string::npos) << letter.err;
  const Called other = teach("invasion", "t7/8/8/8/8/8/8/Q7");
  EXPECT_NE(other.err.find("\"Q\" is no man of invasion"), std::string::npos) << other.err;
  EXPECT_EQ(teach("armadas", "8/8/8/8/8/8/8/8").status, 2);
  // Two positions, then two pictures: the second position does not take the pictures for more of them.
  const Called two = called({"teach", "--table", table_, "-o", path("set.json"), "--position", "8/8/8/8/8/8/8/K7",
                             "--position", "8/8/8/8/8/8/8/Z7", path("good.jpg"), path("bad.jpg")});
  EXPECT_NE(two.err.find("\"Z\" is no man of king_down"), std::string::npos) << two.err;
}

TEST_F(TeachCommand, RefusesAnotherPositionAndCountsAPictureOnce) {
  const std::string tables = LINESMAN_TEST_DATA "/tables/";
  const auto teach = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"teach", "--table", table_, "-o", path("set.json")});
    return called(words);
  };
  const Called endgame = teach({tables + "chess_41.jpg"}); // told to be the start array
  EXPECT_EQ(endgame.status, 1);
  EXPECT_NE(endgame.err.find("chess_41.jpg does not show the position told: "), std::string::npos) << endgame.err;
  EXPECT_FALSE(fs::exists(path("set.json")));
  const Called twice = teach({tables + "chess_25.jpg", tables + "chess_25.jpg"});
  EXPECT_EQ(twice.status, 0) << twice.err;
  EXPECT_NE(twice.err.find("counts once"), std::string::npos) << twice.err;
  EXPECT_EQ(twice.err.find("read rightly"), std::string::npos) << twice.err;
  EXPECT_NE(twice.err.find("12 kinds of men from 1 picture."), std::string::npos) << twice.err;
}

TEST_F(TeachCommand, MissesTheOnlyManOfAKindAndSeesThatTwoChangedPlaces) {
  const auto teach = [&](const std::string& position) { // the picture shows the chess array
    return called({"teach", "--table", table_, "--position", position, "-o", path("set.json"),
                   std::string(LINESMAN_TEST_DATA) + "/tables/chess_25.jpg"});
  };
  const Called lacking = teach("rnbqkbnr/pppppppp/8/8/4A3/8/PPPPPPPP/RNBQKBNR");
  EXPECT_EQ(lacking.status, 1);
  EXPECT_NE(lacking.err.find("does not show the position told: e4 looks empty;"), std::string::npos) << lacking.err;
  const Called pawn = teach("rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR");
  EXPECT_EQ(pawn.status, 0) << pawn.err;
  EXPECT_NE(pawn.err.find("may not show the position told: e4 looks empty."), std::string::npos) << pawn.err;
  const Called exchanged = teach("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR");
  EXPECT_EQ(exchanged.status, 0) << exchanged.err;
  EXPECT_NE(exchanged.err.find("the men on d1 and e1 look like each other's"), std::string::npos) << exchanged.err;
}

} // namespace
} // namespace linesman::app
