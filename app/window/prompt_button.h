#pragma once
#include <QPushButton>
#include <QShortcutEvent>

namespace linesman::app {

/// A button whose key acts each time it is pressed, also held down: Qt's own waits for a tenth of a second without it
/// and then acts once.
class PromptButton : public QPushButton {
public:
  using QPushButton::QPushButton;

protected:
  bool event(QEvent* event) override {
    if (event->type() != QEvent::Shortcut || isCheckable() || static_cast<QShortcutEvent*>(event)->isAmbiguous())
      return QPushButton::event(event);
    click();
    return true;
  }
};

} // namespace linesman::app
