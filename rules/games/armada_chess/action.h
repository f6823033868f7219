// One action of a turn: what a player does with one piece or one city (AC-17), and its text.
#pragma once

#include <string>

#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

enum class ActionType : std::uint8_t {
  travel,    ///< e4d4, e4xd5, e9f10=R: also repositioning, boarding and promotion
  rider,     ///< p:d4d5: the pawn of a Rookpawn acts
  fort,      ///< fort d4
  train,     ///< train d5
  upgrade,   ///< upgrade a1
  rebuild,   ///< rebuild h10
  artillery, ///< artillery c9
  enter,     ///< enter b1 C1
  exit,      ///< exit C1 B c2
  attack,    ///< attack e9 C5, with occupy or destroy behind where the value exceeds the die
  burn,      ///< burn b1 C1
  blockade,  ///< blockade C4 (switch blockade=active)
  promote,   ///< promote d10=R (switch promotion_late)
  revive,    ///< revive R d1
};

enum class CityChoice : std::uint8_t { none, occupy, destroy };

struct Action {
  ActionType type = ActionType::travel;
  Field from = no_field;
  Field to = no_field;
  CityIndex city = no_city;
  Kind kind = Kind::none; ///< the piece that comes: exit, promotion, revival
  Bands bands = 0;        ///< of that piece
  bool capture = false;
  bool en_passant = false;
  bool names_city = false; ///< artillery on a field that serves two enemy cities
  CityChoice choice = CityChoice::none;

  bool operator==(const Action&) const = default;
};

constexpr bool isLift(ActionType type) {
  return type == ActionType::train || type == ActionType::upgrade || type == ActionType::rebuild ||
         type == ActionType::artillery;
}

/// The text of an action in this position; band suffixes appear where several band states of the kind wait.
std::string textOf(const Law& law, const Position& position, const Action& action);
/// "B", "B+low", ...: as a piece off the board is named.
std::string reserveName(const Position& position, Side side, Kind kind, Bands bands);
/// "revive R d1" for an open second life; "+low" where trained and untrained ones wait.
std::string revivalName(const Position& position, Side side, Kind kind, bool trained);

} // namespace linesman::rules::armada_chess
