#pragma once
#include <string>

#include "models/table_state.h"

namespace linesman::app {

/// What a table that was registered without a lens file is worth, one sentence; empty where `estimated` is false.
std::string lensNote(bool estimated, const Registration& registration);

} // namespace linesman::app
