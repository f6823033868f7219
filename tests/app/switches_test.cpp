// The switches of the rules, from where they are set in the window to the page about the match.
#include <filesystem>

#include <gtest/gtest.h>

#include <QApplication>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTest>
#include <QTimer>

#include "app/game_clauses.h"
#include "app/law_words.h"
#include "app/record/html_report.h"
#include "app/record/match_story.h"
#include "app/window/agree_page.h"
#include "app/window/match_desk.h"
#include "app/window/match_wizard.h"
#include "tests/app/called.h"
#include "tests/app/fed_match.h"
#include "tests/app/german_window.h"
#include "tests/app/open_window.h"

namespace linesman::app {
namespace {

using testing::demo;
using testing::fleets;
using testing::redAndBlue;
using testing::setupFor;

/// The page of the switches, reached as players reach it.
class SwitchesTest : public ::testing::Test {
protected:
  void open(const char* game) {
    wizard_ = std::make_unique<MatchWizard>(); // behind the language
    wizard_->resize(1248, 640);
    wizard_->show();
    child<QAbstractButton>(game)->click();
    for (int step = 0; step < 3; ++step)
      next();
    ASSERT_EQ(wizard_->step(), 3);
  }
  template <class Widget> Widget* child(const char* name) {
    auto* found = wizard_->findChild<Widget*>(QString::fromLatin1(name));
    EXPECT_NE(found, nullptr) << name;
    return found;
  }
  void type(const char* name, const char* words) {
    child<QLineEdit>(name)->clear();
    QTest::keyClicks(child<QLineEdit>(name), QString::fromUtf8(words));
  }
  void next() { child<QAbstractButton>("wizard_next")->click(); }
  QString notice() { return child<QLabel>("wizard_notice")->text(); }
  std::map<std::string, std::string> chosen() { return wizard_->profile().match.options; }

