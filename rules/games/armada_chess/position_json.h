// Positions of ArmadaChess as JSON, the form in which users, tests and records write them (rules/README.md).
#pragma once

#include <string>

#include <nlohmann/json.hpp>

#include "models/result.h"
#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

/// The board that a position names; "companion-10x10" where it names none.
Result<const Board*> boardOf(const nlohmann::json& position);
/// Reads a position. Left-out keys take the start values of the board. The error is one sentence that names the entry.
Result<Position> readPosition(const Law& law, const nlohmann::json& json);
/// Writes everything, so that reading it back gives the same position.
nlohmann::json writePosition(const Law& law, const Position& position);

} // namespace linesman::rules::armada_chess
