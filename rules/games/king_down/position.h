#pragma once
#include <array>
#include <cstdint>

#include "rules/bit_rays.h"
#include "rules/games/king_down/men.h"

namespace linesman::rules::king_down {

inline constexpr int no_square = -1;
inline constexpr Bits64 bit(int square) {
  return bitOf<Bits64>(square);
}

/// A position of King Down: everything that decides what may happen next. A plain value; a turn makes a new one.
struct Position {
  std::array<Bits64, man_kinds> men{};
  std::array<Bits64, 2> sides{};
  std::array<Man, 64> on{}; ///< what stands on a square
  Side turn = Side::white;
  std::array<Power, 2> power{};
  std::array<std::uint8_t, 2> tokens{};
  Bits64 frozen = 0;   ///< men of the side to move that may not act now
  Bits64 walled = 0;   ///< men of the other side that may not be captured now
  Bits64 castling = 0; ///< rooks that still have castling rights
  int en_passant = no_square;
  Bits64 moved_pawns = 0; ///< pawns on their second row that have moved before; kept only where the law asks for it
  std::array<std::array<std::uint8_t, man_kinds>, 2> lost{}; ///< men lost so far, by side and type

  Position() { on.fill(Man::none); }

  Bits64 all() const { return sides[0] | sides[1]; }
  Bits64 of(Side side, Man man) const { return sides[index(side)] & men[index(man)]; }
  /// Of a square with a man.
  Side sideAt(int square) const { return (sides[0] & bit(square)) != 0 ? Side::white : Side::black; }
  int kingOf(Side side) const { return lowest(of(side, Man::king)); }
  Power powerOf(Side side) const { return power[index(side)]; }
  bool has(Side side, Power p) const { return power[index(side)] == p; }
  bool canSpend(Side side, Power p) const { return has(side, p) && tokens[index(side)] > 0; }

  void put(Side side, Man man, int square) {
    sides[index(side)] |= bit(square);
    men[index(man)] |= bit(square);
    on[static_cast<std::size_t>(square)] = man;
  }
  Man take(Side side, int square) {
    const Man man = on[static_cast<std::size_t>(square)];
    sides[index(side)] &= ~bit(square);
    men[index(man)] &= ~bit(square);
    on[static_cast<std::size_t>(square)] = Man::none;
    return man;
  }
  Man at(int square) const { return on[static_cast<std::size_t>(square)]; }

  bool operator==(const Position&) const = default;
};

inline int forwardOf(Side side) {
  return side == Side::white ? 1 : -1;
}
/// Row 0 is the side's own first row.
inline Bits64 rowOf(Side side, int row) {
  return Bits64{0xff} << (8 * (side == Side::white ? row : 7 - row));
}

/// Equal for positions in which the same can happen: men, turn, powers and tokens, marks, lost men, rights.
std::uint64_t keyOf(const Position& position);

} // namespace linesman::rules::king_down
