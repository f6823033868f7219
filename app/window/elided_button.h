#pragma once
#include <QPushButton>

namespace linesman::app {

/// A button with a name that people gave: it claims no room, what does not fit loses its end, and the hint has it
/// whole.
class ElidedButton : public QPushButton {
  Q_OBJECT

public:
  explicit ElidedButton(const QString& whole, QWidget* parent = nullptr);

protected:
  void resizeEvent(QResizeEvent* event) override;

private:
  const QString whole_;
};

} // namespace linesman::app
