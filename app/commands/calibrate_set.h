#pragma once
#include <functional>

#include <CLI/CLI.hpp>

namespace linesman::app {

/// Adds `calibrate set` with its options to the parser and returns what runs it.
std::function<int()> attachCalibrateSet(CLI::App& calibrate);

} // namespace linesman::app
