#include "app/window/match_panel.h"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStyle>
#include <QTest>

#include "app/plane_calls.h"
#include "app/record/dispute.h"
#include "app/record/match_record.h"
#include "app/ship_names.h"
#include "app/watch/replay.h"
#include "app/window/match_desk.h"
#include "app/window/turn_band.h"
#include "app/window/waiting_words.h"
#include "support/truth.h"

namespace linesman::app {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

const std::string armadas = std::string(LINESMAN_TEST_DATA) + "/matches/match_armadas";

/// The window's side of a match of Armadas, fed with the true tables of a rendered one.
class MatchPanelTest : public ::testing::Test {
protected:
  MatchPanelTest() {
    char name[] = "/tmp/linesman-desk-XXXXXX";
    folder_ = mkdtemp(name);
    open();
  }
  ~MatchPanelTest() override { fs::remove_all(folder_); }

  void open(const std::string& red = "red", const std::string& blue = "blue") {
    MatchSetup setup;
    setup.game = "armadas";
    setup.players = {{red, {Colour::red}}, {blue, {Colour::blue}}};
    setup.pick_up = red;
    panel_.reset();
    band_.reset();
    desk_.reset(); // or it would hold the record
    desk_ = std::make_unique<MatchDesk>(setup, (folder_ / "match").string());
    panel_ = std::make_unique<MatchPanel>(desk_.get());
    panel_->resize(320, 700);
    panel_->show();
    band_ = std::make_unique<TurnBand>(desk_.get());
  }
  void see(std::size_t first, std::size_t last) {
    for (std::size_t i = first; i <= last; ++i) {
      Snapshot snapshot;
      snapshot.state = tests::TruthReader().read(truth_[i]);
      snapshot.t_s = snapshot.state.t_s;
      desk_->see(snapshot);
    }
  }
  template <class Widget> Widget* child(const char* name) {
    return panel_->findChild<Widget*>(QString::fromLatin1(name));
  }
  QString text(const char* label) { return child<QLabel>(label)->text(); }
  void click(const char* button) { QTest::mouseClick(child<QPushButton>(button), Qt::LeftButton); }
  /// Opens the clocks' form and chooses there.
  void decide(const char* what, const char* player) {
    click("match_clock");
    child<QComboBox>("clock_what")->setCurrentText(QString::fromLatin1(what));
    if (*player != '\0')
      child<QComboBox>("clock_player")->setCurrentText(QString::fromLatin1(player));
  }
  long long count(const std::string& kind) {
    const auto contents = MatchRecord::read((folder_ / "match").string());
    return contents ? std::count_if(contents->events.begin(), contents->events.end(),
                                    [&](const Event& event) { return event.kind == kind; })
                    : -1;
  }

