#pragma once
#include <string>
#include <string_view>

#include "models/result.h"
#include "rules/games/invasion/position.h"

namespace linesman::rules::invasion {

/// Reads a position in the one-line form INFEN; fields left out at the end take their defaults. Refuses, with one
/// sentence, what cannot stand on the board: a man in the sea, a side without exactly one HQ, too many men, impossible
/// homes.
Result<Position> readPosition(std::string_view text);
/// Writes all four fields.
std::string writePosition(const Position& p);

/// The text of a turn that is possible in `p` ("e2e5{e3,e5}", "a2^j2", "Bomb@f8").
std::string textOf(const Law& law, const Position& p, const Turn& turn);

} // namespace linesman::rules::invasion
