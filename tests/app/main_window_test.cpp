#include "app/window/main_window.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QListWidget>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTranslator>

#include "app/analyst.h"
#include "app/language.h"
#include "app/law_words.h"
#include "app/picture.h"
#include "app/window/board_editor.h"
#include "app/window/call_list.h"
#include "app/window/fleet_panel.h"
#include "app/window/game_page.h"
#include "app/window/guest_pages.h"
#include "app/window/invasion_editor.h"
#include "app/window/match_desk.h"
#include "app/window/match_panel.h"
#include "app/window/match_wizard.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/side_panel.h"
#include "app/window/start_page.h"
#include "app/window/table_page.h"
#include "app/window/table_pane.h"
#include "app/window/turn_band.h"
#include "models/data_path.h"
#include "tests/app/mjpeg_server.h"
#include "tests/app/seen_men.h"
#include "tests/app/truth.h"

namespace linesman::app {
namespace {

using testing::Truth;
using testing::truth;

/// Reads every frame as the known table, with three made-up shots: a hit, a close call and a miss.
class TruthAnalyst : public Analyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = testing::snapshotOf(table_);
    snapshot->picture = toQImage(frame.image);
    snapshot->frame_name = frame.name;
    const auto id = [this](std::size_t i) { return table_.state.pyramids[i].id; };
    snapshot->calls = {testing::madeUpShot(table_.state, id(0), id(1), 4.0, 0.3),
                       testing::madeUpShot(table_.state, id(2), id(1), 0.1, 0.3),
                       testing::madeUpShot(table_.state, id(0), id(3), -9.0, 0.3)};
    sortForReading(snapshot->calls);
    return snapshot;
  }

private:
  Truth table_ = truth("pyr_07");
};

WindowSetup setupFor(const std::string& source) {
  WindowSetup setup;
  setup.scenes = {{"A table", source, "", "", 30.0, 0.0}};
  setup.demo_scenes = setup.scenes;
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<TruthAnalyst>();
  };
  setup.clause_text = [](const std::string& id) { return "Text of " + id; };
  setup.playing = false;
  return setup;
}

std::string demo(const std::string& name) {
  return std::string(LINESMAN_TEST_DATA) + "/demo/" + name;
}

class MainWindowTest : public ::testing::Test {
protected:
  void open(WindowSetup setup) {
    window_ = std::make_unique<MainWindow>(std::move(setup));
    window_->resize(1280, 720);
    window_->show();
    window_->activateWindow(); // shortcuts need an active window
    ASSERT_TRUE(QTest::qWaitForWindowActive(window_.get()));
  }
  void openTable() {
    open(setupFor(demo("pyr_07.jpg")));
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  }
  template <class Widget> Widget* child(const char* name) {
    return window_->findChild<Widget*>(QString::fromLatin1(name));
  }
  QString word() { return child<QLabel>("verdict_word")->text(); }

  std::unique_ptr<MainWindow> window_;
};

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

TEST(Session, mayBeGivenUpBeforeItsThreadsHaveBegun) {
  for (int i = 0; i < 200; ++i) {
    Session session(setupFor(demo("pyr_07.jpg")).scenes,
                    [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
                      return tl::unexpected(Trouble{Trouble::Kind::table, "No table."});
                    });
    session.start(true);
  }
}

TEST_F(MainWindowTest, aTornPictureOfAFolderIsPassedOverAndCounted) {
  const QTemporaryDir folder;
  const std::filesystem::path path = folder.path().toStdString();
  std::ofstream(path / "f0.jpg") << "hello";
  open(setupFor(path.string()));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000)) << "there is no other picture";
  std::filesystem::copy_file(demo("pyr_07.jpg"), path / "f1.jpg");
  open(setupFor(path.string()));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_FALSE(window_->troubled());
  EXPECT_TRUE(child<QLabel>("status")->text().contains(QStringLiteral("passed over: 1")));
  EXPECT_TRUE(child<QLabel>("status")->toolTip().contains(QStringLiteral("f0.jpg")));
}

