#pragma once
#include "rules/games/king_down/law.h"
#include "rules/games/king_down/turn.h"

namespace linesman::rules::king_down {

/// Carries one leg out on the board of `p` (men, lost men, castling rights, moved pawns); the side to move stays.
/// `ordinary` is false for token moves, which open no en passant.
void playLeg(const Law& law, Position& p, const Leg& leg, bool ordinary);

/// The position after a legal turn.
Position after(const Law& law, const Position& p, const Turn& turn);

/// King and rook squares of a castling move.
struct CastlingSquares {
  int king_to = 0;
  int rook_to = 0;
};
inline CastlingSquares castlingSquares(Side side, LegKind kind) {
  const int row = side == Side::white ? 0 : 56;
  return kind == LegKind::castle_short ? CastlingSquares{row + 6, row + 5} : CastlingSquares{row + 2, row + 3};
}

} // namespace linesman::rules::king_down
