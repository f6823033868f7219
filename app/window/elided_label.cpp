#include "app/window/elided_label.h"

#include <QPainter>
#include <QStyle>

namespace linesman::app {

void ElidedLabel::setWhole(const QString& text) {
  setText(text);
  setToolTip(text);
}

void ElidedLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  style()->drawItemText(&painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(),
                        fontMetrics().elidedText(text(), Qt::ElideRight, width()), foregroundRole());
}

} // namespace linesman::app
