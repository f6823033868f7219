#include "app/window/match_wizard.h"

#include <filesystem>
#include <fstream>
#include <set>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "app/camera_list.h"
#include "app/match_scene.h"
#include "app/watch/match.h"
#include "app/window/board_view.h"
#include "app/window/game_page.h"
#include "app/window/main_window.h"
#include "app/window/match_desk.h"
#include "app/window/match_in_progress.h"
#include "app/window/message_page.h"
#include "app/window/start_page.h"
#include "app/window/turn_band.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;

const std::string demo_folder = std::string(LINESMAN_TEST_DATA) + "/demo/";

/// Clicks as a user does, in whatever window holds the wizard.
class MatchWizardTest : public ::testing::Test {
protected:
  void open() {
    wizard_ = new MatchWizard;
    top_.reset(wizard_);
    top_->resize(1248, 640);
    top_->show();
  }
  void openWindow() {
    WindowSetup setup;
    setup.playing = false;
    setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; };
    setup.make_analyst = [this](const Scene& scene) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
      scenes_.push_back(scene);
      return tl::unexpected(Trouble{Trouble::Kind::lens_size, "The lens file is for 1920x1080 pictures."});
    };
    window_ = new MainWindow(std::move(setup));
    top_.reset(window_);
    top_->resize(1280, 720);
    top_->show();
    wizard_ = window_->findChild<MatchWizard*>();
  }
  template <class Widget> Widget* child(const char* name) {
    auto* found = top_->findChild<Widget*>(QString::fromLatin1(name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
  void click(const char* name) {
    auto* button = child<QAbstractButton>(name);
    ASSERT_TRUE(button->isVisible() && button->isEnabled()) << name;
    button->click();
  }
  void type(const char* name, const char* words) {
    child<QLineEdit>(name)->clear();
    QTest::keyClicks(child<QLineEdit>(name), QString::fromUtf8(words));
  }
  QString notice() { return child<QLabel>("wizard_notice")->text(); }
  void next() { click("wizard_next"); }

  std::unique_ptr<QWidget> top_;
  MatchWizard* wizard_ = nullptr;
  MainWindow* window_ = nullptr;
  std::vector<Scene> scenes_;
};

TEST_F(MatchWizardTest, AMatchOfArmadasIsSetUpStepByStep) {
  open();
  next();
  EXPECT_EQ(wizard_->step(), 0);
  EXPECT_EQ(notice(), "Choose a game.");
  click("game_armadas");
  next();
  ASSERT_EQ(wizard_->step(), 1);
  type("player_name_0", "Ann");
  next();
  EXPECT_TRUE(notice().contains("has no name")) << notice().toStdString();
  type("player_name_1", "Ann");
  next();
  EXPECT_TRUE(notice().contains("Two players are called Ann"));
  type("player_name_1", "Bo");
  child<QComboBox>("player_colour_1")->setCurrentIndex(child<QComboBox>("player_colour_0")->currentIndex());
  next();
  EXPECT_TRUE(notice().contains("red")) << notice().toStdString();
  child<QComboBox>("player_colour_1")->setCurrentIndex(2);
  click("player_add");
  type("player_name_2", "Cleo");
  click("player_going_on");
  child<QComboBox>("player_to_move")->setCurrentIndex(1);
  next();
  next(); // board and pieces: as the table file says
  ASSERT_EQ(wizard_->step(), 3);
  type("option_touch_tol_mm", "wide");
  next();
  EXPECT_TRUE(notice().contains("touch_tol_mm"));
  type("option_touch_tol_mm", "2.5");
  child<QComboBox>("option_los")->setCurrentIndex(child<QComboBox>("option_los")->findData("broadside"));
  next();
  type("camera_source", (demo_folder + "pyr_07.jpg").c_str());
  type("camera_table", "/no/such/table.toml");
  next();
  EXPECT_TRUE(notice().contains("/no/such/table.toml")) << notice().toStdString();
  type("camera_table", (demo_folder + "pyr_07.table.toml").c_str());
  next();
  ASSERT_EQ(wizard_->step(), 5);
  const QString summary = child<QLabel>("begin_summary")->text();
  for (const char* words : {"Ann (red)", "Bo (yellow)", "Cleo", "touch_tol_mm = 2.5", "los = broadside", "pyr_07.jpg"})
    EXPECT_TRUE(summary.contains(words)) << words;
  QSignalSpy begun(wizard_, &MatchWizard::beginWanted);
  next();
  ASSERT_EQ(begun.count(), 1) << notice().toStdString();
  const MatchProfile profile = wizard_->profile();
  EXPECT_EQ(profile.match.players.size(), 3u);
  EXPECT_EQ(profile.match.pick_up, "Bo");
  EXPECT_EQ(profile.match.options, (std::map<std::string, std::string>{{"los", "broadside"}, {"touch_tol_mm", "2.5"}}));
  EXPECT_EQ(sceneOf(profile).players.at(Colour::yellow), "Bo");
}

TEST_F(MatchWizardTest, OnSquaresNamesMayBeLeftOutAndItIsSaidWhoHasNone) {
  const auto summary = [this] { return child<QLabel>("begin_summary")->text(); };
  open();
  click("game_king_down");
  next();
  for (int i = 0; i < 4; ++i)
    next();
  ASSERT_EQ(wizard_->step(), MatchWizard::begin_step);
  EXPECT_TRUE(summary().contains("White and Black, without names")) << summary().toStdString();
  click("wizard_tab_1");
  type("player_name_1", "Bo");
  click("wizard_tab_5");
  EXPECT_TRUE(summary().contains("White, Bo (black)")) << summary().toStdString();
  click("wizard_tab_1");
  for (const char* same : {"bo ", "BO", "Bo"}) {
    type("player_name_0", same);
    next();
    EXPECT_EQ(wizard_->step(), 1) << same;
    EXPECT_TRUE(notice().startsWith("Two players are called ")) << notice().toStdString();
  }
  type("player_name_1", "");
  for (const char* other : {"Black", "black"}) {
    type("player_name_0", other);
    next();
    EXPECT_EQ(wizard_->step(), 1) << "who is meant where the window says Black?";
  }
  type("player_name_0", "White");
  next();
  EXPECT_EQ(wizard_->step(), 2);
}

TEST_F(MatchWizardTest, ColoursThatAMatchFileNamesBesidesStayWithTheirPlayer) {
  MatchProfile profile;
  profile.match.game = "armadas";
  profile.match.players = {{"Ann", {Colour::red, Colour::yellow, Colour::green}}, {"Bo", {Colour::blue}}};
  open();
  wizard_->open(profile, MatchWizard::game_step);
  next();
  ASSERT_EQ(wizard_->step(), 1);
  next();
  const auto& players = wizard_->profile().match.players;
  ASSERT_EQ(players.size(), 2u);
  EXPECT_EQ(players[0].colours, profile.match.players[0].colours);
}

TEST_F(MatchWizardTest, KingDownDrawsItsFirstRowsAndShowsThem) {
  open();
  click("game_king_down");
  next();
  next();
  ASSERT_EQ(wizard_->step(), 2);
  EXPECT_TRUE(child<BoardView>("board_view")->drawing()->men().empty());
  type("board_number", "4711");
  child<QComboBox>("board_white_power")->setCurrentIndex(1);
  child<QComboBox>("board_black_power")->setCurrentIndex(2); // of the same king
  click("board_draw");
  EXPECT_TRUE(child<QLabel>("board_drawn")->text().contains("KD-07"))
      << child<QLabel>("board_drawn")->text().toStdString();
  child<QComboBox>("board_black_power")->setCurrentIndex(3);
  type("board_number", "4711");
  click("board_draw");
  EXPECT_TRUE(child<QLabel>("board_drawn")->text().startsWith("Start number 4711 of"))
      << child<QLabel>("board_drawn")->text().toStdString();
  EXPECT_EQ(child<BoardView>("board_view")->drawing()->men().size(), 32u);
  next();
  EXPECT_NE(wizard_->profile().match.start.find("Freeze:"), std::string::npos) << wizard_->profile().match.start;
  click("wizard_back");
  EXPECT_TRUE(child<QLabel>("board_drawn")->text().startsWith("Start number 4711 of"));
  child<QComboBox>("board_white_power")->setCurrentIndex(0);
  child<QComboBox>("board_black_power")->setCurrentIndex(0);
  click("board_as_placed");
  next();
  EXPECT_TRUE(wizard_->profile().match.start.empty());
}

TEST_F(MatchWizardTest, LongNamesAreToldApartWhereOneIsToMove) {
  open();
  click("game_armadas");
  next();
  QCoreApplication::processEvents(); // the list is as wide as it is empty
  type("player_name_0", "Maximilian Alexander von der Heide");
  type("player_name_1", "Maximilian Alexander von der Aue");
  auto* to_move = child<QComboBox>("player_to_move");
  QCoreApplication::processEvents();
  const int words = to_move->fontMetrics().horizontalAdvance("Maximilian Alexander von der Heide");
  EXPECT_EQ(to_move->itemText(0), "Maximilian Alexander von der Heide");
  EXPECT_GT(to_move->width(), words);
}

TEST_F(MatchWizardTest, KingDownSaysWhichPowersAreNotInForce) {
  open();
  click("game_king_down");
  next();
  next();
  auto* white = child<QComboBox>("board_white_power");
  auto* black = child<QComboBox>("board_black_power");
  white->setCurrentText("Freeze");
  black->setCurrentText("Leap");
  Q_EMIT black->activated(black->currentIndex());
  EXPECT_TRUE(child<QLabel>("board_drawn")->text().startsWith("Powers are in force with a drawn start only"));
  next();
  EXPECT_EQ(wizard_->step(), 2);
  EXPECT_TRUE(notice().startsWith("Powers are in force with a drawn start only")) << notice().toStdString();
  click("board_draw");
  next();
  ASSERT_EQ(wizard_->step(), 3) << notice().toStdString();
  const MatchProfile drawn = wizard_->profile();
  EXPECT_NE(drawn.match.start.find("Freeze:2,Leap:3"), std::string::npos) << drawn.match.start;
  click("wizard_back");
  white->setCurrentText("Strike");
  next();
  EXPECT_EQ(wizard_->step(), 2) << "it was drawn for Freeze";
  wizard_->open({});
  wizard_->open(drawn, MatchWizard::board_step);
  EXPECT_EQ(white->currentText(), "Freeze");
  EXPECT_EQ(black->currentText(), "Leap");
}

TEST_F(MatchWizardTest, ArmadaChessAgreesOnTheRiskyDefaultsAndTheBoard) {
  open();
  click("game_armada_chess");
  next();
  type("player_name_0", "Ann");
  next();
  EXPECT_GT(child<BoardView>("board_view")->drawing()->men().size(), 20u);
  child<QComboBox>("board_file")->setCurrentIndex(child<QComboBox>("board_file")->findData("twin-planets"));
  Q_EMIT child<QComboBox>("board_file")->activated(0);
  child<QComboBox>("board_men")->setCurrentIndex(2);
  next();
  EXPECT_EQ(child<QComboBox>("agree_G-02")->currentData().toString(), "twin-planets");
  child<QComboBox>("agree_G-53")->setCurrentIndex(1);
  QTest::keyClicks(child<QLineEdit>("rules_filter"), "repetition");
  EXPECT_FALSE(child<QComboBox>("agree_G-53")->isVisible());
  EXPECT_TRUE(child<QComboBox>("option_repetition_draw")->isVisible());
  EXPECT_FALSE(child<QComboBox>("option_check")->isVisible());
  next();
  const MatchProfile profile = wizard_->profile();
  EXPECT_EQ(profile.match.board(), "twin-planets");
  EXPECT_EQ(profile.match.options, (std::map<std::string, std::string>{{"blockade", "active"}}));
  EXPECT_EQ(profile.piece_set, "tokens");
  EXPECT_EQ(sceneOf(profile).board, "twin-planets");
}

TEST_F(MatchWizardTest, AKeptMatchIsBegunAgainFromTheStartPage) {
  openWindow();
  click("start_match");
  click("game_invasion");
  for (int i = 0; i < 5; ++i)
    next();
  ASSERT_EQ(wizard_->step(), 5);
  type("begin_name", "The very long name of the Thursday evening league of the old harbour");
  click("wizard_save");
  EXPECT_TRUE(notice().startsWith("Kept in")) << notice().toStdString();
  for (int i = 0; i < 6; ++i)
    click("wizard_back");
  ASSERT_TRUE(top_->findChild<StartPage*>()->isVisible());
  click("start_kept_0");
  EXPECT_EQ(wizard_->profile().match.game, "invasion");
  click("wizard_tab_5");
  next();
  EXPECT_TRUE(notice().contains("no camera")) << notice().toStdString();
  EXPECT_EQ(window_->desk(), nullptr);
}

TEST_F(MatchWizardTest, KeptMatchesDoNotReplaceEachOther) {
  open();
  const auto keep = [this](const char* game, const char* name) {
    MatchProfile profile;
    profile.match.game = game;
    wizard_->open(profile, MatchWizard::begin_step);
    child<QLineEdit>("begin_name")->setText(QString::fromUtf8(name));
    click("wizard_save");
    click("wizard_save"); // again what this page has kept
  };
  keep("invasion", "");
  keep("king_down", "");
  keep("invasion", "Лига пятницы");
  keep("king_down", "Лига субботы");
  keep("armada_chess", "Лига! субботы");
  keep("invasion", "Лига субботы"); // the same match, changed
  std::map<std::string, std::string> games;
  for (const auto& [name, path] : keptProfiles())
    games[fs::path(path).stem().string()] = readProfile(path)->match.game;
  EXPECT_EQ(games, (std::map<std::string, std::string>{{"match", "invasion"},
                                                       {"match-2", "king_down"},
                                                       {"лига-пятницы", "invasion"},
                                                       {"лига-субботы", "invasion"},
                                                       {"лига-субботы-2", "armada_chess"}}));
}

TEST_F(MatchWizardTest, BeginOpensTheMatchAndTroubleLeadsBackToTheCamera) {
  openWindow();
  click("start_match");
  click("game_king_down");
  next();
  type("player_name_0", "Ann");
  type("player_name_1", "Bo");
  for (int i = 0; i < 3; ++i)
    next();
  type("camera_source", (demo_folder + "pyr_07.jpg").c_str());
  next();
  next();
  ASSERT_NE(window_->desk(), nullptr);
  EXPECT_EQ(window_->desk()->displayName("black"), "Bo");
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  ASSERT_EQ(scenes_.size(), 1u);
  EXPECT_EQ(scenes_[0].usual_board, "chess-8x8");
  EXPECT_TRUE(child<QAbstractButton>("calibrate_now")->isVisible());
  click("change_setup");
  EXPECT_EQ(wizard_->step(), 4);
  EXPECT_TRUE(child<QLineEdit>("camera_source")->text().endsWith("pyr_07.jpg"));
}

/// A set of Invasion's tanks, and a table file that names it.
class TaughtSetTest : public MatchWizardTest {
protected:
  TaughtSetTest() {
    std::ofstream(folder_.filePath("set.json").toStdString())
        << R"({"format":"linesman taught set 1","men":[{"kind":"tank","side":"light"}]})";
    std::ofstream(table()) << "[board]\ndefinition = \"chess-8x8\"\n[pieces]\nset = \"set.json\"\n";
  }
  std::string table() const { return folder_.filePath("table.toml").toStdString(); }
  MatchProfile profile() const {
    MatchProfile profile;
    profile.match.game = "king_down";
    profile.match.players = {{"Ann", {Colour::white}}, {"Bo", {Colour::black}}};
    return profile;
  }

  const QTemporaryDir folder_;
};

TEST_F(TaughtSetTest, OfAnotherGameIsSaidWhereItIsChosen) {
  open();
  MatchProfile chosen = profile();
  chosen.piece_set = folder_.filePath("set.json").toStdString();
  wizard_->open(chosen, MatchWizard::camera_step);
  click("wizard_tab_2");
  next();
  EXPECT_EQ(wizard_->step(), 2);
  EXPECT_TRUE(notice().contains("holds no man of king_down (it was taught tank)")) << notice().toStdString();
  child<QComboBox>("board_men")->setCurrentIndex(0); // as the table file says
  Q_EMIT child<QComboBox>("board_men")->activated(0);
  next();
  EXPECT_EQ(wizard_->step(), 3);
}

TEST_F(TaughtSetTest, OfAnotherGameIsSaidOfTheTableFileToo) {
  open();
  wizard_->open(profile(), MatchWizard::camera_step);
  type("camera_table", table().c_str());
  next();
  EXPECT_EQ(wizard_->step(), 4);
  EXPECT_TRUE(notice().contains("holds no man of king_down")) << notice().toStdString();
  MatchProfile other = profile();
  other.piece_set = "staunton"; // instead of the file's
  wizard_->open(other, MatchWizard::camera_step);
  type("camera_table", table().c_str());
  next();
  EXPECT_EQ(wizard_->step(), 5) << notice().toStdString();
}

TEST_F(TaughtSetTest, OfAnotherGameKeepsAMatchFromBeginning) {
  MatchSetup king_down, invasion;
  king_down.game = "king_down";
  invasion.game = "invasion";
  Scene scene{"", demo_folder + "pyr_07.jpg", "", table()};
  const auto refused = makeAnalyst(withMatch(scene, king_down), {});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().sentence.find("holds no man of king_down"), std::string::npos);
  const auto fits = makeAnalyst(withMatch(scene, invasion), {});
  EXPECT_TRUE(fits || fits.error().sentence.find("holds no man") == std::string::npos);
}

TEST_F(MatchWizardTest, AMatchThatWasCutOffIsOfferedAndGoesOn) {
  char name[] = "/tmp/linesman-left-XXXXXX";
  const fs::path folder = mkdtemp(name);
  const std::string record = (folder / "match").string();
  MatchProfile profile;
  profile.match.game = "king_down";
  profile.match.players = {{"Ann", {Colour::white}}};
  profile.source = demo_folder + "pyr_07.jpg";
  openWindow();
  EXPECT_FALSE(child<QAbstractButton>("start_go_on")->isVisible());
  ASSERT_TRUE(rememberMatch(profile, record));
  EXPECT_FALSE(matchInProgress().value()) << "nothing has been recorded of it";
  {
    auto match = Match::begin(profile.match, record, [](const nlohmann::json&) {});
    ASSERT_TRUE(match) << match.error().sentence;
    match->trouble(1.0, "camera", "The camera is gone.");
  } // and nobody has said that it is over
  openWindow();
  EXPECT_TRUE(child<QLabel>("start_waiting")->text().contains("Ann, Black")) << "who has no name is not left out";
  click("start_go_on");
  ASSERT_NE(window_->desk(), nullptr);
  EXPECT_EQ(window_->desk()->record(), record);
  ASSERT_TRUE(QTest::qWaitFor([this] { return !scenes_.empty(); }, 5000));
  EXPECT_EQ(scenes_[0].source, profile.source);
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000));
  click("change_setup");
  EXPECT_EQ(wizard_->step(), MatchWizard::camera_step);
  EXPECT_EQ(child<QLineEdit>("camera_source")->text().toStdString(), profile.source);
  next();
  next();
  ASSERT_NE(window_->desk(), nullptr) << notice().toStdString();
  EXPECT_EQ(window_->desk()->record(), record) << "with another camera it goes on";
  top_.reset(); // nobody else writes
  MatchRecord::Contents contents;
  ASSERT_TRUE(MatchRecord::resume(record, contents)->append({{"over", 2.0, {{"winner", "white"}}}}));
  openWindow();
  EXPECT_FALSE(child<QAbstractButton>("start_go_on")->isVisible()) << "it is over";
  fs::remove_all(folder);
}

