#pragma once
#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "app/snapshot.h"

namespace linesman::app {

/// The names that the ships of a match have on this picture: each piece is the match's ship that was last seen where it
/// lies. Pieces that are no ship of the match (a gauge, a newcomer) get their colour's letters and a question mark.
/// Empty while the match knows no ship. `ships`: as in the referee's state.
std::map<PieceId, std::string> matchNames(const nlohmann::json& ships, const Snapshot& snapshot);

} // namespace linesman::app
