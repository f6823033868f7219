#include "app/window/view_bar.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSettings>
#include <QStandardPaths>

#include "app/window/board_view.h"
#include "app/window/flow_row.h"
#include "app/window/prompt_button.h"

namespace linesman::app {

namespace {

constexpr const char* own_tip = "own_tip";     // of a button, without its key
constexpr const char* own_key = "own_key";     // that it has unless a match needs it
constexpr const char* for_ships = "for_ships"; // a tool that games on squares have no use for
constexpr const char* for_men = "for_men";     // one that only they have a use for
constexpr const char* is_tool = "is_tool";     // it is in hand while it is checked
constexpr const char* in_hand = "in_hand";     // of these only one
constexpr const char* board_turned = "board_turned";

/// What the window remembers from one match to the next.
QSettings windowSettings() {
  return {QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation) + QStringLiteral("/window.ini"),
          QSettings::IniFormat};
}

void setKey(QPushButton* button, bool has) {
  const auto key = button->property(own_key).value<QKeySequence>();
  const QString tip = button->property(own_tip).toString();
  button->setToolTip(has ? QStringLiteral("%1 (%2)").arg(tip, key.toString(QKeySequence::NativeText)) : tip);
  button->setShortcut(has ? key : QKeySequence());
}

} // namespace

QPushButton* quietButton(const QString& text, const QString& tip, const char* name, int key) {
  auto* button = new PromptButton(text);
  button->setProperty("quiet", true);
  button->setObjectName(QString::fromLatin1(name));
  button->setFocusPolicy(Qt::TabFocus);
  button->setToolTip(tip);
  if (key == 0)
    return button;
  button->setProperty(own_tip, tip);
  button->setProperty(own_key, QKeySequence(key));
  setKey(button, true);
  return button;
}

void yieldKeys(QWidget* bar, const std::set<QKeySequence>& keys) {
  for (QPushButton* button : bar->findChildren<QPushButton*>())
    if (const auto key = button->property(own_key).value<QKeySequence>(); !key.isEmpty())
      setKey(button, !keys.contains(key));
}

void offerTools(QWidget* tool_bar, bool on_squares) {
  for (QPushButton* button : tool_bar->findChildren<QPushButton*>())
    if (button->property(for_men).toBool())
      button->setVisible(on_squares);
    else if (button->property(for_ships).toBool()) {
      if (on_squares && button->property(is_tool).toBool())
        button->setChecked(false);
      button->setVisible(!on_squares);
    }
}

