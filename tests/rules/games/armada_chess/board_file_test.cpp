// Board files: what they describe, and how faults are told with file and line.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "models/data_path.h"
#include "rules/games/armada_chess/board_file.h"
#include "rules/games/armada_chess/support.h"
#include "rules/games/armada_chess/turn.h"

namespace linesman::rules::armada_chess {
namespace {

std::string boardText(const std::string& id) {
  std::ifstream file(*findData("models/boards/" + id + ".toml"));
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  if (at != std::string::npos)
    text.replace(at, what.size(), by);
  return text;
}

int lineOf(const std::string& text, const std::string& what) {
  const auto at = text.find(what);
  return 1 + static_cast<int>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

/// The changed file is refused; the sentence names the line of `where` and contains `words`.
void refused(const std::string& what, const std::string& by, const std::string& where, const std::string& words) {
  const std::string text = replaced(boardText("companion-10x10"), what, by);
  const auto file = parseBoardFile(text, "my.toml");
  ASSERT_FALSE(file) << by;
  const std::string& sentence = file.error().sentence;
  EXPECT_TRUE(sentence.starts_with("my.toml:" + std::to_string(lineOf(text, where)) + ":")) << sentence;
  EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
}

TEST(ArmadaChessBoardFile, DefaultBoardIsAsTheLawDrawsIt) {
  const Board& board = testing::boardById("companion-10x10");
  const auto field = [&](const char* name) -> const FieldInfo& { return board.fields[*board.fieldNamed(name)]; };
  EXPECT_EQ(board.rows, 10);
  EXPECT_EQ(board.columns, 10);
  ASSERT_EQ(board.cities.size(), 6U);
  const std::pair<int, std::vector<std::string>> exits[] = {{1, {"c2", "b1"}},  {2, {"e2", "f2"}}, {3, {"h2", "i1"}},
                                                            {4, {"b10", "c9"}}, {5, {"e9", "f9"}}, {6, {"i10", "h9"}}};
  for (const auto& [id, names] : exits) {
    const CityIndex city = *board.cityWithId(id);
    ASSERT_EQ(board.cities[city].exits.size(), 2U);
    for (const std::string& name : names)
      EXPECT_NE(board.exitOn(city, *board.fieldNamed(name)), nullptr) << id << name;
  }
  EXPECT_EQ(board.cities[4].footprint.size(), 2U);
  EXPECT_EQ(board.nameOf(board.exitOn(4, *board.fieldNamed("f9"))->behind), "f10");
  EXPECT_EQ(field("d5").terrain_range, field("e5").terrain_range);
  EXPECT_NE(field("e5").terrain_range, field("f6").terrain_range); // they touch diagonally only
  EXPECT_EQ(field("a1").sabotage, ownerBit(Side::white));
  EXPECT_EQ(field("a10").intelligence, ownerBit(Side::black));
  EXPECT_EQ(board.resource_fields[0].size(), 2U);
  EXPECT_EQ(field("e4").leaps.size(), 8U);
  EXPECT_EQ(field("a1").leaps.size(), 2U);
}

TEST(ArmadaChessBoardFile, NoFreeSetUpAllowsACaptureOnTheFirstMove) {
  const Board& board = testing::boardById("companion-10x10");
  const Options options;
  const Law law{board, options};
  for (const Kind kind : {Kind::knight, Kind::bishop, Kind::rook, Kind::queen, Kind::king}) {
    Position position = emptyPosition(law);
    for (std::size_t index = 0; index < board.fields.size(); ++index) {
      const FieldInfo& info = board.fields[index];
      for (const Side side : {Side::white, Side::black}) {
        if ((info.pawn_start & ownerBit(side)) != 0)
          position.pieces[index] = Piece{.kind = Kind::pawn, .side = side};
        if ((info.heavy_start & ownerBit(side)) != 0)
          position.pieces[index] = Piece{.kind = kind, .side = side};
      }
    }
    for (const std::string& text : turnTexts(law, position))
      EXPECT_EQ(text.find('x'), std::string::npos) << text;
  }
}

TEST(ArmadaChessBoardFile, ThreeBoardsAreReadWithoutWarnings) {
  for (const char* id : {"companion-10x10", "skirmish-8x10", "twin-planets"}) {
    const auto file = parseBoardFile(boardText(id), id);
    ASSERT_TRUE(file) << file.error().sentence;
    EXPECT_TRUE(file->warnings.empty()) << file->warnings.front();
    EXPECT_EQ(file->board.start.size(), 32U);
  }
}

TEST(ArmadaChessBoardFile, FreeFormBoardsHaveNamedNeighbours) {
  const Board& board = testing::boardById("twin-planets");
  EXPECT_EQ(board.rows, 0);
  EXPECT_EQ(board.fields.size(), 78U);
  EXPECT_EQ(board.city_word, "planet");
  const Field a5 = *board.fieldNamed("a5");
  EXPECT_EQ(board.nameOf(board.neighbour(a5, Direction::w)), "h5"); // the row runs round the back
  EXPECT_EQ(board.fields[a5].outline.size(), 4U);
  const Options options;
  Position position = emptyPosition({board, options});
  position.pieces[a5] = Piece{.kind = Kind::rook};
  const auto texts = turnTexts({board, options}, position);
  EXPECT_EQ(std::count(texts.begin(), texts.end(), "a5a5"), 0);
  EXPECT_GT(std::count(texts.begin(), texts.end(), "a5h5"), 0);
}

TEST(ArmadaChessBoardFile, FaultsNameFileAndLine) {
  refused("id = 6", "id = 5", "[[city]]\nid = 5\nowner = \"black\"\ndie = 1\n\n[army]", "two cities with id 5");
  refused("owner = \"white\"", "owner = \"green\"", "owner = \"green\"", "\"white\" or \"black\"");
  refused("die = 1", "die = 7", "die = 7", "from 1 to 6");
  refused("columns = 10", "columns = 9", "\"Ib w4", "squares");
  refused("rows = 10", "rows = 11", "map = [", "11");
  refused(".. .. s4", ".. .. q4", "q4", "no kind of square");
  refused(".. .. s4", ".. .. s9", "s9", "no [[city]]");
  refused("square_mm = 50.0", "square_nm = 50.0", "square_nm", "unknown key");
  refused("seconds = 120", "seconds = \"two\"", "seconds", "whole number");
  refused("\"Kf3\"", "\"Kf33\"", "Kf33", "like \"Ke3\"");
  refused("\"Qe3\"", "\"Qf3\"", "Qf3", "two pieces");
  refused("trojan_targets = [\"e10\", \"f10\"]", "trojan_targets = [\"e9\"]", "trojan_targets = [\"e9\"]",
          "no square of city 5");
}

TEST(ArmadaChessBoardFile, EveryRuleOfTheCheckIsEnforced) {
  refused(".. .. s4 .. s5 s5", "s4 .. .. .. s5 s5", "s4 ..", "does not touch");
  refused(".. .. s4 .. s5 s5", ".. .. n4 .. s5 s5", "n4", "must point away");
  refused("pw pw pw pw pw pw pw pw", "## pw pw pw pw pw pw pw", "[army]", "pawn start fields");
  refused("[trays_mm]", "[[override]]\nsquare = \"b3\"\nterrain = 9\n\n[trays_mm]", "\"hw hw", "terrain");
  refused("[trays_mm]", "[[override]]\nsquare = \"c1\"\nterrain = 9\n\n[trays_mm]", "\"Sw w1", "both city and terrain");
  refused("[trays_mm]", "[[override]]\nsquare = \"z9\"\n\n[trays_mm]", "square = \"z9\"", "no field");
}

TEST(ArmadaChessBoardFile, DoubtfulBoardsAreWarnedOf) {
  const std::string text = replaced(boardText("companion-10x10"), "Ib w4 C4 Rb", "Ib .. C4 Rb");
  const auto file = parseBoardFile(text, "my.toml");
  ASSERT_TRUE(file) << file.error().sentence;
  ASSERT_EQ(file->warnings.size(), 2U);
  EXPECT_NE(file->warnings[0].find("one exit field only"), std::string::npos);
  EXPECT_NE(file->warnings[1].find("not symmetric"), std::string::npos);
}

TEST(ArmadaChessBoardFile, MissingThingsAreFaults) {
  refused("Sw w1 C1", ".. w1 C1", "map = [", "White has no S");
  refused("e6 Sb", "e6 ..", "map = [", "Black has no S");
  refused("e3 Iw", "e3 ..", "map = [", "White has no I");
  refused("pawn = 8", "pawn = 9", "[army]", "pawn start fields");
  refused("knight = 2", "knight = 5", "[army]", "heavy start fields");
  refused("provenance = \"house\"", "provenance = \"mine\"", "provenance = \"mine\"", "official");
}

TEST(ArmadaChessBoardFile, TornFilesAreOneSentence) {
  const std::string text = boardText("companion-10x10");
  for (std::size_t size = 0; size < text.size(); size += 37) {
    const auto file = parseBoardFile(text.substr(0, size), "torn.toml");
    if (!file) {
      EXPECT_TRUE(file.error().sentence.starts_with("torn.toml:")) << file.error().sentence;
    }
  }
  EXPECT_FALSE(readBoardFile("/no/such/board.toml"));
  EXPECT_NE(loadBoard("no-such-board").error().sentence.find("no-such-board"), std::string::npos);
}

} // namespace
} // namespace linesman::rules::armada_chess
