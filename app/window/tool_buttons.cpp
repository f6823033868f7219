#include "app/window/tool_buttons.h"

#include <QButtonGroup>
#include <QLayout>
#include <QPushButton>

#include "app/window/table_pane.h"

namespace linesman::app {

void addToolButtons(QLayout* row, TablePane* table, bool helps) {
  struct Switch {
    QString text, tip;
    const char* name;
    int key;
    bool on, tool, help;
    void (TablePane::*set)(bool);
  };
  const Switch switches[] = {
      {TablePane::tr("Ranges"), TablePane::tr("Firing regions of every ship (R)"), "toggle_regions", Qt::Key_R, true,
       false, false, &TablePane::setRegions},
      {TablePane::tr("Magnifier"), TablePane::tr("Enlarge the deciding point (M)"), "toggle_magnifier", Qt::Key_M, true,
       false, false, &TablePane::setMagnifier},
      {TablePane::tr("Reach"), TablePane::tr("Where the selected ship can get to, and fire at from there (G)"),
       "toggle_reach", Qt::Key_G, false, false, true, &TablePane::setReach},
      {TablePane::tr("What if"),
       TablePane::tr("Try out steps of the selected ship: it follows the pointer, a click fixes a step (W)"),
       "toggle_what_if", Qt::Key_W, false, true, true, &TablePane::setWhatIf},
      {TablePane::tr("Gauge"),
       TablePane::tr(
           "Lay a gauge on the picture: click its place, then its direction; , and . turn it, L changes its size (V)"),
       "toggle_gauge", Qt::Key_V, false, true, false, &TablePane::setGauge},
      {TablePane::tr("Measure"), TablePane::tr("Click two things for their distance (D)"), "toggle_measure", Qt::Key_D,
       false, true, false, &TablePane::setMeasuring}};
  auto* hand = new QButtonGroup(table); // at most one tool, or none
  hand->setExclusive(false);
  for (const Switch& one : switches) {
    if (one.help && !helps)
      continue;
    auto* button = new QPushButton(one.text);
    button->setProperty("quiet", true);
    button->setToolTip(one.tip);
    button->setObjectName(QString::fromLatin1(one.name));
    button->setFocusPolicy(Qt::TabFocus);
    button->setCheckable(true);
    button->setChecked(one.on);
    button->setShortcut(QKeySequence(one.key));
    if (one.tool) {
      hand->addButton(button);
      QObject::connect(button, &QPushButton::toggled, hand, [hand, button](bool on) {
        for (QAbstractButton* other : hand->buttons())
          if (on && other != button)
            other->setChecked(false);
      });
    }
    row->addWidget(button);
    QObject::connect(button, &QPushButton::toggled, table, one.set);
  }
}

} // namespace linesman::app
