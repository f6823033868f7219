#include "app/window/main_window.h"

#include <filesystem>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QFileDialog>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTimer>

#include "app/law_words.h"
#include "app/record/dispute.h"
#include "app/record/match_record.h"
#include "app/window/board_editor.h"
#include "app/window/call_list.h"
#include "app/window/fleet_panel.h"
#include "app/window/game_page.h"
#include "app/window/guest_pages.h"
#include "app/window/invasion_editor.h"
#include "app/window/match_wizard.h"
#include "app/window/picture_view.h"
#include "app/window/replay_page.h"
#include "app/window/side_panel.h"
#include "app/window/table_pane.h"
#include "tests/app/open_window.h"

namespace linesman::app {
namespace {

using testing::demo;
using testing::setupFor;
using testing::Truth;
using testing::truth;

class MainWindowTest : public testing::OpenWindow {};

TEST(VerdictCardTest, whatIsHeldBackIsNotCalledProbable) {
  VerdictCard card({});
  Call call;
  call.verdict.ruling = rules::Ruling::unclear;
  call.verdict.probability = 1.0;
  call.verdict.limit = "range";
  const auto figures = [&] {
    QString all;
    for (const QLabel* label : card.findChildren<QLabel*>())
      all += label->isHidden() ? QString() : label->text();
    return all;
  };
  card.setCall(call);
  EXPECT_TRUE(figures().contains(u"probability"));
  call.verdict.withheld = "the unknown thing at (22, 0) mm lies in the way";
  card.setCall(call);
  EXPECT_FALSE(figures().contains(u"probability")) << "of what lies there nobody knows";
  EXPECT_TRUE(figures().contains(u"NOT RULED"));
}

TEST_F(MainWindowTest, theFirstPictureShowsTheClosestCallFirst) {
  openTable();
  EXPECT_EQ(word(), "TOO CLOSE: NO");
  EXPECT_EQ(window_->side()->list()->shownCount(), 2); // the miss is folded away
  EXPECT_FALSE(window_->troubled());
}

TEST_F(MainWindowTest, marksAloneStandOnTheKeyColour) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.key_colour = QColor(0, 255, 0);
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_FALSE(window_->side()->isVisible());
  const QImage image = window_->grab().toImage();
  int key = 0;
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      key += image.pixel(x, y) == qRgb(0, 255, 0);
  const double share = static_cast<double>(key) / (image.width() * image.height());
  EXPECT_GT(share, 0.9) << "the camera's picture is not there, nor what stands beside it";
  EXPECT_EQ(image.pixel(image.width() - 1, image.height() / 2), qRgb(0, 255, 0)) << "up to the border";
  EXPECT_LT(share, 0.999) << "but the marks are";
}

TEST_F(MainWindowTest, reachWithoutAShipAsksForOne) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  child<QPushButton>("toggle_reach")->click();
  EXPECT_EQ(window_->table()->camera()->caption(), "Click the ship whose reach you want to see");
}

TEST_F(MainWindowTest, whereNothingIsChosenTheHitsAreNotDenied) {
  openTable();
  window_->select({});
  ASSERT_EQ(window_->side()->list()->shownCount(), 2);
  EXPECT_EQ(child<QLabel>("verdict_sentence")->text(), "Choose a line below to see how it was judged.");
}

TEST_F(MainWindowTest, clickingAShipShowsItsShots) {
  openTable();
  const Truth table = truth("pyr_07");
  const SeenPyramid& ship = table.state.pyramids[0];
  const auto& points = table.keypoints_px.at(ship.id.value);
  const Eigen::Vector2d px = 0.5 * (points.at("bow_tip") + points.at("stern_mid"));
  PictureView* view = window_->table()->camera();
  QTest::mouseClick(view, Qt::LeftButton, {}, view->viewFromImage().map(QPointF(px.x(), px.y())).toPoint());
  EXPECT_EQ(window_->selected().value, ship.id.value);
  EXPECT_EQ(word(), "HIT");
  EXPECT_EQ(window_->side()->list()->shownCount(), 1);
  QTest::mouseClick(child<QPushButton>("fold_misses"), Qt::LeftButton);
  EXPECT_EQ(window_->side()->list()->shownCount(), 2);
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  EXPECT_FALSE(window_->selected());
}

TEST_F(MainWindowTest, choosingARowPutsItsVerdictInFront) {
  openTable();
  QListView* list = window_->side()->list()->view();
  const QRect second = list->visualRect(list->model()->index(1, 0));
  QTest::mouseClick(list->viewport(), Qt::LeftButton, {}, second.center());
  EXPECT_EQ(word(), "HIT");
  EXPECT_EQ(window_->chosen(), 1u);
}

TEST_F(MainWindowTest, viewsSwitchByButtonAndTheMapIsToScale) {
  openTable();
  QTest::mouseClick(child<QPushButton>("view_both"), Qt::LeftButton);
  EXPECT_EQ(window_->table()->mode(), TablePane::Mode::both);
  EXPECT_TRUE(window_->table()->map()->isVisible());
  EXPECT_FALSE(window_->table()->map()->overlay().items.empty());
  QTest::mouseClick(child<QPushButton>("view_map"), Qt::LeftButton);
  EXPECT_FALSE(window_->table()->camera()->isVisible());
}

