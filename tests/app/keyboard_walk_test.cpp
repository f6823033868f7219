// The window without a mouse: Tab comes to everything that can be acted on, what has the keys can be seen, and a new
// user's way from the start page to the first verdict needs nothing else.
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QButtonGroup>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTest>

#include "app/demo.h"
#include "app/picture.h"
#include "app/plane_calls.h"
#include "app/window/board_canvas.h"
#include "app/window/board_editor.h"
#include "app/window/calibration_pages.h"
#include "app/window/fleet_panel.h"
#include "app/window/game_page.h"
#include "app/window/invasion_editor.h"
#include "app/window/main_window.h"
#include "app/window/match_desk.h"
#include "app/window/match_panel.h"
#include "app/window/picture_view.h"
#include "app/window/replay_page.h"
#include "app/window/side_panel.h"
#include "app/window/table_pane.h"
#include "app/window/timeline.h"
#include "tests/app/truth.h"

namespace linesman::app {
namespace {

const std::string walk_demo = std::string(LINESMAN_TEST_DATA) + "/demo/";

/// Reads every frame as the same known table with two shots.
class WalkAnalyst final : public Analyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = testing::snapshotOf(table_);
    snapshot->picture = toQImage(frame.image);
    snapshot->t_s = frame.t_s;
    const auto id = [this](std::size_t i) { return table_.state.pyramids[i].id; };
    snapshot->calls = {testing::madeUpShot(table_.state, id(0), id(1), 4.0, 0.3),
                       testing::madeUpShot(table_.state, id(0), id(3), -9.0, 0.3)};
    return snapshot;
  }

private:
  testing::Truth table_ = testing::truth("pyr_07");
};

/// What a person could act on inside `page` just now.
std::vector<QWidget*> actorsOf(QWidget* page) {
  std::vector<QWidget*> actors;
  for (QWidget* widget : page->findChildren<QWidget*>()) {
    const bool part = qobject_cast<QAbstractSpinBox*>(widget->parentWidget()) != nullptr ||
                      qobject_cast<QComboBox*>(widget->parentWidget()) != nullptr ||
                      qobject_cast<QScrollBar*>(widget) != nullptr;
    const bool acts = qobject_cast<QAbstractButton*>(widget) || qobject_cast<QComboBox*>(widget) ||
                      qobject_cast<QLineEdit*>(widget) || qobject_cast<QAbstractSpinBox*>(widget) ||
                      qobject_cast<QAbstractItemView*>(widget) || qobject_cast<QAbstractSlider*>(widget) ||
                      qobject_cast<PictureView*>(widget) || qobject_cast<FleetPanel*>(widget) ||
                      qobject_cast<Timeline*>(widget) || qobject_cast<BoardCanvas*>(widget);
    if (acts && !part && widget->isVisible() && widget->isEnabled())
      actors.push_back(widget);
  }
  return actors;
}

std::string nameOfWidget(const QWidget* widget) {
  const auto* button = qobject_cast<const QAbstractButton*>(widget);
  return std::string(widget->metaObject()->className()) + " \"" + widget->objectName().toStdString() + "\" " +
         (button != nullptr ? button->text().toStdString() : "");
}

std::string walkedNames(const std::vector<QWidget*>& widgets) {
  std::string names;
  for (const QWidget* widget : widgets)
    names += nameOfWidget(widget) + ", ";
  return names;
}

/// Of buttons of which one is chosen, Tab comes to that one and arrows to the others.
bool sameChoice(const QWidget* a, const QWidget* b) {
  const auto *one = qobject_cast<const QAbstractButton*>(a), *other = qobject_cast<const QAbstractButton*>(b);
  if (one == nullptr || other == nullptr)
    return false;
  if (one->group() != nullptr && one->group()->exclusive())
    return one->group() == other->group();
  return one->autoExclusive() && other->autoExclusive() && one->parentWidget() == other->parentWidget();
}

/// What a screen reader says of a field or a button; a list says its rows itself.
bool isNamed(QWidget* widget) {
  const auto* line = qobject_cast<const QLineEdit*>(widget);
  QAccessibleInterface* heard = QAccessible::queryAccessibleInterface(widget);
  return qobject_cast<QAbstractScrollArea*>(widget) != nullptr ||
         (line != nullptr && !line->placeholderText().isEmpty()) ||
         (heard != nullptr && !heard->text(QAccessible::Name).isEmpty());
}

