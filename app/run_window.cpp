#include "app/run_window.h"

#include <algorithm>
#include <cstdlib>

#include <QApplication>
#include <QComboBox>
#include <QFontDatabase>
#include <QPushButton>
#include <QScreen>
#include <QSocketNotifier>
#include <QTimer>

#include "app/command.h"
#include "app/demo.h"
#include "app/end_signals.h"
#include "app/figures.h"
#include "app/language.h"
#include "app/match_scene.h"
#include "app/theme.h"
#include "app/window/main_window.h"
#include "app/window/match_desk.h"
#include "app/window/match_wizard.h"
#include "app/window/photo_bar.h"
#include "app/window/table_pane.h"
#include "app/window/window_place.h"

namespace linesman::app {

namespace {

/// The match the options speak of.
void setMatch(const WindowOptions& options, WindowSetup& setup) {
  if (options.game.empty())
    return;
  setup.match.emplace();
  setup.match->game = options.game;
  if (!options.pick_up.empty())
    setup.match->pick_up = options.pick_up;
  for (Scene& scene : setup.scenes)
    scene = withMatch(std::move(scene), *setup.match);
  setup.record = options.record;
  if (setup.record.empty())
    setup.record = newRecordFolder();
}

/// Steps to the wanted picture, sets the scene up and writes the window as a picture.
class Photographer : public QObject {
public:
  Photographer(MainWindow& window, const WindowOptions& options) : window_(window), options_(options) {
    connect(&window, &MainWindow::pictureShown, this, &Photographer::look, Qt::QueuedConnection);
    QTimer::singleShot(60000, this, [] { QCoreApplication::exit(1); });
  }

private:
  void look() {
    if (done_)
      return;
    if (!window_.troubled() && window_.shown() && window_.shown()->number < options_.picture)
      return window_.next();
    done_ = true;
    for (const auto& [id, name] : window_.shown() ? window_.shown()->names : std::map<PieceId, std::string>{})
      if (name == options_.ship)
        window_.select(id);
    for (const std::string& name : options_.press)
      press(QString::fromStdString(name));
    if (options_.view == "above" || options_.view == "both")
      window_.setView(options_.view == "both" ? TablePane::Mode::both : TablePane::Mode::map);
    QTimer::singleShot(options_.wait_ms, this, [this] { photograph(window_, options_); });
  }

  /// Is one of that name in sight? Of two pages with a button of one name the one in front is meant.
  bool shown(const QString& name) const {
    const auto all = window_.findChildren<QWidget*>(name);
    return std::any_of(all.begin(), all.end(), [](const QWidget* widget) { return widget->isVisible(); });
  }

  /// A click on a button by its name; NAME=VALUE: a choice by its number, or the photograph of the board editor in
  /// front.
  void press(const QString& what) {
    const QString name = what.section(QLatin1Char('='), 0, 0), value = what.section(QLatin1Char('='), 1);
    for (QWidget* widget : window_.findChildren<QWidget*>(name)) {
      auto* choice = qobject_cast<QComboBox*>(widget);
      if (auto* button = qobject_cast<QAbstractButton*>(widget); button && (button->isVisible() || !shown(name)))
        return button->click();
      if (choice != nullptr && choice->isVisible())
        return Q_EMIT choice->activated(value.toInt());
      if (auto* photo = qobject_cast<PhotoBar*>(widget); photo != nullptr && photo->isVisible())
        return photo->openPhoto(value);
    }
  }

