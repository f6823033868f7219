// What is seen on the table and what is told, brought together: lifts in place, silent city entries, dice.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

/// A reading of something seen: the turn text it means, or the question that must be asked.
struct Reading {
  std::string turn;                  ///< empty when it means no action, or when it is unclear
  std::string question;              ///< what to ask the player; empty when clear
  std::vector<std::string> possible; ///< texts among which the player must choose
};

/// A piece was lifted and set back on its field (section "Lift-in-place"): `word` is what was said, "" for nothing.
Reading readLift(const Law& law, const Position& position, Field field, const std::string& word);

/// What the camera saw at a city after a piece had left its field for it.
struct SeenSite {
  std::optional<int> die;     ///< face of the die, none when there is no die
  bool piece_on_site = false; ///< the piece stands on the city's squares
};
/// Tells reinforce from burn and occupy from destroy by word and by sight; both must agree.
Reading readCityEntry(const Law& law, const Position& position, Field field, CityIndex city, const std::string& word,
                      const SeenSite& seen);

/// A die that shows something else than the count.
struct DieMismatch {
  CityIndex city = no_city;
  int counted = 0;
  int seen = 0;
};
/// Compares the dice on the table with the position; with `die_mismatch=accept` the position takes what is seen.
std::vector<DieMismatch> compareDice(const Law& law, Position& position,
                                     const std::vector<std::pair<CityIndex, int>>& seen);
/// "C1 should show 3, not 1: please turn the die."
std::string sentenceOf(const Law& law, const DieMismatch& mismatch);

} // namespace linesman::rules::armada_chess
