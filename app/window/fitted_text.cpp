#include "app/window/fitted_text.h"

#include <algorithm>

#include <QFontMetricsF>

#include "app/theme.h"

namespace linesman::app {

FittedText fittedText(const QString& text, QFont letters, int largest_px, const QSizeF& room) {
  const int least_px = std::min(largest_px, qRound(11.0 * typeScale()));
  const auto sizeOf = [&](const QString& words) {
    return QFontMetricsF(letters).boundingRect(QRectF(0.0, 0.0, room.width(), 1e5), Qt::TextWordWrap, words).size();
  };
  const auto fits = [&](const QSizeF& size) { return size.height() <= room.height() && size.width() <= room.width(); };
  QSizeF size;
  for (int px = largest_px; px >= least_px; --px) {
    letters.setPixelSize(px);
    if (size = sizeOf(text); fits(size))
      return {text, letters, size};
  }
  QString words = text;
  for (qsizetype cut = words.lastIndexOf(QStringLiteral("\n\n")); size.height() > room.height() && cut > 0;
       cut = words.lastIndexOf(QStringLiteral("\n\n"))) {
    words.truncate(cut);
    size = sizeOf(words);
  }
  return {words, letters, size};
}

} // namespace linesman::app
