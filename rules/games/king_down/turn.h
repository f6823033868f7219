#pragma once
#include <array>
#include <cstdint>

#include "rules/games/king_down/position.h"

namespace linesman::rules::king_down {

enum class LegKind : std::uint8_t {
  move,   ///< onto an empty square or an enemy
  chain,  ///< a beast's captures, one behind the other
  shot,   ///< a capture from the spot: archer, Death Touch
  vanish, ///< a capture after which the mover leaves the board: paladin
  swap,   ///< a maester and a friend exchange squares
  en_passant,
  castle_short, ///< the king goes to file g, the rook to f
  castle_long,  ///< the king goes to file c, the rook to d
  place         ///< Sacrifice: the pawn on `from` becomes `promotion`
};

/// What one man does at once.
struct Leg {
  LegKind kind = LegKind::move;
  std::int8_t from = 0;
  std::int8_t to = 0;        ///< last square of a chain; the victim's square of a shot; the partner's square of a swap
  Man promotion = Man::none; ///< of the mover, or of the pawn that a swap brought to its last row
  std::int8_t links = 0;     ///< captures of a chain before the last
  std::array<std::int8_t, 15> path{}; ///< their squares
  bool operator==(const Leg&) const = default;
};

/// Everything a player does before the clock passes to the other side.
struct Turn {
  Power spends = Power::none; ///< the power whose token is spent
  bool has_first = true;      ///< false: a mark that is the whole turn
  bool has_second = false;    ///< Haste
  Leg first{};
  Leg second{};
  Bits64 marks = 0; ///< Freeze, Ice Wall: the chosen squares
  bool operator==(const Turn&) const = default;
};

} // namespace linesman::rules::king_down
