#pragma once
#include <optional>
#include <string>

#include <CLI/CLI.hpp>

#include "app/run_window.h"

namespace linesman::app {

/// What the command line says about the window and its source.
struct WindowChoice {
  std::string source;
  std::string lens;
  std::string table;
  std::optional<double> fps;
  WindowOptions window;

  /// The camera that was named.
  Scene scene() const;
};

/// How any window appears: colours, type, and the screenshot options of the gallery.
void addLookOptions(CLI::App& app, WindowOptions& window);
void addWindowOptions(CLI::App& app, WindowChoice& choice);

} // namespace linesman::app
