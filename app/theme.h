#pragma once
#include <QApplication>
#include <QColor>
#include <QPalette>
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
  /// White on black, or black on white, with frames that stand out.
  static Theme highContrast(bool dark);
  /// What suits a desktop with that palette: its high contrast where it has one (white on black or black on white), and
  /// otherwise our own colours, dark unless `light` is wished.
  static Theme forDesktop(const QPalette& desktop, bool light);
};

/// How well letters of one colour are told from ground of the other: contrast ratio of WCAG 2.1, from 1 to 21. 4.5 is
/// asked for letters, 3 for frames (its 1.4.3 and 1.4.11).
double contrast(const QColor& a, const QColor& b);

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
