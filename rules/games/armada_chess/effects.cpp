#include "rules/games/armada_chess/effects.h"

#include <algorithm>

#include "rules/games/armada_chess/facts.h"

namespace linesman::rules::armada_chess {

namespace {

std::uint8_t narrow(int value) {
  return static_cast<std::uint8_t>(value);
}
std::uint8_t lowered(std::uint8_t die, int by) {
  return narrow(std::max(1, die - by));
}
std::uint8_t raised(std::uint8_t die, int by) {
  return narrow(std::min(6, die + by));
}

/// Carries out one action. One object lives for one action.
class Actor {
public:
  Actor(const Law& law, Position& position, const Action& action, ClauseSet* trace)
      : law_(law), position_(position), action_(action), trace_(trace), mover_(position.side) {}

  Effect run();

private:
  void cite(std::initializer_list<int> clauses) {
    if (trace_ != nullptr)
      trace_->add(clauses);
  }
  CityState& city() { return position_.cities[action_.city]; }
  void toReserve(Side side, Kind kind, bool trained, bool high) {
    ++position_.reserve[indexOf(side)][indexOf(kind)][bandsOf(trained, high)];
  }
  void takeFromReserve(Kind kind, Bands bands) { --position_.reserve[indexOf(mover_)][indexOf(kind)][bands]; }

  Piece lift(Field field);
  void put(Field field, Piece piece, Field from);
  void lose(Side side, Kind kind, bool trained, bool high, bool from_board);
  void losePiece(const Piece& piece, Field field, Kind taker);
  void loseKing(Side side, bool trained, Lives lives, Kind taker);
  void moralFall(Side side, Kind kind);
  bool openRevival(Side side, Kind kind, bool trained);

  void travel();
  void rider();
  void citeTravel(const Piece& piece, Field from, Field to);
  void citePawn(Field from, Field to, bool boarded);
  void citeArrival(const Piece& piece, Field to);
  void citeCapture(const Piece& victim, const Striker& striker, Field field);
  void capture(const Striker& striker, Field field, Kind taker, Piece& victim);
  void promote(Field field);
  void doubleStep(Field from, Field to);
  void train();
  void upgrade();
  void rebuild();
  void artillery();
  void enter();
  void leave();
  void attack();
  void fall(const Piece& attacker, const Approach& approach);
  void bothFall(const Piece& attacker);
  void reduce(const Piece& attacker);
  void occupy(const Piece& attacker);
  void destroy(const Piece& attacker, Field from, Field stand);
  void payPrice(Side attacker, Side defender);
  void kingInsideFalls(const Piece& attacker);
  void garrison(const Piece& piece);
  void loseAttacker(const Piece& attacker);
  void ruin();
  void burn();

