#include <filesystem>
#include <fstream>
#include <new>
#include <utility>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QListWidget>
#include <QPushButton>
#include <QTemporaryDir>

#include "app/law_words.h"
#include "app/spectators/spectator_server.h"
#include "app/window/game_page.h"
#include "app/window/match_desk.h"
#include "app/window/match_panel.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/start_page.h"
#include "app/window/table_page.h"
#include "app/window/table_pane.h"
#include "app/window/turn_band.h"
#include "tests/app/mjpeg_server.h"
#include "tests/app/open_window.h"
#include "tests/app/seen_men.h"

namespace linesman::app {
namespace {

using testing::demo;
using testing::setupFor;
using testing::TruthAnalyst;

class WindowSourcesTest : public testing::OpenWindow {};

TEST(Session, mayBeGivenUpBeforeItsThreadsHaveBegun) {
  for (int i = 0; i < 200; ++i) {
    Session session(setupFor(demo("pyr_07.jpg")).scenes,
                    [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
                      return tl::unexpected(Trouble{Trouble::Kind::table, "No table."});
                    });
    session.start(true);
  }
}

TEST_F(WindowSourcesTest, aTornPictureOfAFolderIsPassedOverAndCounted) {
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

TEST_F(WindowSourcesTest, aFilmsMatchBeginsWithTheTableAtRestAndItsEndIsJudged) {
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

TEST_F(WindowSourcesTest, whatIsSaidWhileAFilmStandsIsSeenOnItsPicture) {
  const QTemporaryDir folder;
  WindowSetup setup = filmOfMen(folder.path().toStdString() + "/film");
  setup.playing = true;
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->ended(); }, 5000));
  EXPECT_EQ(window_->table()->camera()->banner(), "The pictures have ended.");
  window_->desk()->say("resign", "white");
  EXPECT_EQ(window_->table()->camera()->banner(), "The game is over.");
}

/// A film whose match was left at a time of its pictures.
WindowSetup filmLeftAt(double t_s, const QTemporaryDir& folder) {
  WindowSetup setup = filmOfMen(folder.path().toStdString() + "/film");
  setup.record = folder.path().toStdString() + "/match";
  Match::begin(*setup.match, setup.record, [](const nlohmann::json&) {}).value().trouble(t_s, "camera", "It is gone.");
  return setup;
}

TEST_F(WindowSourcesTest, aFilmGoesOnWhereItsMatchWasLeft) {
  const QTemporaryDir folder;
  open(filmLeftAt(0.05, folder));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_NEAR(window_->shown()->t_s, 2.0 / 30.0, 1e-6);
}

TEST_F(WindowSourcesTest, anotherFilmTakesAMatchUpFromItsOwnBeginning) {
  const QTemporaryDir folder;
  const auto leaveAt = [&folder](double t_s) {
    MatchRecord::Contents contents;
    auto record = MatchRecord::resume(folder.path().toStdString() + "/match", contents);
    ASSERT_TRUE(record && record->append({{"error", t_s, {{"sentence", "It is gone."}}}}));
  };
  WindowSetup setup = filmLeftAt(60.0, folder);
  open(setup);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->ended(); }, 5000));
  window_.reset();
  const std::string second = folder.path().toStdString() + "/second";
  std::filesystem::copy(setup.scenes.front().source, second);
  setup.scenes.front().source = second;
  open(setup);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(window_->shown()->t_s, 0.0);
  window_.reset();
  leaveAt(60.05);
  open(setup);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_NEAR(window_->shown()->t_s, 2.0 / 30.0, 1e-6) << "it is gone on with where it was left";
}

TEST_F(WindowSourcesTest, aFilmThatWasSeenToItsEndIsSaidToHaveEnded) {
  const QTemporaryDir folder;
  open(filmLeftAt(60.0, folder));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->desk()->ended(); }, 5000));
  EXPECT_EQ(window_->table()->camera()->notice(), "The pictures have ended.");
  EXPECT_FALSE(window_->troubled());
}

TEST_F(WindowSourcesTest, aSourceThatEndsWithoutAPictureIsSaidToHaveGivenNone) {
  open(setupFor(LINESMAN_TEST_DATA "/films/empty.avi"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  const auto labels = window_->findChild<MessagePage*>()->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(labels, [](const QLabel* label) {
    return label->text().contains(QStringLiteral("The source gave no picture; check it."));
  }));
}

TEST_F(WindowSourcesTest, aMatchStaysInSightWhileItsCameraIsGone) {
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
  EXPECT_TRUE(window_->game()->band()->below().startsWith(u"NO PICTURE"));
  EXPECT_TRUE(QTest::qWaitFor([&] { return banner() == u"Waiting for white's move."; }, 8000));
  EXPECT_FALSE(window_->game()->band()->below().contains(u"NO PICTURE"));
  const auto* rulings = child<QListWidget>("match_history");
  EXPECT_TRUE(rulings->item(0)->text().startsWith(u"all well")) << rulings->item(0)->text().toStdString();
  window_.reset();
}

TEST_F(WindowSourcesTest, steppingForwardAndBackKeepsThePictures) {
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

TEST_F(WindowSourcesTest, playingRunsToTheEndAndStops) {
  WindowSetup setup = setupFor(demo("seq_ship"));
  setup.playing = true;
  open(std::move(setup));
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->shown() && window_->shown()->frame_name == "f09.jpg"; }, 10000));
  EXPECT_TRUE(QTest::qWaitFor([this] { return !child<QPushButton>("play")->isEnabled(); }, 5000));
}

