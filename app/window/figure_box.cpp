#include "app/window/figure_box.h"

namespace linesman::app {

QValidator::State FigureBox::validate(QString& text, int& at) const {
  const QString point = locale().decimalPoint();
  text.replace(u'.', point).replace(u',', point);
  return QDoubleSpinBox::validate(text, at);
}

} // namespace linesman::app