TEST_F(MainWindowTest, inAMatchTheSpaceBarIsThePlayers) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.match.emplace().game = "armadas";
  open(std::move(setup));
  EXPECT_FALSE(child<QPushButton>("play")->toolTip().contains(QStringLiteral("space")));
  EXPECT_TRUE(child<QPushButton>("match_done")->toolTip().contains(QStringLiteral("Space")));
}

TEST_F(MainWindowTest, aTableOfShipsHasNoToolForMen) {
  openTable();
  EXPECT_TRUE(child<QPushButton>("play")->toolTip().contains(QStringLiteral("space")));
  EXPECT_FALSE(child<QPushButton>("toggle_men")->isVisible());
  EXPECT_TRUE(child<QPushButton>("toggle_regions")->isVisible());
}

TEST_F(MainWindowTest, aPageThatIsOpenedBeginsWithItsFirstButton) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  child<QPushButton>("start_calibration")->setFocus();
  child<QPushButton>("start_calibration")->click();
  EXPECT_EQ(window_->focusWidget(), child<QPushButton>("calibrate_lens"));
}

TEST_F(MainWindowTest, theBoardEditorTakesTheWindowAndGivesItBack) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  QTest::mouseClick(child<QPushButton>("start_editor"), Qt::LeftButton);
  auto* editor = window_->findChild<BoardEditor*>();
  ASSERT_NE(editor, nullptr);
  EXPECT_TRUE(editor->isVisible());
  QTest::mouseClick(editor->findChild<QPushButton*>("editor_back"), Qt::LeftButton);
  EXPECT_TRUE(child<QPushButton>("start_demo")->isVisible()) << "nothing was drawn";
  QTest::mouseClick(child<QPushButton>("start_editor"), Qt::LeftButton);
  for (BoardEditor* one : window_->findChildren<BoardEditor*>()) // the one before is deleted later
    if (one->isVisible())
      editor = one;
  auto* back = editor->findChild<QPushButton*>("editor_back");
  const QString plain = back->text();
  Q_EMIT editor->canvas()->painted(33);
  QTest::mouseClick(back, Qt::LeftButton);
  EXPECT_TRUE(editor->isVisible()) << "a drawing that is in no file is not thrown away unasked";
  EXPECT_NE(back->text(), plain);
  Q_EMIT editor->canvas()->painted(34);
  EXPECT_EQ(back->text(), plain) << "it is drawn on";
  QTest::keyClick(editor, Qt::Key_Escape);
  EXPECT_TRUE(editor->isVisible());
  QTest::keyClick(editor, Qt::Key_Escape);
  EXPECT_TRUE(child<QPushButton>("start_demo")->isVisible());
  window_->guests()->openReplay("/nowhere");
  EXPECT_TRUE(child<QPushButton>("start_replay")->isVisible()) << "another folder can be chosen at once";
  EXPECT_TRUE(child<QLabel>("start_fault")->text().contains(QStringLiteral("/nowhere")));
}

/// A dialog that opens next is answered with a path.
void answerNextDialog(const QString& path) {
  QTimer::singleShot(0, qApp, [path] {
    auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
    if (dialog == nullptr)
      return answerNextDialog(path);
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(path);
    QMetaObject::invokeMethod(dialog, "accept");
  });
}

TEST_F(MainWindowTest, AMatchIsReplayedByItsFolderItsRecordOrADisputeFile) {
  const QTemporaryDir folder;
  MatchSetup match;
  match.game = "king_down";
  const std::string record = folder.filePath("match").toStdString(), dispute = folder.filePath("d.json").toStdString();
  {
    auto written = MatchRecord::create(record, match);
    ASSERT_TRUE(written && written->append({{"error", 1.0, {{"sentence", "One."}}}}));
  }
  ASSERT_TRUE(writeDispute(makeDispute(MatchRecord::read(record).value(), 1, "").value(), dispute));
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  const QMenu* menu = child<QPushButton>("start_replay")->menu();
  ASSERT_NE(menu, nullptr);
  ASSERT_EQ(menu->actions().size(), 2);
  const std::pair<int, std::string> chosen[] = {{0, record}, {1, record + "/match.jsonl"}, {1, dispute}};
  for (const auto& [action, path] : chosen) {
    answerNextDialog(QString::fromStdString(path));
    menu->actions()[action]->trigger();
    auto* page = window_->findChild<ReplayPage*>();
    ASSERT_NE(page, nullptr) << path << child<QLabel>("start_fault")->text().toStdString();
    EXPECT_TRUE(page->isVisible());
    Q_EMIT page->closed();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
  }
}

