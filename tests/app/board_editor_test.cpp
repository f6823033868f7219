#include "app/window/board_editor.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

#include "app/window/photo_bar.h"
#include "models/data_path.h"
#include "rules/games/armada_chess/board_file.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using rules::armada_chess::Board;

/// Two boards that play the same: fields, kinds, neighbours, leaps, cities and exits.
void expectSameLaw(const Board& a, const Board& b) {
  ASSERT_EQ(a.fields.size(), b.fields.size());
  const auto named = [](const Board& board, rules::armada_chess::Field field) {
    return field == rules::armada_chess::no_field ? std::string("-") : board.fields[field].name;
  };
  for (const auto& field : a.fields) {
    const auto index = b.fieldNamed(field.name);
    ASSERT_TRUE(index) << field.name;
    const auto& other = b.fields[*index];
    EXPECT_EQ(field.terrain_range != 0, other.terrain_range != 0) << field.name;
    EXPECT_EQ(field.sabotage, other.sabotage) << field.name;
    EXPECT_EQ(field.intelligence, other.intelligence) << field.name;
    EXPECT_EQ(field.resource, other.resource) << field.name;
    EXPECT_EQ(field.pawn_start, other.pawn_start) << field.name;
    EXPECT_EQ(field.heavy_start, other.heavy_start) << field.name;
    EXPECT_EQ(field.exits.size(), other.exits.size()) << field.name;
    for (std::size_t d = 0; d < field.neighbours.size(); ++d)
      EXPECT_EQ(named(a, field.neighbours[d]), named(b, other.neighbours[d])) << field.name << " direction " << d;
  }
  ASSERT_EQ(a.cities.size(), b.cities.size());
  for (std::size_t i = 0; i < a.cities.size(); ++i) {
    EXPECT_EQ(a.cities[i].owner, b.cities[i].owner);
    EXPECT_EQ(a.cities[i].footprint.size(), b.cities[i].footprint.size());
    EXPECT_EQ(a.cities[i].exits.size(), b.cities[i].exits.size());
  }
}

std::string shipped(const std::string& name) {
  return findData("models/boards/" + name + ".toml")->string();
}

TEST(BoardPlan, TheShippedGridBoardsGoThroughTheEditorUnchanged) {
  for (const char* name : {"companion-10x10", "skirmish-8x10"}) {
    std::vector<std::string> lost;
    const auto plan = BoardPlan::read(shipped(name), lost);
    ASSERT_TRUE(plan) << plan.error().sentence;
    const auto again = rules::armada_chess::parseBoardFile(plan->toToml(), "again.toml");
    ASSERT_TRUE(again) << again.error().sentence;
    expectSameLaw(rules::armada_chess::readBoardFile(shipped(name))->board, again->board);
    EXPECT_EQ(again->board.start.size(), 32u);
  }
}

TEST(BoardPlan, AFreeFormBoardFindsItsNeighboursByPlace) {
  std::vector<std::string> lost;
  const auto plan = BoardPlan::read(shipped("twin-planets"), lost);
  ASSERT_TRUE(plan) << plan.error().sentence;
  const auto again = rules::armada_chess::parseBoardFile(plan->toToml(), "again.toml");
  ASSERT_TRUE(again) << again.error().sentence;
  const Board before = rules::armada_chess::readBoardFile(shipped("twin-planets"))->board;
  ASSERT_EQ(again->board.fields.size(), before.fields.size());
  // All but those whose fields do not lie beside each other (the rows that run round the back) come out by place alone.
  BoardPlan by_place = *plan;
  by_place.cut.clear();
  by_place.joined.clear();
  const auto found = by_place.neighbours();
  std::size_t same = 0, named = 0;
  static const char* directions[] = {"n", "ne", "e", "se", "s", "sw", "w", "nw"};
  for (std::size_t i = 0; i < before.fields.size(); ++i)
    for (std::size_t d = 0; d < 8; ++d)
      if (const auto neighbour = before.fields[i].neighbours[d]; neighbour != rules::armada_chess::no_field) {
        ++named;
        const auto entry = found[i].find(directions[d]);
        same += entry != found[i].end() && entry->second == before.fields[neighbour].name;
      }
  EXPECT_GT(same, named * 97 / 100) << same << " of " << named;
}

TEST(BoardPlan, TurningAKindTwiceGivesItBack) {
  for (const char* kind : {"..", "##", "xx", "C2", "n1", "e3", "s6", "w4", "Sw", "Ib", "Rw", "pb", "hw"})
    EXPECT_EQ(turnedKind(turnedKind(kind, 6), 6), kind);
  EXPECT_EQ(turnedKind("n1", 6), "s6");
  EXPECT_EQ(turnedKind("Sw", 6), "Sb");
}

