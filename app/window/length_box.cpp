#include "app/window/length_box.h"

#include "app/window/figure_box.h"

namespace linesman::app {

QDoubleSpinBox* lengthBox(double value_mm, double most_mm, const char* name) {
  auto* box = new FigureBox;
  box->setObjectName(QString::fromLatin1(name));
  box->setDecimals(1);
  box->setRange(5.0, most_mm);
  box->setValue(value_mm);
  box->setSuffix(QStringLiteral(" mm"));
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setMinimumWidth(40);
  return box;
}

} // namespace linesman::app