TEST_F(MainWindowTest, noDrawingIsLostInSilence) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  child<QPushButton>("start_editor")->click();
  auto* squares = window_->findChild<BoardEditor*>();
  auto* invasion = window_->findChild<InvasionEditor*>();
  squares->findChild<QSpinBox*>("editor_rows")->setValue(8);
  Q_EMIT squares->gameChosen(drawn_invasion);
  ASSERT_TRUE(invasion->isVisible());
  EXPECT_FALSE(window_->close());
  EXPECT_TRUE(squares->isVisible()) << "what would be lost comes to the front";
  EXPECT_TRUE(squares->findChild<QLabel*>("editor_notice")->isVisible());
  squares->findChild<QSpinBox*>("editor_rows")->setValue(9);
  EXPECT_FALSE(squares->findChild<QLabel*>("editor_notice")->isVisible());
  Q_EMIT squares->gameChosen(drawn_invasion);
  invasion->findChild<QPushButton*>("editor_back")->click(); // the way back asks for the other drawing too
  EXPECT_TRUE(squares->isVisible());
  EXPECT_TRUE(window_->close());
}

TEST_F(MainWindowTest, theEditorOfInvasionLeadsToAMatchOnItsBoard) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  QTest::mouseClick(child<QPushButton>("start_editor"), Qt::LeftButton);
  auto* squares = window_->findChild<BoardEditor*>();
  auto* invasion = window_->findChild<InvasionEditor*>();
  ASSERT_TRUE(squares != nullptr && invasion != nullptr);
  auto* games = squares->findChild<QComboBox*>("editor_game");
  games->setFocus();
  QTest::keyClick(games, Qt::Key_Down); // as by a mouse, Invasion is chosen
  EXPECT_TRUE(invasion->isVisible());
  EXPECT_FALSE(squares->isVisible());
  char name[] = "/tmp/linesman-invasion-XXXXXX";
  const std::filesystem::path folder = mkdtemp(name);
  invasion->saveBoard(QString::fromStdString((folder / "attic.toml").string()));
  QTest::mouseClick(invasion->findChild<QPushButton*>("editor_match"), Qt::LeftButton);
  EXPECT_TRUE(child<QPushButton>("wizard_next")->isVisible());
  EXPECT_EQ(window_->findChild<MatchWizard*>()->profile().match.game, "invasion");
  EXPECT_EQ(window_->findChild<MatchWizard*>()->profile().table, (folder / "attic.table.toml").string());
  std::filesystem::remove_all(folder);
}

TEST_F(MainWindowTest, aShipInTheFleetPanelIsSelectedByClick) {
  openTable();
  FleetPanel* fleets = window_->side()->fleets();
  QSignalSpy clicks(fleets, &FleetPanel::shipClicked);
  QTest::mouseClick(fleets, Qt::LeftButton, {}, QPoint(20, 50));
  ASSERT_EQ(clicks.count(), 1);
  EXPECT_TRUE(window_->selected());
}

TEST(PictureViewTest, theMagnifierStandsOnNoNote) {
  PictureView view;
  view.resize(1280, 720);
  QImage picture(1280, 720, QImage::Format_RGB32);
  picture.fill(Qt::gray);
  view.setPicture(picture);
  view.setMagnifier(QPointF(300.0, 500.0));
  EXPECT_GT(view.magnifierPlace().left(), 640.0) << "away from what it shows";
  Overlay overlay;
  overlay.items.push_back({OverlayItem::Shape::text, Mark::note, {{1000.0, 250.0}}, "b3: 52.7 mm off", {}, false, {}});
  view.setOverlay(overlay);
  EXPECT_LT(view.magnifierPlace().right(), 640.0);
  overlay.items.push_back({OverlayItem::Shape::text, Mark::note, {{200.0, 150.0}}, "b2 is missing", {}, false, {}});
  view.setOverlay(overlay);
  EXPECT_GT(view.magnifierPlace().left(), 640.0) << "no corner is better";
}

TEST_F(MainWindowTest, zoomKeepsThePointUnderThePointer) {
  openTable();
  PictureView* view = window_->table()->camera();
  const QPointF at(200.0, 150.0);
  const QPointF before = view->viewFromImage().inverted().map(at);
  view->zoomBy(3.0, at);
  const QPointF after = view->viewFromImage().inverted().map(at);
  EXPECT_NEAR(before.x(), after.x(), 0.5);
  EXPECT_NEAR(before.y(), after.y(), 0.5);
  QTest::keyClick(view, Qt::Key_0);
  EXPECT_EQ(view->zoom(), 1.0);
}

TEST(ShownLimit, SaysInWordsWhatDecided) {
  const std::pair<const char*, const char*> all[] = {{"joint#1", "stern on bow in step 1"},
                                                     {"turn#2", "the turn of step 2"},
                                                     {"object:b1#3", "the distance from b1 in step 3"},
                                                     {"area#1", "the edge of the playing surface in step 1"},
                                                     {"area:r2", "the edge of the playing surface at r2"},
                                                     {"range", "the range"},
                                                     {"sight:b2", "the line of sight past b2"},
                                                     {"overlap:r1/r2", "the distance of r1 and r2"},
                                                     {"separation:r1/b2", "the separation of r1 and b2"},
                                                     {"contact:isle", "the contact with isle"},
                                                     {"whatever", "whatever"}};
  for (const auto& [limit, words] : all)
    EXPECT_EQ(shownLimit(limit), QString::fromLatin1(words)) << limit;
}

} // namespace
} // namespace linesman::app
