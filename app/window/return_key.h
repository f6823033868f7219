#pragma once
#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>

namespace linesman::app {

/// Return presses the button that has the keys, as space does: Qt has it so in dialogs only. For a page's
/// keyPressEvent(), where keys come that nothing in it took. True when it was that.
inline bool pressedByReturn(const QKeyEvent* event) {
  auto* button = qobject_cast<QPushButton*>(QApplication::focusWidget());
  if (button == nullptr || event->isAutoRepeat() || (event->key() != Qt::Key_Return && event->key() != Qt::Key_Enter))
    return false;
  button->click();
  return true;
}

} // namespace linesman::app
