#include "app/window/window_place.h"

#include <QAbstractButton>
#include <QSettings>
#include <QStandardPaths>

#include "app/window/main_window.h"

namespace linesman::app {

namespace {

QString placeFile() {
  return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation) + QStringLiteral("/window.ini");
}

QString geometry() {
  return QStringLiteral("geometry");
}

QString page() {
  return QStringLiteral("page");
}

} // namespace

void keepPlace(const MainWindow& window) {
  QSettings kept(placeFile(), QSettings::IniFormat);
  kept.setValue(geometry(), window.saveGeometry());
  kept.setValue(page(), window.openedBy());
}

void restorePlace(MainWindow& window) {
  const QSettings kept(placeFile(), QSettings::IniFormat);
  window.restoreGeometry(kept.value(geometry()).toByteArray()); // Qt heeds screens that are gone or smaller now
  const QString opened_by = kept.value(page()).toString();
  if (!window.isStart() || opened_by.isEmpty())
    return;
  if (auto* button = window.findChild<QAbstractButton*>(opened_by))
    button->click();
}

} // namespace linesman::app
