#pragma once
#include <cstdint>

namespace linesman::rules::testing {

/// Plays random games and checks at every ply that the position is untouched by looking at its turns, that its text
/// reads back to itself and to the same key, that counting agrees with listing, and, at the end of each game, that its
/// journal of texts replays through the public interface to the same position (every tenth game; all in a long run).
/// Returns the plies played; a difference is a test failure. The environment variable LINESMAN_RANDOM_GAMES replaces
/// the number of games (10000 for the long run).
std::uint64_t playKingDown(int games, std::uint64_t seed);
std::uint64_t playInvasion(int games, std::uint64_t seed);

} // namespace linesman::rules::testing
