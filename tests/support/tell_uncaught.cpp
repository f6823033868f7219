#include <cstdio>
#include <cstdlib>
#include <exception>

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

[[maybe_unused]] const std::terminate_handler before = std::set_terminate(tellUncaught);

} // namespace