TEST_F(MatchWizardTest, AMatchGoesOnPastEveryStepAndOnlyOtherRulesBeginANewOneWhenAskedTwice) {
  char name[] = "/tmp/linesman-left-XXXXXX";
  const fs::path folder = mkdtemp(name);
  for (const char* game : {"armadas", "armada_chess", "invasion", "king_down"}) {
    const std::string record = (folder / game).string();
    MatchProfile profile;
    profile.match.game = game;
    profile.match.players = {{"Ann", {onSquares(game) ? Colour::white : Colour::red}},
                             {"Bo", {onSquares(game) ? Colour::black : Colour::blue}}};
    profile.source = demo_folder + "pyr_07.jpg";
    profile.table = onSquares(game) ? "" : demo_folder + "pyr_07.table.toml";
    ASSERT_TRUE(rememberMatch(profile, record));
    {
      auto match = Match::begin(profile.match, record, [](const nlohmann::json&) {});
      ASSERT_TRUE(match) << match.error().sentence;
      match->trouble(1.0, "camera", "The camera is gone.");
    }
    openWindow();
    click("start_go_on");
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000)) << game;
    click("change_setup");
    click("wizard_tab_0");
    for (int step = 0; step < 6; ++step)
      next();
    EXPECT_EQ(window_->desk()->record(), record) << game << ": nothing was changed. " << notice().toStdString();
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->troubled(); }, 5000)) << game;
    click("change_setup");
    click("wizard_tab_1");
    type("player_name_0", "Anna");
    for (int step = 1; step < 6; ++step)
      next();
    EXPECT_EQ(window_->desk()->record(), record) << game << ": first it is said";
    EXPECT_TRUE(notice().contains(QString::fromStdString(record))) << game << ": " << notice().toStdString();
    next();
    EXPECT_NE(window_->desk()->record(), record) << game;
  }
  top_.reset();
  fs::remove_all(folder);
}

