#pragma once
#include <QComboBox>
#include <QStylePainter>

namespace linesman::app {

/// A choice among sentences: of the chosen one what does not fit loses its end, and the hint has it whole.
class ElidedBox : public QComboBox {
public:
  explicit ElidedBox(QWidget* parent = nullptr) : QComboBox(parent) {
    connect(this, &QComboBox::currentTextChanged, this, &QWidget::setToolTip);
  }
  /// The chosen sentence as it stands in the field.
  QString shownText() const {
    QStyleOptionComboBox option;
    initStyleOption(&option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    return fontMetrics().elidedText(currentText(), Qt::ElideRight, field.width());
  }

protected:
  void paintEvent(QPaintEvent*) override {
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    option.currentText = shownText();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
  }
};

} // namespace linesman::app
