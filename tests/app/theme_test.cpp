#include "app/theme.h"

#include <map>

#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QLabel>

#include "tests/app/open_window.h"

namespace linesman::app {
namespace {

using testing::demo;
using testing::setupFor;

const std::pair<const char*, Theme> all_themes[] = {{"night", Theme::night()},
                                                    {"day", Theme::day()},
                                                    {"white on black", Theme::highContrast(true)},
                                                    {"black on white", Theme::highContrast(false)}};

TEST(Theme, LettersStandOutFromEveryGroundTheyMayHave) {
  for (const auto& [name, t] : all_themes) {
    const bool high = t.window == Qt::black || t.window == Qt::white;
    for (const QColor& ground : {t.window, t.panel, t.raised}) {
      for (const QColor& letters : {t.text, t.dim, t.accent, t.yes, t.no, t.close})
        EXPECT_GE(contrast(letters, ground), high ? 7.0 : 4.5) << name << ' ' << letters.name().toStdString();
      EXPECT_GE(contrast(t.line, ground), high ? 3.0 : 1.1) << name << ": frames";
    }
    EXPECT_GE(contrast(t.text, t.line), 4.5) << name << ": what is chosen or pressed";
  }
  EXPECT_NEAR(contrast(Qt::black, Qt::white), 21.0, 1e-9);
  EXPECT_NEAR(contrast(QColor(119, 119, 119), Qt::white), 4.48, 0.01) << "a value of WebAIM's table";
}

TEST(Theme, TheHighContrastOfADesktopIsHeeded) {
  const auto desktop = [](const QColor& ground, const QColor& letters) {
    QPalette palette;
    for (const auto role : {QPalette::Window, QPalette::Base})
      palette.setColor(role, ground);
    for (const auto role : {QPalette::WindowText, QPalette::Text})
      palette.setColor(role, letters);
    return palette;
  };
  const auto windowFor = [&](const QColor& ground, const QColor& letters, bool light = false) {
    return Theme::forDesktop(desktop(ground, letters), light).window;
  };
  EXPECT_EQ(windowFor(Qt::black, Qt::white), QColor(Qt::black));
  EXPECT_EQ(windowFor(Qt::white, Qt::black), QColor(Qt::white));
  EXPECT_EQ(windowFor(Qt::black, Qt::white, true), QColor(Qt::white)) << "light was wished";
  EXPECT_EQ(windowFor({239, 239, 239}, Qt::black), Theme::night().window) << "Fusion's own";
  EXPECT_EQ(windowFor({239, 240, 241}, {35, 38, 41}), Theme::night().window) << "Breeze";
  EXPECT_EQ(windowFor({239, 240, 241}, {35, 38, 41}, true), Theme::day().window);
}

/// The contrast of what is drawn in a widget, as it was photographed, with the ground that most of it has.
double contrastSeen(const QImage& window, const QRect& place) {
  std::map<QRgb, int> colours;
  for (int y = place.top(); y <= place.bottom(); ++y)
    for (int x = place.left(); x <= place.right(); ++x)
      if (window.rect().contains(x, y))
        ++colours[window.pixel(x, y)];
  const auto ground = std::max_element(colours.begin(), colours.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
  double most = 1.0;
  for (const auto& [colour, count] : colours)
    most = std::max(most, contrast(QColor(colour), QColor(ground->first)));
  return most;
}

/// Photographs pages of the window in every theme.
class ThemedWindowTest : public testing::OpenWindow {
protected:
  ~ThemedWindowTest() override {
    window_.reset();
    applyTheme(*qApp, Theme::night());
  }
  void expectLettersThatStandOut(const std::string& page) {
    QCoreApplication::processEvents();
    const QImage picture = window_->grab().toImage();
    const auto look = [&](const QWidget* widget, const QString& text) {
      const QRect place(widget->mapTo(window_.get(), QPoint()), widget->size());
      if (!widget->isVisible() || !widget->isEnabled() || text.trimmed().isEmpty() ||
          widget->visibleRegion().boundingRect() != widget->rect())
        return;
      EXPECT_GE(contrastSeen(picture, place), 4.5) << page << ": " << text.toStdString();
      ++texts_;
    };
    for (const QLabel* label : window_->findChildren<QLabel*>())
      look(label, label->text());
    for (const QAbstractButton* button : window_->findChildren<QAbstractButton*>())
      look(button, button->text());
  }
  void press(const char* button) {
    auto* found = child<QAbstractButton>(button);
    ASSERT_NE(found, nullptr) << button;
    found->click();
  }

  int texts_ = 0;
};

TEST_F(ThemedWindowTest, OnEveryPageTextsHaveTheContrastThatTheyNeed) {
  for (const auto& [name, theme] : all_themes) {
    window_.reset();
    applyTheme(*qApp, theme);
    const std::string in = std::string(name) + ", ";
    WindowSetup setup = setupFor(demo("pyr_07.jpg"));
    setup.scenes.clear();
    open(std::move(setup));
    expectLettersThatStandOut(in + "start");
    press("start_calibration");
    expectLettersThatStandOut(in + "calibration");
    press("home");
    press("start_match");
    press("game_armada_chess");
    for (int step = 0; step < 6; ++step) {
      expectLettersThatStandOut(in + "new match " + std::to_string(step));
      press("wizard_next");
    }
    press("home");
    press("start_demo");
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
    expectLettersThatStandOut(in + "table");
    WindowSetup match = setupFor(demo("pyr_07.jpg"));
    match.match.emplace().game = "king_down";
    open(std::move(match));
    ASSERT_TRUE(QTest::qWaitFor([this] { return window_->shown() != nullptr; }, 5000));
    expectLettersThatStandOut(in + "match");
  }
  EXPECT_GT(texts_, 300);
}

} // namespace
} // namespace linesman::app
