#pragma once
#include <functional>

#include <CLI/CLI.hpp>

namespace linesman::app {

/// Adds `calibrate lens` with its options to the parser and returns what runs it.
std::function<int()> attachCalibrateLens(CLI::App& calibrate);

} // namespace linesman::app