  fs::path folder_;
  std::vector<json> truth_ = tests::readTruth(armadas);
  std::unique_ptr<MatchDesk> desk_;
  std::unique_ptr<MatchPanel> panel_;
  std::unique_ptr<TurnBand> band_;
};

TEST_F(MatchPanelTest, TellsWhoseTurnItIsAndWhatIsLeft) {
  EXPECT_EQ(band_->headline(), "Reading the table");
  EXPECT_FALSE(child<QPushButton>("match_challenge")->isEnabled());
  see(0, 0);
  EXPECT_EQ(band_->headline(), "red to move");
  EXPECT_TRUE(band_->below().startsWith("3 actions left")) << band_->below().toStdString();
  see(1, 4);
  EXPECT_TRUE(band_->below().startsWith("2 actions left")) << band_->below().toStdString();
  EXPECT_EQ(text("match_word"), "LEGAL");
  EXPECT_EQ(band_->clocks(), QStringList{"red 0:08"});
  EXPECT_EQ(child<QListWidget>("match_history")->count(), 4);
  click("match_done");
  EXPECT_EQ(band_->headline(), "blue to move");
}

TEST_F(MatchPanelTest, AMatchThatIsGoneOnWithStandsBeforeItsCameraGivesAPicture) {
  see(0, 4);
  click("match_done");
  ASSERT_EQ(band_->headline(), "blue to move");
  open();
  EXPECT_EQ(band_->headline(), "blue to move");
  EXPECT_EQ(text("match_word"), "LEGAL");
  EXPECT_TRUE(desk_->rule({ClockRuling::What::stop, "", 0.0, "arbiter", "the camera is gone"}))
      << "people may rule meanwhile";
  desk_->finish();
  EXPECT_EQ(band_->headline(), "blue to move") << "a source that ends without a picture changes nothing";
  see(5, 5);
  EXPECT_EQ(band_->headline(), "blue to move");
}

TEST_F(MatchPanelTest, ANameWithDescendersStaysOffTheLineBelow) {
  open("Peggy", "Jay");
  see(0, 0);
  ASSERT_EQ(band_->headline(), "Peggy to move");
  for (const int height : {84, 126, 180}) {
    band_->resize(1300, height);
    const QImage image = band_->grab().toImage();
    int lines = 0;
    bool written = false;
    for (int y = 12; y < height - 4; ++y) {
      bool now = false;
      for (int x = 30; x < 250; ++x)
        now = now || image.pixel(x, y) != image.pixel(14, height / 2);
      lines += now && !written ? 1 : 0;
      written = now;
    }
    EXPECT_EQ(lines, 2) << height;
  }
}

TEST_F(MatchPanelTest, ARulingForWhichThereIsRoomIsNotScrolled) {
  panel_->resize(340, 900);
  auto* rulings = child<QListWidget>("match_history");
  see(0, 6);
  for (int row = 0; row < rulings->count(); ++row) {
    rulings->setCurrentRow(row);
    for (const QScrollArea* area : panel_->findChildren<QScrollArea*>())
      EXPECT_TRUE(QTest::qWaitFor([&] { return area->verticalScrollBar()->maximum() == 0; }, 2000))
          << rulings->item(row)->text().toStdString();
  }
}

TEST_F(MatchPanelTest, WhatIsTypedIsHeard) {
  see(0, 10);
  click("match_done");
  click("match_done");
  QTest::keyClicks(child<QLineEdit>("match_say"), "fire r3 b2");
  QTest::keyClick(child<QLineEdit>("match_say"), Qt::Key_Return);
  EXPECT_TRUE(child<QLineEdit>("match_say")->text().isEmpty());
  EXPECT_EQ(text("match_word"), "HIT") << text("match_sentence").toStdString();
  EXPECT_EQ(count("counter"), 1);
}

TEST_F(MatchPanelTest, ButtonsSayShotsWithTheShipsOfTheMatch) {
  see(0, 10);
  click("match_done");
  click("match_done");
  auto* ship = child<QComboBox>("tell_ship");
  auto* target = child<QComboBox>("tell_target");
  ASSERT_GE(ship->findText("r3"), 0);
  EXPECT_LT(ship->findText("b2"), 0) << "one fires one's own ships";
  EXPECT_LT(target->findText("r3"), 0);
  ship->setCurrentText("r3");
  target->setCurrentText("b2");
  click("tell_fire");
  EXPECT_EQ(text("match_word"), "HIT") << text("match_sentence").toStdString();
  EXPECT_EQ(count("counter"), 1);
}

TEST_F(MatchPanelTest, RulingsAreBrokenIntoLinesByTheWidthThatTheyHave) {
  see(0, 10);
  auto* history = child<QListWidget>("match_history");
  history->setFixedHeight(60);
  QTest::qWait(10);
  ASSERT_TRUE(history->verticalScrollBar()->isVisible());
  EXPECT_EQ(history->style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, history),
            history->verticalScrollBar()->width());
}

TEST_F(MatchPanelTest, WhatAChallengeSaysMovesNoButton) {
  see(0, 4);
  QTest::qWait(0); // the new rows have their places
  const int done = child<QPushButton>("match_done")->mapTo(panel_.get(), QPoint()).y();
  const int challenge = child<QPushButton>("match_challenge")->mapTo(panel_.get(), QPoint()).y();
  click("match_challenge");
  QTest::qWait(0);
  EXPECT_TRUE(child<QLabel>("match_notice")->isVisible());
  EXPECT_EQ(child<QPushButton>("match_done")->mapTo(panel_.get(), QPoint()).y(), done);
  EXPECT_EQ(child<QPushButton>("match_challenge")->mapTo(panel_.get(), QPoint()).y(), challenge);
}

