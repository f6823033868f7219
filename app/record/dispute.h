#pragma once
#include <string>

#include "app/record/match_record.h"

namespace linesman::app {

/// One file about one verdict: the setup, the referee's memory before it, the measurements it rests on, what was
/// ruled, and pictures before and after. `linesman replay` re-judges it to the same answer on another machine.
/// `seq` is the number of the event in dispute. An event that does not exist is an error sentence.
Result<nlohmann::json> makeDispute(const MatchRecord::Contents& contents, long long seq,
                                   const std::string& pictures_folder);

/// Writes it; a file over 2 MB loses its pictures, larger one first.
Result<void> writeDispute(nlohmann::json dispute, const std::string& path);

/// What it says, as the record of a match: the setup, and the events about the verdict.
Result<MatchRecord::Contents> eventsOf(const nlohmann::json& dispute);

/// The number that its first event has in the record.
long long firstSeq(const nlohmann::json& dispute);

/// Re-judges it: one line per difference, empty when the answers are the same.
Result<std::vector<std::string>> replayDispute(const nlohmann::json& dispute);

/// True when the file holds a dispute (and not a record's journal).
bool isDispute(const std::string& path);
Result<nlohmann::json> readDispute(const std::string& path);

} // namespace linesman::app
