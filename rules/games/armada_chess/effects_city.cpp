// Cities: entering and leaving, attacks, occupation, destruction, rebuilding, artillery.
#include "rules/games/armada_chess/actor.h"

namespace linesman::rules::armada_chess {

void Actor::rebuild() {
  cite({116, 117});
  const CityIndex index = law_.board.fields[action_.from].city;
  CityState& site = position_.cities[index];
  if (site.rebuild < 3) {
    site.rebuild = narrow(site.rebuild + 1);
    return;
  }
  const Piece rook = lift(action_.from);
  garrison(rook);
  effect_.actor_field = no_field;
  cite({118});
  site = CityState{.controller = mover_, .die = 4};
}

void Actor::artillery() {
  cite({124});
  const bool complete = isBlockaded(law_, position_, action_.city, mover_);
  int loss = 1;
  if (complete) {
    cite({126});
    if (law_.options.kings_blockade == choice::kings_blockade_sum_3)
      loss = 2;
    if (law_.options.blockade == choice::blockade_active)
      ++loss;
  }
  if (city().die - loss < 1)
    cite({127});
  city().die = lowered(city().die, loss);
}

/// The piece (a Rookpawn as both) goes inside: off the board, bands kept (AC-59).
void Actor::garrison(const Piece& piece) {
  toReserve(mover_, piece.kind, piece.trained, piece.lives == Lives::high);
  if (piece.isUnit())
    toReserve(mover_, Kind::pawn, piece.rider.trained(), piece.rider.high());
}

void Actor::enter() {
  const Approach approach = approachTo(law_, position_, action_.from, action_.city, law_.options.entry_geometry != 0);
  cite({3, 92});
  if (approach.leap)
    cite({93});
  const Piece piece = lift(action_.from);
  effect_.actor_field = no_field;
  if (piece.lives == Lives::high)
    cite({59});
  if (piece.kind == Kind::king) {
    cite({98});
    city().king = true;
    city().king_trained = piece.trained;
    city().king_lives = piece.lives;
    city().die = 6;
    return;
  }
  if (city().die + piece.value() > 6)
    cite({91});
  if (city().controller != law_.board.cities[action_.city].owner)
    cite({109});
  garrison(piece);
  city().die = raised(city().die, piece.value());
}

void Actor::leave() {
  cite({3, 94, 97});
  if (action_.kind == Kind::knight)
    cite({96});
  if (city().controller != law_.board.cities[action_.city].owner)
    cite({109});
  Piece piece{.kind = action_.kind,
              .side = mover_,
              .trained = isTrained(action_.bands),
              .lives = isHigh(action_.bands) ? Lives::high : Lives::none};
  Piece victim;
  if (action_.capture)
    capture({piece.kind, valueOf(piece.kind), piece.trained, false}, action_.to, piece.kind, victim);
  if (action_.kind == Kind::king && city().king) {
    cite({100});
    piece.trained = city().king_trained;
    piece.lives = city().king_lives;
    city().king = city().king_trained = false;
    city().king_lives = Lives::none;
  } else {
    cite({95});
    if (city().king)
      cite({99});
    takeFromReserve(action_.kind, action_.bands);
  }
  if (city().die - valueOf(action_.kind) < 1)
    cite({91});
  city().die = lowered(city().die, valueOf(action_.kind));
  position_.pieces[action_.to] = piece;
  effect_.actor_field = action_.to;
  if (victim.present())
    losePiece(victim, action_.to, piece.kind);
}

void Actor::ruin() {
  city() = CityState{.controller = city().controller, .die = 0, .destroyed = true};
  cite({44});
}

void Actor::reduce(const Piece& attacker) {
  cite({105, 108});
  city().die = lowered(city().die, attacker.value());
  loseAttacker(attacker);
}

void Actor::bothFall(const Piece& attacker) {
  cite({106});
  const Side defender = city().controller;
  const CityState inside = city();
  ruin();
  if (law_.options.equal_is_immoral != 0)
    payPrice(mover_, defender);
  if (!inside.king)
    return loseAttacker(attacker);
  cite({110, 122});
  if (attacker.kind != Kind::king) {
    loseKing(defender, inside.king_trained, inside.king_lives, attacker.kind);
    return loseAttacker(attacker);
  }
  cite({119});
  if (law_.options.equal_kings == choice::equal_kings_tie) {
    effect_.tie = true;
  } else if (law_.options.equal_kings == choice::equal_kings_attacker_wins) {
    return loseKing(defender, inside.king_trained, inside.king_lives, Kind::king);
  }
  loseKing(defender, inside.king_trained, inside.king_lives, Kind::none);
  loseAttacker(attacker);
}

void Actor::payPrice(Side attacker, Side defender) {
  cite({112, 113});
  for (std::size_t index = 0; index < law_.board.cities.size(); ++index) {
    CityState& other = position_.cities[index];
    const Side owner = law_.board.cities[index].owner;
    if (other.destroyed)
      continue;
    const bool counts = law_.options.price_scope == choice::price_scope_controlled || owner == other.controller;
    if (!counts)
      continue;
    if (other.controller == attacker)
      other.die = lowered(other.die, 1);
    if (other.controller == defender && defender != attacker)
      other.die = raised(other.die, 1);
  }
}

void Actor::occupy(const Piece& attacker) {
  cite({19, 107});
  const int before = city().die, value = attacker.value();
  kingInsideFalls(attacker);
  city().controller = mover_;
  if (attacker.kind == Kind::king) {
    cite({98});
    city().king = true;
    city().king_trained = attacker.trained;
    city().king_lives = attacker.lives;
    city().die = 6;
  } else {
    garrison(attacker);
    switch (law_.options.occupied_die) {
    case choice::occupied_die_difference:
      city().die = narrow(std::max(1, value - before));
      break;
    case choice::occupied_die_one_plus_value:
      city().die = narrow(std::min(6, 1 + value));
      break;
    case choice::occupied_die_one:
      city().die = 1;
      break;
    case choice::occupied_die_keep:
      break;
    default:
      city().die = narrow(value);
    }
  }
  effect_.extra_move = true;
}

void Actor::destroy(const Piece& attacker, Field from, Field stand) {
  cite({111, 114});
  const Side defender = city().controller;
  kingInsideFalls(attacker);
  ruin();
  put(stand, attacker, from);
  effect_.actor_field = stand;
  payPrice(mover_, defender);
}

void Actor::attack() {
  const Approach approach = approachTo(law_, position_, action_.from, action_.city, law_.options.attack_geometry != 0);
  cite({3});
  approach.leap ? cite({103}) : cite({102});
  if (city().controller != law_.board.cities[action_.city].owner)
    cite({109});
  Piece attacker = lift(action_.from);
  if (attacker.turned)
    cite({86});
  if (attacker.isUnit())
    cite({84});
  attacker.turned = false;
  effect_.actor_field = no_field;
  effect_.left = action_.from;
  fall(attacker, approach);
}

void Actor::fall(const Piece& attacker, const Approach& approach) {
  const int value = attacker.value(), die = city().die;
  if (value < die)
    return reduce(attacker);
  if (value == die)
    return bothFall(attacker);
  cite({104});
  if (action_.choice == CityChoice::occupy)
    return occupy(attacker);
  destroy(attacker, action_.from, approach.stand);
}

void Actor::burn() {
  cite({115});
  const Approach approach = approachTo(law_, position_, action_.from, action_.city, law_.options.entry_geometry != 0);
  if (approach.leap)
    cite({93});
  const bool own = law_.board.cities[action_.city].owner == mover_;
  Piece piece = lift(action_.from);
  piece.turned = false;
  ruin();
  city().burnt_by_owner = own;
  put(approach.stand, piece, action_.from);
  effect_.actor_field = approach.stand;
  effect_.left = action_.from;
  if (law_.options.scorched_price != 0)
    payPrice(mover_, mover_);
}

} // namespace linesman::rules::armada_chess