TEST_F(MatchPanelTest, ResigningIsAskedTwice) {
  see(0, 4);
  click("tell_resign");
  EXPECT_TRUE(child<QPushButton>("tell_resign")->text().contains("Sure"));
  click("tell_adjust"); // another word takes it back
  EXPECT_EQ(child<QPushButton>("tell_resign")->text(), "Resign");
  EXPECT_EQ(count("over"), 0);
  click("tell_resign");
  click("tell_resign");
  EXPECT_EQ(count("over"), 1);
  EXPECT_EQ(band_->headline(), "blue wins");
  EXPECT_TRUE(band_->below().startsWith("Game over")) << band_->below().toStdString();
}

TEST_F(MatchPanelTest, ResigningByItsKeyIsAskedTwiceToo) {
  see(0, 4);
  panel_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(panel_.get()));
  auto* resign = child<QPushButton>("tell_resign");
  QTest::keyClick(panel_.get(), Qt::Key_Q);
  ASSERT_TRUE(QTest::qWaitFor([&] { return resign->text().contains("Sure"); }, 1000));
  click("tell_adjust");
  QTest::keyClick(panel_.get(), Qt::Key_Q);
  ASSERT_TRUE(QTest::qWaitFor([&] { return resign->text().contains("Sure"); }, 1000)) << "a word in between";
  QTest::keyClick(panel_.get(), Qt::Key_Q);
  EXPECT_TRUE(QTest::qWaitFor([&] { return count("over") == 1; }, 1000));
}

TEST_F(MatchPanelTest, AKeyThatIsHeldDownIsNoSecondAnswer) {
  see(0, 4);
  panel_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(panel_.get()));
  QTest::simulateEvent(panel_.get(), true, Qt::Key_Q, Qt::NoModifier, "q", false);
  for (int i = 0; i < 3; ++i) {
    QTest::qWait(150); // a button takes a tenth of a second for its own key
    QTest::simulateEvent(panel_.get(), true, Qt::Key_Q, Qt::NoModifier, "q", true);
  }
  QTest::qWait(150);
  EXPECT_TRUE(child<QPushButton>("tell_resign")->text().contains("Sure"));
  EXPECT_EQ(count("over"), 0);
}

TEST_F(MatchPanelTest, ResigningIsAskedAgainWhenTheTurnHasPassed) {
  see(0, 4);
  click("tell_resign");
  desk_->say("done", "red");
  EXPECT_EQ(child<QPushButton>("tell_resign")->text(), "Resign");
  click("tell_resign");
  EXPECT_EQ(count("over"), 0) << "red asked, not blue";
  auto* speaker = child<QComboBox>("tell_speaker");
  speaker->setCurrentIndex(speaker->findText("red"));
  click("tell_resign");
  EXPECT_EQ(count("over"), 0) << "nor did blue ask for red";
}

TEST_F(MatchPanelTest, FleetsArePlacedByOnePlayerAfterTheOther) {
  MatchSetup setup;
  setup.game = "armadas";
  setup.players = {{"red", {Colour::red}}, {"blue", {Colour::blue}}};
  panel_.reset();
  band_.reset();
  desk_ = std::make_unique<MatchDesk>(setup, "");
  panel_ = std::make_unique<MatchPanel>(desk_.get());
  panel_->show();
  see(0, 0);
  click("match_done");
  EXPECT_EQ(child<QComboBox>("tell_speaker")->currentText(), "blue");
  Snapshot snapshot;
  snapshot.state = tests::TruthReader().read(truth_[0]);
  EXPECT_EQ(waitingWords(*desk_, snapshot), "Waiting for \"done\" from blue.");
  click("match_done");
  ASSERT_FALSE(desk_->history().empty());
  EXPECT_EQ(desk_->history().back()["action"], "setup");
  EXPECT_TRUE(desk_->view().awaited.empty());
}

TEST_F(MatchPanelTest, TheTimeOfARecordGoesOnWhenItsCameraBeginsAnew) {
  see(0, 4);
  open();
  EXPECT_FALSE(desk_->history().empty());
  see(0, 4);
  const auto contents = MatchRecord::read((folder_ / "match").string());
  ASSERT_TRUE(contents);
  EXPECT_TRUE(std::ranges::is_sorted(contents->events, {}, &Event::t_s));
}

