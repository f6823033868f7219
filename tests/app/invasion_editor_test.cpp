#include "app/window/invasion_editor.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "app/picture.h"
#include "app/watch/board_contents.h"
#include "app/watch/referee.h"
#include "app/window/elided_label.h"
#include "app/window/photo_bar.h"
#include "calibration/table_file.h"
#include "models/board_size.h"
#include "rules/board_game.h"
#include "tests/support/table_painter.h"
#include "vision/board_detector.h"
#include "vision/frame_source.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

/// A drawn photograph of a board of ten by ten, with where its corners truly are: a1, j1, j10, a10.
struct Photo {
  QImage picture;
  std::array<QPointF, 4> corners_px;
};
Photo photoOfBoard() {
  test::TablePainter::Settings settings;
  settings.board = 10;
  settings.square_mm = 40.0;
  settings.distance_mm = 640.0;
  settings.tilt_rad = 0.35;
  test::TablePainter painter(settings);
  test::PaintedTable table;
  for (const auto& [square, man] : contentsOf("invasion", std::string("hftii5/fpcii5/tcpii5/iii****3/iii****3/3****III/"
                                                                      "3****III/5IIPCT/5IICPF/5IITFH w off,off j1,a10"))
                                       .men)
    table.men[square] = {man.kind, man.side};
  Photo photo{toQImage(painter.paint(table)), {}};
  const std::array<std::pair<double, double>, 4> corners{{{-200, -200}, {200, -200}, {200, 200}, {-200, 200}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const Eigen::Vector2d at = painter.pixel({corners[i].first, corners[i].second, 0.0});
    photo.corners_px[i] = QPointF(at.x() + 0.5, at.y() + 0.5);
  }
  return photo;
}

TEST(InvasionPlan, WhatIsProposedIsTheBookAndNeedsNoSwitch) {
  const InvasionPlan plan = InvasionPlan::proposed();
  EXPECT_TRUE(plan.options().empty());
  EXPECT_TRUE(plan.differences().empty());
  EXPECT_TRUE(plan.check()) << plan.check().error().sentence;
  EXPECT_EQ(plan.home(true), "j1");
  EXPECT_EQ(plan.home(false), "a10");
  EXPECT_TRUE(plan.isCamp(0, 9) && plan.isCamp(7, 2) && !plan.isCamp(6, 2) && !plan.isCamp(4, 4));
  EXPECT_TRUE(plan.isRed(0, 0) && plan.isRed(9, 9) && !plan.isRed(9, 0) && !plan.isRed(5, 5));
}

TEST(InvasionPlan, MenAreSetForBothSidesAndNobodyStandsInTheSea) {
  InvasionPlan plan = InvasionPlan::proposed();
  EXPECT_FALSE(plan.place(33, 'T', true)); // d4 is water
  EXPECT_TRUE(plan.place(0, 'H', true));   // a1, and Black's j10
  EXPECT_EQ(plan.manAt(9, 9), 'h');
  EXPECT_EQ(plan.manAt(9, 0), InvasionPlan::empty); // there is one of them only
  EXPECT_EQ(plan.options().at("home"), "a1,j10");
  EXPECT_TRUE(plan.isRed(0, 9)) << "the other two corners are red now";
  ASSERT_TRUE(plan.check()) << plan.check().error().sentence;
  EXPECT_TRUE(plan.place(3, 'I', false));
  ASSERT_EQ(plan.differences().size(), 1u);
  EXPECT_EQ(plan.differences()[0].kind, "trooper");
  EXPECT_EQ(plan.differences()[0].more, 1);
}

TEST(InvasionPlan, WhatIsKeptIsReadAgainByTheProgram) {
  char name[] = "/tmp/linesman-invasion-XXXXXX";
  const fs::path folder = mkdtemp(name);
  InvasionPlan plan = InvasionPlan::proposed();
  plan.name = "Anna \"blue\"\nboard";
  plan.square_mm = 43.5;
  plan.camp_size = 4;
  plan.red_homes = true;
  plan.near_left = "j10";
  plan.place(0, 'H', true);
  plan.place(5, 'T', false); // in the place of a trooper
  ASSERT_TRUE(plan.write((folder / "mine.toml").string()));
  const auto again = InvasionPlan::read((folder / "mine.toml").string());
  ASSERT_TRUE(again) << again.error().sentence;
  EXPECT_EQ(again->array(), plan.array());
  EXPECT_EQ(again->options(), plan.options());
  EXPECT_EQ(again->square_mm, 43.5);
  EXPECT_EQ(again->near_left, "j10");
  const auto table = readTableFile((folder / "mine.table.toml").string());
  ASSERT_TRUE(table) << table.error().sentence;
  EXPECT_EQ(boardSize(table->board->definition).value(), (std::pair{10, 10}));
  // The referee takes the match file as it is.
  const auto profile = readProfile((folder / "mine.toml").string());
  ASSERT_TRUE(profile) << profile.error().sentence;
  EXPECT_TRUE(makeReferee(profile->match));
  const auto game = rules::makeBoardGame("invasion");
  const auto match = (*game)->open("start", profile->match.options);
  ASSERT_TRUE(match);
  EXPECT_TRUE((*match)->position().get<std::string>().ends_with(" a1,j10"));
  EXPECT_FALSE(InvasionPlan::read((folder / "nothing.toml").string()));
  fs::remove_all(folder);
}

class InvasionEditorTest : public ::testing::Test {
protected:
  InvasionEditorTest() {
    char name[] = "/tmp/linesman-invasion-XXXXXX";
    folder_ = mkdtemp(name);
    editor_.resize(1280, 720);
    editor_.show();
    editor_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&editor_));
  }
  ~InvasionEditorTest() override { fs::remove_all(folder_); }

  template <class Widget> Widget* child(const char* name) {
    return editor_.findChild<Widget*>(QString::fromLatin1(name));
  }
  QString text(const char* label) { return child<QLabel>(label)->text(); }
  void click(const char* name) { QTest::mouseClick(child<QPushButton>(name), Qt::LeftButton); }
  void put(char man, int column, int row) {
    click(("man_" + std::string(1, man)).c_str());
    const double s = editor_.plan().square_mm;
    const QPointF at = editor_.canvas()->viewFromBoard().map(QPointF((column + 0.5) * s, (row + 0.5) * s));
    QTest::mouseClick(editor_.canvas(), Qt::LeftButton, {}, at.toPoint());
  }
  QString file(const char* name) { return QString::fromStdString((folder_ / name).string()); }

  fs::path folder_;
  InvasionEditor editor_;
};