TEST_F(MatchWizardTest, AMatchWhoseProfileIsDamagedIsOfferedAllTheSameAndAskedForItsCamera) {
  char name[] = "/tmp/linesman-left-XXXXXX";
  const fs::path folder = mkdtemp(name);
  const fs::path record = folder / "match";
  MatchProfile profile;
  profile.match.game = "king_down";
  profile.match.players = {{"Ann", {Colour::white}}, {"Bo", {Colour::black}}};
  profile.source = demo_folder + "pyr_07.jpg";
  ASSERT_TRUE(rememberMatch(profile, record.string()));
  {
    auto match = Match::begin(profile.match, record.string(), [](const nlohmann::json&) {});
    ASSERT_TRUE(match) << match.error().sentence;
    match->trouble(1.0, "camera", "The camera is gone.");
  }
  const std::string torn = "name = \"Ours\"\ngame = \"king_do";
  std::ofstream(record / "profile.toml") << torn;
  openWindow();
  ASSERT_TRUE(child<QAbstractButton>("start_go_on")->isVisible());
  const QString words = child<QLabel>("start_waiting")->text();
  EXPECT_TRUE(words.contains("Ann, Bo") && words.contains("profile.toml")) << words.toStdString();
  click("start_go_on");
  ASSERT_NE(window_->desk(), nullptr);
  ASSERT_TRUE(wizard_->isVisible());
  EXPECT_EQ(wizard_->step(), MatchWizard::camera_step);
  type("camera_source", profile.source.c_str());
  next();
  next();
  ASSERT_NE(window_->desk(), nullptr) << notice().toStdString();
  EXPECT_EQ(window_->desk()->record(), record.string()) << "it goes on";
  EXPECT_EQ(window_->desk()->displayName("black"), "Bo");
  const auto kept = readProfile((record / "profile.toml").string());
  ASSERT_TRUE(kept) << kept.error().sentence;
  EXPECT_EQ(kept->source, fs::absolute(profile.source).string());
  std::ifstream aside(record / "profile.damaged.toml");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(aside), {}), torn) << "nothing of it is lost";
  top_.reset();
  std::ofstream(record / "match.jsonl") << "torn";
  openWindow();
  EXPECT_FALSE(child<QAbstractButton>("start_go_on")->isVisible());
  EXPECT_TRUE(child<QLabel>("start_fault")->text().contains("match.jsonl")) << "why it is not offered";
  fs::remove_all(folder);
}

