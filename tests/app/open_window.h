#pragma once
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include <QLabel>
#include <QTest>

#include "app/analyst.h"
#include "app/picture.h"
#include "app/window/main_window.h"
#include "tests/app/truth.h"

namespace linesman::app::testing {

/// Reads every frame as the known table, with three made-up shots: a hit, a close call and a miss.
class TruthAnalyst : public Analyst {
public:
  std::shared_ptr<Snapshot> analyse(const Frame& frame) override {
    auto snapshot = snapshotOf(table_);
    snapshot->picture = toQImage(frame.image);
    snapshot->frame_name = frame.name;
    const auto id = [this](std::size_t i) { return table_.state.pyramids[i].id; };
    snapshot->calls = {madeUpShot(table_.state, id(0), id(1), 4.0, 0.3),
                       madeUpShot(table_.state, id(2), id(1), 0.1, 0.3),
                       madeUpShot(table_.state, id(0), id(3), -9.0, 0.3)};
    sortForReading(snapshot->calls);
    return snapshot;
  }

private:
  Truth table_ = truth("pyr_07");
};

/// A window on one source that a TruthAnalyst reads.
inline WindowSetup setupFor(const std::string& source) {
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

/// A file of the demo.
inline std::string demo(const std::string& name) {
  return std::string(LINESMAN_TEST_DATA) + "/demo/" + name;
}

/// A window, opened as a user does.
class OpenWindow : public ::testing::Test {
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

} // namespace linesman::app::testing
