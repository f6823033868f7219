#pragma once
#include <string>

#include "app/watch/match_setup.h"

namespace linesman::app {

/// An English sentence of the law with the names that the players gave: on squares the law knows only White and Black.
/// Men keep their colour ("the black rook"), and games of ships their players, whom the law knows by name.
std::string withNames(const std::string& sentence, const MatchSetup& setup);

} // namespace linesman::app
