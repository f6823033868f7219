#include "app/window/agree_page.h"

#include <fstream>

#include <gtest/gtest.h>

#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "app/window/agree_list.h"
#include "app/window/board_view.h"
#include "app/window/elided_box.h"
#include "app/window/main_window.h"
#include "app/window/match_desk.h"

namespace linesman::app {
namespace {

class AgreePageTest : public ::testing::Test {
protected:
  AgreePageTest() {
    setup_.game = "armada_chess";
    page_.resize(1248, 640);
    page_.setSetup(setup_);
    page_.show();
  }
  QComboBox* answers(const char* gap) { return page_.findChild<QComboBox*>(QStringLiteral("agree_") + gap); }
  QString switchOf(const char* gap) { return page_.findChild<QLabel*>(QStringLiteral("switch_") + gap)->text(); }
  void click(const char* name) { QTest::mouseClick(page_.findChild<QPushButton*>(name), Qt::LeftButton); }

  MatchSetup setup_;
  AgreePage page_;
};

TEST_F(AgreePageTest, showsEveryRiskyDefaultInPlainWordsWithItsSwitch) {
  EXPECT_TRUE(AgreePage::wanted(setup_));
  for (const char* gap : {"G-02", "G-23", "G-45", "G-53", "G-54", "G-62", "G-63", "G-67"}) {
    ASSERT_NE(answers(gap), nullptr) << gap;
    EXPECT_GE(answers(gap)->count(), 2) << gap;
    EXPECT_TRUE(answers(gap)->currentText().contains("default")) << gap;
    EXPECT_FALSE(answers(gap)->currentText().contains('_')) << gap;
    EXPECT_TRUE(switchOf(gap).startsWith(gap)) << gap;
  }
  EXPECT_TRUE(switchOf("G-45").contains("occupied_die = value"));
  EXPECT_TRUE(page_.agreed().options.empty()) << "defaults are not written down";
  EXPECT_TRUE(page_.agreed().start.empty());
}

TEST_F(AgreePageTest, inANarrowWindowALongAnswerSaysThatItGoesOn) {
  const auto* king = static_cast<const ElidedBox*>(answers("G-54"));
  page_.resize(768, 500);
  QCoreApplication::processEvents();
  EXPECT_TRUE(king->shownText().endsWith(QChar(0x2026))) << king->shownText().toStdString();
  EXPECT_EQ(king->toolTip(), king->currentText());
  page_.resize(2400, 500);
  QCoreApplication::processEvents();
  EXPECT_EQ(king->shownText(), king->currentText());
}

TEST_F(AgreePageTest, whatPlayersAgreeOnIsInTheSetup) {
  QSignalSpy begun(&page_, &AgreePage::beginWanted);
  QComboBox* die = answers("G-45");
  QTest::keyClick(die, Qt::Key_Down);
  EXPECT_TRUE(switchOf("G-45").contains("difference"));
  answers("G-53")->setCurrentIndex(answers("G-53")->findData("active"));
  answers("G-02")->setCurrentIndex(answers("G-02")->findData("twin-planets"));
  click("agree_begin");
  EXPECT_EQ(begun.count(), 1);
  const MatchSetup agreed = page_.agreed();
  EXPECT_EQ(agreed.options,
            (std::map<std::string, std::string>{{"blockade", "active"}, {"occupied_die", "difference"}}));
  EXPECT_EQ(agreed.board(), "twin-planets");
  page_.setSetup(agreed); // shown again as chosen
  EXPECT_EQ(answers("G-45")->currentData().toString(), "difference");
  EXPECT_EQ(answers("G-02")->currentData().toString(), "twin-planets");
}

TEST_F(AgreePageTest, aBoardFileWithAFaultIsToldBeforeTheMatch) {
  QSignalSpy begun(&page_, &AgreePage::beginWanted);
  const std::string path = ::testing::TempDir() + "/linesman_bad_board.toml";
  std::ofstream(path) << "schema = 1\nid = \"x\"\nnam = \"x\"\n";
  setup_.setBoard(path);
  page_.setSetup(setup_);
  EXPECT_EQ(answers("G-02")->currentData().toString().toStdString(), path);
  click("agree_begin");
  EXPECT_EQ(begun.count(), 0);
  EXPECT_TRUE(page_.findChild<QLabel*>("agree_notice")->text().contains("linesman_bad_board.toml"));
  std::remove(path.c_str());
}

TEST_F(AgreePageTest, theWindowAsksBeforeItBegins) {
  WindowSetup setup;
  setup.match = setup_;
  MainWindow window(std::move(setup));
  window.show();
  EXPECT_EQ(window.desk(), nullptr);
  auto* die = window.findChild<QComboBox*>("agree_G-45");
  ASSERT_TRUE(die != nullptr && die->isVisible());
  die->setCurrentIndex(2);
  QTest::mouseClick(window.findChild<QPushButton*>("agree_begin"), Qt::LeftButton);
  ASSERT_NE(window.desk(), nullptr);
  EXPECT_EQ(window.desk()->setup().options.at("occupied_die"), "one_plus_value");
  ASSERT_NE(window.table()->board(), nullptr);
  EXPECT_TRUE(window.table()->board()->drawing().has_value());
  EXPECT_FALSE(window.findChild<QPushButton*>("view_board")->isHidden());
}

TEST_F(AgreePageTest, gamesWithoutSuchGapsBeginAtOnce) {
  MatchSetup armadas;
  armadas.game = "armadas";
  EXPECT_FALSE(AgreePage::wanted(armadas));
  WindowSetup setup;
  setup.match = armadas;
  const MainWindow window(std::move(setup));
  EXPECT_NE(window.desk(), nullptr);
}

} // namespace
} // namespace linesman::app
