#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "rules/games/invasion/law.h"

namespace linesman::rules::invasion {

/// A position of Invasion: everything that decides what may happen next. A plain value; a turn makes a new one.
struct Position {
  std::array<Bits128, man_kinds> men{};
  std::array<Bits128, 2> sides{};
  std::array<Man, 100> on{}; ///< what stands on a square
  Side turn = Side::white;
  std::array<Bomb, 2> bombs{};
  std::array<std::int8_t, 2> homes{9, 90}; ///< where the HQs started: j1, a10

  Position() { on.fill(Man::none); }

  Bits128 all() const { return sides[0] | sides[1]; }
  Bits128 of(Side side, Man man) const { return sides[index(side)] & men[index(man)]; }
  /// Of a square with a man.
  Side sideAt(int square) const { return (sides[0] & bit(square)) != 0 ? Side::white : Side::black; }
  int hqOf(Side side) const { return lowest(of(side, Man::headquarters)); }
  int homeOf(Side side) const { return homes[index(side)]; }
  Man at(int square) const { return on[static_cast<std::size_t>(square)]; }

  void put(Side side, Man man, int square) {
    sides[index(side)] |= bit(square);
    men[index(man)] |= bit(square);
    on[static_cast<std::size_t>(square)] = man;
  }
  Man take(int square) {
    const Man man = at(square);
    sides[0] &= ~bit(square);
    sides[1] &= ~bit(square);
    men[index(man)] &= ~bit(square);
    on[static_cast<std::size_t>(square)] = Man::none;
    return man;
  }

  bool operator==(const Position&) const = default;
};

/// Corners that switch a bomb on.
Bits128 redCorners(const Law& law, const Position& p);
/// The camp in which troopers of `side` promote: the block at the enemy's home corner.
Bits128 campFor(const Law& law, const Position& p, Side side);
/// Equal for positions in which the same can happen.
std::uint64_t keyOf(const Position& position);

enum class TurnKind : std::uint8_t { move, hop, roll, shot, bomb };

/// What a player does before the clock passes to the other side.
struct Turn {
  TurnKind kind = TurnKind::move;
  std::int8_t from = 0;
  std::int8_t to = 0; ///< the centre of a blast for a bomb
  Man promotion = Man::none;
  std::int8_t bomb = no_square; ///< centre of a blast besides the move (bomb_turn = besides)
  bool operator==(const Turn&) const = default;
};

/// The squares a tank passes and its last square, in order.
std::vector<int> rollSquares(int from, int to);
/// The position after a legal turn.
Position after(const Law& law, const Position& p, const Turn& turn);

} // namespace linesman::rules::invasion
