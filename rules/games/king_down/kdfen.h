#pragma once
#include <string>
#include <string_view>

#include "models/result.h"
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"
#include "rules/games/king_down/turn.h"

namespace linesman::rules::king_down {

/// Reads a position in the one-line form KDFEN; fields left out at the end take their defaults. Refuses, with one
/// sentence, what cannot stand on a board under this law: a side without exactly one king, too many men, tokens the
/// power does not have, marks on empty squares.
Result<Position> readPosition(const Law& law, std::string_view text);
/// Writes all eight fields.
std::string writePosition(const Law& law, const Position& p);

/// The text of a turn that is possible in `p` ("e4xd5xc6", "Haste:e2e3,e3e4", "e2e4+Freeze@d5").
std::string textOf(const Law& law, const Position& p, const Turn& turn);

} // namespace linesman::rules::king_down
