#pragma once
// What each man may do by its own movement (KD-10 to KD-39, KD-50, KD-51, and the kings that are always in effect).
#include "rules/games/king_down/generator.h"

namespace linesman::rules::king_down {

template <class Sink> void Generator<Sink>::legsOf(int from) {
  const Man man = p_.at(from);
  if ((p_.frozen & bit(from)) != 0) {
    if (man == Man::archer && law_.with.frozen_shoots)
      shots(from, at(captureTable(man), from) & takes_);
    return;
  }
  switch (man) {
  case Man::pawn:
    pawn(from);
    break;
  case Man::bishop:
    steps(from, rays().diagonal(from, men_) & (takes_ | ~men_));
    break;
  case Man::rook:
    steps(from, rays().orthogonal(from, men_) & (takes_ | ~men_));
    break;
  case Man::queen:
    steps(from, (rays().diagonal(from, men_) | rays().orthogonal(from, men_)) & (takes_ | ~men_));
    break;
  case Man::king:
    king(from);
    break;
  case Man::archer:
    stepping(from, man);
    shots(from, at(captureTable(man), from) & takes_);
    break;
  case Man::paladin:
    paladin(from);
    break;
  case Man::maester:
    stepping(from, man, true);
    swaps(from);
    break;
  case Man::beast:
    steps(from, at(moveTable(man), from) & ~men_);
    if (law_.with.beast_chain == BeastChain::off)
      steps(from, at(captureTable(man), from) & takes_);
    else
      chains(from);
    break;
  case Man::knight:
    stepping(from, man, true);
    break;
  case Man::guard:
    stepping(from, man);
    break;
  case Man::none:
    break;
  }
}

template <class Sink> void Generator<Sink>::pawn(int from) {
  const bool dark = p_.has(us_, Power::darkness);
  Bits64 targets = 0;
  if (dark) {
    targets = at(law_.with.darkness_backward ? law_.steps.darkness_back_moves[index(us_)]
                                             : law_.steps.darkness_moves[index(us_)],
                 from) &
              ~men_;
  } else {
    targets = at(moveTable(Man::pawn), from) & ~men_;
    const bool costs = spends_ == Power::march && !law_.with.march_start_row_free;
    if (targets != 0 && freeDouble(from) && !costs)
      targets |= bit(from + 16 * forwardOf(us_)) & ~men_;
    if (p_.en_passant != no_square && law_.with.en_passant &&
        (at(captureTable(Man::pawn), from) & bit(p_.en_passant)) != 0)
      enPassant(from);
  }
  pawnSteps(from, targets | (pawnCaptures(law_, p_, us_, from) & takes_));
}

template <class Sink> void Generator<Sink>::enPassant(int from) {
  const int victim = p_.en_passant - 8 * forwardOf(us_);
  if (victim < 0 || victim > 63 || (takes_ & p_.men[index(Man::pawn)] & bit(victim)) == 0)
    return;
  Leg leg{.kind = LegKind::en_passant, .from = small(from), .to = small(p_.en_passant)};
  special(leg, bit(from) | bit(victim), (men_ & ~bit(from) & ~bit(victim)) | bit(p_.en_passant), bit(victim));
}

/// Pawn moves: those to the last row become promotions.
template <class Sink> void Generator<Sink>::pawnSteps(int from, Bits64 targets) {
  const Bits64 last = rowOf(us_, 7);
  if ((targets & last) == 0 || law_.with.promotion_optional)
    steps(from, targets);
  else if ((targets & ~last) != 0)
    steps(from, targets & ~last);
  for (Bits64 rest = targets & last; rest != 0;) {
    const int to = popLowest(rest);
    promote({.kind = LegKind::move, .from = small(from), .to = small(to)}, bit(from), (men_ & ~bit(from)) | bit(to),
            bit(to) & enemy_);
  }
}

template <class Sink> void Generator<Sink>::promote(Leg leg, Bits64 vacated, Bits64 men, Bits64 gone) {
  if (!safe(vacated, men, gone))
    return unsafe(leg, law_.with.promotion_types);
  for (const Man man : law_.with.promotion_types) {
    leg.promotion = man;
    legal(leg);
  }
}

template <class Sink> void Generator<Sink>::king(int from) {
  const Bits64 near = at(law_.steps.around, from);
  const bool mercy = p_.has(us_, Power::mercy);
  Bits64 targets = near & ~men_;
  if (mercy)
    targets |= mercyReach(from);
  if (!mercy && !(p_.has(us_, Power::death_touch) && law_.with.death_touch_replaces))
    targets |= near & king_takes_;
  kingSteps(from, targets);
  if (p_.has(us_, Power::death_touch))
    shots(from, near & king_takes_);
}

/// Two squares in a line over an empty square or an own man (KD-88, KD-89), and guards where the switch lets it take
/// them.
template <class Sink> Bits64 Generator<Sink>::mercyReach(int from) const {
  Bits64 reach = 0;
  const Bits64 landing = ~men_ | (law_.with.mercy_takes_guard ? king_takes_ & p_.men[index(Man::guard)] : 0);
  for (int d = 0; d < 8; ++d) {
    const Bits64 line = rays().ray(d, from) & mercyField(from);
    const Bits64 first = line & at(law_.steps.around, from);
    reach |= first & landing;
    if ((first & enemy_) == 0)
      reach |= line & ~first & landing;
  }
  return reach;
}

/// The squares at most two files and ranks away.
template <class Sink> Bits64 Generator<Sink>::mercyField(int from) const {
  Bits64 field = at(law_.steps.around, from);
  for (Bits64 ring = field; ring != 0;)
    field |= at(law_.steps.around, popLowest(ring));
  return field;
}

template <class Sink> void Generator<Sink>::kingSteps(int from, Bits64 targets) {
  Bits64 good = 0;
  for (Bits64 rest = targets; rest != 0;) {
    const int to = popLowest(rest);
    if (kingSafe(to, (men_ & ~bit(from)) | bit(to), bit(to) & enemy_))
      good |= bit(to);
  }
  legalSteps(from, good);
  if (parrying())
    unsafeSteps(from, targets & ~good);
}

template <class Sink> void Generator<Sink>::shots(int from, Bits64 targets) {
  for (; targets != 0;) {
    const int to = popLowest(targets);
    special({.kind = LegKind::shot, .from = small(from), .to = small(to)}, bit(to), men_ & ~bit(to), bit(to));
  }
}

template <class Sink> void Generator<Sink>::paladin(int from) {
  const Bits64 stops = law_.with.paladin_jumps_friends ? enemy_ : men_;
  const Bits64 reach = rays().orthogonal(from, stops) | rays().diagonal(from, stops);
  steps(from, reach & ~men_);
  Bits64 victims = reach & takes_;
  if (!law_.with.paladin_kamikaze)
    return steps(from, victims);
  if (mode_ == Mode::first)
    return; // the paladin is gone: nobody is left for the second half (KD-73)
  while (victims != 0) {
    const int to = popLowest(victims);
    special({.kind = LegKind::vanish, .from = small(from), .to = small(to)}, bit(from) | bit(to),
            men_ & ~bit(from) & ~bit(to), bit(to));
  }
}

template <class Sink> void Generator<Sink>::swaps(int from) {
  Bits64 partners = law_.with.maester_swap ? at(law_.steps.around, from) & own_ & ~p_.frozen : 0;
  const Bits64 first = rowOf(us_, 0);
  if (law_.with.maester_long_swap && (bit(from) & first) != 0 && (bit(king_) & first) != 0)
    partners |= bit(king_);
  if (!law_.with.null_swap)
    partners &= ~p_.men[index(Man::maester)];
  while (partners != 0) {
    const int to = popLowest(partners);
    Leg leg{.kind = LegKind::swap, .from = small(from), .to = small(to)};
    if (to == king_) {
      if (kingSafe(from, men_, 0))
        legal(leg);
      else
        unsafe(leg, {});
    } else if (p_.at(to) == Man::pawn && (bit(from) & rowOf(us_, 7)) != 0 && law_.with.promote_on_any_arrival) {
      promote(leg, 0, men_, 0);
      if (law_.with.promotion_optional)
        special(leg, 0, men_, 0);
    } else {
      special(leg, 0, men_, 0);
    }
  }
}

template <class Sink> void Generator<Sink>::chains(int from) {
  Leg leg{.kind = LegKind::chain, .from = small(from)};
  chain(leg, from, men_ & ~bit(from), takes_, 0);
}

/// Goes on with the captures of a beast from `square`; `left` are the men that it may still take.
template <class Sink> void Generator<Sink>::chain(Leg leg, int square, Bits64 men, Bits64 left, Bits64 gone) {
  for (Bits64 victims = at(captureTable(Man::beast), square) & left; victims != 0;) {
    const int to = popLowest(victims);
    leg.to = small(to);
    const Bits64 taken = gone | bit(to);
    special(leg, bit(leg.from) | (gone & ~bit(to)), (men & ~gone) | bit(to), taken);
    const int captures = leg.links + 1;
    if (law_.with.beast_chain == BeastChain::unlimited || captures < 2) {
      Leg longer = leg;
      longer.path[static_cast<std::size_t>(longer.links++)] = small(to);
      chain(longer, to, men, left & ~bit(to), taken);
    }
  }
}

template <class Sink> void Generator<Sink>::castle() {
  if (check_ != 0 && !reckless_)
    return;
  for (Bits64 rooks = p_.castling & own_ & p_.men[index(Man::rook)] & ~p_.frozen; rooks != 0;) {
    const int rook = popLowest(rooks);
    if (((bit(king_) | bit(rook)) & ~rowOf(us_, 0)) != 0)
      continue;
    const LegKind kind = rook > king_ ? LegKind::castle_short : LegKind::castle_long;
    const auto [king_to, rook_to] = castlingSquares(us_, kind);
    const Bits64 way = rays().between(king_, king_to) | bit(king_to);
    const Bits64 both = bit(king_) | bit(rook);
    if (((way | rays().between(rook, rook_to) | bit(rook_to)) & men_ & ~both) != 0)
      continue;
    bool free = true;
    for (Bits64 rest = way; rest != 0 && free;)
      free = kingSafe(popLowest(rest), men_ & ~bit(king_), 0);
    if (free && kingSafe(king_to, (men_ & ~both) | bit(king_to) | bit(rook_to), 0))
      legal({.kind = kind, .from = small(king_), .to = small(rook)});
  }
}

} // namespace linesman::rules::king_down
