#include "rules/games/king_down/position.h"

namespace linesman::rules::king_down {
namespace {

/// The finaliser of the SplitMix64 generator (public domain, Sebastiano Vigna): spreads every input bit over all output
/// bits.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

} // namespace

std::uint64_t keyOf(const Position& p) {
  std::uint64_t key = 0;
  const auto add = [&](std::uint64_t word) { key = mix(key ^ word); };
  for (const Bits64 men : p.men)
    add(men);
  add(p.sides[0]);
  for (std::size_t side = 0; side < 2; ++side) {
    add((static_cast<std::uint64_t>(p.power[side]) << 8) | p.tokens[side]);
    for (const std::uint8_t lost : p.lost[side])
      add(lost);
  }
  add(static_cast<std::uint64_t>(p.turn));
  add(p.frozen);
  add(p.walled);
  add(p.castling);
  add(static_cast<std::uint64_t>(p.en_passant + 1));
  add(p.moved_pawns);
  return key;
}

} // namespace linesman::rules::king_down