class KeyboardWalk : public ::testing::Test {
protected:
  void show(QWidget* top) {
    top_.reset(top);
    top->resize(1280, 720);
    top->show();
    top->activateWindow();
    ASSERT_TRUE(QTest::qWaitForWindowActive(top));
  }
  MainWindow* openWindow(WindowSetup setup) {
    if (!setup.make_analyst)
      setup.make_analyst = [](const Scene&) -> tl::expected<std::unique_ptr<Analyst>, Trouble> {
        return std::make_unique<WalkAnalyst>();
      };
    setup.clause_text = [](const std::string& id) { return "Text of " + id; };
    setup.reach_of = [](const Snapshot&, PieceId) { return std::nullopt; };
    auto* window = new MainWindow(std::move(setup));
    show(window);
    return window;
  }
  static WindowSetup withTable() {
    WindowSetup setup;
    setup.scenes = {{"A table", walk_demo + "pyr_07.jpg", "", "", 30.0, 0.0}};
    setup.playing = false;
    return setup;
  }
  template <class Widget> Widget* child(const char* name) {
    return top_->findChild<Widget*>(QString::fromLatin1(name));
  }
  void click(const char* name) {
    auto* button = child<QAbstractButton>(name);
    ASSERT_NE(button, nullptr) << name;
    button->click();
    QTest::qWait(20);
  }
  void tab() { QTest::keyClick(QApplication::focusWidget() ? QApplication::focusWidget() : top_.get(), Qt::Key_Tab); }

  /// Tabs once round the page: everything must be come to, and be seen to have the keys.
  void walk(const char* page) {
    top_->setFocus();
    std::vector<QWidget*> visited;
    std::set<QWidget*> known;
    for (int i = 0; i < 300; ++i) {
      tab();
      QWidget* now = QApplication::focusWidget();
      ASSERT_NE(now, nullptr) << page << ": nothing has the keys after " << i;
      if (!known.insert(now).second)
        break;
      visited.push_back(now);
    }
    for (QWidget* actor : actorsOf(top_.get()))
      EXPECT_TRUE(std::any_of(visited.begin(), visited.end(),
                              [&](QWidget* seen) {
                                return seen == actor || seen->focusProxy() == actor || actor->focusProxy() == seen ||
                                       sameChoice(seen, actor);
                              }))
          << page << ": Tab never comes to " << nameOfWidget(actor) << ", only to " << walkedNames(visited);
    for (QWidget* widget : visited) {
      if (widget == top_.get())
        continue;
      EXPECT_TRUE(isSeenToHaveTheKeys(widget))
          << page << ": nobody can see that the keys are with " << nameOfWidget(widget);
      EXPECT_TRUE(isNamed(widget)) << page << ": a screen reader has no name for " << nameOfWidget(widget);
    }
  }
  bool isSeenToHaveTheKeys(QWidget* widget) {
    widget->setFocus(Qt::TabFocusReason);
    QTest::qWait(1);
    const QImage with = widget->grab().toImage();
    widget->clearFocus();
    QTest::qWait(1);
    const QImage without = widget->grab().toImage();
    int changed = 0;
    for (int y = 0; y < std::min(with.height(), without.height()); ++y)
      for (int x = 0; x < std::min(with.width(), without.width()); ++x)
        changed += with.pixel(x, y) != without.pixel(x, y);
    return changed >= 20;
  }

  /// Brings the keys to a widget as a person does.
  void tabTo(const char* name) {
    auto* wanted = child<QWidget>(name);
    ASSERT_NE(wanted, nullptr) << name;
    for (int i = 0; i < 300 && QApplication::focusWidget() != wanted; ++i) {
      QWidget* now = QApplication::focusWidget();
      if (now != nullptr && sameChoice(now, wanted))
        QTest::keyClick(now, Qt::Key_Down);
      else
        tab();
    }
    ASSERT_EQ(QApplication::focusWidget(), wanted) << name;
    ++steps_;
  }
  void press(const char* name) {
    ASSERT_NO_FATAL_FAILURE(tabTo(name));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QTest::qWait(20);
  }
  void type(const char* name, const std::string& words) {
    ASSERT_NO_FATAL_FAILURE(tabTo(name));
    QTest::keySequence(QApplication::focusWidget(), QKeySequence::SelectAll);
    QTest::keyClicks(QApplication::focusWidget(), QString::fromStdString(words));
  }

