#pragma once
#include <functional>

#include <CLI/CLI.hpp>

namespace linesman::app {

/// Adds `calibrate table` with its options to the parser and returns what runs it.
std::function<int()> attachCalibrateTable(CLI::App& calibrate);

} // namespace linesman::app
