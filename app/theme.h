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
/// How many times as large as usual letters are to be by the desktop's own font, from 1 to 1.6: what desktops have
/// without being asked, up to 11 points of 1/96 inch, is the usual.
double desktopTypeScale(const QFont& desktop, double dots_per_inch);
/// For a second screen across the room.
inline constexpr double large_type = 1.35;
/// Sets palette, font and style sheet of the whole application, with letters `type_scale` times as large as usual.
void applyTheme(QApplication& application, const Theme& theme, double type_scale = 1.0);
/// The frame of a widget that paints itself and has the keyboard.
void paintFocus(QPainter& painter, const QRectF& box);
/// 1.0, or more in large type, as the application was set.
double typeScale();

} // namespace linesman::app
