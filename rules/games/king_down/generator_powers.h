#pragma once
// Turns that spend a token: marks, Strike, Haste, Flight, Sacrifice, March, Leap (KD-61 to KD-83).
#include "rules/games/king_down/generator.h"

namespace linesman::rules::king_down {

/// Men that may be marked on the present board (KD-65, KD-67); a frozen man does nothing, but a wall may stand round
/// it.
template <class Sink> Bits64 Generator<Sink>::markable() const {
  const Bits64 kings = p_.men[index(Man::king)];
  return spends_ == Power::freeze ? enemy_ & ~kings : own_ & ~kings;
}

template <class Sink> void Generator<Sink>::markSteps(int from, Bits64 targets) {
  if (targets == 0)
    return;
  Turn turn = withMarks(turn_);
  const Bits64 candidates = markable();
  if (spends_ == Power::freeze) {
    if (const Bits64 calm = targets & ~enemy_; calm != 0)
      sink_.markedPlain(turn, calm, candidates, false, mostMarks());
    for (Bits64 hits = targets & enemy_; hits != 0;) {
      const int to = popLowest(hits);
      sink_.markedPlain(turn, bit(to), candidates & ~bit(to), false, mostMarks());
    }
  } else {
    const bool walks = (bit(from) & candidates) != 0;
    sink_.markedPlain(turn, targets, candidates & ~bit(from), walks, mostMarks());
  }
}

template <class Sink> void Generator<Sink>::mark(const Leg& leg) {
  Position next = p_;
  playLeg(law_, next, leg, true);
  const Bits64 kings = next.men[index(Man::king)];
  const Bits64 candidates =
      spends_ == Power::freeze ? next.sides[index(them_)] & ~kings : next.sides[index(us_)] & ~kings;
  turn_.first = leg;
  sink_.marks(withMarks(turn_), candidates, mostMarks(), 0);
}

template <class Sink> void Generator<Sink>::wholeTurnMarks() {
  if (!law_.with.token_check_allowed && enemy_checked_)
    return;
  Bits64 needed = 0;
  if (check_ != 0) {
    if (spends_ != Power::freeze || law_.with.frozen_checks)
      return;
    needed = check_;
    if ((needed & p_.men[index(Man::king)]) != 0 || countBits(needed) > mostMarks())
      return;
  }
  Turn turn;
  turn.has_first = false;
  sink_.marks(withMarks(turn), markable(), mostMarks(), needed);
}

template <class Sink> void Generator<Sink>::strike() {
  beginToken(Mode::token);
  for (Bits64 movers = own_ & ~p_.frozen & ~bit(king_); movers != 0;) {
    const int from = popLowest(movers);
    const Man man = p_.at(from);
    const bool takes = man != Man::guard || !law_.with.strike_own_captures;
    const Bits64 targets =
        (rays().orthogonal(from, men_) | rays().diagonal(from, men_)) & (~men_ | (takes ? takes_ : 0));
    if (man == Man::pawn && law_.with.promote_on_any_arrival)
      pawnSteps(from, targets);
    else
      steps(from, targets);
  }
}

template <class Sink> void Generator<Sink>::haste() {
  beginToken(Mode::first);
  for (Bits64 movers = own_ & ~p_.frozen; movers != 0;) {
    const int from = popLowest(movers);
    if (from == king_ && !law_.with.haste_king)
      continue;
    legsOf(from);
  }
}

/// The first half of a Haste turn is fine: the second halves.
template <class Sink> void Generator<Sink>::goOn(const Leg& leg) {
  Turn turn;
  turn.spends = spends_;
  turn.first = leg;
  if (law_.with.haste_second_optional)
    sink_.one(turn);
  if (leg.promotion != Man::none && leg.kind != LegKind::swap && !law_.with.haste_after_promotion)
    return;
  Position next = p_;
  playLeg(law_, next, leg, false);
  Generator(law_, next, sink_, reckless_).second(turn, leg.kind == LegKind::shot ? leg.from : leg.to);
}

template <class Sink> void Generator<Sink>::flight() {
  beginToken(Mode::token);
  const Bits64 half = us_ == Side::white ? Bits64{0xffffffff} : Bits64{0xffffffff} << 32;
  for (Bits64 movers = own_ & ~p_.frozen & ~bit(king_); movers != 0;) {
    const int from = popLowest(movers);
    Bits64 targets = half & ~men_;
    if (p_.at(from) == Man::pawn && !law_.with.flight_pawn_back_rank)
      targets &= ~rowOf(us_, 0);
    steps(from, targets);
  }
}

template <class Sink> void Generator<Sink>::sacrifice() {
  beginToken(Mode::token);
  if (check_ != 0 && !reckless_)
    return; // the pawn's square stays occupied and no enemy goes: the check stays
  for (Bits64 pawns = own_ & p_.men[index(Man::pawn)] & ~p_.frozen; pawns != 0;) {
    const int from = popLowest(pawns);
    for (std::size_t man = 0; man < man_kinds; ++man) {
      const auto kind = static_cast<Man>(man);
      if (kind == Man::pawn || kind == Man::king || p_.lost[index(us_)][man] == 0)
        continue;
      if (kind == Man::guard && !law_.with.sacrifice_guard)
        continue;
      legal({.kind = LegKind::place, .from = small(from), .to = small(from), .promotion = kind});
    }
  }
}

template <class Sink> void Generator<Sink>::march() {
  beginToken(Mode::token);
  for (Bits64 pawns = own_ & p_.men[index(Man::pawn)] & ~p_.frozen; pawns != 0;) {
    const int from = popLowest(pawns);
    const int to = from + 16 * forwardOf(us_);
    if (to < 0 || to > 63 || (men_ & (bit(to) | bit(from + 8 * forwardOf(us_)))) != 0)
      continue;
    if (freeDouble(from) && law_.with.march_start_row_free)
      continue;
    pawnSteps(from, bit(to));
  }
}

template <class Sink> void Generator<Sink>::leap() {
  beginToken(Mode::token);
  const Bits64 pawns = own_ & p_.men[index(Man::pawn)];
  const Bits64 stops = men_ & ~pawns;
  for (Bits64 movers = own_ & ~p_.frozen; movers != 0;) {
    const int from = popLowest(movers);
    const Man man = p_.at(from);
    Bits64 reach = 0;
    if (man == Man::rook || man == Man::queen)
      reach |= rays().orthogonal(from, stops) & ~rays().orthogonal(from, men_);
    if (man == Man::bishop || man == Man::queen)
      reach |= rays().diagonal(from, stops) & ~rays().diagonal(from, men_);
    if (man == Man::pawn && law_.with.leap_pawns && freeDouble(from) && (pawns & bit(from + 8 * forwardOf(us_))) != 0)
      reach |= bit(from + 16 * forwardOf(us_)) & ~men_;
    if (reach != 0)
      steps(from, reach & (~men_ | takes_));
  }
}

} // namespace linesman::rules::king_down