  MainWindow& window_;
  const WindowOptions options_;
  bool done_ = false;
};

} // namespace

QSize firstSize(const WindowOptions& options) {
  const QStringList parts = QString::fromStdString(options.size).split(QLatin1Char('x'));
  const QSize asked = parts.size() == 2 ? QSize(parts[0].toInt(), parts[1].toInt()) : QSize();
  if (asked.width() >= 320 && asked.height() >= 240)
    return asked;
  const QSize usual(1280, 720);
  const QScreen* screen = QGuiApplication::primaryScreen();
  return screen == nullptr || !options.screenshot.empty() ? usual : usual.boundedTo(screen->availableSize());
}

void photograph(QWidget& window, const WindowOptions& options) {
  const bool written = window.grab().save(QString::fromStdString(options.screenshot));
  QCoreApplication::exit(
      written ? 0 : complain("The picture " + options.screenshot + " cannot be written; check the folder."));
}

bool hasDisplay() {
  return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY") ||
         !qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM");
}

namespace {

/// Qt aborts where a display is named that cannot be used (a wrong DISPLAY, one of another user).
void tellNoDisplay(QtMsgType kind, const QMessageLogContext&, const QString&) {
  if (kind != QtFatalMsg)
    return;
  (void)complain("The window finds no display that it may use; check DISPLAY (and QT_QPA_PLATFORM), or run a command "
                 "that needs none, see --help.");
  std::_Exit(1);
}

} // namespace

GuiProgram::GuiProgram(const WindowOptions& options) {
  static int argc = 1;
  static char name[] = "linesman";
  static char* argv[] = {name, nullptr};
  if (!qEnvironmentVariableIsSet("QT_LOGGING_RULES"))
    qputenv("QT_LOGGING_RULES", "qt.qpa.*=false"); // remarks of the window system are nothing to a referee
  const QtMessageHandler usual = qInstallMessageHandler(tellNoDisplay);
  application_ = std::make_unique<QApplication>(argc, argv);
  qInstallMessageHandler(usual);
  heedEndSignals();
  auto* ended = new QSocketNotifier(endSignalFile(), QSocketNotifier::Read, application_.get());
  QObject::connect(ended, &QSocketNotifier::activated, [] { QCoreApplication::exit(0); });
  keepDecimalPoint();
  QApplication::setApplicationName(QStringLiteral("linesman"));
  if (const auto spoken = useLanguage(options.language); !spoken)
    (void)complain(spoken.error().sentence);
  const QScreen* screen = QApplication::primaryScreen();
  const double desktop = desktopTypeScale(QFontDatabase::systemFont(QFontDatabase::GeneralFont),
                                          screen == nullptr ? 96.0 : screen->logicalDotsPerInchY());
  applyTheme(*application_, Theme::forDesktop(QApplication::palette(), options.light),
             std::max(desktop, options.large_type ? large_type : 1.0));
}

GuiProgram::~GuiProgram() = default;

int runWindow(std::vector<Scene> scenes, const PlaneCaller& caller, const WindowOptions& options) {
  GuiProgram program(options);
  WindowSetup setup;
  setup.scenes = std::move(scenes);
  if (auto demo = demoScenes())
    setup.demo_scenes = std::move(*demo);
  if (auto match = demoMatch())
    setup.demo_match = std::move(*match);
  const auto law = std::make_shared<PlaneCaller>(caller); // of the match at hand
  setup.make_analyst = [law](const Scene& scene) { return makeAnalyst(scene, *law); };
  setup.clause_text = [law](const std::string& id) { return law->clauseText(id); };
  setup.prepare = [law](const MatchSetup& match) -> Result<void> {
    if (onSquares(match.game))
      return {};
    auto made = PlaneCaller::make(match.game, match.options);
    if (!made)
      return tl::unexpected(made.error());
    *law = std::move(*made);
    return {};
  };
  setup.playing = options.screenshot.empty();
  if (!options.chroma_key.empty())
    setup.key_colour = QColor(QString::fromStdString(options.chroma_key));
  setMatch(options, setup);
  setup.speak = options.speak;
  setup.spectators_port = options.spectators_port;
  setup.spectators_everywhere = options.spectators_everywhere;
  if (!options.no_reach)
    setup.reach_of = [law](const Snapshot& snapshot, PieceId ship) -> std::optional<ReachShown> {
      auto map = law->reach(snapshot, ship);
      return map ? std::optional(std::move(*map)) : std::nullopt;
    };
  if (!options.no_reach)
    setup.suppose_of = [law](const Snapshot& snapshot, PieceId ship, const std::vector<double>& headings_rad) {
      auto supposed = law->suppose(snapshot, ship, headings_rad);
      return supposed ? std::optional(std::move(*supposed)) : std::nullopt;
    };
  MainWindow window(std::move(setup));
  window.resize(firstSize(options));
  std::unique_ptr<Photographer> photographer;
  if (!options.screenshot.empty()) {
    photographer = std::make_unique<Photographer>(window, options);
    if (window.isStart())
      QTimer::singleShot(0, &window, [&window] { Q_EMIT window.pictureShown(); });
  }
  const bool keeps_place =
      options.screenshot.empty() && options.size.empty() && !options.full_screen && options.chroma_key.empty();
  if (keeps_place)
    restorePlace(window);
  if (options.full_screen)
    window.showFullScreen();
  else
    window.show();
  const int status = QApplication::exec();
  if (keeps_place)
    keepPlace(window);
  return status;
}

} // namespace linesman::app