QWidget* makeToolBar(TablePane* table, bool helps) {
  auto* bar = new QWidget;
  auto* row = new FlowRow(bar); // in a narrow window it goes on below
  row->setContentsMargins(0, 0, 0, 0);
  row->setSpacing(bar_gap_px);
  enum class Use { any, ships, men }; // in games with them
  struct Switch {
    QString text, tip;
    const char* name;
    int key;
    Use use;
    bool on, tool, help;
    void (TablePane::*set)(bool);
  };
  const Switch switches[] = {
      {ViewBar::tr("Ranges"), ViewBar::tr("Firing regions of every ship"), "toggle_regions", Qt::Key_R, Use::ships,
       true, false, false, &TablePane::setRegions},
      {ViewBar::tr("Men"), ViewBar::tr("What the camera sees on the squares, and where it is in doubt"), "toggle_men",
       Qt::Key_K, Use::men, true, false, false, &TablePane::setMen},
      {ViewBar::tr("Magnifier"), ViewBar::tr("Enlarge the deciding point"), "toggle_magnifier", Qt::Key_M, Use::ships,
       true, false, false, &TablePane::setMagnifier},
      {ViewBar::tr("Reach"), ViewBar::tr("Where the selected ship can get to, and fire at from there"), "toggle_reach",
       Qt::Key_G, Use::ships, false, false, true, &TablePane::setReach},
      {ViewBar::tr("What if"),
       ViewBar::tr("Try out steps of the selected ship: it follows the pointer, a click fixes a step"),
       "toggle_what_if", Qt::Key_W, Use::ships, false, true, true, &TablePane::setWhatIf},
      {ViewBar::tr("Gauge"),
       ViewBar::tr(
           "Lay a gauge on the picture: click its place, then its direction; , and . turn it, L changes its size"),
       "toggle_gauge", Qt::Key_V, Use::ships, false, true, false, &TablePane::setGauge},
      {ViewBar::tr("Measure"), ViewBar::tr("Click two things for their distance"), "toggle_measure", Qt::Key_D,
       Use::any, false, true, false, &TablePane::setMeasuring}};
  for (const Switch& one : switches) {
    if (one.help && !helps)
      continue;
    auto* button = quietButton(one.text, one.tip, one.name, one.key);
    button->setCheckable(true);
    button->setChecked(one.on);
    button->setProperty(for_ships, one.use == Use::ships);
    button->setProperty(for_men, one.use == Use::men);
    button->setProperty(is_tool, one.tool || one.help);
    button->setProperty(in_hand, one.tool);
    if (one.tool) // at most one of them; no button group, in which Tab would come to one of them only
      QObject::connect(button, &QPushButton::toggled, bar, [bar, button](bool on) {
        for (QPushButton* other : bar->findChildren<QPushButton*>())
          if (on && other != button && other->property(in_hand).toBool())
            other->setChecked(false);
      });
    row->addWidget(button);
    QObject::connect(button, &QPushButton::toggled, table, one.set);
  }
  return bar;
}

ViewBar::ViewBar(TablePane* table, QWidget* parent)
    : QWidget(parent), table_(table),
      turn_(quietButton(tr("Turn"), tr("The board from the other side"), "board_turn", Qt::Key_5)) {
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(0, 0, 0, 0);
  auto* group = new QButtonGroup(this);
  const struct {
    QString text, tip;
    const char* name;
    TablePane::Mode mode;
    int key;
  } views[] = {{tr("Camera"), tr("The camera's picture"), "view_camera", TablePane::Mode::camera, Qt::Key_1},
               {tr("Above"), tr("From straight above, to scale"), "view_map", TablePane::Mode::map, Qt::Key_2},
               {tr("Board"), tr("The board of the match"), "view_board", TablePane::Mode::board, Qt::Key_4},
               {tr("Both"), tr("Both at once"), "view_both", TablePane::Mode::both, Qt::Key_3}};
  for (const auto& view : views) {
    auto* button = quietButton(view.text, view.tip, view.name, view.key);
    button->setCheckable(true);
    button->setChecked(view.mode == table->mode());
    group->addButton(button);
    row->addWidget(button);
    views_.push_back({view.mode, button});
    connect(button, &QPushButton::toggled, table, [table, mode = view.mode](bool on) {
      if (on)
        table->setMode(mode);
    });
    button->setVisible(view.mode != TablePane::Mode::board);
  }
  turn_->setCheckable(true);
  turn_->setVisible(false);
  row->addWidget(turn_);
  connect(turn_, &QPushButton::toggled, this, &ViewBar::turnBoard);
}

void ViewBar::turnBoard(bool turned) {
  windowSettings().setValue(QLatin1String(board_turned), turned);
  if (table_->board() != nullptr)
    table_->board()->setTurned(turned);
}

void ViewBar::setMode(TablePane::Mode mode) {
  for (const View& view : views_)
    if (view.mode == mode)
      view.button->setChecked(true);
}

void ViewBar::offerBoard(bool offered) {
  for (const View& view : views_)
    view.button->setVisible(offered || view.mode != TablePane::Mode::board);
  turn_->setVisible(offered);
  if (offered) {
    turn_->setChecked(windowSettings().value(QLatin1String(board_turned)).toBool());
    turnBoard(turn_->isChecked());
  }
  setMode(offered ? TablePane::Mode::both : TablePane::Mode::camera);
}

} // namespace linesman::app