  const Law& law_;
  Position& position_;
  const Action& action_;
  ClauseSet* trace_;
  const Side mover_;
  Effect effect_;
};

/// Takes a piece off its field; a site that was being rebuilt starts again (AC-117, G-51).
Piece Actor::lift(Field field) {
  const Piece piece = position_.pieces[field];
  position_.pieces[field] = Piece{};
  const CityIndex site = law_.board.fields[field].city;
  if (site != no_city && position_.cities[site].rebuild > 0) {
    cite({117});
    position_.cities[site].rebuild = 0;
  }
  return piece;
}

/// Sets a piece down; half-finished training and upgrades are kept or lost by where it stands now (AC-49, AC-56).
void Actor::put(Field field, Piece piece, Field from) {
  if (piece.training > 0) {
    const bool keeps = from != no_field && isTerrain(law_, position_, field) &&
                       (law_.options.training_area == choice::training_area_any_terrain ||
                        rangeOf(law_, position_, field) == rangeOf(law_, position_, from));
    cite({49});
    if (!keeps)
      piece.training = 0;
  }
  if (piece.upgrade > 0) {
    const bool keeps = isUpgradeField(law_, field, mover_) && law_.options.upgrade_area == choice::upgrade_area_s_or_i;
    cite({56});
    if (!keeps)
      piece.upgrade = 0;
  }
  position_.pieces[field] = piece;
}

bool Actor::openRevival(Side side, Kind kind, bool trained) {
  Revivals& open = position_.revivals[indexOf(side)];
  const bool waits = law_.options.revive_blocked == choice::revive_blocked_wait;
  if (open.count == open.entries.size() || (!waits && !hasFreeResource(law_, position_, side)))
    return false;
  open.entries[open.count++] = {kind, trained, false};
  if (side == mover_)
    ++effect_.own_revivals;
  return true;
}

/// One piece (never a King) is knocked out: second life, reserve, or out of the game.
void Actor::lose(Side side, Kind kind, bool trained, bool high, bool moral) {
  if (trained)
    cite({51});
  const bool second_life = high && !(moral && law_.options.moral_second_life == choice::moral_second_life_off);
  if (high)
    cite({57, 59});
  if (second_life && openRevival(side, kind, trained))
    return;
  if (moral && law_.options.moral_losses == choice::moral_losses_out_of_game)
    return;
  toReserve(side, kind, trained, false);
}

void Actor::loseKing(Side side, bool trained, Lives lives, Kind taker) {
  const bool decides = taker == Kind::king &&
                       (lives != Lives::high || law_.options.decisive_vs_upgraded == choice::decisive_vs_upgraded_win);
  if (decides) {
    cite({119, 141});
    effect_.decisive = true;
    return;
  }
  if (lives == Lives::high) {
    cite({57, 61, 123});
    const bool lives_on = openRevival(side, Kind::king, trained);
    if (!lives_on)
      cite({62, 121});
    if (law_.options.moral_on_first_life != 0 && taker != Kind::king && taker != Kind::none)
      moralFall(side, taker);
    return;
  }
  cite({121});
  if (lives == Lives::crown)
    cite({62});
  if (law_.options.king_from_reserve != 0)
    toReserve(side, Kind::king, trained, false);
  if (taker != Kind::none)
    moralFall(side, taker);
}

/// The fall of a King takes every piece of the taker's type with it (AC-120).
void Actor::moralFall(Side side, Kind kind) {
  if (kind == Kind::king)
    return;
  cite({120});
  const std::size_t count = law_.board.fields.size();
  for (std::size_t index = 0; index < count; ++index) {
    const auto field = static_cast<Field>(index);
    Piece& piece = position_.pieces[field];
    if (!piece.present() || piece.side != side)
      continue;
    if (kind == Kind::pawn && piece.isUnit()) {
      const Rider rider = piece.rider;
      piece.rider = Rider{};
      lose(side, Kind::pawn, rider.trained(), rider.high(), true);
    } else if (piece.kind == kind) {
      const Piece lost = lift(field);
      if (lost.isUnit()) {
        position_.pieces[field] = Piece{.kind = Kind::pawn,
                                        .side = side,
                                        .trained = lost.rider.trained(),
                                        .lives = lost.rider.high() ? Lives::high : Lives::none};
      }
      lose(side, kind, lost.trained, lost.lives == Lives::high, true);
    }
  }
  if (law_.options.moral_scope == choice::moral_scope_board_and_reserve)
    position_.reserve[indexOf(side)][indexOf(kind)] = {};
}

/// A captured piece, with its rider; the captor stands on the field already.
void Actor::losePiece(const Piece& piece, Field, Kind taker) {
  if (piece.kind == Kind::king) {
    loseKing(piece.side, piece.trained, piece.lives, taker);
    return;
  }
  if (piece.training > 0)
    cite({52});
  lose(piece.side, piece.kind, piece.trained, piece.lives == Lives::high, false);
  if (piece.isUnit())
    lose(piece.side, Kind::pawn, piece.rider.trained(), piece.rider.high(), false);
}

void Actor::citeCapture(const Piece& victim, const Striker& striker, Field field) {
  cite({20});
  if (victim.isUnit())
    victim.turned ? cite({81}) : cite({81, 82});
  if (victim.turned) {
    if (striker.kind == Kind::knight)
      cite({89});
    victim.isUnit() ? cite({87, 88}) : cite({87});
  }
  if (!isTerrain(law_, position_, field))
    return;
  cite({39});
  if (striker.trained)
    cite({40});
  if (striker.kind == Kind::knight)
    cite({41});
  if (victim.turned)
    cite({43});
}

void Actor::citePawn(Field from, Field to, bool boarded) {
  const Direction ahead = law_.board.forward[indexOf(mover_)];
  const Field next = law_.board.neighbour(from, ahead);
  if (action_.capture || to == next) {
    cite({24});
    if (boarded)
      return;
    if (law_.board.neighbour(to, ahead) == no_field && !isResourceOf(law_, to, otherSide(mover_)))
      cite({27});
  } else if (next != no_field && law_.board.neighbour(next, ahead) == to) {
    cite({6, 25});
  } else {
    cite({26});
    if (!boarded)
      cite({37});
  }
}

void Actor::citeTravel(const Piece& piece, Field from, Field to) {
  const auto& neighbours = law_.board.fields[from].neighbours;
  const bool beside = std::find(neighbours.begin(), neighbours.end(), to) != neighbours.end();
  switch (piece.kind) {
  case Kind::pawn:
    break; // citePawn
  case Kind::knight:
    beside ? cite({29, 37}) : cite({28, 30});
    break;
  case Kind::bishop: {
    bool orthogonal = false;
    for (std::size_t d = 0; d < direction_count; d += 2)
      orthogonal |= neighbours[d] == to;
    orthogonal && !action_.capture ? cite({32, 37}) : cite({31});
    break;
  }
  case Kind::rook:
    cite({33});
    if (piece.isUnit())
      cite({79});
    if (piece.turned)
      cite({86, 90});
    break;
  case Kind::queen:
    cite({34});
    break;
  case Kind::king:
    if (piece.lives != Lives::none)
      cite({36});
    if (beside)
      cite({35});
    break;
  default:
    break;
  }
}

/// What the new field means: terrain, S, I.
void Actor::citeArrival(const Piece& piece, Field to) {
  if (trace_ == nullptr)
    return;
  const FieldInfo& info = law_.board.fields[to];
  const Owners enemy = ownerBit(otherSide(mover_));
  if (isTerrain(law_, position_, to)) {
    cite({piece.trained ? 40 : 38});
    if (info.city != no_city)
      cite({44});
  }
  if ((info.sabotage & enemy) != 0) {
    cite({4, 64});
    if (teamOf(piece.kind) != bitOf(piece.kind))
      cite({66});
  }
  if ((info.intelligence & enemy) != 0) {
    cite({4, 69});
    if (teamOf(piece.kind) != bitOf(piece.kind))
      cite({70});
  }
  const FieldInfo& was = law_.board.fields[action_.from];
  if ((was.sabotage & enemy) != 0)
    cite({65});
  if ((was.intelligence & enemy) != 0)
    cite({72});
}

/// The victim leaves; a captured holder of S or I ends its effect.
void Actor::capture(const Striker& striker, Field field, Kind, Piece& victim) {
  citeCapture(position_.pieces[field], striker, field);
  const Owners own = ownerBit(mover_);
  if ((law_.board.fields[field].sabotage & own) != 0)
    cite({65});
  if ((law_.board.fields[field].intelligence & own) != 0)
    cite({72});
  victim = lift(field);
}

void Actor::doubleStep(Field from, Field to) {
  const Direction ahead = law_.board.forward[indexOf(mover_)];
  const Field middle = law_.board.neighbour(from, ahead);
  if (middle == no_field || to == middle || law_.board.neighbour(middle, ahead) != to)
    return;
  position_.en_passant = middle;
  position_.en_passant_pawn = to;
  effect_.double_step = true;
}

void Actor::promote(Field field) {
  const Piece pawn = position_.pieces[field];
  cite({5, 74, 76});
  if (pawn.isUnit()) { // promotion_from_rookpawn: the new piece takes the field, Rook and pawn go to the reserve
    toReserve(mover_, pawn.kind, pawn.trained, pawn.lives == Lives::high);
    toReserve(mover_, Kind::pawn, pawn.rider.trained(), pawn.rider.high());
  } else {
    toReserve(mover_, Kind::pawn, pawn.trained, pawn.lives == Lives::high);
  }
  takeFromReserve(action_.kind, action_.bands);
  position_.pieces[field] = Piece{.kind = action_.kind,
                                  .side = mover_,
                                  .trained = isTrained(action_.bands),
                                  .lives = isHigh(action_.bands) ? Lives::high : Lives::none};
}

void Actor::travel() {
  const Piece before = position_.pieces[action_.from];
  const Piece at_target = position_.pieces[action_.to];
  const bool boards = at_target.present() && at_target.side == mover_;
  if (before.kind == Kind::pawn)
    citePawn(action_.from, action_.to, boards);
  citeTravel(before, action_.from, action_.to);
  Piece piece = lift(action_.from);
  effect_.actor = piece.kind;
  effect_.actor_field = action_.to;
  effect_.left = action_.from;
  if (boards) {
    cite({78});
    position_.pieces[action_.to].rider = Rider::make(piece.trained, piece.lives == Lives::high);
    return;
  }
  Piece victim;
  if (action_.capture)
    capture(strikerOf(law_, before), action_.en_passant ? position_.en_passant_pawn : action_.to, piece.kind, victim);
  const bool stays = law_.options.fort_attack == choice::fort_attack_stay_turned ||
                     (law_.options.fort_attack == choice::fort_attack_land_turned && action_.capture);
  if (!stays)
    piece.turned = false;
  put(action_.to, piece, action_.from);
  citeArrival(piece, action_.to);
  if (piece.kind == Kind::pawn)
    doubleStep(action_.from, action_.to);
  if (victim.present())
    losePiece(victim, action_.to, piece.kind);
  if (action_.kind != Kind::none)
    promote(action_.to);
}

void Actor::rider() {
  const Rider who = position_.pieces[action_.from].rider;
  const Piece at_target = position_.pieces[action_.to];
  const bool boards = at_target.present() && at_target.side == mover_;
  cite({80});
  citePawn(action_.from, action_.to, boards);
  const Striker striker = riderStriker(position_.pieces[action_.from]);
  position_.pieces[action_.from].rider = Rider{};
  effect_.actor = Kind::pawn;
  effect_.actor_field = action_.to;
  effect_.left = action_.from;
  if (boards) {
    cite({78});
    position_.pieces[action_.to].rider = who;
    return;
  }
  const Piece pawn{
      .kind = Kind::pawn, .side = mover_, .trained = who.trained(), .lives = who.high() ? Lives::high : Lives::none};
  Piece victim;
  if (action_.capture)
    capture(striker, action_.en_passant ? position_.en_passant_pawn : action_.to, Kind::pawn, victim);
  put(action_.to, pawn, action_.from);
  citeArrival(pawn, action_.to);
  doubleStep(action_.from, action_.to);
  if (victim.present())
    losePiece(victim, action_.to, Kind::pawn);
  if (action_.kind != Kind::none)
    promote(action_.to);
}

void Actor::train() {
  Piece& piece = position_.pieces[action_.from];
  cite({46, 47});
  if (piece.training == 0) {
    for (Piece& other : position_.pieces) {
      if (!other.present() || other.side != mover_ || other.training == 0)
        continue;
      other.training = 0;
      cite({50});
    }
  }
  piece.training = narrow(piece.training + 1);
  if (piece.training < valueOf(piece.kind))
    return;
  cite({48});
  piece.training = 0;
  piece.trained = true;
  if (piece.lives == Lives::high)
    cite({63});
}

void Actor::upgrade() {
  Piece& piece = position_.pieces[action_.from];
  cite({53, 54});
  if (piece.upgrade == 0) {
    for (Piece& other : position_.pieces) {
      if (!other.present() || other.side != mover_ || other.upgrade == 0)
        continue;
      other.upgrade = 0;
      cite({56});
    }
  }
  piece.upgrade = narrow(piece.upgrade + 1);
  if (piece.upgrade < valueOf(piece.kind))
    return;
  cite({55, 58});
  if (piece.kind == Kind::king)
    cite({60});
  if (piece.trained)
    cite({63});
  piece.upgrade = 0;
  piece.lives = Lives::high;
}

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

void Actor::kingInsideFalls(const Piece& attacker) {
  if (!city().king)
    return;
  const CityState inside = city();
  city().king = city().king_trained = false;
  city().king_lives = Lives::none;
  cite({110, 122});
  loseKing(inside.controller, inside.king_trained, inside.king_lives, attacker.kind);
}

void Actor::ruin() {
  city() = CityState{.controller = city().controller, .die = 0, .destroyed = true};
  cite({44});
}

/// An attacker knocked out at the walls (AC-105, AC-106); a second life applies.
void Actor::loseAttacker(const Piece& attacker) {
  if (attacker.kind == Kind::king)
    loseKing(attacker.side, attacker.trained, attacker.lives, Kind::none);
  else
    losePiece(attacker, no_field, Kind::none);
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

Effect Actor::run() {
  if (action_.from != no_field) {
    effect_.actor = position_.pieces[action_.from].kind;
    effect_.actor_field = action_.from;
  } else {
    effect_.actor = action_.kind;
  }
  switch (action_.type) {
  case ActionType::travel:
    travel();
    break;
  case ActionType::rider:
    rider();
    break;
  case ActionType::fort:
    cite({85});
    position_.pieces[action_.from].turned = true;
    break;
  case ActionType::train:
    train();
    break;
  case ActionType::upgrade:
    upgrade();
    break;
  case ActionType::rebuild:
    rebuild();
    break;
  case ActionType::artillery:
    artillery();
    break;
  case ActionType::enter:
    enter();
    break;
  case ActionType::exit:
    leave();
    break;
  case ActionType::attack:
    attack();
    break;
  case ActionType::burn:
    burn();
    break;
  case ActionType::promote:
    promote(action_.from);
    break;
  case ActionType::blockade: {
    cite({125});
    const bool king = law_.options.kings_blockade == choice::kings_blockade_passive_2 &&
                      kingAtExits(law_, position_, action_.city, mover_);
    city().die = lowered(city().die, king ? 2 : 1);
    break;
  }
  case ActionType::revive:
    applyRevival(law_, position_, mover_, action_, trace_);
    break;
  }
  return effect_;
}

} // namespace

Effect applyAction(const Law& law, Position& position, const Action& action, ClauseSet* trace) {
  return Actor(law, position, action, trace).run();
}

void applyRevival(const Law&, Position& position, Side side, const Action& action, ClauseSet* trace) {
  Revivals& open = position.revivals[indexOf(side)];
  for (std::size_t i = 0; i < open.count; ++i) {
    if (open.entries[i].kind != action.kind || open.entries[i].trained != isTrained(action.bands))
      continue;
    for (std::size_t j = i + 1; j < open.count; ++j)
      open.entries[j - 1] = open.entries[j];
    open.entries[--open.count] = Revival{};
    break;
  }
  if (trace != nullptr) {
    trace->add({5, 57, 135});
    if (action.kind == Kind::king)
      trace->add(61);
  }
  position.pieces[action.to] = Piece{.kind = action.kind,
                                     .side = side,
                                     .trained = isTrained(action.bands),
                                     .lives = action.kind == Kind::king ? Lives::crown : Lives::none};
}

unsigned blockadedCities(const Law& law, const Position& position, Side side) {
  unsigned cities = 0;
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    if (isBlockaded(law, position, static_cast<CityIndex>(city), side))
      cities |= 1U << city;
  }
  return cities;
}

void applyBlockades(const Law& law, Position& position, Side mover, unsigned began, ClauseSet* trace) {
  if (law.options.blockade != choice::blockade_passive || began == 0 || noHostilities(law, position, mover))
    return;
  for (std::size_t index = 0; index < law.board.cities.size(); ++index) {
    const auto city = static_cast<CityIndex>(index);
    if ((began >> index & 1U) == 0 || !isBlockaded(law, position, city, mover))
      continue;
    const bool king =
        law.options.kings_blockade == choice::kings_blockade_passive_2 && kingAtExits(law, position, city, mover);
    if (trace != nullptr)
      trace->add(125);
    if (trace != nullptr && position.cities[index].die == 1)
      trace->add(127);
    position.cities[index].die = lowered(position.cities[index].die, king ? 2 : 1);
  }
}

void lapseRevivals(const Law& law, Position& position, Side side, bool late_only) {
  Revivals& open = position.revivals[indexOf(side)];
  const bool waits = law.options.revive_blocked == choice::revive_blocked_wait && !hasFreeResource(law, position, side);
  Revivals kept;
  for (std::size_t i = 0; i < open.count; ++i) {
    const Revival& entry = open.entries[i];
    if ((late_only && !entry.late) || waits) {
      kept.entries[kept.count++] = entry;
    } else if (entry.kind != Kind::king || law.options.king_from_reserve != 0) {
      ++position.reserve[indexOf(side)][indexOf(entry.kind)][bandsOf(entry.trained, false)];
    }
  }
  open = kept;
}

} // namespace linesman::rules::armada_chess
