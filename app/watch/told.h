#pragma once
#include <string>
#include <vector>

#include "app/watch/event.h"
#include "models/result.h"

namespace linesman::app {

/// Reads a --told file (JSON Lines: {"t_s":12.4,"player":"white","say":"training 1"}), sorted by time. A line that is
/// no such object is one sentence with its number.
Result<std::vector<Claim>> readTold(const std::string& path);
/// One line of it.
Result<Claim> parseTold(const std::string& line, const std::string& place);

} // namespace linesman::app
