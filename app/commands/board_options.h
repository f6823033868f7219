#pragma once
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/board_game.h"

namespace linesman::app {

/// Switches given as key=value, or one sentence.
Result<rules::OptionValues> readOptionValues(const std::string& game, const std::vector<std::string>& options);

/// What `moves` and `perft` take on the command line: a game, a position and the match's switches.
struct BoardArguments {
  std::string game;
  std::string position;
  std::vector<std::string> options; ///< key=value
  std::string board;

  void attach(CLI::App& sub);
  /// The match, or one sentence why there is none.
  Result<std::unique_ptr<rules::BoardMatch>> open() const;
};

} // namespace linesman::app
