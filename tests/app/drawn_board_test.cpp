#include <gtest/gtest.h>

#include "app/watch/armada_law.h"
#include "app/watch/guarded_pipeline.h"
#include "tests/support/table_painter.h"

namespace linesman::app {
namespace {

using test::PaintedTable;
using test::TablePainter;

TablePainter::Settings printedBoard() {
  TablePainter::Settings settings;
  settings.board = 10;
  settings.square_mm = 40.0;
  settings.distance_mm = 640.0;
  settings.tilt_rad = 0.35;
  settings.printed = "companion-10x10";
  return settings;
}

PipelineSettings seenThrough(const TablePainter& painter) {
  PipelineSettings settings;
  settings.lens = painter.lens();
  settings.table = painter.table();
  return settings;
}

/// Six dice with faces that move on from picture to picture, one city without.
TEST(DrawnBoard, DiceAreReadWhereTheBoardFileHasThem) {
  TablePainter painter(printedBoard());
  GuardedPipeline pipeline(seenThrough(painter));
  const auto places = diePlaces("companion-10x10");
  ASSERT_EQ(places.size(), 6u);
  int right = 0, wrong = 0, invented = 0, dice = 0;
  for (int picture = 0; picture < 6; ++picture) {
    PaintedTable table;
    for (int city = 1; city <= 6; ++city)
      table.dice[city] = city == 1 + picture ? 0 : 1 + (city + picture) % 6;
    table.light = picture == 3 ? 0.35 : 1.0;
    const auto seen = pipeline.process(Frame{painter.paint(table), 1.0 * picture, ""});
    ASSERT_TRUE(seen) << seen.error().sentence;
    for (int city = 1; city <= 6; ++city) {
      const int face = table.dice[city];
      dice += face > 0 ? 1 : 0;
      for (const SeenDie& die : seen->state.board->dice)
        if (die.square == places[static_cast<std::size_t>(city) - 1].square) {
          if (face != die.face)
            ADD_FAILURE() << "C" << city << " shows " << face << ", read " << die.face << " with " << die.p;
          ++(face == 0 ? invented : die.face == face ? right : wrong);
        }
    }
  }
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(invented, 0);
  EXPECT_GE(right, dice * 9 / 10) << "of " << dice;
}

TEST(DrawnBoard, RingsAroundTokensAreBands) {
  TablePainter painter(printedBoard());
  GuardedPipeline pipeline(seenThrough(painter));
  PaintedTable table;
  const std::vector<std::string> kinds = {"king", "queen", "rook", "bishop", "knight", "pawn"};
  for (std::size_t i = 0; i < 6; ++i)
    for (const int rank : {3, 5, 8})
      table.men[std::string(1, static_cast<char>('b' + i)) + std::to_string(rank)] = {kinds[i],
                                                                                      rank == 8 ? "dark" : "light"};
  table.bands = {{"b3", {"crown"}}, {"c3", {"high", "low"}}, {"d3", {"low"}},
                 {"e5", {"high"}},  {"f8", {"low"}},         {"b8", {"crown", "low"}}};
  for (int picture = 0; picture < 2; ++picture) {
    table.light = picture == 0 ? 1.0 : 0.35;
    const auto seen = pipeline.process(Frame{painter.paint(table), 1.0 * picture, ""});
    ASSERT_TRUE(seen) << seen.error().sentence;
    EXPECT_GE(seen->state.board->pieces.size(), table.men.size() - 1);
    for (const SeenBoardPiece& piece : seen->state.board->pieces) {
      const std::set<std::string> bands(piece.bands.begin(), piece.bands.end());
      const auto truth = table.bands.find(piece.square);
      EXPECT_EQ(bands, truth == table.bands.end() ? std::set<std::string>() : truth->second)
          << piece.square << " in picture " << picture;
    }
  }
}

} // namespace
} // namespace linesman::app