TEST_F(MatchPanelTest, NamesThatLookAlikeWhenCutAreTheirOwnPlayers) {
  open("Maximilian Alexander A. Alexander", "Maximilian Alexander B. Alexander");
  see(0, 4);
  click("match_done");
  EXPECT_EQ(child<QComboBox>("tell_speaker")->currentData().toString(), "Maximilian Alexander B. Alexander");
  click("tell_resign");
  click("tell_resign");
  EXPECT_EQ(band_->headline(), "Maximilian Alexander A. Alexander wins");
}

TEST_F(MatchPanelTest, WhoeverSpeaksIsChosen) {
  see(0, 4);
  auto* speaker = child<QComboBox>("tell_speaker");
  EXPECT_EQ(speaker->currentText(), "red, to move");
  speaker->setCurrentIndex(speaker->findData("blue", Qt::UserRole));
  EXPECT_EQ(speaker->currentText(), "blue");
  click("match_done");
  EXPECT_EQ(band_->headline(), "red to move") << "it is not blue's turn to end";
}

TEST_F(MatchPanelTest, TheBandHasTheColourOfTheTurn) {
  see(0, 0);
  const QColor red = band_->colour();
  EXPECT_EQ(red, TurnBand::colourOfPlayer(desk_->setup(), "red"));
  click("match_done");
  EXPECT_NE(band_->colour(), red);
}

TEST_F(MatchPanelTest, AChallengeKeepsAFileThatIsJudgedAgain) {
  see(0, 4);
  click("match_challenge");
  const auto contents = MatchRecord::read((folder_ / "match").string());
  ASSERT_TRUE(contents);
  const Event& last = contents->events.back();
  ASSERT_EQ(last.kind, "challenge");
  const auto dispute = readDispute(last.body.at("file").get<std::string>());
  ASSERT_TRUE(dispute) << dispute.error().sentence;
  const auto differences = replayDispute(*dispute);
  ASSERT_TRUE(differences);
  EXPECT_TRUE(differences->empty());
  EXPECT_TRUE(text("match_notice").contains("dispute-"));
}

TEST_F(MatchPanelTest, OverrulingNeedsWhoAndWhyAndIsRecorded) {
  see(0, 2);
  click("match_overrule");
  QTest::keyClicks(child<QLineEdit>("overrule_why"), "the gauge slipped");
  click("overrule_confirm");
  EXPECT_EQ(count("overrule"), 0);
  QTest::keyClicks(child<QLineEdit>("overrule_who"), "Ann");
  click("overrule_confirm");
  ASSERT_EQ(count("overrule"), 1);
  const auto contents = MatchRecord::read((folder_ / "match").string());
  const auto decision = std::find_if(contents->events.begin(), contents->events.end(),
                                     [](const Event& event) { return event.kind == "overrule"; });
  EXPECT_EQ(decision->body["who"], "Ann");
  EXPECT_EQ(decision->body["why"], "the gauge slipped");
  const Event& verdict = contents->events[decision->body["of"].get<std::size_t>() - 1];
  EXPECT_EQ(verdict.kind, "verdict");
  const Event& decided = *std::next(decision);
  EXPECT_EQ(decided.kind, "verdict");
  EXPECT_NE(decided.body["ruling"], verdict.body["ruling"]);
  const auto differences = replay(*contents);
  ASSERT_TRUE(differences);
  EXPECT_TRUE(differences->empty());
}

TEST_F(MatchPanelTest, AFormIsFilledInAndLeftByKeysAndTheSpaceBarIsThePlayersAgain) {
  see(0, 4);
  panel_->setFocusPolicy(Qt::StrongFocus); // as the window, whose panel it is
  panel_->activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(panel_.get()));
  click("match_overrule");
  auto *who = child<QLineEdit>("overrule_who"), *why = child<QLineEdit>("overrule_why");
  ASSERT_EQ(QApplication::focusWidget(), who);
  QTest::keyClicks(who, "Ann");
  QTest::keyClick(who, Qt::Key_Return);
  EXPECT_EQ(QApplication::focusWidget(), why);
  QTest::keyClick(why, Qt::Key_Escape);
  EXPECT_FALSE(why->isVisible());
  EXPECT_EQ(QApplication::focusWidget(), panel_.get()) << "or the space bar opens a list";
  EXPECT_EQ(count("overrule"), 0);
  click("match_overrule");
  EXPECT_EQ(who->text(), "Ann");
  QTest::keyClicks(why, "seen by both");
  QTest::keyClick(why, Qt::Key_Return);
  EXPECT_EQ(count("overrule"), 1);
  EXPECT_EQ(QApplication::focusWidget(), panel_.get());
}