TEST_F(InvasionEditorTest, TheBoardOfAPhotographIsFoundTurnedAndKept) {
  const Photo photo = photoOfBoard();
  ASSERT_TRUE(photo.picture.save(file("board.png")));
  editor_.photoBar()->openPhoto(file("board.png"));
  click("editor_find");
  const auto& corners = editor_.canvas()->corners_px();
  for (const QPointF& truth : photo.corners_px) {
    double least = 1e9;
    for (const QPointF& corner : corners)
      least = std::min(least, QLineF(truth, corner).length());
    EXPECT_LT(least, 2.0) << "a corner " << least << " px off";
  }
  EXPECT_TRUE(text("editor_notice").startsWith("The squares of the photograph lie where they are drawn"))
      << text("editor_notice").toStdString();
  int turns = 0; // until a1 is where the picture has it
  while (QLineF(editor_.canvas()->corners_px()[0], photo.corners_px[0]).length() > 2.0 && turns++ < 4)
    click("editor_turn");
  ASSERT_LT(turns, 4);
  EXPECT_EQ(editor_.plan().near_left, "a1");
  // A corner that a hand pulls away is noticed.
  const QPoint corner = editor_.canvas()->viewFromBoard().map(QPointF(0, 0)).toPoint();
  QTest::mousePress(editor_.canvas(), Qt::LeftButton, {}, corner);
  QTest::mouseMove(editor_.canvas(), corner + QPoint(40, 0));
  QTest::mouseRelease(editor_.canvas(), Qt::LeftButton, {}, corner + QPoint(40, 0));
  EXPECT_TRUE(text("editor_notice").startsWith("A corner lies ")) << text("editor_notice").toStdString();
  click("editor_turn");
  EXPECT_EQ(editor_.plan().near_left, "a10");
  child<QDoubleSpinBox>("editor_square")->setValue(41.5);
  editor_.saveBoard(file("mine"));
  const auto table = readTableFile(file("mine.table.toml").toStdString());
  ASSERT_TRUE(table) << table.error().sentence;
  EXPECT_EQ(table->board->square_mm, 41.5);
  EXPECT_EQ(table->board->coordinates, "a10");
  // Where a10 lies near left, a1 lies near right: so the picture is read with the table that was kept.
  const auto picture = readImage(file("board.png").toStdString());
  ASSERT_TRUE(picture) << picture.error().sentence;
  BoardRequest request;
  request.known = *table->board;
  request.columns = request.rows = 10;
  const auto found = findBoard(*picture, request);
  ASSERT_TRUE(found) << found.error().sentence;
  const Eigen::Vector2d a1 = found->view.pixel(found->view.corner_mm(0, 0));
  EXPECT_LT(QLineF(QPointF(a1.x() + 0.5, a1.y() + 0.5), photo.corners_px[1]).length(), 2.0);
}

