#pragma once
#include <cstdint>
#include <vector>

#include "rules/games/king_down/law.h"
#include "rules/games/king_down/turn.h"

namespace linesman::rules::king_down {

/// Every legal turn, in no particular order.
std::vector<Turn> legalTurns(const Law& law, const Position& p);
/// Every turn that would be legal if the own king's safety did not matter; for explanations.
std::vector<Turn> recklessTurns(const Law& law, const Position& p);
/// How many there are, without making a list.
std::uint64_t countTurns(const Law& law, const Position& p);
/// How many sequences of `depth` legal turns there are.
std::uint64_t perft(const Law& law, const Position& p, int depth);

enum class Status { playing, check, mate, stalemate };
Status statusOf(const Law& law, const Position& p);

} // namespace linesman::rules::king_down
