#include "rules/games/armada_chess/effects.h"

#include "rules/games/armada_chess/actor.h"

namespace linesman::rules::armada_chess {

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