class BoardEditorTest : public ::testing::Test {
protected:
  BoardEditorTest() {
    char name[] = "/tmp/linesman-editor-XXXXXX";
    folder_ = mkdtemp(name);
    editor_.resize(1280, 720);
    editor_.show();
    editor_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&editor_));
  }
  ~BoardEditorTest() override { fs::remove_all(folder_); }

  template <class Widget> Widget* child(const char* name) {
    return editor_.findChild<Widget*>(QString::fromLatin1(name));
  }
  QString text(const char* label) { return child<QLabel>(label)->text(); }
  QPoint at(double x_mm, double y_mm) { return editor_.canvas()->viewFromBoard().map(QPointF(x_mm, y_mm)).toPoint(); }
  QPoint square(int column, int row) {
    return at((column + 0.5) * editor_.plan().square_mm, (row + 0.5) * editor_.plan().square_mm);
  }
  void put(const std::string& kind, int column, int row) {
    auto* button = child<QPushButton>(("kind_" + kind).c_str());
    ASSERT_NE(button, nullptr) << kind;
    button->click();
    QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, square(column, row));
  }

  fs::path folder_;
  BoardEditor editor_;
};

TEST_F(BoardEditorTest, AWholeBoardIsPaintedCheckedSavedAndPrinted) {
  EXPECT_TRUE(text("editor_state").startsWith("Not yet: ")) << text("editor_state").toStdString();
  child<QSpinBox>("editor_columns")->setValue(8);
  for (int column = 0; column < 8; ++column) {
    put("pw", column, 3);
    put("hw", column, 2);
  }
  put("Sw", 0, 0);
  put("Iw", 7, 0);
  put("Rw", 3, 0);
  put("C1", 2, 0);
  put("n1", 2, 1);
  put("w1", 1, 0);
  put("##", 1, 4);
  EXPECT_EQ(text("editor_state"), "This board may be played on.");
  EXPECT_EQ(editor_.plan().kindAt(5, 9), "C6"); // the city opposite, Black's
  const std::string file = (folder_ / "mine.toml").string();
  editor_.saveBoard(QString::fromStdString(file));
  const auto board = rules::armada_chess::readBoardFile(file);
  ASSERT_TRUE(board) << board.error().sentence;
  EXPECT_EQ(board->board.cities.size(), 2u);
  editor_.printBoard(QString::fromStdString((folder_ / "mine.pdf").string()));
  std::ifstream pdf(folder_ / "mine.pdf", std::ios::binary);
  std::string head(5, ' ');
  pdf.read(head.data(), 5);
  EXPECT_EQ(head, "%PDF-");
}

