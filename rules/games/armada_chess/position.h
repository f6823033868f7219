// Everything that the law remembers between two turns. A plain value: copying it is how turns are tried.
#pragma once

#include <array>
#include <cstdint>

#include "rules/games/armada_chess/board.h"
#include "rules/games/armada_chess/options.h"
#include "rules/games/armada_chess/types.h"

namespace linesman::rules::armada_chess {

/// The bands of a piece off the board: bit 0 trained (low band), bit 1 upgraded (high band).
using Bands = std::uint8_t;
constexpr std::size_t bands_count = 4;
constexpr Bands bandsOf(bool trained, bool high) {
  return static_cast<Bands>((trained ? 1U : 0U) | (high ? 2U : 0U));
}
constexpr bool isTrained(Bands bands) {
  return (bands & 1U) != 0;
}
constexpr bool isHigh(Bands bands) {
  return (bands & 2U) != 0;
}

/// What a city is worth at the moment (AC-02, AC-91).
struct CityState {
  Side controller = Side::white;
  std::uint8_t die = 1;
  bool destroyed = false;
  bool burnt_by_owner = false; ///< only the switch `v1_self_burnt` asks
  std::uint8_t rebuild = 0;
  bool king = false; ///< the controller's King is tied to this city (AC-98)
  bool king_trained = false;
  Lives king_lives = Lives::none;
  bool operator==(const CityState&) const = default;
};

/// A knocked-out upgraded piece whose owner may still set it on an own R (AC-57).
struct Revival {
  Kind kind = Kind::none;
  bool trained = false;
  bool late = false; ///< the owner has moved since: it lapses when the opponent's turn ends
  bool operator==(const Revival&) const = default;
};

/// The open second lives of one side.
struct Revivals {
  std::array<Revival, 12> entries{};
  std::uint8_t count = 0;
  bool operator==(const Revivals&) const = default;
};

/// A question that waits for the opponent's answer.
struct Question {
  static constexpr int none = -2, draw = -1, ceasefire = 0; ///< 1..6: an extension by so many moves
  std::int8_t asked = none;
  Side by = Side::white;
  bool operator==(const Question&) const = default;
};

/// A position between two turns.
struct Position {
  std::array<Piece, max_fields> pieces{};
  std::array<CityState, max_cities> cities{};
  std::array<std::array<std::array<std::uint8_t, bands_count>, kind_count>, 2> reserve{}; ///< [side][kind][bands]
  std::array<Revivals, 2> revivals{};
  std::array<std::uint8_t, 2> ceasefire{};         ///< own moves left, by side
  std::array<bool, 2> request_spent{};             ///< asked last time; only `ceasefire_requests` asks
  std::array<std::int32_t, 2> clock_s{3600, 3600}; ///< the game clock twice, or one a player
  Question question;
  Side side = Side::white;
  Field en_passant = no_field;       ///< field that a pawn just jumped over (switch `en_passant`)
  Field en_passant_pawn = no_field;  ///< and where that pawn stands now
  std::array<bool, 2> king_begins{}; ///< this side's first move must be the King's (switch `king_first`)
  Field touched = no_field;          ///< piece that must move (switch `touch_move`)

  const Piece& at(Field field) const { return pieces[field]; }
  bool operator==(const Position&) const = default;
};

/// A board together with the choices of the players: what every question to the law needs.
struct Law {
  const Board& board;
  const Options& options;
};

/// Dice, controllers and clocks as the board file starts them; no pieces.
Position emptyPosition(const Law& law);
/// The arrangement of the board file, if it has one: pieces on their fields.
Position startPosition(const Law& law);

} // namespace linesman::rules::armada_chess
