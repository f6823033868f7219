#include "app/window/labels.h"

#include <map>

#include <QCoreApplication>

#include "app/theme.h"

namespace linesman::app {

void styleLabel(QLabel* label, int size_px, QFont::Weight weight, const QColor& colour) {
  label->setStyleSheet(
      QStringLiteral("color: %1; font-size: %2px; font-weight: %3; background: transparent; border: none;")
          .arg(colour.name())
          .arg(qRound(size_px * typeScale()))
          .arg(static_cast<int>(weight)));
}

QString cannotWrite(const QString& path) {
  return QCoreApplication::translate("Words", "Cannot write %1; check the folder and the space on the disk.").arg(path);
}

QString htmlText(const std::string& text) {
  return QString::fromStdString(text).toHtmlEscaped();
}

QLabel* headingLabel(const QString& text) {
  auto* label = new QLabel(text);
  styleLabel(label, 13, QFont::DemiBold, theme().text);
  return label;
}

QString shownWord(const std::string& word) {
  static const std::map<std::string, const char*> words = {
      {"LEGAL", QT_TRANSLATE_NOOP("Words", "LEGAL")},
      {"ILLEGAL", QT_TRANSLATE_NOOP("Words", "ILLEGAL")},
      {"TOO CLOSE: NO", QT_TRANSLATE_NOOP("Words", "TOO CLOSE: NO")},
      {"HIT", QT_TRANSLATE_NOOP("Words", "HIT")},
      {"NO", QT_TRANSLATE_NOOP("Words", "NO")},
      {"table", QT_TRANSLATE_NOOP("Words", "table")},
      {"action", QT_TRANSLATE_NOOP("Words", "action")},
      {"said", QT_TRANSLATE_NOOP("Words", "said")},
      {"counter", QT_TRANSLATE_NOOP("Words", "counter")},
      {"put back", QT_TRANSLATE_NOOP("Words", "put back")},
      {"over", QT_TRANSLATE_NOOP("Words", "over")},
      {"overruled", QT_TRANSLATE_NOOP("Words", "overruled")},
      {"hand", QT_TRANSLATE_NOOP("Words", "hand")},
      {"clock", QT_TRANSLATE_NOOP("Words", "clock")},
      {"start", QT_TRANSLATE_NOOP("Words", "start")}};
  const auto found = words.find(word);
  return found == words.end() ? QString::fromStdString(word) : QCoreApplication::translate("Words", found->second);
}

} // namespace linesman::app