  std::unique_ptr<QWidget> top_;
  int steps_ = 0;
};

TEST_F(KeyboardWalk, everyPageOfSettingUp) {
  openWindow({});
  walk("start");
  click("start_match");
  walk("wizard: game");
  click("game_armada_chess");
  for (const char* step : {"wizard: players", "wizard: board", "wizard: rules", "wizard: camera", "wizard: begin"}) {
    click("wizard_next");
    walk(step);
  }
}

TEST_F(KeyboardWalk, thePlayersOfAPlaneGame) {
  openWindow({});
  click("start_match");
  click("game_armadas");
  click("wizard_next");
  click("player_going_on");
  walk("wizard: fleets' players");
}

TEST_F(KeyboardWalk, thePagesOfCalibration) {
  show(new CalibrationPages);
  walk("lens");
  click("calibrate_table");
  walk("table");
  click("calibrate_certificate");
  walk("certificate");
}

TEST_F(KeyboardWalk, aTableAndAMatchOfShips) {
  MainWindow* window = openWindow(withTable());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000));
  walk("table");
  click("view_both");
  walk("table, both views");
  MatchSetup match;
  match.game = "armadas";
  match.pick_up = "cyan";
  window->openMatch(match, "");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000));
  walk("match of Armadas");
  click("match_overrule");
  walk("overruling");
  click("panel_facts");
  walk("rules of the match");
}

TEST_F(KeyboardWalk, whatPlayersSayByKeysIsHeardWhicheverPanelIsInFront) {
  MainWindow* window = openWindow(withTable());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000));
  MatchSetup match;
  match.game = "armadas";
  match.pick_up = "cyan";
  window->openMatch(match, "");
  ASSERT_TRUE(QTest::qWaitFor([&] { return !window->desk()->view().to_move.empty(); }, 5000));
  const auto speak = [&](Qt::Key key) {
    click("panel_facts");
    EXPECT_FALSE(window->game()->panel()->isVisible());
    QTest::keyClick(window, key);
    EXPECT_TRUE(window->game()->panel()->isVisible());
  };
  const std::string before = window->desk()->view().to_move;
  speak(Qt::Key_Space);
  EXPECT_NE(window->desk()->view().to_move, before) << "done";
  const std::size_t said = window->desk()->history().size();
  speak(Qt::Key_F);
  EXPECT_EQ(window->desk()->history().size(), said) << "who fires at whom is to be looked at first";
}

TEST_F(KeyboardWalk, aMatchOnSquaresAndWhatIsAgreedBefore) {
  MainWindow* window = openWindow(withTable());
  MatchSetup match;
  match.game = "armada_chess";
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000)); // its page would come over the next
  window->openMatch(match, "");
  walk("agree");
  click("agree_begin");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000));
  walk("match of ArmadaChess");
}

TEST_F(KeyboardWalk, aFaultTheEditorAndTheReplay) {
  WindowSetup setup = withTable();
  setup.scenes[0].source = "/nowhere/film.mp4";
  MainWindow* window = openWindow(std::move(setup));
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->troubled(); }, 5000));
  walk("fault");
  show(new BoardEditor);
  walk("editor");
  show(new InvasionEditor);
  walk("editor of Invasion");
  char name[] = "/tmp/linesman-walk-XXXXXX";
  const std::filesystem::path folder = mkdtemp(name);
  {
    MatchSetup match;
    match.game = "armadas";
    match.pick_up = "cyan";
    auto recorded = Match::begin(match, (folder / "match").string(), [](const nlohmann::json&) {});
    ASSERT_TRUE(recorded);
    recorded->expectKeyFrames();
    recorded->see(testing::truth("pyr_07").state);
    recorded->finish(1.0);
  }
  auto story = MatchStory::open((folder / "match").string());
  ASSERT_TRUE(story);
  show(new ReplayPage(std::move(*story), {}, true));
  walk("replay");
  top_.reset();
  std::filesystem::remove_all(folder);
}