TEST_F(MatchPanelTest, WhatPeopleWriteIsShownAsTheyWroteIt) {
  see(0, 2);
  click("match_overrule");
  QTest::keyClicks(child<QLineEdit>("overrule_who"), "Ann");
  QTest::keyClicks(child<QLineEdit>("overrule_why"), "<b>blocked</b> by a hand");
  click("overrule_confirm");
  auto* rulings = child<QListWidget>("match_history");
  const auto written = rulings->findItems("<b>blocked</b>", Qt::MatchContains);
  ASSERT_FALSE(written.empty());
  rulings->setCurrentItem(written.front());
  EXPECT_TRUE(text("match_sentence").contains("<b>blocked</b>"));
  EXPECT_EQ(child<QLabel>("match_sentence")->textFormat(), Qt::PlainText) << "tags are no type";
}

TEST_F(MatchPanelTest, ARecordThatIsDeletedWhileTheMatchGoesOnIsToldOnceAndMadeAnew) {
  see(0, 2);
  const long long before = desk_->history().back()["seq"];
  fs::remove_all(folder_ / "match");
  see(3, 6);
  for (const char* said : {"is gone", "made anew"})
    EXPECT_EQ(child<QListWidget>("match_history")->findItems(said, Qt::MatchContains).size(), 1) << said;
  const auto kept = MatchRecord::read((folder_ / "match").string());
  ASSERT_TRUE(kept) << kept.error().sentence;
  EXPECT_GT(static_cast<long long>(kept->events.size()), before);
  EXPECT_FALSE(band_->below().startsWith("RECORD NOT KEPT"));
}

TEST_F(MatchPanelTest, ARecordThatIsMovedWhileTheMatchGoesOnIsToldOnce) {
  see(0, 2);
  const long long before = desk_->history().back()["seq"];
  fs::rename(folder_ / "match", folder_ / "elsewhere");
  see(3, 6);
  EXPECT_EQ(child<QListWidget>("match_history")->findItems("is gone", Qt::MatchContains).size(), 1);
  EXPECT_FALSE(fs::exists(folder_ / "match")) << "no pictures are kept for a match that has no record there";
  EXPECT_TRUE(band_->below().startsWith("RECORD NOT KEPT")) << "and it stands there while it is so";
  const auto kept = MatchRecord::read((folder_ / "elsewhere").string());
  ASSERT_TRUE(kept) << kept.error().sentence;
  EXPECT_GT(static_cast<long long>(kept->events.size()), before) << "what is ruled is kept there";
}

TEST_F(MatchPanelTest, WhatIsOverruledIsWhatTheFormNames) {
  see(0, 2);
  const long long named = desk_->history().back()["seq"];
  click("match_overrule");
  see(3, 4);
  ASSERT_EQ(desk_->history().back()["event"], "verdict");
  ASSERT_GT(desk_->history().back()["seq"].get<long long>(), named);
  QTest::keyClicks(child<QLineEdit>("overrule_who"), "Ann");
  QTest::keyClicks(child<QLineEdit>("overrule_why"), "the gauge slipped");
  click("overrule_confirm");
  const auto& history = desk_->history();
  const auto decision =
      std::find_if(history.begin(), history.end(), [](const json& event) { return event["event"] == "overrule"; });
  ASSERT_NE(decision, history.end());
  EXPECT_EQ((*decision)["of"], named);
}

TEST_F(MatchPanelTest, AChosenRulingStaysChosenUntilTheNextOne) {
  see(0, 2);
  auto* history = child<QListWidget>("match_history");
  const int oldest = history->count() - 1;
  const QString words = history->item(oldest)->text();
  history->setCurrentRow(oldest);
  desk_->say("done", "blue"); // refused, and told
  ASSERT_EQ(history->count(), oldest + 2);
  ASSERT_NE(history->currentItem(), nullptr);
  EXPECT_EQ(history->currentItem()->text(), words);
  see(3, 4);
  EXPECT_EQ(history->currentItem(), nullptr) << "the new ruling is in front";
}

