#include <optional>

#include <gtest/gtest.h>

#include <QGuiApplication>
#include <QPushButton>
#include <QScreen>
#include <QStackedWidget>

#include "app/theme.h"
#include "app/window/board_editor.h"
#include "app/window/match_panel.h"
#include "app/window/message_page.h"
#include "app/window/picture_view.h"
#include "app/window/side_panel.h"
#include "app/window/table_pane.h"
#include "app/window/window_place.h"
#include "tests/app/german_window.h"
#include "tests/app/open_window.h"

namespace linesman::app {
namespace {

using testing::demo;
using testing::setupFor;
using testing::TruthAnalyst;

class WindowRoomTest : public testing::OpenWindow {
protected:
  /// The start page of a window with all tools.
  void openStart(int width, int height) {
    WindowSetup setup = setupFor(demo("pyr_07.jpg"));
    setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; };
    setup.scenes.clear();
    open(std::move(setup));
    window_->resize(width, height);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->size(), QSize(width, height));
  }
  void openDemo() {
    child<QPushButton>("start_demo")->click();
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  }
  void openMatchOnSquares() {
    WindowSetup setup = setupFor(demo("pyr_07.jpg"));
    setup.match.emplace().game = "king_down";
    open(std::move(setup));
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  }
};

TEST_F(WindowRoomTest, inANarrowWindowBothViewsLieAboveEachOther) {
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

TEST_F(WindowRoomTest, aLowWindowCutsNoWordOfAVerdict) {
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

TEST_F(WindowRoomTest, textsFindRoomInALowWindow) {
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

TEST_F(WindowRoomTest, germanFindsRoomInALowWindowToo) {
  if (!testing::hasGerman())
    GTEST_SKIP() << testing::no_german;
  const testing::SpokenGerman german;
  openStart(1024, 700);
  EXPECT_LE(window_->minimumSizeHint().width(), 1024);
  openDemo();
  expectRoomOnASmallScreen(window_.get()); // with a table, its tools and what is said of it
  child<QPushButton>("home")->click();
  child<QPushButton>("start_editor")->click();
  EXPECT_EQ(window_->findChild<BoardEditor*>()->plan().name, "Mein Brett");
  openMatchOnSquares();
  EXPECT_LE(window_->minimumSizeHint().width(), 800) << "picture, board and what is told beside each other";
  window_->resize(1, 560); // as narrow as it goes
  QCoreApplication::processEvents();
  const auto* panel = window_->findChild<MatchPanel*>();
  ASSERT_NE(panel, nullptr);
  expectWholeButtons(panel);
  window_.reset();
}

/// Letters of another size for as long as this lives.
class Letters {
public:
  explicit Letters(double type_scale) { applyTheme(*qApp, Theme::night(), type_scale); }
  Letters(const Letters&) = delete;
  Letters& operator=(const Letters&) = delete;
  ~Letters() { applyTheme(*qApp, Theme::night()); }
};

TEST_F(WindowRoomTest, aFormOfAMatchIsInSightToItsLastButton) {
  WindowSetup setup = setupFor(demo("pyr_07.jpg"));
  setup.match.emplace().game = "armadas";
  setup.match->pick_up = "cyan";
  open(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
  window_->resize(800, 500);
  QCoreApplication::processEvents();
  for (const auto& [opens, confirms] :
       {std::pair("match_clock", "clock_confirm"), {"match_overrule", "overrule_confirm"}}) {
    auto* button = child<QPushButton>(opens);
    button->setEnabled(true);
    button->click();
    const auto* confirm = child<QPushButton>(confirms);
    EXPECT_TRUE(QTest::qWaitFor([&] { return confirm->visibleRegion() == QRegion(confirm->rect()); }, 2000))
        << confirms;
  }
}

TEST_F(WindowRoomTest, lettersAreAsLargeAsThoseOfTheDesktop) {
  const auto scaleOf = [](double points, double dots_per_inch) {
    QFont font;
    font.setPointSizeF(points);
    return desktopTypeScale(font, dots_per_inch);
  };
  EXPECT_EQ(scaleOf(9.0, 96.0), 1.0);
  EXPECT_EQ(scaleOf(11.0, 96.0), 1.0) << "what desktops have without being asked";
  EXPECT_NEAR(scaleOf(14.0, 96.0), 14.0 / 11.0, 1e-9);
  EXPECT_NEAR(scaleOf(11.0, 120.0), 1.25, 1e-9) << "larger text is set as a resolution, too";
  EXPECT_EQ(scaleOf(40.0, 96.0), 1.6) << "or nothing would find room";
  QFont in_pixels;
  in_pixels.setPixelSize(22);
  EXPECT_NEAR(desktopTypeScale(in_pixels, 200.0), 1.5, 1e-9);
}

/// On a screen of 1280x800 nothing is cut by the letters of a desktop of 14 points, in either language.
TEST_F(WindowRoomTest, lettersOf14PointsFindRoom) {
  const Letters letters(14.0 / 11.0);
  for (const bool in_german : {false, true}) {
    if (in_german && !testing::hasGerman())
      continue;
    std::optional<testing::SpokenGerman> german;
    if (in_german)
      german.emplace();
    openStart(1280, 800);
    expectWholeButtons(child<QPushButton>("start_demo")->parentWidget()->parentWidget());
    openDemo();
    EXPECT_EQ(window_->size(), QSize(1280, 800)) << in_german;
    for (const QStackedWidget* pages : window_->findChildren<QStackedWidget*>())
      for (int i = 0; i < pages->count(); ++i) {
        const QSize least = pages->widget(i)->minimumSizeHint();
        EXPECT_LE(least.width(), 1280 - 32) << pages->widget(i)->metaObject()->className() << in_german;
        EXPECT_LE(least.height(), 800 - 70) << pages->widget(i)->metaObject()->className() << in_german;
      }
    openMatchOnSquares();
    window_->resize(1280, 800);
    QCoreApplication::processEvents();
    EXPECT_EQ(window_->size(), QSize(1280, 800)) << in_german;
    expectWholeButtons(window_->findChild<MatchPanel*>());
    window_.reset();
  }
}

TEST_F(WindowRoomTest, everyPageFindsRoomOnASmallScreen) {
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

TEST_F(WindowRoomTest, theNextStartFindsTheWindowWhereItStood) {
  const QRect screen = QGuiApplication::primaryScreen()->availableGeometry();
  openStart(800, 560);
  window_->move(screen.topLeft() + QPoint(0, 20));
  child<QPushButton>("start_calibration")->click();
  keepPlace(*window_);
  const QPoint stood = window_->pos();
  const auto openAnew = [this] {
    WindowSetup setup = setupFor(demo("pyr_07.jpg"));
    setup.scenes.clear();
    window_ = std::make_unique<MainWindow>(std::move(setup));
    restorePlace(*window_);
    window_->show();
  };
  openAnew();
  EXPECT_EQ(window_->size(), QSize(800, 560));
  EXPECT_EQ(window_->pos(), stood);
  EXPECT_EQ(window_->openedBy(), "start_calibration") << "in front again";
  child<QPushButton>("home")->click();
  window_->move(screen.right() + 5000, 50); // on a screen that is gone by the next start
  keepPlace(*window_);
  openAnew();
  EXPECT_EQ(window_->openedBy(), "");
  EXPECT_TRUE(screen.contains(window_->geometry().center())) << "on one that is there";
}

class LongNamedAnalyst final : public TruthAnalyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = TruthAnalyst::analyse(frame);
    snapshot->scene = std::string(80, 'W');
    return snapshot;
  }
};

TEST_F(WindowRoomTest, aLongNameOfAMatchDoesNotWidenTheWindow) {
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

} // namespace
} // namespace linesman::app
