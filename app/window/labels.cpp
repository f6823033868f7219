#include "app/window/labels.h"

#include "app/theme.h"

namespace linesman::app {

void styleLabel(QLabel* label, int size_px, QFont::Weight weight, const QColor& colour) {
  label->setStyleSheet(QStringLiteral("color: %1; font-size: %2px; font-weight: %3; background: transparent; border: none;")
                           .arg(colour.name())
                           .arg(qRound(size_px * typeScale()))
                           .arg(static_cast<int>(weight)));
}

QString htmlText(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QLabel* headingLabel(const QString& text) {
  auto* label = new QLabel(text);
  styleLabel(label, 13, QFont::DemiBold, theme().text);
  return label;
}

} // namespace linesman::app
