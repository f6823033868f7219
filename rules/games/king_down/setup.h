#pragma once
#include <cstdint>
#include <map>
#include <string>

#include "models/result.h"

namespace linesman::rules::king_down {

/// What the first rows may be, behind a row of pawns each (KD-02 to KD-06); the fields are the set-up options.
struct SetupRules {
  bool king_fixed = false; ///< setup_king = fixed: on file e
  bool bishops_opposite_colours = false;
  bool rotated = false;        ///< setup_symmetry = rotated
  bool physical_draws = false; ///< setup_distribution = draws
  bool castling = false;       ///< all rooks have the right to it (KD-50)
};
SetupRules readSetupRules(const std::map<std::string, std::string>& options);

/// How many first rows there are: exactly 17,821,440 under the default rules.
std::uint64_t setupCount(const SetupRules& rules);
/// First row number `number` (0 to setupCount - 1) in alphabetical order of its letters, files a to h.
std::string setupRow(const SetupRules& rules, std::uint64_t number);
/// The number of a row, or one sentence why it is none.
Result<std::uint64_t> setupNumber(const SetupRules& rules, const std::string& row);
/// The number drawn with a seed: the same on every machine, so that a draw can be published as "number N of M, seed S".
/// Every row alike, or with physical_draws every draw of single figures from the bag alike.
std::uint64_t drawSetup(const SetupRules& rules, std::uint64_t seed);
/// The starting position with that row, KDFEN without powers.
std::string setupPosition(const SetupRules& rules, const std::string& row);

} // namespace linesman::rules::king_down
