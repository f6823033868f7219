#pragma once
#include <optional>
#include <string>

#include "app/watch/match_profile.h"

namespace linesman::app {

/// A match that was left, or cut off, before it was over: how it was begun, and the folder of its record.
struct MatchInProgress {
  MatchProfile profile;
  std::string record;
};

/// Keeps the profile beside the record, and remembers it as the match that was begun last.
Result<void> rememberMatch(MatchProfile profile, const std::string& record);
/// The match that was begun last, when it has a record that goes on; nothing otherwise.
std::optional<MatchInProgress> matchInProgress();

} // namespace linesman::app
