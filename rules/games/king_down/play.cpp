#include "rules/games/king_down/play.h"

#include <cstdlib>

namespace linesman::rules::king_down {
namespace {

void lose(Position& p, Side side, Man man) {
  ++p.lost[index(side)][index(man)];
}

/// Takes the enemy on `square` off the board.
void capture(Position& p, int square) {
  const Side enemy = other(p.turn);
  lose(p, enemy, p.take(enemy, square));
  p.moved_pawns &= ~bit(square);
}

/// A pawn put on its second row has moved before; one that leaves it needs no memory.
void rememberPawn(const Law& law, Position& p, Man man, int to) {
  if (law.with.double_step_never_moved && man == Man::pawn)
    p.moved_pawns |= bit(to) & rowOf(p.turn, 1);
}

void playSwap(const Law& law, Position& p, const Leg& leg) {
  const Man maester = p.take(p.turn, leg.from);
  const Man partner = p.take(p.turn, leg.to);
  p.put(p.turn, maester, leg.to);
  p.put(p.turn, leg.promotion != Man::none ? leg.promotion : partner, leg.from);
  rememberPawn(law, p, p.at(leg.from), leg.from);
}

void playCastle(Position& p, const Leg& leg) {
  const auto [king_to, rook_to] = castlingSquares(p.turn, leg.kind);
  p.take(p.turn, leg.from);
  p.take(p.turn, leg.to);
  p.put(p.turn, Man::king, king_to);
  p.put(p.turn, Man::rook, rook_to);
}

void playMove(const Law& law, Position& p, const Leg& leg, bool ordinary) {
  if ((p.sides[index(other(p.turn))] & bit(leg.to)) != 0)
    capture(p, leg.to);
  const Man man = p.take(p.turn, leg.from);
  p.put(p.turn, leg.promotion != Man::none ? leg.promotion : man, leg.to);
  rememberPawn(law, p, p.at(leg.to), leg.to);
  if (law.with.en_passant && ordinary && man == Man::pawn && leg.promotion == Man::none &&
      std::abs(leg.to - leg.from) == 16)
    p.en_passant = (leg.from + leg.to) / 2;
}

} // namespace

void playLeg(const Law& law, Position& p, const Leg& leg, bool ordinary) {
  p.en_passant = no_square;
  p.moved_pawns &= ~bit(leg.from);
  Bits64 touched = bit(leg.from) | bit(leg.to);
  switch (leg.kind) {
  case LegKind::move:
    playMove(law, p, leg, ordinary);
    break;
  case LegKind::chain:
    for (int i = 0; i < leg.links; ++i) {
      capture(p, leg.path[static_cast<std::size_t>(i)]);
      touched |= bit(leg.path[static_cast<std::size_t>(i)]);
    }
    capture(p, leg.to);
    p.put(p.turn, p.take(p.turn, leg.from), leg.to);
    break;
  case LegKind::shot:
    capture(p, leg.to);
    touched = bit(leg.to);
    break;
  case LegKind::vanish: {
    capture(p, leg.to);
    const Man man = p.take(p.turn, leg.from);
    if (law.with.sacrifice_selfremoved)
      lose(p, p.turn, man);
    break;
  }
  case LegKind::swap:
    playSwap(law, p, leg);
    break;
  case LegKind::en_passant:
    capture(p, leg.to - 8 * forwardOf(p.turn));
    touched |= bit(leg.to - 8 * forwardOf(p.turn));
    p.put(p.turn, p.take(p.turn, leg.from), leg.to);
    break;
  case LegKind::castle_short:
  case LegKind::castle_long:
    playCastle(p, leg);
    break;
  case LegKind::place:
    p.take(p.turn, leg.from);
    p.put(p.turn, leg.promotion, leg.from);
    --p.lost[index(p.turn)][index(leg.promotion)];
    break;
  }
  p.moved_pawns &= p.men[index(Man::pawn)];
  if (p.castling != 0) {
    p.castling &= ~touched;
    // A king that has left its square takes both rights of its side along.
    if ((touched & p.men[index(Man::king)]) != 0 || leg.kind == LegKind::castle_short ||
        leg.kind == LegKind::castle_long)
      p.castling &= ~p.sides[index(p.turn)];
  }
}

Position after(const Law& law, const Position& p, const Turn& turn) {
  Position next = p;
  next.en_passant = no_square;
  const bool ordinary = turn.spends == Power::none || turn.marks != 0;
  if (turn.has_first)
    playLeg(law, next, turn.first, ordinary);
  if (turn.has_second)
    playLeg(law, next, turn.second, ordinary);
  if (turn.spends != Power::none) {
    auto& left = next.tokens[index(p.turn)];
    left = static_cast<std::uint8_t>(left - (turn.marks != 0 ? countBits(turn.marks) : 1));
  }
  next.turn = other(p.turn);
  next.frozen = turn.spends == Power::freeze ? turn.marks : 0;
  next.walled = turn.spends == Power::ice_wall ? turn.marks : 0;
  return next;
}

} // namespace linesman::rules::king_down
