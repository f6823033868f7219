#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "rules/games/invasion/position.h"

namespace linesman::rules::invasion {

/// Every legal turn, in no particular order; none when the game is over.
std::vector<Turn> legalTurns(const Law& law, const Position& p);
/// Every turn that would be legal if the own HQ's safety did not matter; for explanations.
std::vector<Turn> recklessTurns(const Law& law, const Position& p);
std::uint64_t countTurns(const Law& law, const Position& p);
/// How many sequences of `depth` legal turns there are; a finished game has none.
std::uint64_t perft(const Law& law, const Position& p, int depth);

/// The side whose flag stands on the corner where the enemy HQ started.
std::optional<Side> invader(const Law& law, const Position& p);

enum class Status { playing, check, flag_win, mate, stalemate };
Status statusOf(const Law& law, const Position& p);

} // namespace linesman::rules::invasion
