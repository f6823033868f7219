// Pieces knocked out: second lives, the reserve, the fall of a King and its moral price.
#include "rules/games/armada_chess/actor.h"

namespace linesman::rules::armada_chess {

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

/// An attacker knocked out at the walls (AC-105, AC-106); a second life applies.
void Actor::loseAttacker(const Piece& attacker) {
  if (attacker.kind == Kind::king)
    loseKing(attacker.side, attacker.trained, attacker.lives, Kind::none);
  else
    losePiece(attacker, no_field, Kind::none);
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

} // namespace linesman::rules::armada_chess
