#pragma once
#include <QString>

namespace linesman::app {

/// Figures as people write them in the window's language: 1.5 in English, 1,5 in German. Files, records and what the
/// command line prints have points in every language.
QString shownFigure(double value, int decimals);

/// The figures of a text that has points ("0.42 ± 0.06 mm"); times, file names and numbers within words stay.
QString shownFigures(const QString& text);

/// Qt takes the C library's figures from the system with every application object, and with a German system printf then
/// writes and strtod reads a comma. Call it behind the object's constructor.
void keepDecimalPoint();

} // namespace linesman::app
