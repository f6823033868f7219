#pragma once
#include <set>
#include <string>

#include "rules/games/invasion/position.h"

/// A second, slow and plain reading of Invasion's law that walks squares instead of bit sets.
namespace linesman::rules::invasion::oracle {

/// Whether the HQ of `side` could be captured.
bool inCheck(const Law& law, const Position& p, Side side);
/// Whether the turn is legal.
bool ask(const Law& law, const Position& p, const Turn& turn);
/// Texts of all turns that ask() finds legal among every from, to, kind and promotion.
std::set<std::string> allTurns(const Law& law, const Position& p);

} // namespace linesman::rules::invasion::oracle
