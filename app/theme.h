#pragma once
#include <QApplication>
#include <QColor>
#include <QRectF>
#include <QString>

class QPainter;

namespace linesman::app {

/// Colours that carry meaning, told apart by people with any kind of colour vision (after Okabe and Ito) and always
/// joined by a word, a dash or a shape.
namespace signal {
inline constexpr QColor yes{86, 180, 255};   ///< hit, legal
inline constexpr QColor no{255, 110, 60};    ///< no, illegal
inline constexpr QColor close{255, 204, 51}; ///< too close to call
inline constexpr QColor region{120, 220, 210};
inline constexpr QColor reach{186, 160, 255};
inline constexpr QColor measure{255, 255, 255};
} // namespace signal

/// Colours of the window's surfaces and letters.
struct Theme {
  bool dark = true;
  QColor window, panel, raised, line, text, dim, accent;
  QColor yes, no, close; ///< the signal colours, readable as letters on `panel`

  static Theme night();
  static Theme day();
};

const Theme& theme();
/// Sets palette, font and style sheet of the whole application; `large` is for a second screen across the room.
void applyTheme(QApplication& application, const Theme& theme, bool large = false);
/// The frame of a widget that paints itself and has the keyboard.
void paintFocus(QPainter& painter, const QRectF& box);
/// 1.0, or more in large type.
double typeScale();

} // namespace linesman::app
