// Questions about a position that several rules ask: what a field is at the moment, who is locked, what shields a
// piece.
#pragma once

#include "rules/games/armada_chess/position.h"

namespace linesman::rules::armada_chess {

/// A standing city is a wall (AC-07).
inline bool isWall(const Law& law, const Position& position, Field field) {
  const CityIndex city = law.board.fields[field].city;
  return city != no_city && !position.cities[city].destroyed;
}
/// Terrain, or the site of a destroyed city (AC-44).
inline bool isTerrain(const Law& law, const Position& position, Field field) {
  const FieldInfo& info = law.board.fields[field];
  return info.terrain_range != 0 || (info.city != no_city && position.cities[info.city].destroyed);
}
/// Numbers mountain ranges; every ruin is a range of its own.
int rangeOf(const Law& law, const Position& position, Field field);

/// Kinds of `side` that an enemy on its S locks (AC-64, AC-66, G-32).
KindSet lockedKinds(const Law& law, const Position& position, Side side);
/// The kinds as which a piece holds S or I.
KindSet kindsHolding(const Law& law, const Piece& piece);
/// No captures for this side (AC-132).
inline bool underCeasefire(const Position& position, Side side) {
  return position.ceasefire[indexOf(side)] > 0;
}
inline bool noHostilities(const Law& law, const Position& position, Side side) {
  return underCeasefire(position, side) && law.options.ceasefire_scope == choice::ceasefire_scope_no_hostilities;
}

/// The one who strikes: a piece, a Rookpawn as unit, or its rider alone.
struct Striker {
  Kind kind = Kind::none;
  int value = 0;
  bool trained = false;
  bool unit = false;
};
Striker strikerOf(const Law& law, const Piece& piece);
Striker riderStriker(const Piece& piece);

/// Why a piece may not be taken.
enum class Shield { none, ceasefire, unit_on_terrain, terrain, fort, terrain_and_fort };
Shield shieldOf(const Law& law, const Position& position, const Striker& striker, Field target);

/// Is `field` an own S or I of `side` (AC-53)?
inline bool isUpgradeField(const Law& law, Field field, Side side) {
  const FieldInfo& info = law.board.fields[field];
  return ((info.sabotage | info.intelligence) & ownerBit(side)) != 0;
}
inline bool isResourceOf(const Law& law, Field field, Side side) {
  return (law.board.fields[field].resource & ownerBit(side)) != 0;
}
/// A free own R exists (AC-57, G-38).
bool hasFreeResource(const Law& law, const Position& position, Side side);
/// Own pieces of `side` stand on every exit field of this enemy-held city (AC-125).
bool isBlockaded(const Law& law, const Position& position, CityIndex city, Side side);
/// The King of `side` is one of those on the exit fields of `city`.
bool kingAtExits(const Law& law, const Position& position, CityIndex city, Side side);

/// How a piece on `field` reaches into a city.
struct Approach {
  bool possible = false;
  bool leap = false;      ///< a Knight's Trojan leap (AC-93, AC-103)
  Field stand = no_field; ///< the city square where a destroyer or burner ends
};
/// `geometry`: the piece must also be able to travel in that direction (switches entry_geometry, attack_geometry).
Approach approachTo(const Law& law, const Position& position, Field field, CityIndex city, bool geometry);

/// May a pawn of `side` on `field` step two ahead (AC-25, G-18)?
bool allowsDoubleStep(const Law& law, Field field, Side side, Field pawn_start);

} // namespace linesman::rules::armada_chess