TEST_F(WindowSourcesTest, aMissingSourceHasAPageThatSaysWhatToDo) {
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

/// Fails at its first picture, as where memory runs out.
class FailingAnalyst final : public TruthAnalyst {
public:
  explicit FailingAnalyst(bool fails) : fails_(fails) {}
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    if (fails_)
      throw std::bad_alloc();
    return TruthAnalyst::analyse(frame);
  }

private:
  bool fails_;
};

/// Nobody caught it in the thread that works: it ended the program in the middle of a match.
TEST_F(WindowSourcesTest, aFaultAtAPictureLeavesTheSourceAndNotTheProgram) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  bool fails = true;
  setup.make_analyst = [&fails](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return std::make_unique<FailingAnalyst>(std::exchange(fails, false));
  };
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  EXPECT_EQ(window_->findChild<MessagePage*>()->headline(), "A fault of the program");
  QTest::mouseClick(child<QPushButton>("retry"), Qt::LeftButton);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  setup = setupFor(demo("pyr_07.jpg"));
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> { throw std::bad_alloc(); };
  open(std::move(setup));
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000)) << "in the thread that reads";
}

/// The page that says so gives way to the table at once, and OBS would show another window's table.
TEST_F(WindowSourcesTest, thatThePortForSpectatorsIsTakenStaysInSight) {
  SpectatorServer other;
  ASSERT_TRUE(other.listen(0));
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.spectators_port = other.port();
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_TRUE(child<QLabel>("status")->text().startsWith(QStringLiteral("no spectators")));
  EXPECT_TRUE(child<QLabel>("status")->toolTip().contains(QString::number(other.port())));
}

TEST_F(WindowSourcesTest, aCameraThatIsNotThereIsTriedAgainAndThePageSaysSo) {
  open(setupFor("/dev/video97"));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  const auto labels = window_->findChild<MessagePage*>()->findChildren<QLabel*>();
  EXPECT_TRUE(std::ranges::any_of(
      labels, [](const QLabel* label) { return label->text().contains(QStringLiteral("tried again by itself")); }));
}

TEST_F(WindowSourcesTest, withoutATableFileThePageLeadsToWhereItIsMade) {
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

TEST_F(WindowSourcesTest, adviceInTheWindowNamesNoOptionOfTheCommandLine) {
  for (int kind = 0; kind <= static_cast<int>(Trouble::Kind::other); ++kind)
    for (const QString& line : adviceOn(static_cast<Trouble::Kind>(kind)))
      EXPECT_FALSE(line.contains(QStringLiteral("--"))) << line.toStdString();
}

TEST_F(WindowSourcesTest, theTableThatWasMeasuredIsUsedAtOnce) {
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

TEST_F(WindowSourcesTest, withoutATableFileOneCanBeChosen) {
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

TEST_F(WindowSourcesTest, theCameraIsOpenedWithoutAQuestion) {
  Scene opened;
  open(withoutTables(opened));
  Q_EMIT window_->findChild<TablePage*>()->savedTable("/measured/table.toml");
  child<QPushButton>("start_camera")->click();
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  EXPECT_EQ(opened.source, "0");
  EXPECT_EQ(opened.table_path, "/measured/table.toml") << "what a calibration found serves the camera";
}

TEST_F(WindowSourcesTest, ofSeveralCamerasTheChosenOneIsOpened) {
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

TEST_F(WindowSourcesTest, aMatchThatCannotBeKeptIsBegunInAnotherFolder) {
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

TEST_F(WindowSourcesTest, aMatchIsLeftBeforeOtherTablesAreShown) {
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

TEST_F(WindowSourcesTest, thePageOfARemedyStaysWhileTheCameraGoesOn) {
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

TEST_F(WindowSourcesTest, aCamerasPictureStandsStillWhenItIsStopped) {
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

TEST_F(WindowSourcesTest, withoutASourceTheStartPageLeadsToTheDemo) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.scenes.clear();
  open(std::move(setup));
  QTest::mouseClick(child<QPushButton>("start_demo"), Qt::LeftButton);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  EXPECT_EQ(word(), "TOO CLOSE: NO");
}

} // namespace
} // namespace linesman::app
