#include "rules/games/armada_chess/facts.h"

#include <algorithm>

namespace linesman::rules::armada_chess {

int rangeOf(const Law& law, const Position& position, Field field) {
  const FieldInfo& info = law.board.fields[field];
  if (info.city != no_city && position.cities[info.city].destroyed)
    return 1000 + info.city;
  return info.terrain_range;
}

KindSet kindsHolding(const Law& law, const Piece& piece) {
  KindSet kinds = bitOf(piece.kind);
  if (piece.isUnit() && law.options.rookpawn_on_si == choice::rookpawn_on_si_both)
    kinds = static_cast<KindSet>(kinds | bitOf(Kind::pawn));
  return kinds;
}

/// A lock stops actions only: locked pieces go on blocking, holding and shielding wherever they are asked for (AC-68).
KindSet lockedKinds(const Law& law, const Position& position, Side side) {
  KindSet locked = 0;
  for (const Field field : law.board.sabotage_fields[indexOf(side)]) {
    const Piece& holder = position.at(field);
    if (!holder.present() || holder.side == side)
      continue;
    locked = static_cast<KindSet>(locked | kindsHolding(law, holder) | teamOf(holder.kind));
  }
  return locked;
}

Striker strikerOf(const Law& law, const Piece& piece) {
  Striker striker{piece.kind, valueOf(piece.kind), piece.trained, piece.isUnit()};
  if (striker.unit && law.options.rookpawn_attack_value == choice::rookpawn_attack_value_five)
    striker.value = 5;
  return striker;
}

Striker riderStriker(const Piece& piece) {
  return {Kind::pawn, 1, piece.rider.trained(), false};
}

namespace {

bool matchesOnTerrain(const Law& law, const Striker& striker, Kind target) {
  if (striker.trained || striker.kind == target)
    return true;
  return law.options.team_on_terrain != 0 && teamOf(striker.kind) == teamOf(target);
}

bool beatsFort(const Striker& striker, const Piece& target) {
  return striker.kind == Kind::knight || striker.value > target.value();
}

} // namespace

Shield shieldOf(const Law& law, const Position& position, const Striker& striker, Field field) {
  const Piece& target = position.at(field);
  if (underCeasefire(position, otherSide(target.side)))
    return Shield::ceasefire;
  const bool terrain = isTerrain(law, position, field);
  if (terrain && striker.unit)
    return Shield::unit_on_terrain;
  const bool terrain_holds = terrain && !matchesOnTerrain(law, striker, target.kind);
  const bool fort_holds = target.turned && !beatsFort(striker, target);
  if (terrain && target.turned) {
    if (law.options.fort_on_terrain == choice::fort_on_terrain_terrain_only)
      return terrain_holds ? Shield::terrain : Shield::none;
    if (law.options.fort_on_terrain == choice::fort_on_terrain_points_only)
      return fort_holds ? Shield::fort : Shield::none;
  }
  if (terrain_holds && fort_holds)
    return Shield::terrain_and_fort;
  if (terrain_holds)
    return Shield::terrain;
  return fort_holds ? Shield::fort : Shield::none;
}

bool hasFreeResource(const Law& law, const Position& position, Side side) {
  const auto& fields = law.board.resource_fields[indexOf(side)];
  return std::any_of(fields.begin(), fields.end(), [&](Field field) { return !position.at(field).present(); });
}

bool isBlockaded(const Law& law, const Position& position, CityIndex city, Side side) {
  const CityState& state = position.cities[city];
  if (state.destroyed || state.controller == side)
    return false;
  const auto& exits = law.board.cities[city].exits;
  return std::all_of(exits.begin(), exits.end(), [&](const CityExit& exit) {
    const Piece& piece = position.at(exit.field);
    return piece.present() && piece.side == side;
  });
}

bool kingAtExits(const Law& law, const Position& position, CityIndex city, Side side) {
  const auto& exits = law.board.cities[city].exits;
  return std::any_of(exits.begin(), exits.end(), [&](const CityExit& exit) {
    const Piece& piece = position.at(exit.field);
    return piece.kind == Kind::king && piece.side == side;
  });
}

namespace {

/// Does the piece's own travel pattern include one step from its exit field into the city?
bool pointsInto(const Law& law, const Piece& piece, Field field, CityIndex city) {
  for (std::size_t d = 0; d < direction_count; ++d) {
    const auto direction = static_cast<Direction>(d);
    const Field beside = law.board.neighbour(field, direction);
    if (beside == no_field || law.board.fields[beside].city != city)
      continue;
    switch (piece.kind) {
    case Kind::pawn:
      if (direction == law.board.forward[indexOf(piece.side)])
        return true;
      break;
    case Kind::bishop:
      if (!isOrthogonal(direction))
        return true;
      break;
    case Kind::rook:
      if (isOrthogonal(direction))
        return true;
      break;
    case Kind::queen:
    case Kind::king:
      return true;
    default:
      break;
    }
  }
  return false;
}

} // namespace

Approach approachTo(const Law& law, const Position& position, Field field, CityIndex city, bool geometry) {
  const Piece& piece = position.at(field);
  const CityExit* exit = law.board.exitOn(city, field);
  if (exit != nullptr && exit->in && (!geometry || pointsInto(law, piece, field, city)))
    return {true, false, exit->behind};
  if (piece.kind == Kind::knight) {
    const auto& targets = law.board.cities[city].trojan_targets;
    for (const Field target : law.board.fields[field].leaps) {
      if (std::find(targets.begin(), targets.end(), target) != targets.end())
        return {true, true, target};
    }
  }
  return {};
}

bool allowsDoubleStep(const Law& law, Field field, Side side, Field pawn_start) {
  const Owners owners = law.board.fields[field].sawblade;
  switch (law.options.sawblade) {
  case choice::sawblade_any:
    return owners != 0;
  case choice::sawblade_own_square:
    return (owners & ownerBit(side)) != 0 && pawn_start == field;
  default:
    return (owners & ownerBit(side)) != 0;
  }
}

} // namespace linesman::rules::armada_chess
