#pragma once
#include <string>

#include "app/record/match_record.h"

namespace linesman::app {

/// A transcript for people: one line per action, with its ruling, clauses and counters.
std::string textTranscript(const MatchRecord::Contents& contents);

/// PGN-like: tags, then numbered turns; refused ones as comments. For board games.
std::string pgnTranscript(const MatchRecord::Contents& contents);

/// {"setup":..,"events":[..]}
nlohmann::json jsonTranscript(const MatchRecord::Contents& contents);

} // namespace linesman::app
