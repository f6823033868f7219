#pragma once
#include <string>

#include <QColor>
#include <QFont>
#include <QLabel>

#include "app/player_names.h"

namespace linesman::app {

/// Size (px at normal type), weight and colour of a label in one go; its text is plain where nothing else was said.
void styleLabel(QLabel* label, int size_px, QFont::Weight weight, const QColor& colour);

/// A word of the referee (LEGAL, HIT, put back) or sentence of a guide in the window's language; one it does not know
/// as it is. The records stay English.
QString shownWord(const std::string& word);

/// The name of a button for something that is told; what it says to the referee stays as the rule book has it.
QString shownButton(const std::string& word);

/// A name that is not longer than what is around it: a long one loses its middle, since people of one family differ in
/// their first names and namesakes in their last.
QString shortName(const QString& name, qsizetype most = 24);

/// That a file could not be written, and what to do: the sentence of writeFile in the window's language.
QString cannotWrite(const QString& path);

/// Plain text for a label that shows rich text.
QString htmlText(const std::string& text);

/// A section heading of a side panel.
QLabel* headingLabel(const QString& text);

} // namespace linesman::app
