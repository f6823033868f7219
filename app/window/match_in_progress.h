#pragma once
#include <optional>
#include <string>

#include "app/watch/match_profile.h"

namespace linesman::app {

/// A match that was left, or cut off, before it was over: how it was begun, and the folder of its record.
struct MatchInProgress {
  MatchProfile profile; ///< by the record alone, without camera and table, where its file cannot be read
  std::string record;
  std::string fault; ///< why that file cannot be read
};

/// Keeps the profile beside the record, and remembers it as the match that was begun last. A profile there that cannot
/// be read keeps its text under another name.
Result<void> rememberMatch(MatchProfile profile, const std::string& record);
/// When `source` began, by the clock of the match in `record`, which stands at `now_s`: then it takes the place of
/// another one, if the profile there names another; earlier, if it is watched already.
double sourceBegins_s(const std::string& source, const std::string& record, double now_s);
/// The match that was begun last, when it has a record that goes on; nothing otherwise. One sentence where the record's
/// beginning cannot be read.
Result<std::optional<MatchInProgress>> matchInProgress();

} // namespace linesman::app