  std::unique_ptr<MatchWizard> wizard_;
};

TEST_F(SwitchesTest, NothingTypedIsTheDefaultAsTheLineSays) {
  open("game_armadas");
  type("option_touch_tol_mm", "2.5");
  type("option_goal_number", "");
  EXPECT_EQ(chosen(), (std::map<std::string, std::string>{{"touch_tol_mm", "2.5"}}));
  type("option_touch_tol_mm", "");
  EXPECT_TRUE(child<QLineEdit>("option_touch_tol_mm")->placeholderText().contains("1.5"));
  next();
  EXPECT_EQ(wizard_->step(), 4) << notice().toStdString();
  EXPECT_TRUE(chosen().empty());
}

TEST_F(SwitchesTest, AMistypedOneThatWasLeftBackwardsKeepsTheMatchFromBeingKept) {
  open("game_armadas");
  next();
  next();
  ASSERT_EQ(wizard_->step(), 5);
  child<QAbstractButton>("wizard_tab_3")->click();
  type("option_touch_tol_mm", "abc");
  child<QAbstractButton>("wizard_back")->click();
  ASSERT_EQ(wizard_->step(), 2);
  child<QAbstractButton>("wizard_tab_5")->click();
  EXPECT_EQ(wizard_->step(), 3) << "such a match file could not be opened again";
  EXPECT_TRUE(notice().contains("touch_tol_mm")) << notice().toStdString();
  type("option_touch_tol_mm", "3");
  child<QAbstractButton>("wizard_tab_5")->click();
  EXPECT_EQ(wizard_->step(), 5);
}

TEST_F(SwitchesTest, WhatIsToBeAgreedOnIsFoundLikeEveryOtherSwitch) {
  open("game_armada_chess");
  type("rules_filter", "blockade"); // as the line's own hint says
  EXPECT_TRUE(child<QComboBox>("agree_G-53")->isVisible());
  EXPECT_FALSE(child<QComboBox>("agree_G-45")->isVisible());
  type("rules_filter", "no such rule");
  EXPECT_FALSE(child<QComboBox>("agree_G-53")->isVisible());
  type("rules_filter", "");
  EXPECT_TRUE(child<QComboBox>("agree_G-45")->isVisible());
}

TEST_F(SwitchesTest, WhatIsNotRefereedAtAWatchedTableIsSaidWhereItIsSet) {
  open("game_armadas");
  EXPECT_TRUE(child<QLabel>("name_ramming")->text().contains("not refereed"));
  EXPECT_EQ(child<QLabel>("name_los")->text(), "los");
  EXPECT_EQ(child<QLabel>("name_goal")->text(), "goal") << "some are";
  const auto* goal = child<QComboBox>("option_goal");
  EXPECT_TRUE(goal->itemText(goal->findData("deliver")).contains("not refereed"));
  EXPECT_FALSE(goal->itemText(goal->findData("flagship")).contains("not refereed"));
  EXPECT_FALSE(goal->itemText(goal->findData("sink_number")).contains("not refereed"));
  wizard_.reset();
  open("game_invasion");
  EXPECT_EQ(child<QLabel>("name_camp_size")->text(), "camp_size");
}

TEST_F(SwitchesTest, InGermanTheyAreSaidAndTypedInGerman) {
  if (!testing::hasGerman())
    GTEST_SKIP() << testing::no_german;
  const testing::SpokenGerman german;
  open("game_armadas");
  EXPECT_EQ(child<QLineEdit>("option_touch_tol_mm")->text(), "1,5");
  type("option_touch_tol_mm", "2,25");
  child<QComboBox>("option_own_ships_block")->setCurrentIndex(1);
  next();
  ASSERT_EQ(wizard_->step(), 4) << notice().toStdString();
  EXPECT_EQ(chosen(), (std::map<std::string, std::string>{{"own_ships_block", "false"}, {"touch_tol_mm", "2.25"}}));
  next();
  const QString summary = child<QLabel>("begin_summary")->text();
  EXPECT_TRUE(summary.contains(shownSentence("Own ships are in the way of fire."))) << summary.toStdString();
  EXPECT_FALSE(summary.contains("Own ships")) << summary.toStdString();
}

/// Closes the dialog for a file that opens next, as who thinks better of it.
void thinkBetter() {
  QTimer::singleShot(0, [] {
    ASSERT_TRUE(
        QTest::qWaitFor([] { return qobject_cast<QFileDialog*>(QApplication::activeModalWidget()) != nullptr; }, 5000));
    static_cast<QFileDialog*>(QApplication::activeModalWidget())->reject();
  });
}

/// Chooses the entry that opens the dialog for a file, the last one, as a user does.
void openFile(QComboBox* box) {
  thinkBetter();
  box->setCurrentIndex(box->count() - 1);
  Q_EMIT box->activated(box->currentIndex());
}

TEST_F(SwitchesTest, ABoardThatWasAgreedStaysWhereNoFileIsChosenInItsStead) {
  MatchSetup setup;
  setup.game = "armada_chess";
  setup.setBoard("twin-planets");
  AgreePage page;
  page.setSetup(setup);
  page.show();
  auto* board = page.findChild<QComboBox*>("agree_G-02");
  openFile(board);
  EXPECT_EQ(board->currentData().toString(), "twin-planets");
  EXPECT_EQ(page.agreed().board(), "twin-planets");
}

TEST_F(SwitchesTest, ASetOfMenStaysWhereNoFileIsChosenInItsStead) {
  open("game_king_down");
  child<QAbstractButton>("wizard_back")->click();
  auto* men = child<QComboBox>("board_men");
  men->setCurrentIndex(men->findData("tokens"));
  Q_EMIT men->activated(men->currentIndex());
  openFile(men);
  EXPECT_EQ(men->currentData().toString(), "tokens");
  EXPECT_EQ(wizard_->profile().piece_set, "tokens");
}

/// A match of Armada 2K with a switch set otherwise than usual, one ruling old.
class AgreedMatch : public testing::FedMatch {
protected:
  AgreedMatch() {
    MatchSetup setup = redAndBlue({{"range", "own"}, {"touch_tol_mm", "2"}});
    setup.game = "armada2k";
    begin(setup);
    look(fleets());
    look(fleets({testing::laid(testing::bow_mm, 0, 0)}));
    match_.reset(); // it is in its record
  }
};

TEST_F(AgreedMatch, ThePageAboutItSaysWhatWasAgreedAndItsClausesInItsGamesWords) {
  ASSERT_FALSE(of("verdict").empty());
  const auto story = MatchStory::open(record());
  ASSERT_TRUE(story) << story.error().sentence;
  const std::string page = matchReport(*story);
  for (const char* part :
       {"Match of Armada 2K", "range = <b>own</b>: The gauge: a Large for all, or each ship's own size.",
        "touch_tol_mm = <b>2</b>"})
    EXPECT_NE(page.find(part), std::string::npos) << part << "\n" << page;
  const auto clauses = of("verdict").back()["clauses"].get<std::vector<std::string>>();
  ASSERT_FALSE(clauses.empty());
  const std::string text = clausesOf("armada2k")(clauses.front());
  ASSERT_FALSE(text.empty());
  EXPECT_NE(page.find(QString::fromStdString(text).toHtmlEscaped().toStdString()), std::string::npos) << text;
}

TEST_F(AgreedMatch, WhatTheWindowSupposesIsOfTheMatchThatGoesOn) {
  std::vector<MatchSetup> prepared;
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.prepare = [&](const MatchSetup& match) -> Result<void> {
    prepared.push_back(match);
    return {};
  };
  setup.match.emplace().game = "armadas"; // what it was opened with
  setup.record = record();
  const MainWindow window(std::move(setup));
  ASSERT_FALSE(prepared.empty());
  EXPECT_EQ(prepared.back().game, "armada2k");
  EXPECT_EQ(prepared.back().options.at("range"), "own");
}

TEST_F(AgreedMatch, OpenedAsAnotherGameItIsSaid) {
  const auto other = testing::called({"--game", "king_down", "--source", demo("pyr_07.jpg"), "--record", record()});
  EXPECT_EQ(other.status, 1);
  EXPECT_NE(other.err.find("goes on as it was agreed"), std::string::npos) << other.err;
}

} // namespace
} // namespace linesman::app
