#include <cstdio>
#include <cstdlib>
#include <exception>

#include "models/data_path.h"

namespace {

/// Linked into the tools that measure: what stops one (no such folder, a torn truth) is one sentence and an exit code.
[[noreturn]] void tellUncaught() {
  try {
    if (const auto error = std::current_exception())
      std::rethrow_exception(error);
    std::fputs("stopped by a failure of its own\n", stderr);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
  } catch (...) {
    std::fputs("stopped by an unknown error\n", stderr);
  }
  std::_Exit(2);
}

/// A program that was copied elsewhere finds no network, and would measure as if there were none.
bool findsItsData() {
  const auto data = linesman::findData("models");
  if (data)
    return true;
  std::fprintf(stderr, "%s\n", data.error().sentence.c_str());
  std::_Exit(2);
}

[[maybe_unused]] const std::terminate_handler before = std::set_terminate(tellUncaught);
[[maybe_unused]] const bool well_placed = findsItsData();

} // namespace