TEST_F(InvasionEditorTest, MenAreSetCheckedAndBeginAMatch) {
  EXPECT_EQ(text("editor_state"), "This board may be played on.");
  EXPECT_FALSE(child<QPushButton>("editor_match")->isEnabled());
  put('H', 4, 0); // no corner
  EXPECT_TRUE(text("editor_state").startsWith("Not yet: ")) << text("editor_state").toStdString();
  editor_.saveBoard(file("bad.toml"));
  EXPECT_FALSE(fs::exists(folder_ / "bad.toml"));
  click("editor_undo");
  EXPECT_EQ(text("editor_state"), "This board may be played on.");
  put('.', 5, 0);
  EXPECT_EQ(text("editor_state"), "May be played on. White: 1 missing of trooper; Black: 1 missing of trooper.");
  put('I', 5, 0);
  put('P', 8, 2);
  put('C', 7, 2); // two men change places
  EXPECT_EQ(text("editor_state"), "This board may be played on.");
  auto* camp = child<QComboBox>("editor_camp");
  camp->setFocus();
  QTest::keyClick(camp, Qt::Key_Down);
  child<QLineEdit>("editor_name")->setFocus();
  child<QLineEdit>("editor_name")->selectAll();
  QTest::keyClicks(child<QLineEdit>("editor_name"), "Attic");
  editor_.saveBoard(file("attic.toml"));
  EXPECT_EQ(editor_.plan().camp_size, 4);
  QSignalSpy wanted(&editor_, &InvasionEditor::matchWanted);
  click("editor_match");
  ASSERT_EQ(wanted.count(), 1);
  const auto profile = wanted[0][0].value<MatchProfile>();
  EXPECT_EQ(profile.name, "Attic");
  EXPECT_EQ(profile.match.options.at("camp_size"), "4");
  EXPECT_TRUE(profile.match.options.contains("array"));
  EXPECT_TRUE(fs::exists(profile.table)) << profile.table;
}

TEST_F(InvasionEditorTest, AManThatWasClearedComesBackAndGoesAgain) {
  ASSERT_NE(child<QPushButton>("editor_redo"), nullptr);
  const auto begun = editor_.plan().men;
  put('.', 5, 0);
  const auto cleared = editor_.plan().men;
  ASSERT_NE(cleared, begun);
  put('T', 8, 2);
  const auto placed = editor_.plan().men;
  click("editor_undo");
  EXPECT_EQ(editor_.plan().men, cleared);
  click("editor_undo");
  EXPECT_EQ(editor_.plan().men, begun);
  click("editor_redo");
  click("editor_redo");
  EXPECT_EQ(editor_.plan().men, placed);
  EXPECT_FALSE(child<QPushButton>("editor_redo")->isEnabled());
}

TEST_F(InvasionEditorTest, AHintThatIsTooLongIsSeenToBeCutOff) {
  const auto* hint = editor_.findChild<ElidedLabel*>("editor_hint");
  ASSERT_NE(hint, nullptr);
  EXPECT_EQ(hint->toolTip(), hint->text());
}

TEST_F(InvasionEditorTest, ItIsOpenedAgainAndPrinted) {
  put('T', 5, 0); // in the place of a trooper
  editor_.saveBoard(file("mine.toml"));
  click("editor_proposed");
  EXPECT_EQ(editor_.plan().manAt(5, 0), 'I');
  editor_.openBoard(file("mine.toml"));
  EXPECT_EQ(editor_.plan().manAt(5, 0), 'T');
  editor_.printBoard(file("mine.pdf"));
  std::ifstream pdf(folder_ / "mine.pdf", std::ios::binary);
  std::string head(5, ' ');
  pdf.read(head.data(), 5);
  EXPECT_EQ(head, "%PDF-");
  editor_.openBoard(file("nowhere.toml"));
  EXPECT_TRUE(text("editor_notice").contains("nowhere.toml"));
  editor_.photoBar()->openPhoto(file("nowhere.png"));
  EXPECT_TRUE(text("editor_notice").contains("nowhere.png"));
  click("editor_find");
  EXPECT_TRUE(text("editor_notice").startsWith("There is no photograph"));
}

} // namespace
} // namespace linesman::app
