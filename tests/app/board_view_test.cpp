#include "app/window/board_view.h"

#include <set>

#include <gtest/gtest.h>

#include <QImage>
#include <QPainter>

#include "app/print/board_drawing.h"
#include "rules/board_game.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {
namespace {

using Eigen::Vector2d;
using nlohmann::json;

/// Writes down what is drawn on it.
class Notebook final : public Canvas {
public:
  void fill(const std::vector<Rect>& rects, Ink) override { note("rects", static_cast<double>(rects.size())); }
  void fill(const std::vector<Vector2d>& polygon, Ink ink) override { note("fill", polygon.front().x() + ink.red); }
  void outline(const std::vector<Vector2d>& polygon, double mm, Ink) override { note("outline", polygon[1].y() + mm); }
  void line(const Vector2d& from, const Vector2d& to, double, Ink) override { note("line", from.x() + 2.0 * to.y()); }
  void text(const Vector2d& at, double mm, const std::string& words, Align, Ink, bool) override {
    note("text " + words, at.x() + mm);
  }
  std::vector<std::pair<std::string, double>> notes;

private:
  void note(const std::string& what, double number) { notes.emplace_back(what, number); }
};

json startOf(const std::string& game, const json& given) {
  const auto made = rules::makeBoardGame(game);
  const auto match = (*made)->open(given, {});
  return match ? (*match)->position() : json(match.error().sentence);
}

const ShownMan* manOn(const PositionDrawing& drawing, const std::string& field) {
  for (const ShownMan& man : drawing.men())
    if (man.field == field)
      return &man;
  return nullptr;
}

TEST(PositionDrawing, theWindowDrawsTheBoardThatIsPrinted) {
  for (const char* id : {"companion-10x10", "skirmish-8x10", "twin-planets"}) {
    const auto board = rules::armada_chess::loadBoard(id);
    ASSERT_TRUE(board) << board.error().sentence;
    const auto drawing = PositionDrawing::make("armada_chess", json(), id);
    ASSERT_TRUE(drawing) << drawing.error().sentence;
    const Rect all = drawing->all();
    Notebook sheet;
    BoardDrawing(**board).draw(sheet, {all.x_mm, all.y_mm + all.height_mm}, {0.0, 0.0});
    Notebook window;
    drawing->draw(window, {0.0, 0.0}, {});
    ASSERT_GT(sheet.notes.size(), 300u);
    ASSERT_GT(window.notes.size(), sheet.notes.size()); // its paper before, the dice behind
    EXPECT_TRUE(std::equal(sheet.notes.begin(), sheet.notes.end(), window.notes.begin() + 1)) << id;
  }
}

TEST(PositionDrawing, everyFieldOfGridAndFreeFormBoardsIsFound) {
  for (const char* id : {"companion-10x10", "twin-planets"}) {
    const auto drawing = PositionDrawing::make("armada_chess", json(), id);
    ASSERT_TRUE(drawing);
    const auto board = rules::armada_chess::loadBoard(id);
    for (const auto& field : (*board)->fields)
      EXPECT_EQ(drawing->fieldAt(roomIn(outlineOf(field)).middle_mm), field.name);
    EXPECT_FALSE(drawing->fieldAt({-500.0, 0.0}));
  }
}

TEST(PositionDrawing, menCarryWhatThePositionSays) {
  const json given = {
      {"pieces",
       {{{"at", "d4"}, {"kind", "rook"}, {"side", "white"}, {"trained", true}, {"rider", {{"kind", "pawn"}}}},
        {{"at", "e5"}, {"kind", "king"}, {"side", "black"}, {"lives", "crown"}},
        {{"at", "f6"}, {"kind", "rook"}, {"side", "black"}, {"turned", true}}}},
      {"cities", {{{"id", 1}, {"controller", "black"}, {"die", 5}}, {{"id", 2}, {"destroyed", true}, {"die", 0}}}}};
  const auto drawing = PositionDrawing::make("armada_chess", startOf("armada_chess", given));
  ASSERT_TRUE(drawing) << drawing.error().sentence;
  ASSERT_EQ(drawing->men().size(), 3u);
  EXPECT_TRUE(manOn(*drawing, "d4")->trained && manOn(*drawing, "d4")->rider && manOn(*drawing, "d4")->of_white);
  EXPECT_TRUE(manOn(*drawing, "e5")->crown && !manOn(*drawing, "e5")->of_white);
  EXPECT_TRUE(manOn(*drawing, "f6")->turned);
  EXPECT_EQ(drawing->cities()[0].die, 5);
  EXPECT_FALSE(drawing->cities()[0].of_white);
  EXPECT_EQ(drawing->cities()[1].die, 0);
}

TEST(PositionDrawing, chessAndInvasionHaveTheirSquaresAndMen) {
  const auto chess = PositionDrawing::make(
      "king_down", json("rnbqkbnr/pppppppp/8/8/4A3/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -"));
  ASSERT_TRUE(chess);
  EXPECT_EQ(chess->men().size(), 33u);
  EXPECT_EQ(manOn(*chess, "e4")->letter, 'A');
  EXPECT_EQ(chess->fieldAt({10.0, 10.0}), "a1");
  const auto invasion = PositionDrawing::make("invasion", startOf("invasion", "start"));
  ASSERT_TRUE(invasion);
  EXPECT_EQ(invasion->fieldAt({475.0, 475.0}), "j10");
  EXPECT_GT(invasion->men().size(), 10u);
  EXPECT_FALSE(PositionDrawing::make("armadas", json()));
}

TEST(BoardView, paintsMenAndMarksWhereTheyStand) {
  BoardView view;
  view.resize(600, 600);
  const auto picture = [&view](const std::string& position, std::vector<MarkedField> marks) {
    view.setDrawing(*PositionDrawing::make("king_down", json(position)), std::move(marks));
    return view.grab().toImage();
  };
  const QImage empty = picture("8/8/8/8/8/8/8/8 w none:0,none:0 - - - - -", {});
  const QImage king = picture("8/8/8/8/4k3/8/8/8 w none:0,none:0 - - - - -", {{"a1", {1.0, 0.0, 0.0}}});
  std::set<QString> changed;
  for (int y = 0; y < 600; y += 2)
    for (int x = 0; x < 600; x += 2)
      if (empty.pixel(x, y) != king.pixel(x, y))
        changed.insert(view.wordsAt(QPointF(x, y)).section(QLatin1Char(':'), 0, 0));
  EXPECT_EQ(changed, (std::set<QString>{"a1", "e4"}));
  bool told = false;
  for (int x = 0; x < 600 && !told; x += 5)
    for (int y = 0; y < 600 && !told; y += 5)
      told = view.wordsAt(QPointF(x, y)) == "e4: Black king";
  EXPECT_TRUE(told);
}

TEST(BoardView, turnedShowsTheSameFieldsFromTheOtherSide) {
  for (const auto& [game, field] : {std::pair("king_down", "b1"), {"armada_chess", "b1"}, {"invasion", "b1"}}) {
    auto drawing = *PositionDrawing::make(game, json());
    BoardView view;
    view.resize(700, 500);
    view.setDrawing(drawing);
    const auto placeOf = [&view](const char* name) -> QPointF { // the middle of what answers to the name
      QPointF sum;
      int count = 0;
      for (int y = 0; y < view.height(); y += 3)
        for (int x = 0; x < view.width(); x += 3)
          if (view.wordsAt(QPointF(x, y)).section(QLatin1Char(':'), 0, 0) == QLatin1String(name)) {
            sum += QPointF(x, y);
            ++count;
          }
      return count > 0 ? sum / count : QPointF();
    };
    const QPointF before = placeOf(field);
    ASSERT_FALSE(before.isNull()) << game;
    const QImage straight = view.grab().toImage();
    view.setTurned(true);
    const QPointF after = placeOf(field);
    EXPECT_NEAR(after.x(), 700.0 - before.x(), 3.0) << game;
    EXPECT_NEAR(after.y(), 500.0 - before.y(), 3.0) << game;
    const QImage turned = view.grab().toImage();
    int same_turned = 0, same_upright = 0;
    for (int y = 2; y < 498; ++y)
      for (int x = 2; x < 698; ++x) {
        same_turned += turned.pixel(x, y) == straight.pixel(699 - x, 499 - y);
        same_upright += turned.pixel(x, y) == straight.pixel(x, y);
      }
    EXPECT_GT(same_turned, same_upright) << game;
    EXPECT_LT(same_turned, 496 * 696) << game << ": letters stay upright";
  }
}

TEST(BoardView, namesOfFieldsCanBeReadOnASmallScreen) {
  const auto drawing = PositionDrawing::make("armada_chess", json());
  BoardView view;
  view.resize(560, 600);
  const double scale = std::min(560.0 / drawing->all().width_mm, 600.0 / drawing->all().height_mm);
  class Letters final : public Canvas {
  public:
    void fill(const std::vector<Rect>&, Ink) override {}
    void fill(const std::vector<Vector2d>&, Ink) override {}
    void outline(const std::vector<Vector2d>&, double, Ink) override {}
    void line(const Vector2d&, const Vector2d&, double, Ink) override {}
    void text(const Vector2d&, double mm, const std::string& words, Align, Ink, bool) override {
      if (words == "e5")
        height_mm = mm;
    }
    double height_mm = 0.0;
  } letters;
  auto large = *drawing;
  large.setLeastLetters(11.0 / scale);
  large.draw(letters, {0.0, 0.0}, {});
  EXPECT_GE(letters.height_mm * scale, 9.5) << "px";
}

} // namespace
} // namespace linesman::app