TEST_F(MatchPanelTest, WhatIsToBeDoneForAStepThatIsTakenBackStandsInFront) {
  std::size_t i = 0;
  for (; i < 8 && count("verdict") < 1; ++i)
    see(i, i); // until a gauge lies
  ASSERT_EQ(count("verdict"), 1);
  desk_->say("undo");
  EXPECT_EQ(text("match_word"), "answer");
  EXPECT_TRUE(text("match_sentence").startsWith("Take the gauge")) << text("match_sentence").toStdString();
}

TEST_F(MatchPanelTest, WhoReadsAnOldRulingKeepsHisPlaceWhileNewOnesCome) {
  see(0, 4);
  auto* list = child<QListWidget>("match_history");
  list->setFixedHeight(60);
  QCoreApplication::processEvents();
  QScrollBar* bar = list->verticalScrollBar();
  ASSERT_GT(bar->maximum(), 0);
  bar->setValue(bar->maximum());
  const auto topmost = [&] {
    return list->itemAt(0, 0)->text() + ' ' + QString::number(list->visualItemRect(list->itemAt(0, 0)).top());
  };
  const QString read = topmost();
  const int rows = list->count();
  desk_->say("undo", "blue"); // refused: it is red's turn
  QCoreApplication::processEvents();
  ASSERT_GT(list->count(), rows);
  EXPECT_EQ(topmost(), read);
  bar->setValue(0);
  desk_->say("undo", "blue");
  QCoreApplication::processEvents();
  EXPECT_EQ(bar->value(), 0) << "otherwise the newest is in sight";
  EXPECT_TRUE(list->itemAt(0, 0)->text().startsWith("refused"));
}

TEST_F(MatchPanelTest, ARulingShowsItsMarginAndTheTextsOfItsClauses) {
  see(0, 2);
  auto* history = child<QListWidget>("match_history");
  const auto step = history->findItems("may make this step", Qt::MatchContains);
  ASSERT_FALSE(step.isEmpty());
  history->setCurrentItem(step.front());
  EXPECT_TRUE(child<QWidget>("match_margin")->isVisibleTo(panel_.get()));
  QStringList texts;
  for (const QLabel* label : child<QWidget>("match_clauses")->findChildren<QLabel*>())
    texts << label->text();
  EXPECT_TRUE(texts.contains("AR-18")) << texts.join("; ").toStdString();
  EXPECT_TRUE(std::any_of(texts.begin(), texts.end(), [](const QString& text) {
    return text.startsWith("A step: a gauge of the ship's size");
  })) << texts.join("; ").toStdString();
}

TEST_F(MatchPanelTest, TimeIsTakenAndGivenAndTheRecordHasWhoAndWhy) {
  see(0, 4);
  ASSERT_EQ(band_->clocks(), QStringList{"red 0:08"});
  decide("Take time: a penalty", "red");
  click("clock_confirm");
  EXPECT_FALSE(text("match_notice").isEmpty()) << "who and why are missing";
  EXPECT_EQ(band_->clocks(), QStringList{"red 0:08"}) << "nothing happens in silence";
  QTest::keyClicks(child<QLineEdit>("clock_who"), "Ann");
  QTest::keyClicks(child<QLineEdit>("clock_why"), "a ship was pushed");
  click("clock_confirm");
  EXPECT_EQ(band_->clocks(), QStringList{"red 1:08"}) << "of thinking time used";
  EXPECT_EQ(text("match_word"), "TIME PENALTY");
  EXPECT_TRUE(text("match_sentence").contains("Ann takes 1:00 from red: a ship was pushed"));
  decide("Give time", "red");
  child<QSpinBox>("clock_minutes")->setValue(0);
  child<QSpinBox>("clock_seconds")->setValue(30);
  QTest::keyClicks(child<QLineEdit>("clock_why"), "the camera was bumped"); // who is still known
  click("clock_confirm");
  EXPECT_EQ(band_->clocks(), QStringList{"red 0:38"});
  const auto contents = MatchRecord::read((folder_ / "match").string());
  ASSERT_TRUE(contents);
  const auto ruling = clockRulingFrom(contents->events.back().body);
  ASSERT_TRUE(ruling);
  EXPECT_EQ(*ruling, (ClockRuling{ClockRuling::What::give, "red", 30.0, "Ann", "the camera was bumped"}));
  const auto differences = replay(*contents);
  ASSERT_TRUE(differences);
  EXPECT_TRUE(differences->empty());
  open(); // the window was closed in between
  see(5, 5);
  EXPECT_EQ(band_->clocks(), QStringList{"red 0:38"});
}