TEST_F(MatchWizardTest, ARecordThatAnotherProgramWritesKeepsItsCamera) {
  char name[] = "/tmp/linesman-left-XXXXXX";
  const fs::path folder = mkdtemp(name);
  const std::string record = (folder / "match").string();
  MatchProfile profile;
  profile.match.game = "king_down";
  profile.source = demo_folder + "pyr_07.jpg";
  ASSERT_TRUE(rememberMatch(profile, record));
  auto match = Match::begin(profile.match, record, [](const nlohmann::json&) {});
  ASSERT_TRUE(match) << match.error().sentence;
  match->trouble(1.0, "camera", "The camera is gone.");
  WindowSetup setup;
  setup.playing = false;
  setup.scenes = {{"other", demo_folder + "pyr_02.jpg", "", "", 30.0, 0.0}};
  setup.match = profile.match;
  setup.record = record;
  setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
    return tl::unexpected(Trouble{Trouble::Kind::other, "none"});
  };
  const MainWindow other(std::move(setup));
  ASSERT_TRUE(other.desk()->failed());
  const auto kept = readProfile(record + "/profile.toml");
  ASSERT_TRUE(kept) << kept.error().sentence;
  EXPECT_EQ(fs::path(kept->source).filename(), "pyr_07.jpg");
  fs::remove_all(folder);
}

