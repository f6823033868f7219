#pragma once
#include <string>

#include "app/record/match_record.h"

namespace linesman::app {

/// A transcript for people: one line per action, with its ruling, clauses and counters.
std::string textTranscript(const MatchRecord::Contents& contents);

/// PGN-like: tags, then numbered turns; refused ones and talk as comments. A game that is not played on squares has no
/// such turns: an error sentence.
Result<std::string> pgnTranscript(const MatchRecord::Contents& contents);

/// {"setup":..,"events":[..]}; the first event has the number `first_seq`.
nlohmann::json jsonTranscript(const MatchRecord::Contents& contents, long long first_seq = 1);

} // namespace linesman::app
