#pragma once
#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "models/result.h"

namespace linesman::app {

/// One subcommand. `attach` adds its options to the parser and returns what runs it (the exit status: 0 done, 1 not
/// done, 2 wrong usage: words that cannot be meant, whatever the files hold).
struct Command {
  std::string name;
  std::string summary;
  std::function<std::function<int()>(CLI::App&)> attach;
  bool built = true; ///< false: listed as not working yet
};

/// Every command makes one of these in commands/NAME.cpp.
Command windowCommand();
Command demoCommand();
Command gamesCommand();
Command rulesCommand();
Command judgeCommand();
Command movesCommand();
Command perftCommand();
Command drawCommand();
Command detectCommand();
Command refereeCommand();
Command replayCommand();
Command calibrateCommand();
Command printCommand();
Command certifyCommand();
Command teachCommand();

/// What a check of an option is to say: nothing where the value will do.
template <class T> std::string objection(const Result<T>& result) {
  return result ? std::string() : result.error().sentence;
}

/// For an option that needs a number over 0: CLI::PositiveNumber names the largest one that a computer knows.
inline const CLI::Validator over_zero(
    [](const std::string& text) {
      double value = 0.0;
      const bool number = CLI::detail::lexical_cast(text, value) && value > 0.0;
      constexpr double most = 1e6;
      return number && value <= most ? std::string() : text + (number ? " is too large" : " is no number over 0");
    },
    "NUMBER > 0");

/// For an option that needs a number from `least` to `most`: CLI::Range and CLI::NonNegativeNumber take NaN for one.
inline CLI::Validator numberFrom(double least, double most) {
  std::ostringstream range;
  range << least << " to " << most;
  return CLI::Validator(
      [least, most, words = range.str()](const std::string& text) {
        double value = 0.0;
        const bool good = CLI::detail::lexical_cast(text, value) && value >= least && value <= most;
        return good ? std::string() : text + " is no number from " + words;
      },
      "NUMBER from " + range.str());
}

/// Prints `sentence` on standard error; returns 1, for `return complain(...)`.
int complain(const std::string& sentence);
/// The same about words that cannot be meant; returns 2.
int misused(const std::string& sentence);

} // namespace linesman::app
