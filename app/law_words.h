#pragma once
#include <string>
#include <vector>

#include <QString>

namespace linesman::app {

/// What a clause says in the window's language, where `translations/clauses_LANGUAGE.toml` has it; else `text`, as the
/// rule book says it.
QString shownClause(const std::string& id, const std::string& text);

/// A sentence of the law, of the watch, of a switch of the rules or of a fault in the window's language: sentences of
/// `translations/sentences_LANGUAGE.toml` are translated with what they speak of put in; one that nobody has translated
/// stays as it is. Records and what the command line prints stay English.
QString shownSentence(const std::string& sentence);

/// What decided a verdict ("joint#1", "object:b1#2", see Component::label of rules/step_move.h) in words.
QString shownLimit(const std::string& limit);

/// A value of one of the rules' switches ("second_row") in words of the window's language.
QString shownOptionValue(const std::string& value);

/// Where a sentence's translation stays English: sentences, or parts of them in several words, that nobody has
/// translated. Empty when all is translated, or the window speaks English.
std::vector<std::string> untranslatedParts(const std::string& sentence);

} // namespace linesman::app
