#pragma once
#include <functional>
#include <string>

#include "app/record/match_record.h"

namespace linesman::app {

/// A page about a match to read, keep and send: every action with its ruling, margin and clauses, the pictures of the
/// tables that were ruled on, the options in force, and the text of the clauses that were cited. One file, no links.
struct HtmlReport {
  std::string pictures;                                       ///< folder with SEQ.jpg of settled tables; empty: none
  std::function<std::string(const std::string&)> clause_text; ///< empty text: the id stands alone

  std::string write(const MatchRecord::Contents& contents) const;
};

/// The page about a match, with the words of its game's law. `pictures`: as above.
std::string matchReport(const MatchRecord::Contents& contents, const std::string& pictures);

} // namespace linesman::app