TEST_F(MatchWizardTest, ANameThatTurnsItsNeighboursRoundIsNotTaken) {
  openWindow();
  click("start_match");
  click("game_king_down");
  next();
  child<QLineEdit>("player_name_0")->setText(QString::fromUtf8("\xE2\x80\xAEnnA")); // pasted
  next();
  EXPECT_EQ(wizard_->step(), MatchWizard::players_step);
  EXPECT_TRUE(notice().contains("<U+202E>nnA")) << notice().toStdString();
}

/// Two of them in one process: what the first keeps, the second does not find.
class EachTest : public ::testing::TestWithParam<int> {};

TEST_P(EachTest, BeginsAsWithANewUser) {
  EXPECT_FALSE(matchInProgress().value());
  EXPECT_TRUE(keptProfiles().empty());
  MatchProfile profile;
  profile.match.game = "king_down";
  const QTemporaryDir folder;
  const std::string record = folder.filePath("match").toStdString();
  {
    auto match = Match::begin(profile.match, record, [](const nlohmann::json&) {});
    ASSERT_TRUE(match) << match.error().sentence;
    match->trouble(1.0, "camera", "The camera is gone.");
  }
  ASSERT_TRUE(rememberMatch(profile, record));
  EXPECT_TRUE(matchInProgress().value());
  fs::create_directories(profileFolder());
  ASSERT_TRUE(writeProfile(profile, profileFolder() + "/ours.toml"));
  EXPECT_EQ(keptProfiles().size(), 1u);
}

