#pragma once
#include <QDoubleSpinBox>

namespace linesman::app {

/// A field for a figure in the window's language. A point and a comma are the same there: in a German field Qt drops
/// the point of 36.5, which became 365 mm.
class FigureBox : public QDoubleSpinBox {
  Q_OBJECT

public:
  using QDoubleSpinBox::QDoubleSpinBox;

  QValidator::State validate(QString& text, int& at) const override;
};

} // namespace linesman::app
