#include "app/window/elided_button.h"

#include <QStyleOptionButton>

namespace linesman::app {

ElidedButton::ElidedButton(const QString& whole, QWidget* parent) : QPushButton(parent), whole_(whole) {
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  setToolTip(whole);
  setAccessibleName(whole);
}

void ElidedButton::resizeEvent(QResizeEvent* event) {
  QPushButton::resizeEvent(event);
  QStyleOptionButton option;
  initStyleOption(&option);
  const int room = style()->subElementRect(QStyle::SE_PushButtonContents, &option, this).width();
  QString shown = fontMetrics().elidedText(whole_, Qt::ElideRight, room);
  setText(shown.replace(QLatin1Char('&'), QStringLiteral("&&"))); // a single one would be a key
}

} // namespace linesman::app
