// What is seen and what is told: lifts in place, silent city entries; positions as JSON; bad texts.
#include <gtest/gtest.h>

#include "rules/board_game.h"
#include "rules/games/armada_chess/position_json.h"
#include "rules/games/armada_chess/support.h"
#include "rules/games/armada_chess/table_reading.h"

namespace linesman::rules::armada_chess {
namespace {

using testing::fieldOf;
using testing::Play;
using testing::rest;
using testing::Table;

Reading lift(const Table& table, const std::string& field, const std::string& word) {
  Play play(table);
  return readLift(play.match().law(), play.match().position(), fieldOf(field), word);
}

TEST(ArmadaChessReading, LiftsInPlaceGoByPlaceAndWord) {
  EXPECT_EQ(lift(Table("w K c9, b R j8"), "c9", "artillery").turn, "artillery c9");
  EXPECT_EQ(lift(Table("w R c1 turned, w K e3" + rest).ruin(1), "c1", "rebuild 1").turn, "rebuild c1 1");
  EXPECT_EQ(lift(Table("w R c1 turned, w K e3" + rest).ruin(1), "c1", "training 1").turn, "train c1 1");
  EXPECT_EQ(lift(Table("w N a1, w K e3" + rest), "a1", "upgrade").turn, "upgrade a1");
  EXPECT_EQ(lift(Table("w N d5, w K e3" + rest), "d5", "training 2").turn, "train d5 2");
  EXPECT_EQ(lift(Table("w N d5, w K e3" + rest), "d5", "adjust").turn, "");
  EXPECT_EQ(lift(Table("w N e4, w K e3" + rest), "e4", "").question, "");
  const Reading silent = lift(Table("w N d5, w K e3" + rest), "d5", "");
  EXPECT_FALSE(silent.question.empty());
  EXPECT_EQ(silent.possible, std::vector<std::string>{"train d5"});
  EXPECT_FALSE(lift(Table("w N e4, w K e3" + rest), "e4", "upgrade").question.empty());
}

Reading entry(const Table& table, const std::string& field, int city, const std::string& word, const SeenSite& seen) {
  Play play(table);
  const CityIndex index = *play.match().board().cityWithId(city);
  return readCityEntry(play.match().law(), play.match().position(), fieldOf(field), index, word, seen);
}

TEST(ArmadaChessReading, SilentEntriesGoByWhatIsSeen) {
  const Table own("w N b1, w K e3" + rest), enemy("w R i10, w K e3" + rest);
  EXPECT_EQ(entry(own, "b1", 1, "", {3, false}).turn, "enter b1 C1");
  EXPECT_EQ(entry(own, "b1", 1, "", {std::nullopt, true}).turn, "burn b1 C1");
  EXPECT_EQ(entry(own, "b1", 1, "burn", {std::nullopt, false}).turn, "burn b1 C1");
  EXPECT_EQ(entry(enemy, "i10", 6, "", {4, false}).turn, "attack i10 C6 occupy");
  EXPECT_EQ(entry(enemy, "i10", 6, "destroy", {std::nullopt, true}).turn, "attack i10 C6 destroy");
  EXPECT_FALSE(entry(enemy, "i10", 6, "occupy", {std::nullopt, true}).question.empty()); // word and sight differ
  EXPECT_FALSE(entry(enemy, "i10", 6, "", {std::nullopt, false}).question.empty());
  Table strong = enemy;
  EXPECT_EQ(entry(strong.city(6, 6), "i10", 6, "", {2, false}).turn, "attack i10 C6");
}

TEST(ArmadaChessReading, PositionsComeBackAsTheyWere) {
  Table table = Table("w R b3 turned rider+low, w K e3 crown, b N d5 training=1, b B a10, w N j1 upgrade=1 high" + rest)
                    .reserve("white", "N N+low B+high Q+low+high")
                    .revive("black", "rook knight")
                    .ceasefire(2, 1)
                    .city(4, 3, "white")
                    .ruin(2, 2)
                    .clock(77);
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  const Law law{board, options};
  const auto position = readPosition(law, table.source());
  ASSERT_TRUE(position) << position.error().sentence;
  const auto again = readPosition(law, writePosition(law, *position));
  ASSERT_TRUE(again) << again.error().sentence;
  EXPECT_TRUE(*again == *position);
}

TEST(ArmadaChessReading, BadPositionsAreOneSentenceThatNamesThem) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  const Law law{board, options};
  const std::pair<const char*, const char*> bad[] = {
      {R"({"pieces":[{"at":"z9","kind":"pawn","side":"white"}]})", "z9"},
      {R"({"pieces":[{"at":"e4","kind":"dragon","side":"white"}]})", "dragon"},
      {R"({"pieces":[{"at":"e4","kind":"pawn"}]})", "side"},
      {R"({"pieces":[{"at":"e4","kind":"pawn","side":"green"}]})", "white"},
      {R"({"pieces":[{"at":"e4","kind":"pawn","side":"white","trained":1}]})", "true or false"},
      {R"({"pieces":[{"at":"e4","kind":"pawn","side":"white","turned":true}]})", "Rook"},
      {R"({"pieces":[{"at":"e4","kind":"pawn","side":"white"},{"at":"e4","kind":"rook","side":"black"}]})",
       "Two pieces"},
      {R"({"pieces":[{"at":"c1","kind":"pawn","side":"white"}]})", "c1"},
      {R"({"pieces":[{"at":"d5","kind":"rook","side":"white","rider":{"kind":"pawn"}}]})", "terrain"},
      {R"({"pieces":[],"cities":[{"id":9}]})", "9"},
      {R"({"pieces":[],"cities":[{"id":1,"die":7}]})", "from 1 to 6"},
      {R"({"pieces":[],"reserve":{"white":[{"kind":"king"}]}})", "King"},
      {R"({"pieces":[],"peaces":1})", "peaces"},
      {R"({"pieces":{}})", "list"},
      {R"({"pieces":[3]})", "object"},
      {R"({"pieces":[],"clock_s":"soon"})", "clock_s"},
      {R"({"pieces":[{"at":"e4","kind":"king","side":"white"},{"at":"e5","kind":"king","side":"white"}]})",
       "more than one King"},
  };
  for (const auto& [text, words] : bad) {
    const auto position = readPosition(law, nlohmann::json::parse(text));
    ASSERT_FALSE(position) << text;
    EXPECT_NE(position.error().sentence.find(words), std::string::npos) << position.error().sentence;
  }
}

TEST(ArmadaChessReading, TextsThatAreNoTurnsAreRefusedWithTheirForm) {
  Play play(Table("w R b3, w K e3" + rest));
  for (const char* text : {"",
                           " ",
                           ",",
                           "b3",
                           "b3b",
                           "b3b4=",
                           "b3b4=Z",
                           "b3z9",
                           "fort",
                           "fort z9",
                           "enter b3",
                           "enter b3 C9",
                           "exit C1 b1",
                           "attack b3 C4 burn",
                           "revive R",
                           "revive X d1",
                           "hello",
                           "yes",
                           "extend 9",
                           "claim",
                           "b3b4,",
                           "b3b4,done,done",
                           "train b3 x",
                           "\xff\xfe",
                           "artillery e3 C77777777777777777777"})
    play.illegal(text);
}

TEST(ArmadaChessReading, OpensThroughTheCommonDoor) {
  const auto game = makeBoardGame("armada_chess");
  ASSERT_TRUE(game) << game.error().sentence;
  const auto match = (*game)->open("start", {{"armadachess.boarding", "adjacent8"}});
  ASSERT_TRUE(match) << match.error().sentence;
  EXPECT_EQ((*match)->turns().size(), 59U);
  EXPECT_EQ((*match)->perft(2), 3471U);
  const auto parts = (*match)->divide(2);
  std::uint64_t sum = 0;
  for (const auto& [text, count] : parts)
    sum += count;
  EXPECT_EQ(sum, 3471U);
  EXPECT_FALSE((*game)->open("start", {{"boarding", "somehow"}}));
  EXPECT_FALSE((*game)->open("K7/8", {}));
  EXPECT_FALSE((*game)->open("start", {}, "no-such-board"));
  EXPECT_TRUE((*game)->open("start", {}, "twin-planets"));
}

} // namespace
} // namespace linesman::rules::armada_chess