TEST_F(BoardEditorTest, TheLastStepIsTakenBack) {
  put("##", 4, 4);
  EXPECT_EQ(editor_.plan().kindAt(4, 4), "##");
  EXPECT_EQ(editor_.plan().kindAt(5, 5), "##");
  QTest::keyClick(&editor_, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_TRUE(QTest::qWaitFor([&] { return editor_.plan().kindAt(4, 4) == ".."; }, 3000));
  EXPECT_EQ(editor_.plan().kindAt(5, 5), "..");
}

TEST_F(BoardEditorTest, WhatWasTakenBackIsDoneAgain) {
  auto *undo = child<QPushButton>("editor_undo"), *redo = child<QPushButton>("editor_redo");
  ASSERT_NE(redo, nullptr);
  EXPECT_FALSE(undo->isEnabled() || redo->isEnabled()) << "nothing was drawn";
  put("##", 4, 4);
  EXPECT_TRUE(undo->isEnabled());
  EXPECT_FALSE(redo->isEnabled());
  for (const auto& [key, modifiers] :
       {std::pair<Qt::Key, Qt::KeyboardModifiers>(Qt::Key_Y, Qt::ControlModifier),
        std::pair<Qt::Key, Qt::KeyboardModifiers>(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier)}) {
    undo->click();
    EXPECT_EQ(editor_.plan().kindAt(4, 4), "..");
    EXPECT_FALSE(undo->isEnabled());
    QTest::keyClick(&editor_, key, modifiers);
    EXPECT_TRUE(QTest::qWaitFor([&] { return editor_.plan().kindAt(4, 4) == "##"; }, 3000));
    EXPECT_FALSE(redo->isEnabled());
  }
  undo->setFocus();
  QTest::keyClick(undo, Qt::Key_Space);
  EXPECT_EQ(editor_.focusWidget(), editor_.canvas()) << "one more press of the space bar is not to do it again";
  put("Sw", 0, 0);
  EXPECT_FALSE(redo->isEnabled()) << "something else was drawn instead";
}

TEST_F(BoardEditorTest, LengthsAndTheNameAreTakenBackToo) {
  auto* square = child<QDoubleSpinBox>("editor_square");
  auto* name = child<QLineEdit>("editor_name");
  const double before_mm = square->value();
  square->setFocus();
  square->selectAll();
  QTest::keyClicks(square, "62.5");
  EXPECT_EQ(editor_.plan().square_mm, 62.5);
  EXPECT_EQ(square->value(), 62.5) << "what is being typed is left alone";
  name->setFocus();
  name->selectAll();
  QTest::keyClicks(name, "Attic");
  QTest::keyClick(name, Qt::Key_Return);
  EXPECT_EQ(editor_.plan().name, "Attic");
  child<QPushButton>("editor_undo")->click();
  EXPECT_EQ(name->text(), "My board");
  EXPECT_EQ(editor_.plan().square_mm, 62.5);
  child<QPushButton>("editor_undo")->click();
  EXPECT_EQ(editor_.plan().square_mm, before_mm) << "one number is one change, however many keys it took";
  EXPECT_EQ(square->value(), before_mm);
}

TEST_F(BoardEditorTest, WhatOneStrokePaintsIsTakenBackAtOnce) {
  child<QPushButton>("kind_##")->click();
  QTest::mousePress(editor_.canvas(), Qt::LeftButton, {}, square(1, 4));
  for (int column = 2; column < 5; ++column) {
    QMouseEvent move(QEvent::MouseMove, square(column, 4), editor_.canvas()->mapToGlobal(square(column, 4)),
                     Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(editor_.canvas(), &move);
  }
  QTest::mouseRelease(editor_.canvas(), Qt::LeftButton, {}, square(4, 4));
  put("##", 6, 4); // another stroke
  for (int column = 1; column < 5; ++column)
    EXPECT_EQ(editor_.plan().kindAt(column, 4), "##") << column;
  child<QPushButton>("editor_undo")->click();
  EXPECT_EQ(editor_.plan().kindAt(6, 4), "..");
  EXPECT_EQ(editor_.plan().kindAt(4, 4), "##");
  child<QPushButton>("editor_undo")->click();
  for (int column = 1; column < 5; ++column)
    EXPECT_EQ(editor_.plan().kindAt(column, 4), "..") << column;
  EXPECT_FALSE(child<QPushButton>("editor_undo")->isEnabled());
}

TEST_F(BoardEditorTest, CornersAndThePhotographAreTakenBackToo) {
  auto *undo = child<QPushButton>("editor_undo"), *redo = child<QPushButton>("editor_redo");
  const auto corners = [this] { return editor_.canvas()->corners_px(); };
  const auto begun = corners();
  editor_.photoBar()->openPhoto(QStringLiteral(LINESMAN_TEST_DATA "/demo/pyr_07.jpg"));
  const QSize photo = editor_.canvas()->photo().size();
  ASSERT_FALSE(photo.isEmpty());
  const auto laid = corners();
  const QPoint at = editor_.canvas()->viewFromBoard().map(QPointF(0, 0)).toPoint(), to = at + QPoint(24, -16);
  QTest::mousePress(editor_.canvas(), Qt::LeftButton, {}, at);
  for (const QPoint& here : {at + QPoint(9, -3), to}) {
    QMouseEvent move(QEvent::MouseMove, here, editor_.canvas()->mapToGlobal(here), Qt::NoButton, Qt::LeftButton, {});
    QCoreApplication::sendEvent(editor_.canvas(), &move);
  }
  QTest::mouseRelease(editor_.canvas(), Qt::LeftButton, {}, to);
  const auto dragged = corners();
  EXPECT_NE(dragged, laid);
  child<QPushButton>("editor_turn")->click();
  EXPECT_EQ(corners()[0], dragged[1]);
  undo->click();
  EXPECT_EQ(corners(), dragged);
  undo->click();
  EXPECT_EQ(corners(), laid) << "one drag is one change";
  undo->click();
  EXPECT_TRUE(editor_.canvas()->photo().isNull());
  EXPECT_EQ(corners(), begun);
  redo->click();
  redo->click();
  EXPECT_EQ(editor_.canvas()->photo().size(), photo);
  EXPECT_EQ(corners(), dragged);
}

TEST_F(BoardEditorTest, KeysPaintToo) {
  child<QPushButton>("kind_Rw")->click();
  editor_.canvas()->setFocus();
  QTest::keyClick(editor_.canvas(), Qt::Key_Right);
  QTest::keyClick(editor_.canvas(), Qt::Key_Up);
  QTest::keyClick(editor_.canvas(), Qt::Key_Space);
  EXPECT_EQ(editor_.plan().kindAt(1, 1), "Rw");
}

TEST_F(BoardEditorTest, CornersAreDraggedOntoAPhotograph) {
  QImage photo(640, 480, QImage::Format_RGB32);
  photo.fill(Qt::darkGreen);
  const QString file = QString::fromStdString((folder_ / "board.png").string());
  ASSERT_TRUE(photo.save(file));
  editor_.photoBar()->openPhoto(file);
  const QPoint corner = at(0, 0);
  QTest::mousePress(editor_.canvas(), Qt::LeftButton, {}, corner);
  QTest::mouseMove(editor_.canvas(), corner + QPoint(30, -20));
  QTest::mouseRelease(editor_.canvas(), Qt::LeftButton, {}, corner + QPoint(30, -20));
  EXPECT_LE((at(0, 0) - (corner + QPoint(30, -20))).manhattanLength(), 2);
  put("##", 9, 0); // painting follows the perspective
  EXPECT_EQ(editor_.plan().kindAt(9, 0), "##");
  editor_.photoBar()->openPhoto(QStringLiteral("/nowhere.png"));
  EXPECT_TRUE(text("editor_notice").contains("/nowhere.png"));
}

TEST_F(BoardEditorTest, ABoardOfFewerSquaresThanAreDrawnIsSaidSo) {
  constexpr int square_px = 80, edge_px = 60;
  QImage photo(8 * square_px + 2 * edge_px, 8 * square_px + 2 * edge_px, QImage::Format_RGB32);
  photo.fill(Qt::darkGreen);
  QPainter painter(&photo);
  for (int i = 0; i < 64; ++i)
    painter.fillRect(edge_px + i % 8 * square_px, edge_px + i / 8 * square_px, square_px, square_px,
                     (i + i / 8) % 2 == 0 ? Qt::white : Qt::darkGray);
  painter.end();
  const QString file = QString::fromStdString((folder_ / "chess.png").string());
  ASSERT_TRUE(photo.save(file));
  editor_.photoBar()->openPhoto(file);
  child<QPushButton>("editor_find")->click();
  EXPECT_FALSE(text("editor_notice").contains("lie where they are drawn")) << text("editor_notice").toStdString();
  for (const char* count : {"editor_columns", "editor_rows"})
    child<QSpinBox>(count)->setValue(8);
  child<QPushButton>("editor_find")->click();
  EXPECT_TRUE(text("editor_notice").contains("lie where they are drawn")) << text("editor_notice").toStdString();
}

TEST_F(BoardEditorTest, FieldsOfAnyShapeAreOutlinedAndLinked) {
  child<QCheckBox>("editor_free")->click();
  ASSERT_TRUE(editor_.plan().free_form);
  child<QPushButton>("tool_outline")->click();
  const auto outline = [&](std::initializer_list<QPointF> corners) {
    for (const QPointF& p : corners)
      QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, at(p.x(), p.y()));
    QTest::keyClick(editor_.canvas(), Qt::Key_Return);
  };
  outline({{50, 25}, {150, 25}, {150, 120}, {50, 120}});
  outline({{150, 25}, {150, 120}, {260, 130}, {260, 20}}); // the other way round: turned counter-clockwise
  ASSERT_EQ(editor_.plan().areas.size(), 2u);
  EXPECT_EQ(editor_.plan().neighbours()[0], (std::map<std::string, std::string>{{"e", editor_.plan().areas[1].name}}));
  EXPECT_EQ(editor_.plan().areas[0].corners_mm[1], editor_.plan().areas[1].corners_mm[3])
      << "snapped to the corner that was there";
  child<QPushButton>("tool_link")->click();
  QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, at(100, 70));
  QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, at(200, 70));
  EXPECT_TRUE(editor_.plan().neighbours()[0].empty());
  child<QPushButton>("kind_Sw")->click();
  QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, at(100, 70));
  EXPECT_EQ(editor_.plan().areas[0].kind, "Sw");
}

TEST_F(BoardEditorTest, ABrokenFileIsOneSentenceAndNothingIsLost) {
  put("##", 4, 4);
  editor_.openBoard(QStringLiteral("/nowhere/board.toml"));
  EXPECT_TRUE(text("editor_notice").contains("/nowhere/board.toml"));
  EXPECT_EQ(editor_.plan().kindAt(4, 4), "##");
}

} // namespace
} // namespace linesman::app
