#pragma once
#include <string>

#include <QString>

namespace linesman::app {

/// What a clause says in the window's language, where `translations/clauses_LANGUAGE.toml` has it; else `text`, as the
/// rule book says it.
QString shownClause(const std::string& id, const std::string& text);

/// A sentence of the law or of the watch in the window's language: known sentences are translated with what they speak
/// of put in; one that nobody has translated stays as it is. Records and reports stay English.
QString shownSentence(const std::string& sentence);

/// What decided a verdict ("joint#1", "object:b1#2", see Component::label of rules/step_move.h) in words.
QString shownLimit(const std::string& limit);

} // namespace linesman::app
