#pragma once
#include "rules/games/invasion/attacks.h"

namespace linesman::rules::invasion {

/// Finds every legal turn of a position. A sink takes them, several at once where that is possible, so that a counting
/// sink need not look at each: one(turn), and plain(turn, targets) for a turn whose `to` is any of `targets`.
///
/// Safety of the own HQ: during a turn enemies only disappear, so the HQ can come under attack only when it moves
/// itself or when a square between it and an aligned commando or paratrooper is vacated.
template <class Sink> class Generator {
public:
  /// `reckless` drops the safety of the own HQ: turns that only this forbids, for explanations.
  Generator(const Law& law, const Position& p, Sink& sink, bool reckless = false)
      : law_(law), p_(p), sink_(sink), reckless_(reckless), us_(p.turn), them_(other(p.turn)),
        own_(p.sides[index(us_)]), enemy_(p.sides[index(them_)]), men_(own_ | enemy_), hq_(p.hqOf(us_)),
        enemy_hq_(p.hqOf(them_)), takes_(enemy_ & ~bit(enemy_hq_)), camp_(campFor(law, p, us_)) {
    check_ = attackers(law, p, us_, hq_, men_, 0);
    const Bits128 lines = rays().orthogonalLines(hq_) | rays().diagonalLines(hq_);
    const Bits128 sliders = p.men[index(Man::commando)] | p.men[index(Man::paratrooper)] | p.men[index(Man::hopped)] |
                            (law.with.tank_crush ? Bits128{0} : p.men[index(Man::tank)]);
    for (Bits128 aligned = lines & sliders & enemy_; aligned != 0;)
      danger_ |= rays().between(hq_, popLowest(aligned));
  }

  bool inCheck() const { return check_ != 0; }

  void all() {
    for (Bits128 movers = own_; movers != 0;) {
      const int from = popLowest(movers);
      switch (p_.at(from)) {
      case Man::headquarters:
        headquarters(from);
        break;
      case Man::flag:
        flag(from);
        break;
      case Man::commando:
        steps(from, at(law_.reach.commando, from) & ~men_);
        sight(from);
        break;
      case Man::paratrooper:
        hop(from);
        [[fallthrough]];
      case Man::hopped:
        steps(from, at(law_.reach.paratrooper, from) & ~men_);
        sight(from);
        break;
      case Man::tank:
        tank(from);
        break;
      case Man::trooper:
        trooper(from);
        break;
      case Man::none:
        break;
      }
    }
    if (law_.with.bomb && !law_.with.bomb_besides && p_.bombs[index(us_)] == Bomb::on)
      bomb();
  }

private:
  static Bits128 at(const BySquare& table, int square) { return table[static_cast<std::size_t>(square)]; }
  static std::int8_t small(int square) { return static_cast<std::int8_t>(square); }

  bool safe(int hq, Bits128 men, Bits128 gone) const {
    return reckless_ || attackers(law_, p_, us_, hq, men, gone) == 0;
  }

  void headquarters(int from) {
    Bits128 good = 0;
    for (Bits128 targets = at(law_.reach.headquarters, from) & ~men_; targets != 0;) {
      const int to = popLowest(targets);
      if (safe(to, (men_ & ~bit(from)) | bit(to), 0))
        good |= bit(to);
    }
    if (good != 0)
      sink_.plain({.kind = TurnKind::move, .from = small(from)}, good);
  }

  void flag(int from) {
    Bits128 targets = 0;
    for (int d = 0; d < 8; ++d)
      targets |=
          law_.reach.flag[static_cast<std::size_t>(d)][static_cast<std::size_t>(from)] & rays().slide(d, from, men_);
    targets &= ~men_;
    const Bits128 goal = bit(p_.homeOf(them_));
    if (law_.with.flag_win && law_.with.flag_win_in_check && (targets & goal) != 0) {
      sink_.plain({.kind = TurnKind::move, .from = small(from)}, goal);
      targets &= ~goal;
    }
    steps(from, targets);
  }

  /// Captures along the lines of sight: the first man, if it is an enemy.
  void sight(int from) {
    const Bits128 victims = (rays().orthogonal(from, men_) | rays().diagonal(from, men_)) & takes_;
    if (!law_.with.rifle)
      return steps(from, victims);
    for (Bits128 rest = victims; rest != 0;) {
      const int to = popLowest(rest);
      if (calm(bit(to)) || safe(hq_, men_ & ~bit(to), bit(to)))
        sink_.one({.kind = TurnKind::shot, .from = small(from), .to = small(to)});
    }
  }

  void hop(int from) { steps(from, at(law_.reach.hops, from) & ~men_, TurnKind::hop); }

  void trooper(int from) {
    const Bits128 targets =
        (at(law_.reach.trooper_moves, from) & ~men_) | (at(law_.reach.trooper_captures, from) & takes_);
    steps(from, law_.with.promotion_optional ? targets : targets & ~camp_);
    const Bits128 inside = targets & camp_;
    if (inside == 0)
      return;
    for (const Man man : law_.with.promotion_types)
      steps(from, inside, TurnKind::move, man);
  }

  void tank(int from) {
    Bits128 reach = 0;
    for (int d = 0; d < 8; d += 2)
      reach |= law_.with.tank_crush ? rays().slide(d, from, bit(hq_) | bit(enemy_hq_)) : rays().slide(d, from, men_);
    reach &= at(law_.reach.tank, from) & ~bit(hq_) & ~bit(enemy_hq_);
    if (!law_.with.tank_crush)
      return steps(from, reach & (~men_ | takes_));
    if (!law_.with.tank_stop_on_friend)
      reach &= ~own_;
    if (calm(bit(from) | reach)) {
      if (reach != 0)
        sink_.plain({.kind = TurnKind::roll, .from = small(from)}, reach);
      return;
    }
    Bits128 good = 0;
    for (Bits128 rest = reach; rest != 0;) {
      const int to = popLowest(rest);
      const Bits128 way = rays().between(from, to) | bit(to);
      if (safe(hq_, (men_ & ~way & ~bit(from)) | bit(to), way & enemy_))
        good |= bit(to);
    }
    if (good != 0)
      sink_.plain({.kind = TurnKind::roll, .from = small(from)}, good);
  }

  /// Drops of the bomb on any land square without an HQ; only blasts that reach a shielding man need a closer look.
  void bomb() {
    const Bits128 hqs = p_.men[index(Man::headquarters)];
    const Bits128 centres = (law_.with.bomb_on_sea ? land() | sea() : land()) & ~hqs;
    Bits128 good = 0;
    Bits128 doubtful = centres;
    if (check_ == 0) {
      Bits128 shields = 0;
      for (Bits128 rest = danger_ & men_; rest != 0;)
        shields |= at(law_.reach.blast, popLowest(rest));
      if (law_.with.bomb_on_sea && shields != 0)
        shields |= sea();
      good = centres & ~shields;
      doubtful = centres & shields;
    }
    while (doubtful != 0) {
      const int centre = popLowest(doubtful);
      const Bits128 hit = at(law_.reach.blast, centre) & men_ & ~hqs;
      if (safe(hq_, men_ & ~hit, hit & enemy_))
        good |= bit(centre);
    }
    if (good != 0)
      sink_.plain({.kind = TurnKind::bomb}, good);
  }

  /// Nothing in `vacated` can open a line to the own HQ.
  bool calm(Bits128 vacated) const { return check_ == 0 && (vacated & danger_) == 0; }

  /// Moves and captures by moving of a man other than the HQ.
  void steps(int from, Bits128 targets, TurnKind kind = TurnKind::move, Man promotion = Man::none) {
    if (!calm(bit(from))) {
      Bits128 good = 0;
      for (Bits128 rest = targets; rest != 0;) {
        const int to = popLowest(rest);
        if (safe(hq_, (men_ & ~bit(from)) | bit(to), bit(to) & enemy_))
          good |= bit(to);
      }
      targets = good;
    }
    if (targets != 0)
      sink_.plain({.kind = kind, .from = small(from), .promotion = promotion}, targets);
  }

  const Law& law_;
  const Position& p_;
  Sink& sink_;
  bool reckless_;
  Side us_, them_;
  Bits128 own_, enemy_, men_;
  int hq_, enemy_hq_;
  Bits128 takes_;      ///< enemies that may be captured
  Bits128 camp_;       ///< where own troopers promote
  Bits128 check_ = 0;  ///< enemies that attack the own HQ
  Bits128 danger_ = 0; ///< squares between the own HQ and aligned enemy shooters
};

} // namespace linesman::rules::invasion
