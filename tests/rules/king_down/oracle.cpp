#include <cstdlib>
#include <functional>

#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "support/king_down_oracle.h"

namespace linesman::rules::king_down::oracle {
namespace {

bool has(Bits64 set, int square) {
  return ((set >> square) & 1) != 0;
}
bool mine(const Position& p, Side side, int square) {
  return has(p.sides[index(side)], square);
}
bool empty(const Position& p, int square) {
  return p.at(square) == Man::none;
}
int fileOf(int s) {
  return s % 8;
}
int rankOf(int s) {
  return s / 8;
}
int row(Side side, int s) {
  return side == Side::white ? rankOf(s) : 7 - rankOf(s);
}

struct Way {
  int files, ranks;
  int far() const { return std::max(std::abs(files), std::abs(ranks)); }
  bool straight() const { return (files == 0) != (ranks == 0); }
  bool slanted() const { return files != 0 && std::abs(files) == std::abs(ranks); }
  bool line() const { return straight() || slanted(); }
};
Way wayOf(Side side, int from, int to) {
  return {fileOf(to) - fileOf(from), (rankOf(to) - rankOf(from)) * forwardOf(side)};
}

/// Every square strictly between passes `may`.
bool clear(int from, int to, const std::function<bool(int)>& may) {
  const int df = (fileOf(to) > fileOf(from)) - (fileOf(to) < fileOf(from));
  const int dr = (rankOf(to) > rankOf(from)) - (rankOf(to) < rankOf(from));
  for (int s = from + df + 8 * dr; s != to; s += df + 8 * dr)
    if (!may(s))
      return false;
  return true;
}

bool open(const Position& p, int from, int to) {
  return clear(from, to, [&](int s) { return empty(p, s); });
}

/// The geometry of an ordinary capture, whoever stands on the target.
bool hits(const Position& p, Side side, int from, int to) {
  const Way way = wayOf(side, from, to);
  switch (p.at(from)) {
  case Man::pawn:
    if (p.has(side, Power::darkness))
      return way.files == 0 && way.ranks == 1;
    return std::abs(way.files) == 1 && way.ranks == 1;
  case Man::knight:
    return std::abs(way.files * way.ranks) == 2;
  case Man::bishop:
    return way.slanted() && open(p, from, to);
  case Man::rook:
    return way.straight() && open(p, from, to);
  case Man::queen:
    return way.line() && open(p, from, to);
  case Man::king:
    return way.far() == 1 && !p.has(side, Power::mercy);
  case Man::archer:
    return (way.far() == 1 && way.slanted()) || (way.far() == 2 && way.straight());
  case Man::maester:
    return way.far() == 1;
  case Man::beast:
    return way.far() == 1 && !(way.files == 0 && way.ranks == 1);
  default:
    return false;
  }
}

/// Bans on the victim: kings, Ice Wall, guards, Holy Light.
bool mayTake(const Switches& with, const Position& p, Side side, int from, int to) {
  if (!mine(p, other(side), to) || p.at(to) == Man::king || has(p.walled, to))
    return false;
  if (p.at(to) == Man::guard && with.guard_immune && p.at(from) != Man::king)
    return false;
  return !(p.at(to) == Man::pawn && p.at(from) == Man::king && p.has(side, Power::holy_light));
}

bool promotionFits(const Switches& with, bool arrives, Man promotion) {
  if (promotion == Man::none)
    return !arrives || with.promotion_optional;
  return arrives &&
         std::find(with.promotion_types.begin(), with.promotion_types.end(), promotion) != with.promotion_types.end();
}

bool pawnMove(const Switches& with, const Position& p, int from, int to) {
  const Way way = wayOf(p.turn, from, to);
  if (!empty(p, to))
    return hits(p, p.turn, from, to) && mayTake(with, p, p.turn, from, to);
  if (p.has(p.turn, Power::darkness))
    return std::abs(way.files) == 1 && (way.ranks == 1 || (with.darkness_backward && way.ranks == -1));
  if (way.files != 0)
    return false;
  if (way.ranks == 1)
    return true;
  return way.ranks == 2 && row(p.turn, from) == 1 && open(p, from, to);
}

bool kingMove(const Switches& with, const Position& p, int from, int to) {
  const Way way = wayOf(p.turn, from, to);
  if (p.has(p.turn, Power::mercy)) {
    if (!way.line() || way.far() > 2)
      return false;
    if (!clear(from, to, [&](int s) { return !mine(p, other(p.turn), s); }))
      return false;
    return empty(p, to) || (with.mercy_takes_guard && p.at(to) == Man::guard && mayTake(with, p, p.turn, from, to));
  }
  if (way.far() != 1)
    return false;
  if (empty(p, to))
    return true;
  return mayTake(with, p, p.turn, from, to) && !(p.has(p.turn, Power::death_touch) && with.death_touch_replaces);
}

/// A plain move or capture by moving.
bool moveFits(const Switches& with, const Position& p, int from, int to) {
  const Man man = p.at(from);
  const Way way = wayOf(p.turn, from, to);
  if (mine(p, p.turn, to))
    return false;
  switch (man) {
  case Man::pawn:
    return pawnMove(with, p, from, to);
  case Man::king:
    return kingMove(with, p, from, to);
  case Man::archer:
    return empty(p, to) && way.far() == 1 && way.straight();
  case Man::guard:
    return empty(p, to) && way.far() == 1;
  case Man::beast:
    if (empty(p, to))
      return way.files == 0 && way.ranks == 1;
    return with.beast_chain == BeastChain::off && hits(p, p.turn, from, to) && mayTake(with, p, p.turn, from, to);
  case Man::paladin:
    if (!way.line() ||
        !clear(from, to, [&](int s) { return empty(p, s) || (with.paladin_jumps_friends && mine(p, p.turn, s)); }))
      return false;
    return empty(p, to) || (!with.paladin_kamikaze && mayTake(with, p, p.turn, from, to));
  default:
    return hits(p, p.turn, from, to) && (empty(p, to) || mayTake(with, p, p.turn, from, to));
  }
}

bool chainFits(const Switches& with, const Position& p, const Leg& leg) {
  if (p.at(leg.from) != Man::beast || with.beast_chain == BeastChain::off)
    return false;
  if (with.beast_chain == BeastChain::two && leg.links > 1)
    return false;
  Position now = p;
  int at = leg.from;
  for (int i = 0; i <= leg.links; ++i) {
    const int to = i < leg.links ? leg.path[static_cast<std::size_t>(i)] : leg.to;
    if (!hits(now, p.turn, at, to) || !mayTake(with, now, p.turn, at, to))
      return false;
    now.take(other(p.turn), to);
    now.take(p.turn, at);
    now.put(p.turn, Man::beast, to);
    at = to;
  }
  return true;
}

bool swapFits(const Switches& with, const Position& p, const Leg& leg) {
  if (p.at(leg.from) != Man::maester || leg.from == leg.to || !mine(p, p.turn, leg.to) || has(p.frozen, leg.to))
    return false;
  if (!with.null_swap && p.at(leg.to) == Man::maester)
    return false;
  const bool near = wayOf(p.turn, leg.from, leg.to).far() == 1 && with.maester_swap;
  const bool home =
      p.at(leg.to) == Man::king && row(p.turn, leg.from) == 0 && row(p.turn, leg.to) == 0 && with.maester_long_swap;
  const bool arrives = p.at(leg.to) == Man::pawn && row(p.turn, leg.from) == 7 && with.promote_on_any_arrival;
  return (near || home) && promotionFits(with, arrives, leg.promotion);
}

/// What one man may do by its own movement, kings' safety aside.
bool legFits(const Switches& with, const Position& p, const Leg& leg) {
  if (!mine(p, p.turn, leg.from))
    return false;
  const Man man = p.at(leg.from);
  if (has(p.frozen, leg.from) && !(with.frozen_shoots && man == Man::archer && leg.kind == LegKind::shot))
    return false;
  if (leg.from == leg.to)
    return false;
  switch (leg.kind) {
  case LegKind::move:
    return moveFits(with, p, leg.from, leg.to) &&
           promotionFits(with, man == Man::pawn && row(p.turn, leg.to) == 7, leg.promotion);
  case LegKind::chain:
    return leg.promotion == Man::none && chainFits(with, p, leg);
  case LegKind::shot:
    if (leg.promotion != Man::none || !mayTake(with, p, p.turn, leg.from, leg.to))
      return false;
    if (man == Man::king)
      return p.has(p.turn, Power::death_touch) && wayOf(p.turn, leg.from, leg.to).far() == 1;
    return man == Man::archer && hits(p, p.turn, leg.from, leg.to);
  case LegKind::vanish: {
    const Way way = wayOf(p.turn, leg.from, leg.to);
    return man == Man::paladin && with.paladin_kamikaze && leg.promotion == Man::none && way.line() &&
           mayTake(with, p, p.turn, leg.from, leg.to) && clear(leg.from, leg.to, [&](int s) {
             return empty(p, s) || (with.paladin_jumps_friends && mine(p, p.turn, s));
           });
  }
  case LegKind::swap:
    return swapFits(with, p, leg);
  case LegKind::en_passant:
    return with.en_passant && man == Man::pawn && !p.has(p.turn, Power::darkness) && leg.to == p.en_passant &&
           leg.promotion == Man::none && hits(p, p.turn, leg.from, leg.to) &&
           mayTake(with, p, p.turn, leg.from, leg.to - 8 * forwardOf(p.turn));
  default:
    return false;
  }
}

bool strikeFits(const Switches& with, const Position& p, const Leg& leg) {
  const Man man = p.at(leg.from);
  if (leg.kind != LegKind::move || man == Man::king || mine(p, p.turn, leg.to))
    return false;
  if (!wayOf(p.turn, leg.from, leg.to).line() || !open(p, leg.from, leg.to))
    return false;
  if (!empty(p, leg.to) &&
      (!mayTake(with, p, p.turn, leg.from, leg.to) || (man == Man::guard && with.strike_own_captures)))
    return false;
  return promotionFits(with, man == Man::pawn && row(p.turn, leg.to) == 7 && with.promote_on_any_arrival,
                       leg.promotion);
}

bool leapFits(const Switches& with, const Position& p, const Leg& leg) {
  const Man man = p.at(leg.from);
  const Way way = wayOf(p.turn, leg.from, leg.to);
  const bool lines = (way.straight() && (man == Man::rook || man == Man::queen)) ||
                     (way.slanted() && (man == Man::bishop || man == Man::queen));
  if (leg.kind != LegKind::move || leg.promotion != Man::none || !lines || open(p, leg.from, leg.to))
    return false;
  if (!clear(leg.from, leg.to, [&](int s) { return empty(p, s) || (mine(p, p.turn, s) && p.at(s) == Man::pawn); }))
    return false;
  return empty(p, leg.to) || (mine(p, other(p.turn), leg.to) && mayTake(with, p, p.turn, leg.from, leg.to));
}

bool powerFits(const Switches& with, const Position& p, const Turn& turn) {
  const Leg& leg = turn.first;
  if (!mine(p, p.turn, leg.from) || has(p.frozen, leg.from))
    return false;
  const Man man = p.at(leg.from);
  const Way way = wayOf(p.turn, leg.from, leg.to);
  switch (turn.spends) {
  case Power::strike:
    return strikeFits(with, p, leg);
  case Power::flight:
    return leg.kind == LegKind::move && man != Man::king && leg.promotion == Man::none && empty(p, leg.to) &&
           row(p.turn, leg.to) < 4 && !(man == Man::pawn && row(p.turn, leg.to) == 0 && !with.flight_pawn_back_rank);
  case Power::sacrifice:
    return leg.kind == LegKind::place && leg.from == leg.to && man == Man::pawn && leg.promotion != Man::none &&
           leg.promotion != Man::pawn && leg.promotion != Man::king &&
           p.lost[index(p.turn)][index(leg.promotion)] > 0 && (leg.promotion != Man::guard || with.sacrifice_guard);
  case Power::march:
    return leg.kind == LegKind::move && man == Man::pawn && way.files == 0 && way.ranks == 2 &&
           row(p.turn, leg.from) != 1 && empty(p, leg.to) && open(p, leg.from, leg.to) &&
           promotionFits(with, row(p.turn, leg.to) == 7, leg.promotion);
  case Power::leap:
    return leapFits(with, p, leg);
  default:
    return false;
  }
}

bool quiet(const Law& law, const Position& p) {
  return law.with.token_check_allowed || !inCheck(law.with, p, other(p.turn));
}

bool hasteFits(const Law& law, const Position& p, const Turn& turn) {
  const Leg& one = turn.first;
  if (has(p.frozen, one.from) || (p.at(one.from) == Man::king && !law.with.haste_king))
    return false;
  if (one.kind == LegKind::vanish || !legFits(law.with, p, one))
    return false;
  Position half = p;
  playLeg(law, half, one, false);
  if (inCheck(law.with, half, p.turn) || !quiet(law, half))
    return false;
  if (!turn.has_second)
    return law.with.haste_second_optional;
  if (turn.second.from != (one.kind == LegKind::shot ? one.from : one.to) || !legFits(law.with, half, turn.second))
    return false;
  playLeg(law, half, turn.second, false);
  return !inCheck(law.with, half, p.turn) && quiet(law, half);
}

bool marksFit(const Law& law, const Position& p, const Turn& turn) {
  if (countBits(turn.marks) != 1 || law.with.mark_costs_turn == turn.has_first)
    return false;
  Position next = p;
  if (turn.has_first) {
    if (!legFits(law.with, p, turn.first))
      return false;
    playLeg(law, next, turn.first, true);
  }
  const int square = lowest(turn.marks);
  const Side owner = turn.spends == Power::freeze ? other(p.turn) : p.turn;
  return mine(next, owner, square) && next.at(square) != Man::king && !inCheck(law.with, next, p.turn) &&
         quiet(law, next);
}

/// Every leg that has a form: from, to, kind, promotion; chains link by link.
void eachLeg(const Law& law, const Position& p, const std::function<void(const Leg&)>& take) {
  const std::array kinds{LegKind::move, LegKind::shot,       LegKind::vanish,
                         LegKind::swap, LegKind::en_passant, LegKind::place};
  const std::function<void(Leg)> chains = [&](const Leg& leg) {
    for (int to = 0; to < 64; ++to) {
      Leg next = leg;
      next.to = static_cast<std::int8_t>(to);
      if (!chainFits(law.with, p, next))
        continue;
      take(next);
      if (next.links == 14)
        continue;
      next.path[static_cast<std::size_t>(next.links++)] = next.to;
      chains(next);
    }
  };
  for (int from = 0; from < 64; ++from) {
    if (!mine(p, p.turn, from))
      continue;
    if (p.at(from) == Man::beast)
      chains({.kind = LegKind::chain, .from = static_cast<std::int8_t>(from)});
    for (int to = 0; to < 64; ++to)
      for (const LegKind kind : kinds)
        for (int promotion = 0; promotion <= static_cast<int>(Man::none); ++promotion)
          take({.kind = kind,
                .from = static_cast<std::int8_t>(from),
                .to = static_cast<std::int8_t>(to),
                .promotion = static_cast<Man>(promotion)});
  }
}

} // namespace

bool inCheck(const Switches& with, const Position& p, Side side) {
  const int king = p.kingOf(side);
  for (int from = 0; from < 64; ++from) {
    if (!mine(p, other(side), from) || !hits(p, other(side), from, king))
      continue;
    if (p.at(from) == Man::pawn && p.has(side, Power::holy_light))
      continue;
    if (p.at(from) == Man::archer && !with.archer_checks)
      continue;
    return true;
  }
  return false;
}

bool ask(const Law& law, const Position& p, const Turn& turn) {
  const bool marking = turn.spends == Power::freeze || turn.spends == Power::ice_wall;
  if (turn.spends != Power::none && !p.canSpend(p.turn, turn.spends))
    return false;
  if (marking)
    return marksFit(law, p, turn);
  if (turn.spends == Power::haste)
    return hasteFits(law, p, turn);
  if (!(turn.spends == Power::none ? legFits(law.with, p, turn.first) : powerFits(law.with, p, turn)))
    return false;
  Position next = p;
  playLeg(law, next, turn.first, turn.spends == Power::none);
  return !inCheck(law.with, next, p.turn) && (turn.spends == Power::none || quiet(law, next));
}

std::set<std::string> allTurns(const Law& law, const Position& p) {
  std::set<std::string> texts;
  const auto tryOne = [&](const Turn& turn) {
    if (ask(law, p, turn))
      texts.insert(textOf(law, p, turn));
  };
  const Power power = p.powerOf(p.turn);
  const bool marking = power == Power::freeze || power == Power::ice_wall;
  eachLeg(law, p, [&](const Leg& leg) {
    Turn turn{.first = leg};
    tryOne(turn);
    if (factsOf(power).tokens == 0)
      return;
    turn.spends = power;
    if (power == Power::haste) {
      tryOne(turn);
      if (leg.kind == LegKind::vanish || !legFits(law.with, p, leg))
        return;
      Position half = p;
      playLeg(law, half, leg, false);
      turn.has_second = true;
      eachLeg(law, half, [&](const Leg& second) {
        if (second.from != (leg.kind == LegKind::shot ? leg.from : leg.to))
          return;
        turn.second = second;
        tryOne(turn);
      });
    } else if (marking) {
      if (!ask(law, p, Turn{.first = leg}))
        return;
      for (int square = 0; square < 64; ++square) {
        turn.marks = bit(square);
        tryOne(turn);
      }
    } else {
      tryOne(turn);
    }
  });
  for (int square = 0; marking && square < 64; ++square)
    tryOne(Turn{.spends = power, .has_first = false, .marks = bit(square)});
  return texts;
}

} // namespace linesman::rules::king_down::oracle