TEST_F(MatchPanelTest, StoppedClocksStandUntilPeopleLetThemRun) {
  see(0, 1);
  decide("Stop the clocks", "");
  QTest::keyClicks(child<QLineEdit>("clock_who"), "Ann");
  QTest::keyClicks(child<QLineEdit>("clock_why"), "the pizza is here");
  click("clock_confirm");
  const QStringList stood = band_->clocks();
  EXPECT_TRUE(band_->below().contains("clocks stopped")) << band_->below().toStdString();
  see(2, 3);
  EXPECT_EQ(band_->clocks(), stood);
  open();
  see(4, 4);
  EXPECT_EQ(band_->clocks(), stood) << "neither does a restart let them run";
  decide("Let the clocks run", "");
  QTest::keyClicks(child<QLineEdit>("clock_who"), "Ann");
  QTest::keyClicks(child<QLineEdit>("clock_why"), "eaten");
  click("clock_confirm");
  see(5, 6);
  EXPECT_NE(band_->clocks(), stood);
  EXPECT_FALSE(band_->below().contains("stopped"));
}

TEST(SetUpClock, ItsTimeLeftIsShownAndPeopleGiveSome) {
  MatchSetup setup;
  setup.game = "armada_chess";
  MatchDesk desk(setup, "");
  MatchPanel panel(&desk);
  panel.show();
  TurnBand band(&desk);
  for (int i = 0; i <= 50; ++i) { // a board that nothing stands on yet
    Snapshot snapshot;
    snapshot.t_s = snapshot.state.t_s = 0.1 * i;
    snapshot.state.board = SeenBoard();
    snapshot.state.board->rows = snapshot.state.board->columns = 10;
    desk.see(snapshot);
  }
  ASSERT_EQ(band.clocks().size(), 1);
  EXPECT_TRUE(band.clocks().front().startsWith("set-up 1:5")) << band.clocks().front().toStdString();
  QTest::mouseClick(panel.findChild<QPushButton*>("match_clock"), Qt::LeftButton);
  panel.findChild<QComboBox*>("clock_what")->setCurrentText("Give time");
  EXPECT_EQ(panel.findChild<QComboBox*>("clock_player")->currentText(), "set-up");
  panel.findChild<QSpinBox*>("clock_minutes")->setValue(1);
  panel.findChild<QSpinBox*>("clock_seconds")->setValue(0);
  QTest::keyClicks(panel.findChild<QLineEdit*>("clock_who"), "Ann");
  QTest::keyClicks(panel.findChild<QLineEdit*>("clock_why"), "the bands were missing");
  QTest::mouseClick(panel.findChild<QPushButton*>("clock_confirm"), Qt::LeftButton);
  EXPECT_TRUE(band.clocks().front().startsWith("set-up 2:5")) << band.clocks().front().toStdString();
}

TEST_F(MatchPanelTest, AClosedWindowGoesOnWhereItWas) {
  see(0, 4);
  click("match_done");
  const int told = child<QListWidget>("match_history")->count();
  open();
  see(5, 5);
  EXPECT_EQ(band_->headline(), "blue to move");
  EXPECT_EQ(child<QListWidget>("match_history")->count(), told + 1); // and blue's first step
}