/// A film of the men as they begin; in its first picture an arm is taken for a man of the other side.
class FilmAnalyst final : public Analyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->picture = toQImage(frame.image);
    snapshot->t_s = snapshot->state.t_s = frame.t_s;
    snapshot->state.board = testing::boardShowing(contentsOf("king_down", testing::usual_array));
    if (frame.t_s == 0.0)
      snapshot->state.board->pieces.front().side = "dark";
    return snapshot;
  }
};

TEST_F(MainWindowTest, aFilmsMatchBeginsWithTheTableAtRestAndItsEndIsJudged) {
  const QTemporaryDir folder;
  for (const char* name : {"f0.jpg", "f1.jpg", "f2.jpg"})
    std::filesystem::copy_file(demo("pyr_07.jpg"), std::filesystem::path(folder.path().toStdString()) / name);
  WindowSetup setup = setupFor(folder.path().toStdString()); // shorter than a table must rest
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<FilmAnalyst>();
  };
  setup.match.emplace().game = "king_down";
  setup.playing = true;
  open(std::move(setup));
  ASSERT_NE(window_->desk(), nullptr);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->view().to_move == "white"; }, 5000));
  EXPECT_TRUE(window_->desk()->history().empty()) << window_->desk()->history().front().dump();
}

/// Three pictures of a film of men.
WindowSetup filmOfMen(const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const char* name : {"f0.jpg", "f1.jpg", "f2.jpg"})
    std::filesystem::copy_file(demo("pyr_07.jpg"), folder / name);
  WindowSetup setup = setupFor(folder.string());
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<FilmAnalyst>();
  };
  setup.match.emplace().game = "king_down";
  return setup;
}

TEST_F(MainWindowTest, whatIsSaidWhileAFilmStandsIsSeenOnItsPicture) {
  const QTemporaryDir folder;
  WindowSetup setup = filmOfMen(folder.path().toStdString() + "/film");
  setup.playing = true;
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->ended(); }, 5000));
  EXPECT_EQ(window_->table()->camera()->banner(), "The pictures have ended.");
  window_->desk()->say("resign", "white");
  EXPECT_EQ(window_->table()->camera()->banner(), "The game is over.");
}

TEST_F(MainWindowTest, aFilmGoesOnWhereItsMatchWasLeft) {
  const QTemporaryDir folder;
  WindowSetup setup = filmOfMen(folder.path().toStdString() + "/film");
  setup.record = folder.path().toStdString() + "/match";
  {
    auto match = Match::begin(*setup.match, setup.record, [](const nlohmann::json&) {});
    ASSERT_TRUE(match);
    match->trouble(0.05, "camera", "It is gone.");
  }
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_NEAR(window_->shown()->t_s, 2.0 / 30.0, 1e-6);
}

TEST_F(MainWindowTest, aMatchStaysInSightWhileItsCameraIsGone) {
  const testing::MjpegServer camera(60, false); // cut off after them, and there again
  WindowSetup setup = setupFor(camera.url());
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<FilmAnalyst>();
  };
  setup.match.emplace().game = "king_down";
  setup.playing = true;
  open(std::move(setup));
  const auto banner = [this] { return window_->table()->camera()->banner(); };
  ASSERT_TRUE(QTest::qWaitFor([&] { return banner() == u"Waiting for white's move."; }, 5000));
  ASSERT_TRUE(QTest::qWaitFor([&] { return banner().endsWith(u"it is tried again by itself."); }, 8000));
  EXPECT_FALSE(window_->troubled());
  EXPECT_TRUE(window_->game()->band()->below().endsWith(u"NO PICTURE"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return banner() == u"Waiting for white's move."; }, 8000));
  EXPECT_FALSE(window_->game()->band()->below().contains(u"NO PICTURE"));
  const auto* rulings = child<QListWidget>("match_history");
  EXPECT_TRUE(rulings->item(0)->text().startsWith(u"all well")) << rulings->item(0)->text().toStdString();
  window_.reset();
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

