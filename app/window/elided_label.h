#pragma once
#include <QLabel>

namespace linesman::app {

/// A line of text that claims no room: what does not fit loses its end, and the hint has it whole.
class ElidedLabel : public QLabel {
  Q_OBJECT

public:
  using QLabel::QLabel;
  void setWhole(const QString& text);
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
  void paintEvent(QPaintEvent* event) override;
};

} // namespace linesman::app
