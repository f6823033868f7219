#pragma once
#include <vector>

#include "models/table_state.h"

namespace linesman::app {

/// One board out of several looks at the same one (at least one): on every square what the looks make most probable
/// together, with its mean probability; bands and riders as most of the looks have them. Places and dice are the last
/// look's.
SeenBoard mergedBoard(const std::vector<SeenBoard>& looks);

} // namespace linesman::app