TEST_F(MainWindowTest, inANarrowWindowBothViewsLieAboveEachOther) {
  openTable();
  child<QPushButton>("view_both")->click();
  window_->resize(1024, 700);
  QCoreApplication::processEvents();
  const auto shownHeight = [this] {
    const auto* view = window_->table()->camera();
    return view->viewFromImage().mapRect(QRectF(window_->shown()->picture.rect())).height();
  };
  EXPECT_GT(shownHeight(), 240.0) << "beside each other they are strips of 180 pixels";
  window_->resize(1920, 1080);
  QCoreApplication::processEvents();
  EXPECT_GT(window_->table()->map()->mapTo(window_->table(), QPoint()).x(), 0) << "there is room for both";
  EXPECT_GT(shownHeight(), 400.0);
}

TEST_F(MainWindowTest, aLowWindowCutsNoWordOfAVerdict) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.clause_text = [](const std::string&) {
    return "The target area is what a Large covers when its whole base edge lies against a long side of the ship.";
  };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() && window_->chosen(); }, 5000));
  for (const int height : {600, 768}) {
    window_->resize(1024, height);
    QCoreApplication::processEvents();
    const VerdictCard* card = window_->side()->card();
    EXPECT_EQ(window_->height(), height);
    EXPECT_GE(card->height(), card->heightForWidth(card->width())) << "what has no room is scrolled";
  }
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

TEST_F(MainWindowTest, steppingForwardAndBackKeepsThePictures) {
  open(setupFor(demo("seq_ship")));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(window_->shown()->frame_name, "f00.jpg");
  QTest::mouseClick(child<QPushButton>("next"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown()->frame_name == "f01.jpg"; }, 5000));
  QTest::keyClick(window_.get(), Qt::Key_P); // a button's shortcut shows it pressed for a moment first
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->shown()->frame_name == "f00.jpg"; }, 5000));
  QTest::keyClick(window_.get(), Qt::Key_N);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->shown()->frame_name == "f01.jpg"; }, 5000));
}

TEST_F(MainWindowTest, playingRunsToTheEndAndStops) {
  WindowSetup setup = setupFor(demo("seq_ship"));
  setup.playing = true;
  open(std::move(setup));
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->shown() && window_->shown()->frame_name == "f09.jpg"; }, 10000));
  EXPECT_TRUE(QTest::qWaitFor([this] { return !child<QPushButton>("play")->isEnabled(); }, 5000));
}

TEST_F(MainWindowTest, aMissingSourceHasAPageThatSaysWhatToDo) {
  open(setupFor("/nowhere/film.mp4"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  const auto* page = window_->findChild<MessagePage*>();
  EXPECT_EQ(page->headline(), "No picture");
  const auto says = [page](const char* words) {
    const auto labels = page->findChildren<QLabel*>();
    return std::ranges::any_of(labels,
                               [&](const QLabel* label) { return label->text().contains(QLatin1String(words)); });
  };
  EXPECT_FALSE(says("cable")) << "of a film";
  QTest::mouseClick(child<QPushButton>("retry"), Qt::LeftButton);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
}

TEST_F(MainWindowTest, aCameraThatIsNotThereIsTriedAgainAndThePageSaysSo) {
  open(setupFor("/dev/video97"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  const auto labels = window_->findChild<MessagePage*>()->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(
      labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("tried again by itself")); }));
}

TEST_F(MainWindowTest, withoutATableFileThePageLeadsToWhereItIsMade) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.make_analyst = [](const Scene& scene) { return makeAnalyst(scene, {}); };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  const auto* page = window_->findChild<MessagePage*>();
  EXPECT_EQ(page->headline(), "This table has not been measured yet") << "no file is there that could be unusable";
  for (const QLabel* label : page->findChildren<QLabel*>())
    EXPECT_FALSE(label->text().contains(QStringLiteral("--"))) << label->text().toStdString();
  EXPECT_FALSE(child<QPushButton>("retry")->isVisible()) << "nothing can have changed";
  EXPECT_TRUE(child<QPushButton>("calibrate_now")->property("primary").toBool());
  EXPECT_EQ(child<QPushButton>("calibrate_now")->text(), "Measure the table");
  QTest::mouseClick(child<QPushButton>("calibrate_now"), Qt::LeftButton);
  EXPECT_FALSE(window_->troubled());
  EXPECT_TRUE(child<QPushButton>("calibrate_table")->isVisible());
  EXPECT_TRUE(child<QPushButton>("calibrate_table")->isChecked());
}

