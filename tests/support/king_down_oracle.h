#pragma once
#include <set>
#include <string>

#include "rules/games/king_down/law.h"
#include "rules/games/king_down/position.h"
#include "rules/games/king_down/turn.h"

/// A second, slow and plain reading of King Down's law: it is asked about one turn at a time and walks squares instead
/// of bit sets, so that the generator's answers can be held against it.
namespace linesman::rules::king_down::oracle {

/// Whether the king of `side` could be captured.
bool inCheck(const Switches& with, const Position& p, Side side);
/// Whether the turn is legal.
bool ask(const Law& law, const Position& p, const Turn& turn);
/// Texts of all turns that ask() finds legal among every from, to, kind of leg, promotion and power.
std::set<std::string> allTurns(const Law& law, const Position& p);

} // namespace linesman::rules::king_down::oracle
