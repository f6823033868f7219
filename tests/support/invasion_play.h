#pragma once
#include <random>

#include "rules/board_game.h"
#include "rules/games/invasion/infen.h"
#include "rules/games/invasion/turns.h"

namespace linesman::rules::invasion::testing {

/// The law under the given options, from the program's own data file.
inline Law lawOf(OptionValues options = {}) {
  const auto book = RuleBook::load("invasion");
  for (const auto& option : book->options())
    options.try_emplace(option.name, option.default_value);
  const auto with = *readSwitches(options);
  return {with, *readReach(movementsOf(*book), with)};
}

inline Position start() {
  return *readPosition("hftii5/fpcii5/tcpii5/iii****3/iii****3/3****III/3****III/5IIPCT/5IICPF/5IITFH w");
}

} // namespace linesman::rules::invasion::testing