TEST_F(MainWindowTest, adviceInTheWindowNamesNoOptionOfTheCommandLine) {
  for (int kind = 0; kind <= static_cast<int>(Trouble::Kind::other); ++kind)
    for (const QString& line : adviceOn(static_cast<Trouble::Kind>(kind)))
      EXPECT_FALSE(line.contains(QStringLiteral("--"))) << line.toStdString();
}

TEST_F(MainWindowTest, theTableThatWasMeasuredIsUsedAtOnce) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  std::string used;
  setup.make_analyst = [&used](const Scene& scene) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    used = scene.table_path;
    if (used.empty())
      return tl::unexpected(Trouble{Trouble::Kind::table, "No table."});
    return std::make_unique<TruthAnalyst>();
  };
  open(setup);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  child<QPushButton>("calibrate_now")->click();
  Q_EMIT window_->findChild<TablePage*>()->savedTable("/measured/table.toml");
  Q_EMIT window_->findChild<TablePage*>()->closed();
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(used, "/measured/table.toml");
}

TEST_F(MainWindowTest, withoutATableFileOneCanBeChosen) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.make_analyst = [](const Scene& scene) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    if (scene.table_path != "/kept/table.toml")
      return tl::unexpected(Trouble{Trouble::Kind::table, "No table."});
    return std::make_unique<TruthAnalyst>();
  };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  EXPECT_TRUE(child<QPushButton>("choose_table")->isVisible());
  Q_EMIT window_->findChild<MessagePage*>()->tableChosen("/kept/table.toml");
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_FALSE(window_->troubled());
}

/// A start page without scenes; nothing can be opened, and `opened` tells what was to be.
WindowSetup withoutTables(Scene& opened) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  setup.make_analyst = [&opened](const Scene& scene) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    opened = scene;
    return tl::unexpected(Trouble{Trouble::Kind::table, "No table."});
  };
  return setup;
}

TEST_F(MainWindowTest, theCameraIsOpenedWithoutAQuestion) {
  Scene opened;
  open(withoutTables(opened));
  Q_EMIT window_->findChild<TablePage*>()->savedTable("/measured/table.toml");
  child<QPushButton>("start_camera")->click();
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  EXPECT_EQ(opened.source, "0");
  EXPECT_EQ(opened.table_path, "/measured/table.toml") << "what a calibration found serves the camera";
}

TEST_F(MainWindowTest, ofSeveralCamerasTheChosenOneIsOpened) {
  Scene opened;
  open(withoutTables(opened));
  auto* page = window_->findChild<StartPage*>();
  auto* choice = child<QComboBox>("start_camera_choice");
  page->offerCameras({{"0", "Laptop"}});
  EXPECT_FALSE(choice->isVisible()) << "nothing to choose";
  page->offerCameras({{"0", "Laptop"}, {"2", "Document camera"}});
  EXPECT_TRUE(choice->isVisible());
  EXPECT_EQ(choice->currentText(), "0  Laptop");
  choice->setCurrentIndex(1);
  page->offerCameras({{"0", "Laptop"}, {"1", "Phone"}, {"2", "Document camera"}});
  EXPECT_EQ(choice->currentText(), "2  Document camera") << "what was chosen stays so";
  child<QPushButton>("start_camera")->click();
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  EXPECT_EQ(opened.source, "2");
}

TEST_F(MainWindowTest, aMatchThatCannotBeKeptIsBegunInAnotherFolder) {
  QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("file"));
  std::ofstream(file.toStdString()) << "no folder";
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.match.emplace().game = "armadas";
  setup.record = file.toStdString() + "/match";
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->failed(); }, 5000));
  EXPECT_TRUE(child<QPushButton>("match_elsewhere")->isVisible());
  window_->resize(1024, 600);
  QCoreApplication::processEvents();
  EXPECT_EQ(window_->height(), 600) << "what is asked besides does not push it over a low screen";
  Q_EMIT window_->game()->panel()->folderChosen(folder.path());
  ASSERT_TRUE(QTest::qWaitFor([this] { return MatchRecord::exists(window_->desk()->record()); }, 5000));
  EXPECT_FALSE(child<QPushButton>("match_elsewhere")->isVisible());
  EXPECT_TRUE(QString::fromStdString(window_->desk()->record()).startsWith(folder.path()));
}