INSTANTIATE_TEST_SUITE_P(InOneProcess, EachTest, ::testing::Values(1, 2));

TEST(RecordFolder, AMatchBegunInTheSameSecondOrAfterTheClockWasSetBackHasAFolderOfItsOwn) {
  const QTemporaryDir parent;
  const std::string first = newRecordFolder(parent.path());
  fs::create_directories(first);
  std::set<std::string> folders{first};
  for (int i = 0; i < 3; ++i) {
    const std::string next = newRecordFolder(parent.path());
    EXPECT_TRUE(folders.insert(next).second) << next << " would be gone on with";
    fs::create_directories(next);
  }
}

TEST_F(MatchWizardTest, AKeptMatchWithItsCameraIsReadyToBeginAndTheTableHasTheKeys) {
  fs::create_directories(profileFolder());
  std::ofstream(profileFolder() + "/ours.toml")
      << "name = \"Ours\"\ngame = \"king_down\"\nsource = \"/nowhere/film.mp4\"\n";
  openWindow();
  top_->activateWindow();
  click("start_kept_0");
  EXPECT_EQ(wizard_->step(), MatchWizard::begin_step);
  EXPECT_EQ(window_->focusWidget(), child<QAbstractButton>("wizard_next"));
  next();
  EXPECT_NE(window_->desk(), nullptr);
  EXPECT_TRUE(window_->focusWidget() == nullptr || window_->focusWidget() == window_)
      << window_->focusWidget()->objectName().toStdString();
}