TEST_F(KeyboardWalk, shipsAreChosenByArrowsAndPlacesByAPointer) {
  MainWindow* window = openWindow(withTable());
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() != nullptr; }, 5000));
  FleetPanel* fleets = window->side()->fleets();
  fleets->setFocus(Qt::TabFocusReason);
  QTest::keyClick(fleets, Qt::Key_Right);
  const PieceId first = window->selected();
  EXPECT_TRUE(first);
  QTest::keyClick(fleets, Qt::Key_Right);
  EXPECT_NE(window->selected().value, first.value);
  QTest::keyClick(fleets, Qt::Key_Left);
  EXPECT_EQ(window->selected().value, first.value);
  window->resize(1024, 600);
  QTest::keyClick(fleets, Qt::Key_Left); // the last one
  EXPECT_TRUE(QTest::qWaitFor([&] { return fleets->visibleRegion().boundingRect().top() > 0; }, 1000))
      << "the list goes with it";
  window->resize(1280, 720);
  click("toggle_measure");
  PictureView* view = window->table()->camera();
  view->setFocus(Qt::TabFocusReason);
  const auto point = [&](Qt::Key way, int times) {
    for (int i = 0; i < times; ++i)
      QTest::keyClick(view, way, Qt::ShiftModifier);
    QTest::keyClick(view, Qt::Key_Return);
  };
  point(Qt::Key_Left, 12);
  ASSERT_TRUE(view->keyPointer());
  point(Qt::Key_Right, 20);
  EXPECT_EQ(window->table()->measurements().size(), 1u);
}

/// The real camera pipeline and law, on what ships with the program.
WindowSetup realSetup() {
  const auto law = std::make_shared<PlaneCaller>(*PlaneCaller::make("armadas"));
  WindowSetup setup;
  setup.make_analyst = [law](const Scene& scene) { return makeAnalyst(scene, *law); };
  setup.demo_scenes = *demoScenes();
  setup.demo_match = *demoMatch();
  return setup;
}

bool hasVerdict(const MainWindow& window) {
  const auto& history = window.desk()->history();
  return std::any_of(history.begin(), history.end(),
                     [](const nlohmann::json& event) { return event["event"] == "verdict"; });
}

TEST_F(KeyboardWalk, returnPressesTheButtonThatHasTheKeys) {
  WindowSetup setup;
  MainWindow window(setup);
  window.show();
  window.activateWindow();
  ASSERT_TRUE(QTest::qWaitForWindowActive(&window));
  auto* button = window.findChild<QPushButton*>(QStringLiteral("start_calibration"));
  button->setFocus();
  QTest::keyClick(button, Qt::Key_Return);
  EXPECT_TRUE(window.findChild<CalibrationPages*>()->isVisible());
}

/// README, "Try it".
TEST_F(KeyboardWalk, oneKeyFromTheStartPageToTheFirstVerdict) {
  MainWindow* window = openWindow(realSetup());
  press("start_demo");
  ASSERT_TRUE(QTest::qWaitFor([&] { return window->shown() && window->chosen(); }, 60000));
  EXPECT_FALSE(child<QLabel>("verdict_word")->text().isEmpty());
  press("home");
  press("start_sample");
  ASSERT_NE(window->desk(), nullptr);
  EXPECT_TRUE(QTest::qWaitFor([&] { return hasVerdict(*window); }, 60000));
  EXPECT_TRUE(window->desk()->record().empty()) << "a sample is no match to keep";
}

TEST_F(KeyboardWalk, aMatchIsSetUpAndRefereedWithoutAMouse) {
  MainWindow* window = openWindow(realSetup());
  press("start_match");
  press("game_armadas");
  press("wizard_next");
  press("wizard_next");
  press("wizard_next");
  press("wizard_next");
  type("camera_source", walk_demo + "seq_step");
  type("camera_lens", walk_demo + "seq_step/lens.yml");
  type("camera_table", walk_demo + "seq_step/table.toml");
  EXPECT_EQ(child<QDoubleSpinBox>("camera_fps")->value(), 1.0) << "a table at rest in each picture of a folder";
  press("wizard_next");
  press("wizard_next");
  ASSERT_FALSE(HasFatalFailure());
  ASSERT_NE(window->desk(), nullptr) << child<QLabel>("wizard_notice")->text().toStdString();
  EXPECT_TRUE(QTest::qWaitFor([&] { return hasVerdict(*window); }, 60000))
      << window->desk()->history().size() << " events, none a verdict";
  EXPECT_LT(steps_, 16);
}

} // namespace
} // namespace linesman::app
