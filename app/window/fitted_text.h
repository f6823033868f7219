#pragma once
#include <QFont>
#include <QRectF>
#include <QString>

namespace linesman::app {

/// Paragraphs as they are painted where there is little room for them.
struct FittedText {
  QString words;
  QFont letters;
  QSizeF size; ///< of the wrapped words, px
};

/// `text` (paragraphs apart by an empty line, the one that matters in front) in letters of at most `largest_px`,
/// smaller ones down to 11 pixels at the usual scale where `room` (px) asks for it; paragraphs that have no room even
/// then are left out, the first is kept.
FittedText fittedText(const QString& text, QFont letters, int largest_px, const QSizeF& room);

} // namespace linesman::app