TEST_F(MatchWizardTest, WhereTheStartPageHasNoRoomItIsScrolledAndNothingIsSqueezed) {
  fs::create_directories(profileFolder());
  for (const char* name : {"a", "b", "c"})
    std::ofstream(profileFolder() + "/" + name + ".toml") << "game = \"armadas\"\n";
  openWindow();
  top_->resize(900, 400); // as low as the window can be
  QCoreApplication::processEvents();
  for (const char* name : {"start_kept_0", "start_kept_2", "start_match", "start_open_match", "start_replay"}) {
    const auto* button = child<QAbstractButton>(name);
    EXPECT_GE(button->height(), button->sizeHint().height()) << name;
    EXPECT_TRUE(button->parentWidget()->rect().contains(button->geometry())) << name;
  }
}

TEST_F(MatchWizardTest, InASmallWindowTheStartPagesTextsHaveTheirWidth) {
  openWindow();
  top_->resize(800, 600);
  QCoreApplication::processEvents();
  EXPECT_GT(child<QLabel>("start_cameras")->width(), 500) << "not squeezed beside the buttons";
  for (const auto* label : top_->findChild<StartPage*>()->findChildren<QLabel*>()) {
    if (label->isVisible()) {
      EXPECT_LE(label->minimumSizeHint().width(), label->width()) << label->text().toStdString();
    }
  }
}

TEST_F(MatchWizardTest, ANameIsShownAsItIsOrWithItsEndLeftOut) {
  fs::create_directories(profileFolder());
  std::ofstream(profileFolder() + "/ours.toml") << "name = \"Tom & Ann\"\ngame = \"armadas\"\n";
  const std::string league = "The very long name of the Thursday evening league of the old harbour";
  std::ofstream(profileFolder() + "/z.toml") << "name = \"" << league << "\"\ngame = \"armadas\"\n";
  openWindow();
  for (const int width : {1280, 1024}) {
    top_->resize(width, 700);
    QCoreApplication::processEvents();
    QString shown[2];
    for (int i = 0; i < 2; ++i)
      shown[i] = child<QAbstractButton>(i == 0 ? "start_kept_0" : "start_kept_1")->text();
    EXPECT_TRUE(shown[0] == "Tom && Ann" || shown[1] == "Tom && Ann") << "a single one would be a key";
    const auto* button = child<QAbstractButton>(shown[0] == "Tom && Ann" ? "start_kept_1" : "start_kept_0");
    EXPECT_TRUE(button->text().endsWith(QStringLiteral("…"))) << button->text().toStdString();
    EXPECT_LT(button->fontMetrics().horizontalAdvance(button->text()), button->width() - 20) << "the end is not cut";
  }
}

TEST_F(MatchWizardTest, AFileWithAFaultIsToldOnTheStartPage) {
  fs::create_directories(profileFolder());
  std::ofstream(profileFolder() + "/bad.toml") << "game = \"armadas\"\nspeed = 3\n";
  openWindow();
  click("start_kept_0");
  EXPECT_TRUE(child<QLabel>("start_fault")->text().contains("bad.toml:2"));
  EXPECT_TRUE(child<QAbstractButton>("start_match")->isVisible());
}

