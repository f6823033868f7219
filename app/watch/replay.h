#pragma once
#include <string>
#include <vector>

#include "app/record/match_record.h"

namespace linesman::app {

/// The events a referee of `setup` gives for the recorded inputs, compared with the recorded ones. One line per
/// difference; empty when all answers are the same.
/// `state`: where the referee starts from, when the events are a piece of a record; `first_seq`: the first one's
/// number.
Result<std::vector<std::string>> replay(const MatchRecord::Contents& contents, const nlohmann::json* state = nullptr,
                                        long long first_seq = 1);

} // namespace linesman::app
