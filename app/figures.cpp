#include "app/figures.h"

#include <clocale>

#include <QLocale>
#include <QRegularExpression>

#include "app/language.h"

namespace linesman::app {

QString shownFigure(double value, int decimals) {
  return shownFigures(QString::number(value, 'f', decimals));
}

QString shownFigures(const QString& text) {
  const QString point = QLocale(QString::fromStdString(spokenLanguage())).decimalPoint();
  if (point == u"." || !text.contains(u'.'))
    return text;
  static const QRegularExpression figure(QStringLiteral("(?<![\\w.:/])(\\d+)\\.(\\d+)(?![\\w:/]|\\.\\w)"),
                                         QRegularExpression::UseUnicodePropertiesOption);
  QString shown = text;
  return shown.replace(figure, QStringLiteral("\\1") + point + QStringLiteral("\\2"));
}

void keepDecimalPoint() {
  std::setlocale(LC_NUMERIC, "C");
}

} // namespace linesman::app
