#pragma once
#include <functional>
#include <string>

#include <QImage>

#include "app/record/match_record.h"

namespace linesman::app {

/// A page about a match to read, keep and send: every action with its ruling, margin and clauses, the pictures of the
/// tables that were ruled on, the options in force, and the text of the clauses that were cited. One file, no links; in
/// the language that is spoken (see language.h).
struct HtmlReport {
  std::string title; ///< of the game; empty: its id
  /// The table of an event (by its number, from 1) as a picture; null: none.
  std::function<QImage(long long)> picture;
  std::function<std::string(const std::string&)> clause_text; ///< empty text: the id stands alone

  std::string write(const MatchRecord::Contents& contents) const;
};

class MatchStory;

/// The page about a match, with the words of its game's law and every table as it was seen, marks of its ruling on it.
std::string matchReport(const MatchStory& story);

} // namespace linesman::app
