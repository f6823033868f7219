// Travel, captures and promotion, with the clauses at work.
#include "rules/games/armada_chess/actor.h"

namespace linesman::rules::armada_chess {

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

} // namespace linesman::rules::armada_chess