/// A ship that was pushed is judged where it belongs, by the match and by what the window says beforehand.
TEST_F(MatchPanelTest, WhatTheWindowSaysOfAShotIsWhatTheMatchRules) {
  see(0, 4);
  const auto pictured = [&](double pushed_mm) {
    auto snapshot = std::make_shared<Snapshot>();
    snapshot->state = tests::TruthReader().read(truth_[4]);
    snapshot->t_s = snapshot->state.t_s;
    for (SeenPyramid& ship : snapshot->state.pyramids)
      ship.table_from_piece = {ship.table_from_piece.x_mm() + pushed_mm, ship.table_from_piece.y_mm(),
                               ship.table_from_piece.heading_rad()};
    snapshot->state.pyramids.front().table_from_piece =
        tests::TruthReader().read(truth_[4]).pyramids.front().table_from_piece;
    snapshot->names = shipNames(snapshot->state);
    snapshot->calls = (*PlaneCaller::make("armadas"))(*snapshot);
    return desk_->named(snapshot);
  };
  const SnapshotPtr still = pictured(0.0), pushed = pictured(3.0);
  ASSERT_FALSE(still->calls.empty());
  ASSERT_EQ(still->calls.size(), pushed->calls.size());
  for (std::size_t i = 0; i < still->calls.size(); ++i) {
    EXPECT_EQ(still->calls[i].title, pushed->calls[i].title);
    EXPECT_EQ(still->calls[i].verdict.margin_mm, pushed->calls[i].verdict.margin_mm) << still->calls[i].title;
  }
  const Call& hit = still->calls.front();
  ASSERT_EQ(outcomeOf(hit.verdict), Outcome::yes) << hit.title;
  desk_->say("fire " + still->names.at(hit.actor) + ' ' + still->names.at(hit.target),
             still->names.at(hit.actor).front() == 'r' ? "red" : "blue");
  const json& ruling = desk_->history().back();
  EXPECT_EQ(ruling.value("ruling", ""), "legal") << ruling.dump();
  double best_mm = -1e9;
  for (const Call& call : still->calls)
    if (call.actor == hit.actor && call.target == hit.target)
      best_mm = std::max(best_mm, call.verdict.margin_mm.value_or(-1e9));
  EXPECT_NEAR(ruling.value("margin_mm", 0.0), best_mm, 1e-5) << ruling.dump();
}

TEST(TellPanelTest, WhatIsSeldomSaidLeavesRoomForTheRulingAndItsKeysWork) {
  MatchSetup setup;
  setup.game = "armada_chess";
  MatchDesk desk(setup, "");
  MatchPanel panel(&desk);
  panel.resize(340, 470); // what a window of 1280x720 leaves
  panel.show();
  panel.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&panel));
  const auto button = [&](const char* name) { return panel.findChild<QPushButton*>(QString::fromLatin1(name)); };
  EXPECT_TRUE(button("tell_training")->isVisible());
  EXPECT_FALSE(button("tell_artillery")->isVisible());
  const int low = panel.findChild<QWidget*>("match_done")->parentWidget()->height();
  auto* line = panel.findChild<QLineEdit*>("match_say");
  QSignalSpy said(button("tell_artillery"), &QPushButton::clicked);
  button("match_done")->setFocus();
  QTest::keyClick(&panel, Qt::Key_A);
  EXPECT_EQ(said.count(), 1) << "its key says it while it is out of sight";
  QTest::mouseClick(button("tell_more"), Qt::LeftButton);
  EXPECT_TRUE(button("tell_artillery")->isVisible());
  QCoreApplication::processEvents();
  EXPECT_GT(panel.findChild<QWidget*>("match_done")->parentWidget()->height(), low);
  QTest::mouseClick(button("tell_more"), Qt::LeftButton);
  EXPECT_FALSE(button("tell_artillery")->isVisible());
  EXPECT_TRUE(line->isVisible());
  panel.resize(420, 1000); // a tall window has room for all
  QCoreApplication::processEvents();
  EXPECT_FALSE(button("tell_artillery")->isVisible()) << "but a person has chosen";
}

TEST(TellPanelTest, ATallWindowShowsAllWords) {
  MatchSetup setup;
  setup.game = "armada_chess";
  MatchDesk desk(setup, "");
  MatchPanel panel(&desk);
  panel.resize(420, 1000);
  panel.show();
  QCoreApplication::processEvents();
  EXPECT_TRUE(panel.findChild<QPushButton*>("tell_artillery")->isVisible());
}

} // namespace
} // namespace linesman::app
