#pragma once
#include <array>
#include <vector>

#include "rules/games/king_down/attacks.h"
#include "rules/games/king_down/play.h"

namespace linesman::rules::king_down {

/// Finds every legal turn of a position. A sink takes them, several at once where that is possible, so that a counting
/// sink need not look at each:
///   one(turn)                                       a single turn
///   plain(turn, second, targets)                    the turn's first (or second) leg goes to any of `targets`
///   marks(turn, candidates, most, needed)           the turn with 1..most marks on `candidates`, all of `needed` among
///   them markedPlain(turn, targets, candidates, walks, most)  both; with `walks` the mover's target is a candidate too
///
/// King safety rests on one observation: during a turn the enemy's men only disappear, so the own king can come into
/// check only when it moves itself or when a square between it and an aligned enemy slider is vacated.
template <class Sink> class Generator {
public:
  /// `reckless` drops the safety of the own king: turns that only this forbids, for explanations.
  Generator(const Law& law, const Position& p, Sink& sink, bool reckless = false)
      : law_(law), p_(p), sink_(sink), reckless_(reckless), us_(p.turn), them_(other(p.turn)),
        own_(p.sides[index(us_)]), enemy_(p.sides[index(them_)]), men_(own_ | enemy_), king_(p.kingOf(us_)),
        enemy_king_(p.kingOf(them_)) {
    check_ = checkers(law, p, us_, king_, men_, 0);
    danger_ = linesTo(king_, enemy_);
    const Bits64 protected_men = p.walled | bit(enemy_king_);
    king_takes_ = enemy_ & ~protected_men;
    takes_ = law.with.guard_immune ? king_takes_ & ~p.men[index(Man::guard)] : king_takes_;
    if (p.has(us_, Power::holy_light))
      king_takes_ &= ~p.men[index(Man::pawn)];
    spends_ = p.tokens[index(us_)] > 0 ? p.powerOf(us_) : Power::none;
    if (spends_ != Power::none)
      prepareTokens();
  }

  bool inCheck() const { return check_ != 0; }

  /// All turns of the side to move.
  void all() {
    const bool marks = (spends_ == Power::freeze || spends_ == Power::ice_wall) && !law_.with.mark_costs_turn;
    turn_ = {};
    mode_ = marks ? Mode::marked : Mode::ordinary;
    for (Bits64 movers = own_; movers != 0;)
      legsOf(popLowest(movers));
    if (law_.with.castling)
      castle();
    switch (spends_) {
    case Power::freeze:
    case Power::ice_wall:
      if (law_.with.mark_costs_turn)
        wholeTurnMarks();
      break;
    case Power::strike:
      strike();
      break;
    case Power::haste:
      haste();
      break;
    case Power::flight:
      flight();
      break;
    case Power::sacrifice:
      sacrifice();
      break;
    case Power::march:
      march();
      break;
    case Power::leap:
      leap();
      break;
    default:
      break;
    }
  }

  /// The second half of a Haste turn whose first half led here: moves of the man on `from` only.
  void second(const Turn& so_far, int from) {
    turn_ = so_far;
    turn_.has_second = true;
    mode_ = Mode::second;
    legsOf(from);
  }

private:
  enum class Mode { ordinary, marked, first, second, token };

  /// Squares between `king` and every slider of `side` aligned with it, whatever stands between.
  Bits64 linesTo(int king, Bits64 side) const {
    const Bits64 queens = p_.men[index(Man::queen)];
    Bits64 sliders = ((rays().orthogonalLines(king) & (p_.men[index(Man::rook)] | queens)) |
                      (rays().diagonalLines(king) & (p_.men[index(Man::bishop)] | queens))) &
                     side;
    Bits64 lines = 0;
    while (sliders != 0)
      lines |= rays().between(king, popLowest(sliders));
    return lines;
  }

  void prepareTokens() {
    enemy_danger_ = linesTo(enemy_king_, own_);
    enemy_checked_ = checkers(law_, p_, them_, enemy_king_, men_, 0) != 0;
  }

  static Bits64 at(const std::array<Bits64, 64>& table, int square) { return table[static_cast<std::size_t>(square)]; }

  bool kingSafe(int king, Bits64 men, Bits64 gone) const {
    return reckless_ || checkers(law_, p_, us_, king, men, gone) == 0;
  }
  /// Own king safe after `vacated` squares emptied, it not having moved.
  bool safe(Bits64 vacated, Bits64 men, Bits64 gone) const {
    if (check_ == 0 && (vacated & danger_) == 0)
      return true;
    return kingSafe(king_, men, gone);
  }

  // ---- what one man may do
  // -------------------------------------------------------------------------------------------

  void legsOf(int from) {
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

  const StepTables::BySquare& moveTable(Man man) const { return law_.steps.moves[index(us_)][index(man)]; }
  const StepTables::BySquare& captureTable(Man man) const { return law_.steps.captures[index(us_)][index(man)]; }

  void stepping(int from, Man man, bool captures = false) {
    Bits64 targets = at(moveTable(man), from) & ~men_;
    if (captures)
      targets |= at(captureTable(man), from) & takes_;
    steps(from, targets);
  }

  bool freeDouble(int from) const {
    if ((bit(from) & rowOf(us_, 1)) == 0)
      return false;
    return !law_.with.double_step_never_moved || (p_.moved_pawns & bit(from)) == 0;
  }

  void pawn(int from) {
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

  void enPassant(int from) {
    const int victim = p_.en_passant - 8 * forwardOf(us_);
    if (victim < 0 || victim > 63 || (takes_ & p_.men[index(Man::pawn)] & bit(victim)) == 0)
      return;
    Leg leg{.kind = LegKind::en_passant, .from = small(from), .to = small(p_.en_passant)};
    special(leg, bit(from) | bit(victim), (men_ & ~bit(from) & ~bit(victim)) | bit(p_.en_passant), bit(victim));
  }

  /// Pawn moves: those to the last row become promotions.
  void pawnSteps(int from, Bits64 targets) {
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

  void promote(Leg leg, Bits64 vacated, Bits64 men, Bits64 gone) {
    if (!safe(vacated, men, gone))
      return unsafe(leg, law_.with.promotion_types);
    for (const Man man : law_.with.promotion_types) {
      leg.promotion = man;
      legal(leg);
    }
  }

  void king(int from) {
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
  Bits64 mercyReach(int from) const {
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
  Bits64 mercyField(int from) const {
    Bits64 field = at(law_.steps.around, from);
    for (Bits64 ring = field; ring != 0;)
      field |= at(law_.steps.around, popLowest(ring));
    return field;
  }

  void kingSteps(int from, Bits64 targets) {
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

  void shots(int from, Bits64 targets) {
    for (; targets != 0;) {
      const int to = popLowest(targets);
      special({.kind = LegKind::shot, .from = small(from), .to = small(to)}, bit(to), men_ & ~bit(to), bit(to));
    }
  }

  void paladin(int from) {
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

  void swaps(int from) {
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

  void chains(int from) {
    Leg leg{.kind = LegKind::chain, .from = small(from)};
    chain(leg, from, men_ & ~bit(from), takes_, 0);
  }

  /// Goes on with the captures of a beast from `square`; `left` are the men that it may still take.
  void chain(Leg leg, int square, Bits64 men, Bits64 left, Bits64 gone) {
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

  void castle() {
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

  // ---- legality of what was found
  // ------------------------------------------------------------------------------------

  /// Plain moves of a man other than the king.
  void steps(int from, Bits64 targets) {
    if (targets == 0)
      return;
    if (check_ == 0 && (bit(from) & danger_) == 0)
      return legalSteps(from, targets);
    Bits64 good = 0;
    for (Bits64 rest = targets; rest != 0;) {
      const int to = popLowest(rest);
      if (kingSafe(king_, (men_ & ~bit(from)) | bit(to), bit(to) & enemy_))
        good |= bit(to);
    }
    legalSteps(from, good);
    if (parrying())
      unsafeSteps(from, targets & ~good);
  }

  void special(const Leg& leg, Bits64 vacated, Bits64 men, Bits64 gone) {
    if (safe(vacated, men, gone))
      legal(leg);
    else
      unsafe(leg, {});
  }

  static std::int8_t small(int square) { return static_cast<std::int8_t>(square); }

  static Leg plain(int from, int to) { return {.kind = LegKind::move, .from = small(from), .to = small(to)}; }

  /// Plain moves that keep the own king safe.
  void legalSteps(int from, Bits64 targets) {
    if (targets == 0)
      return;
    switch (mode_) {
    case Mode::ordinary:
      turn_.first.from = small(from);
      sink_.plain(turn_, false, targets);
      break;
    case Mode::marked:
      turn_.first.from = small(from);
      sink_.plain(turn_, false, targets);
      markSteps(from, law_.with.token_check_allowed ? targets : quiet(p_.at(from), from, targets));
      break;
    case Mode::second:
      turn_.second = plain(from, from);
      if (targets = law_.with.token_check_allowed ? targets : quiet(p_.at(from), from, targets); targets != 0)
        sink_.plain(turn_, true, targets);
      break;
    case Mode::token:
      turn_.first = plain(from, from);
      if (targets = law_.with.token_check_allowed ? targets : quiet(p_.at(from), from, targets); targets != 0)
        sink_.plain(turn_, false, targets);
      break;
    case Mode::first:
      for (targets = law_.with.token_check_allowed ? targets : quiet(p_.at(from), from, targets); targets != 0;)
        goOn(plain(from, popLowest(targets)));
      break;
    }
  }

  /// Any leg that keeps the own king safe.
  void legal(const Leg& leg) {
    if (mode_ == Mode::ordinary || mode_ == Mode::marked) {
      turn_.first = leg;
      sink_.one(turn_);
      if (mode_ == Mode::marked && (law_.with.token_check_allowed || !givesCheck(leg)))
        mark(leg);
      turn_.first = {};
      return;
    }
    if (!law_.with.token_check_allowed && givesCheck(leg))
      return;
    if (mode_ == Mode::first)
      return goOn(leg);
    (mode_ == Mode::second ? turn_.second : turn_.first) = leg;
    sink_.one(turn_);
  }

  /// With frozen_checks = false a Freeze may parry a check: legs that leave the king attacked are of use then.
  bool parrying() const { return mode_ == Mode::marked && spends_ == Power::freeze && !law_.with.frozen_checks; }

  void unsafeSteps(int from, Bits64 targets) {
    while (targets != 0)
      unsafe(plain(from, popLowest(targets)), {});
  }

  void unsafe(Leg leg, const std::vector<Man>& promotions) {
    if (!parrying())
      return;
    if (!promotions.empty()) {
      for (const Man man : promotions) {
        leg.promotion = man;
        parry(leg);
      }
    } else {
      parry(leg);
    }
  }

  void parry(const Leg& leg) {
    Position next = p_;
    playLeg(law_, next, leg, true);
    if (!law_.with.token_check_allowed && checkersOf(law_, next, them_) != 0)
      return;
    const Bits64 attackers = checkersOf(law_, next, us_);
    if ((attackers & next.men[index(Man::king)]) != 0 || countBits(attackers) > mostMarks())
      return;
    turn_.first = leg;
    sink_.marks(withMarks(turn_), next.sides[index(them_)] & ~next.men[index(Man::king)], mostMarks(), attackers);
    turn_.first = {};
  }

  // ---- check given: no token turn may end in it (KD-63)
  // --------------------------------------------------------------

  /// Those of `targets` from which the man, arriving, leaves the enemy king unattacked.
  Bits64 quiet(Man man, int from, Bits64 targets) const {
    if (!enemy_checked_ && (bit(from) & enemy_danger_) == 0)
      return targets & ~checkSquares(man, from);
    Bits64 good = 0;
    while (targets != 0) {
      const int to = popLowest(targets);
      if (!givesCheckSlowly(plain(from, to)))
        good |= bit(to);
    }
    return good;
  }

  /// Squares from which a man that leaves `from` would attack the enemy king.
  Bits64 checkSquares(Man man, int from) const {
    const Bits64 men = men_ & ~bit(from);
    switch (man) {
    case Man::pawn:
      return p_.has(them_, Power::holy_light) ? 0 : pawnCapturesFrom(law_, p_, us_, enemy_king_);
    case Man::bishop:
      return rays().diagonal(enemy_king_, men);
    case Man::rook:
      return rays().orthogonal(enemy_king_, men);
    case Man::queen:
      return rays().diagonal(enemy_king_, men) | rays().orthogonal(enemy_king_, men);
    case Man::king:
      return p_.has(us_, Power::mercy) ? 0 : at(law_.steps.around, enemy_king_);
    case Man::archer:
      return law_.with.archer_checks ? capturesFrom(law_, us_, man, enemy_king_) : 0;
    case Man::knight:
    case Man::maester:
    case Man::beast:
      return capturesFrom(law_, us_, man, enemy_king_);
    default:
      return 0;
    }
  }

  bool givesCheck(const Leg& leg) const {
    if (!enemy_checked_ && leg.kind == LegKind::shot && (bit(leg.to) & enemy_danger_) == 0)
      return false;
    if (!enemy_checked_ && leg.kind == LegKind::move && (bit(leg.from) & enemy_danger_) == 0) {
      const Man man = leg.promotion != Man::none ? leg.promotion : p_.at(leg.from);
      return (checkSquares(man, leg.from) & bit(leg.to)) != 0;
    }
    return givesCheckSlowly(leg);
  }
  bool givesCheckSlowly(const Leg& leg) const {
    Position next = p_;
    playLeg(law_, next, leg, true);
    return checkersOf(law_, next, them_) != 0;
  }

  // ---- powers
  // --------------------------------------------------------------------------------------------------------

  int mostMarks() const {
    const int tokens = p_.tokens[index(us_)];
    return law_.with.marks_per_turn < tokens ? law_.with.marks_per_turn : tokens;
  }
  Turn withMarks(Turn turn) const {
    turn.spends = spends_;
    return turn;
  }
  /// Men that may be marked on the present board (KD-65, KD-67); a frozen man does nothing, but a wall may stand round
  /// it.
  Bits64 markable() const {
    const Bits64 kings = p_.men[index(Man::king)];
    return spends_ == Power::freeze ? enemy_ & ~kings : own_ & ~kings;
  }

  void markSteps(int from, Bits64 targets) {
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

  void mark(const Leg& leg) {
    Position next = p_;
    playLeg(law_, next, leg, true);
    const Bits64 kings = next.men[index(Man::king)];
    const Bits64 candidates =
        spends_ == Power::freeze ? next.sides[index(them_)] & ~kings : next.sides[index(us_)] & ~kings;
    turn_.first = leg;
    sink_.marks(withMarks(turn_), candidates, mostMarks(), 0);
  }

  void wholeTurnMarks() {
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

  void beginToken(Mode mode) {
    mode_ = mode;
    turn_ = {};
    turn_.spends = spends_;
  }

  void strike() {
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

  void haste() {
    beginToken(Mode::first);
    for (Bits64 movers = own_ & ~p_.frozen; movers != 0;) {
      const int from = popLowest(movers);
      if (from == king_ && !law_.with.haste_king)
        continue;
      legsOf(from);
    }
  }

  /// The first half of a Haste turn is fine: the second halves.
  void goOn(const Leg& leg) {
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

  void flight() {
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

  void sacrifice() {
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

  void march() {
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

  void leap() {
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

  const Law& law_;
  const Position& p_;
  Sink& sink_;
  bool reckless_;
  Side us_, them_;
  Bits64 own_, enemy_, men_;
  int king_, enemy_king_;
  Bits64 check_ = 0;        ///< enemies that give check
  Bits64 danger_ = 0;       ///< squares between the own king and aligned enemy sliders
  Bits64 enemy_danger_ = 0; ///< the same of the enemy king and own sliders; set when a token can be spent
  bool enemy_checked_ = false;
  Bits64 takes_ = 0;      ///< enemies that men other than the king may take
  Bits64 king_takes_ = 0; ///< enemies that the king may take
  Power spends_ = Power::none;
  Mode mode_ = Mode::ordinary;
  Turn turn_;
};

} // namespace linesman::rules::king_down