TEST_F(MainWindowTest, aMatchIsLeftBeforeOtherTablesAreShown) {
  WindowSetup setup = setupFor("/nowhere/film.mp4");
  setup.demo_scenes.front().source = demo("pyr_07.jpg");
  setup.match.emplace().game = "armadas";
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  ASSERT_NE(window_->desk(), nullptr);
  child<QPushButton>("calibrate_now")->click();
  child<QPushButton>("lens_back")->click();
  EXPECT_TRUE(window_->troubled()) << "the match waits where it can be tried again";
  QTest::mouseClick(child<QPushButton>("show_demo"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(window_->desk(), nullptr);
}

/// Sees that the lens file is not for these pictures.
class OtherSizeAnalyst final : public Analyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->picture = toQImage(frame.image);
    snapshot->trouble = {Trouble::Kind::lens_size, "The lens file is for other pictures."};
    return snapshot;
  }
};

TEST_F(MainWindowTest, thePageOfARemedyStaysWhileTheCameraGoesOn) {
  const testing::MjpegServer camera(1000, false);
  WindowSetup setup = setupFor(camera.url());
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<OtherSizeAnalyst>();
  };
  open(std::move(setup));
  for (const char* remedy : {"calibrate_now", "change_setup"}) {
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000)) << remedy;
    child<QPushButton>(remedy)->click();
    QTest::qWait(400);
    EXPECT_FALSE(window_->troubled()) << remedy;
    child<QPushButton>("retry")->click();
  }
  window_.reset();
}

TEST_F(MainWindowTest, aCamerasPictureStandsStillWhenItIsStopped) {
  const testing::MjpegServer camera(1000, false);
  WindowSetup setup = setupFor(camera.url());
  setup.playing = true;
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  child<QPushButton>("play")->click();
  EXPECT_EQ(child<QPushButton>("play")->text(), "Run");
  const SnapshotPtr stopped = window_->shown();
  QTest::qWait(400);
  EXPECT_EQ(window_->shown(), stopped);
  child<QPushButton>("play")->click();
  EXPECT_TRUE(QTest::qWaitFor([&] { return window_->shown()->number > stopped->number + 3; }, 5000)) << "it ran on";
  QTest::keyClick(window_.get(), Qt::Key_Escape);
  EXPECT_EQ(child<QPushButton>("play")->text(), "Pause") << "to let go of a ship stops nothing";
  window_.reset();
}

/// Every button's text has the room that it needs.
void expectWholeButtons(const QWidget* page) {
  for (const QPushButton* button : page->findChildren<QPushButton*>()) {
    if (!button->isVisible())
      continue;
    EXPECT_GE(button->width(), button->sizeHint().width()) << button->objectName().toStdString();
    EXPECT_TRUE(button->parentWidget()->rect().contains(button->geometry())) << button->objectName().toStdString();
  }
}

/// A projector has 800x600 points, a screen of 1920x1080 whose picture is doubled 960x540; some of them are the
/// window's frame.
void expectRoomOnASmallScreen(MainWindow* window) {
  EXPECT_LE(window->minimumSizeHint().width(), 800);
  EXPECT_LE(window->minimumSizeHint().height(), 500);
  for (const QStackedWidget* pages : window->findChildren<QStackedWidget*>())
    for (int i = 0; i < pages->count(); ++i) {
      const QSize least = pages->widget(i)->minimumSizeHint();
      const auto which = [&] {
        return std::string(pages->widget(i)->metaObject()->className()) + ' ' + std::to_string(i) + " of " +
               pages->parentWidget()->metaObject()->className();
      };
      EXPECT_LE(least.width(), 768) << which(); // within the window's margins
      EXPECT_LE(least.height(), 430) << which();
    }
}

