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

  void legsOf(int from);

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

  void pawn(int from);
  void enPassant(int from);
  void pawnSteps(int from, Bits64 targets);
  void promote(Leg leg, Bits64 vacated, Bits64 men, Bits64 gone);
  void king(int from);
  Bits64 mercyReach(int from) const;
  Bits64 mercyField(int from) const;
  void kingSteps(int from, Bits64 targets);
  void shots(int from, Bits64 targets);
  void paladin(int from);
  void swaps(int from);
  void chains(int from);
  void chain(Leg leg, int square, Bits64 men, Bits64 left, Bits64 gone);
  void castle();

  // ---- legality of what was found

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

  int mostMarks() const {
    const int tokens = p_.tokens[index(us_)];
    return law_.with.marks_per_turn < tokens ? law_.with.marks_per_turn : tokens;
  }
  Turn withMarks(Turn turn) const {
    turn.spends = spends_;
    return turn;
  }
  Bits64 markable() const;
  void markSteps(int from, Bits64 targets);
  void mark(const Leg& leg);
  void wholeTurnMarks();

  void beginToken(Mode mode) {
    mode_ = mode;
    turn_ = {};
    turn_.spends = spends_;
  }

  void strike();
  void haste();
  void goOn(const Leg& leg);
  void flight();
  void sacrifice();
  void march();
  void leap();

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

#include "rules/games/king_down/generator_men.h"
#include "rules/games/king_down/generator_powers.h"
