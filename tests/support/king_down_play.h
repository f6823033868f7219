#pragma once
#include <random>
#include <string>

#include "rules/board_game.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/setup.h"
#include "rules/games/king_down/turns.h"

namespace linesman::rules::king_down::testing {

/// The law under the given options, from the program's own data file.
inline Law lawOf(OptionValues options = {}) {
  const auto book = RuleBook::load("king_down");
  for (const auto& option : book->options())
    options.try_emplace(option.name, option.default_value);
  return {*readSwitches(options), *readSteps(movementsOf(*book))};
}

/// A drawn starting position with drawn powers.
inline Position randomStart(const Law& law, std::mt19937_64& random) {
  const SetupRules setup;
  Position p = *readPosition(law, setupPosition(setup, setupRow(setup, random() % setupCount(setup))));
  for (std::size_t side = 0; side < 2; ++side) {
    p.power[side] = static_cast<Power>(random() % power_kinds);
    p.tokens[side] = static_cast<std::uint8_t>(factsOf(p.power[side]).tokens);
  }
  return p;
}

/// A turn of the list; token turns are taken less often than their number would have it.
inline const Turn& pick(const std::vector<Turn>& turns, std::mt19937_64& random) {
  for (int tries = 0; tries < 3; ++tries) {
    const Turn& turn = turns[random() % turns.size()];
    if (turn.spends == Power::none)
      return turn;
  }
  return turns[random() % turns.size()];
}

} // namespace linesman::rules::king_down::testing
