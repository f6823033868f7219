#pragma once
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "rules/board_game.h"

namespace linesman::app {

/// For an option that names a game: any of them, or one that is played on squares.
CLI::Validator knownGame();
CLI::Validator boardGame();

/// Adds --option KEY=VALUE, which may be given again.
void addSwitches(CLI::App& sub, std::vector<std::string>& options);
/// Switches of a game given as key=value, or one sentence: not of that form, unknown, or a value that they do not have.
Result<rules::OptionValues> readOptionValues(const std::string& game, const std::vector<std::string>& options);

/// What is said of a match besides the record that it is to go on in.
struct AgreedAgain {
  std::string game;
  rules::OptionValues options;
  std::string pick_up;
};
/// A record goes on as it was agreed: what is given besides has to say the same, or one sentence.
Result<void> checkGoneOn(const std::string& record, const AgreedAgain& given);

/// What `moves` and `perft` take on the command line: a game, a position and the match's switches.
struct BoardArguments {
  std::string game;
  std::string position;
  std::vector<std::string> options; ///< key=value
  std::string board;

  void attach(CLI::App& sub);
  /// Runs `use` on the match. Exit status: 1 where the position or the board cannot be read, 2 for unknown switches.
  int run(const std::function<int(const rules::BoardMatch&)>& use) const;

private:
  Result<std::unique_ptr<rules::BoardMatch>> open(const rules::OptionValues& values) const;
};

} // namespace linesman::app