TEST_F(MatchWizardTest, HomeLeavesAMatchOnlyWhenAskedTwice) {
  openWindow();
  MatchSetup match;
  match.game = "invasion";
  window_->openMatch(match, "");
  ASSERT_NE(window_->desk(), nullptr);
  EXPECT_FALSE(child<QAbstractButton>("view_board")->isHidden());
  child<QAbstractButton>("home")->click();
  EXPECT_NE(window_->desk(), nullptr);
  child<QAbstractButton>("home")->click();
  EXPECT_EQ(window_->desk(), nullptr);
  EXPECT_EQ(window_->game()->band(), nullptr);
  EXPECT_TRUE(child<QAbstractButton>("view_board")->isHidden());
  match.game = "armadas"; // another one in the same window
  window_->openMatch(match, "");
  EXPECT_EQ(window_->table()->board(), nullptr);
  EXPECT_EQ(window_->game()->band()->headline(), "Set up the game");
}

TEST_F(MatchWizardTest, AMatchTakesKeysAndToolsThatItNeedsAndGivesThemBack) {
  openWindow();
  const auto key = [this](const char* name) { return child<QAbstractButton>(name)->shortcut(); };
  const auto offered = [this](const char* name) { return !child<QAbstractButton>(name)->isHidden(); };
  EXPECT_EQ(key("toggle_what_if"), QKeySequence(Qt::Key_W));
  MatchSetup match;
  match.game = "armada_chess"; // says "Draw?" with D, "Artillery" with A ...
  window_->openMatch(match, "");
  click("agree_begin");
  EXPECT_EQ(key("toggle_measure"), QKeySequence());
  EXPECT_FALSE(child<QAbstractButton>("toggle_measure")->toolTip().contains("(D)"));
  for (const char* ships_only :
       {"toggle_regions", "toggle_magnifier", "toggle_reach", "toggle_what_if", "toggle_gauge"})
    EXPECT_FALSE(offered(ships_only)) << ships_only;
  EXPECT_TRUE(offered("toggle_measure"));
  EXPECT_TRUE(offered("toggle_men"));
  child<QAbstractButton>("home")->click();
  child<QAbstractButton>("home")->click();
  EXPECT_EQ(key("toggle_measure"), QKeySequence(Qt::Key_D));
  EXPECT_TRUE(child<QAbstractButton>("toggle_measure")->toolTip().contains("(D)"));
  for (const char* ships_only :
       {"toggle_regions", "toggle_magnifier", "toggle_reach", "toggle_what_if", "toggle_gauge"})
    EXPECT_TRUE(offered(ships_only)) << ships_only;
  EXPECT_FALSE(offered("toggle_men"));
}

TEST_F(MatchWizardTest, TheBoardIsTurnedByKeyAndButtonAndStaysSo) {
  openWindow();
  top_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(top_.get()));
  MatchSetup match;
  match.game = "king_down";
  for (const bool turned : {true, false})
    child<QAbstractButton>("board_turn")->setChecked(turned);
  window_->openMatch(match, "");
  ASSERT_NE(window_->table()->board(), nullptr);
  EXPECT_TRUE(child<QAbstractButton>("board_turn")->isVisible());
  EXPECT_FALSE(window_->table()->board()->turned());
  QTest::keyClick(top_.get(), Qt::Key_5);
  EXPECT_TRUE(QTest::qWaitFor([this] { return window_->table()->board()->turned(); }, 2000));
  openWindow(); // another day
  window_->openMatch(match, "");
  EXPECT_TRUE(window_->table()->board()->turned());
  click("board_turn");
  EXPECT_FALSE(window_->table()->board()->turned());
}

TEST(CameraList, NamesEachCameraOnce) {
  const fs::path folder = fs::path(::testing::TempDir()) / "linesman_cameras";
  fs::remove_all(folder);
  for (const char* device : {"video0", "video1", "video10", "video2", "renderD128"})
    fs::create_directories(folder / device);
  std::ofstream(folder / "video0/name") << "HD Pro Webcam\n";
  std::ofstream(folder / "video0/index") << "0\n";
  std::ofstream(folder / "video1/name") << "HD Pro Webcam\n";
  std::ofstream(folder / "video1/index") << "1\n";
  std::ofstream(folder / "video2/name") << "Document camera\n";
  const auto cameras = findCameras(folder.string());
  fs::remove_all(folder);
  ASSERT_EQ(cameras.size(), 3u);
  EXPECT_EQ(cameras[0].name, "HD Pro Webcam");
  EXPECT_EQ(cameras[1].name, "Document camera");
  EXPECT_EQ(cameras[2].source, "10");
  EXPECT_TRUE(findCameras("/no/such/folder").empty());
}

} // namespace
} // namespace linesman::app
