#pragma once
#include <string>

namespace linesman::app {

/// "5:07", "1:05:09", "-0:12": the whole seconds of a time, as every clock, list and report writes it.
std::string timeText(double seconds);

} // namespace linesman::app