TEST_F(MainWindowTest, textsFindRoomInALowWindow) {
  WindowSetup setup = setupFor("/nowhere/film.mp4");
  open(std::move(setup));
  auto* page = window_->findChild<MessagePage*>();
  page->offerSetup(true);
  page->show({Trouble::Kind::lens_size, "The lens file is for other pictures."});
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  page->show({Trouble::Kind::lens_size, "The lens file is for other pictures."});
  QCoreApplication::processEvents();
  ASSERT_TRUE(child<QPushButton>("calibrate_now")->isVisible() && child<QPushButton>("change_setup")->isVisible());
  expectWholeButtons(page);
  window_->resize(1024, 700);
  child<QPushButton>("message_home")->click();
  QCoreApplication::processEvents();
  EXPECT_EQ(window_->width(), 1024);
  EXPECT_LE(window_->minimumSizeHint().width(), 1024);
  ASSERT_TRUE(child<QPushButton>("start_demo")->isVisible());
  expectWholeButtons(child<QPushButton>("start_demo")->parentWidget()->parentWidget());
}

TEST_F(MainWindowTest, germanFindsRoomInALowWindowToo) {
  if (!findData("translations/linesman_de.qm"))
    GTEST_SKIP() << "built without Qt Linguist";
  ASSERT_TRUE(useLanguage("de"));
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; }; // all tools
  setup.scenes.clear();
  open(std::move(setup));
  window_->resize(1024, 700);
  QCoreApplication::processEvents();
  EXPECT_LE(window_->minimumSizeHint().width(), 1024);
  EXPECT_EQ(window_->width(), 1024);
  child<QPushButton>("start_demo")->click();
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  expectRoomOnASmallScreen(window_.get()); // with a table, its tools and what is said of it
  child<QPushButton>("home")->click();
  child<QPushButton>("start_editor")->click();
  EXPECT_EQ(window_->findChild<BoardEditor*>()->plan().name, "Mein Brett");
  WindowSetup on_squares = setupFor(demo("pyr_07.jpg"));
  on_squares.match.emplace().game = "king_down";
  open(std::move(on_squares));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_LE(window_->minimumSizeHint().width(), 800) << "picture, board and what is told beside each other";
  window_.reset();
  for (QTranslator* translator : QCoreApplication::instance()->findChildren<QTranslator*>()) {
    QCoreApplication::removeTranslator(translator);
    delete translator;
  }
  ASSERT_TRUE(useLanguage("en"));
}

TEST_F(MainWindowTest, aPageThatIsOpenedBeginsWithItsFirstButton) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  child<QPushButton>("start_calibration")->setFocus();
  child<QPushButton>("start_calibration")->click();
  EXPECT_EQ(window_->focusWidget(), child<QPushButton>("calibrate_lens"));
}

TEST_F(MainWindowTest, everyPageFindsRoomOnASmallScreen) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  QCoreApplication::processEvents();
  expectRoomOnASmallScreen(window_.get());
  window_->resize(800, 560);
  QCoreApplication::processEvents();
  EXPECT_EQ(window_->size(), QSize(800, 560));
  const QWidget* speech = child<QPushButton>("toggle_speech");
  const QWidget* tool = child<QPushButton>("toggle_measure");
  const auto y = [&](const QWidget* button) { return button->mapTo(window_.get(), QPoint()).y(); };
  ASSERT_TRUE(speech->isVisible() && tool->isVisible());
  EXPECT_GT(y(tool), y(speech)) << "the tools have a line of their own";
  expectWholeButtons(tool->parentWidget());
  window_->resize(1280, 720);
  EXPECT_TRUE(QTest::qWaitFor([&] { return y(tool) == y(speech); }, 2000)) << "there is room beside the others again";
}

class LongNamedAnalyst final : public TruthAnalyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = TruthAnalyst::analyse(frame);
    snapshot->scene = std::string(80, 'W');
    return snapshot;
  }
};

TEST_F(MainWindowTest, aLongNameOfAMatchDoesNotWidenTheWindow) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<LongNamedAnalyst>();
  };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  QCoreApplication::processEvents();
  EXPECT_LE(window_->minimumSizeHint().width(), 1280);
  EXPECT_EQ(window_->width(), 1280);
  EXPECT_EQ(child<QLabel>("scene")->toolTip().size(), 80);
}

TEST_F(MainWindowTest, withoutASourceTheStartPageLeadsToTheDemo) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  QTest::mouseClick(child<QPushButton>("start_demo"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(word(), "TOO CLOSE: NO");
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
