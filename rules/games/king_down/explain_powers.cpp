#include "rules/games/king_down/explain_parts.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/referee.h"
#include "rules/games/king_down/turns.h"

namespace linesman::rules::king_down {
namespace {

Ids powerClauseIds(Power power) {
  switch (power) {
  case Power::freeze:
    return {"KD-65"};
  case Power::ice_wall:
    return {"KD-67"};
  case Power::strike:
    return {"KD-68"};
  case Power::haste:
    return {"KD-72"};
  case Power::flight:
    return {"KD-74"};
  case Power::sacrifice:
    return {"KD-77"};
  case Power::march:
    return {"KD-79"};
  case Power::leap:
    return {"KD-81"};
  default:
    return {};
  }
}

/// What is wrong with the move that a mark goes with.
std::optional<Reason> reasonForMove(const Question& q, const std::string& move) {
  const auto wish = readWish(move);
  if (!wish)
    return std::nullopt;
  return reasonFor({q.law, q.p, move, *wish});
}

} // namespace

std::optional<Reason> tokenMissing(const Question& q) {
  const Power power = powerOf(q.wish);
  if (power == Power::none)
    return std::nullopt;
  const Side us = q.p.turn;
  const auto& facts = factsOf(power);
  if (facts.tokens == 0)
    return Reason{{"KD-61"}, std::string(facts.name) + " is always in effect and is not called upon by a token.", {}};
  if (!q.p.has(us, power))
    return Reason{with({"KD-60", "KD-61"}, powerClauseIds(power)),
                  nameOf(us) + " does not have the power " + std::string(facts.name) + " in this match.",
                  {}};
  if (q.p.tokens[index(us)] == 0)
    return Reason{with({"KD-62", "KD-61"}, powerClauseIds(power)),
                  nameOf(us) + " has no " + std::string(facts.name) + " token left.",
                  {}};
  if (!q.wish.marked.empty() && static_cast<int>(q.wish.marked.size()) > q.law.with.marks_per_turn)
    return Reason{{"KD-62"},
                  "Only " + std::to_string(q.law.with.marks_per_turn) + " token may be spent in a turn.",
                  q.wish.marked};
  return std::nullopt;
}

std::optional<Reason> frozenMan(const Question& q) {
  if (q.p.frozen == 0)
    return std::nullopt;
  Position thawed = q.p;
  thawed.frozen = 0;
  const bool mover = !q.wish.legs.empty() && q.wish.legs[0].from >= 0 && (bit(q.wish.legs[0].from) & q.p.frozen) != 0;
  if (!mover && !legalIn(q.law, thawed, q.text))
    return std::nullopt;
  const int square = lowest(mover ? bit(q.wish.legs[0].from) : q.p.frozen);
  return Reason{{"KD-65"}, "The " + manOn(q.p, square) + " is frozen and does nothing in this turn.", {square}};
}

std::optional<Reason> givesCheck(const Question& q) {
  if (q.law.with.token_check_allowed || q.wish.power.empty())
    return std::nullopt;
  Law loose = q.law;
  loose.with.token_check_allowed = true;
  if (!legalIn(loose, q.p, q.text))
    return std::nullopt;
  const int king = q.p.kingOf(other(q.p.turn));
  return Reason{with({"KD-63"}, powerClauseIds(powerOf(q.wish))),
                "A turn that spends a token may not leave the enemy king in check, and the king on " +
                    board.nameOf(king) + " would stand in check" +
                    (q.wish.power == "Haste" ? " after one of the halves." : "."),
                {king}};
}

std::optional<Reason> walledMan(const Question& q) {
  if (q.p.walled == 0)
    return std::nullopt;
  Position open = q.p;
  open.walled = 0;
  if (!legalIn(q.law, open, q.text))
    return std::nullopt;
  const int square = lowest(q.p.walled);
  return Reason{{"KD-67"},
                "The " + manOn(q.p, square) + " stands behind an Ice Wall and cannot be captured in this turn.",
                {square}};
}

std::optional<Reason> markReason(const Question& q) {
  if (!q.wish.marks)
    return std::nullopt;
  const Power power = powerOf(q.wish);
  if (power != Power::freeze && power != Power::ice_wall)
    return Reason{{"KD-61"}, q.wish.power + " marks no man.", {}};
  if (q.wish.legs.empty() != q.law.with.mark_costs_turn)
    return Reason{{"KD-64"},
                  q.law.with.mark_costs_turn ? "Here a mark is the whole turn and does not go with a move."
                                             : "A mark goes with a move and does not replace it.",
                  q.wish.marked};
  // Is the move fine without the mark? Then the marked square is at fault.
  const std::string move = q.text.substr(0, q.text.find('+'));
  if (!q.wish.legs.empty() && !legalIn(q.law, q.p, move))
    return reasonForMove(q, move);
  Position next = q.p;
  if (const auto turns = legalTurns(q.law, q.p); !q.wish.legs.empty())
    if (const Turn* turn = findTurn(q.law, q.p, turns, move))
      playLeg(q.law, next, turn->first, true);
  const Bits64 wanted = next.sides[index(power == Power::freeze ? other(q.p.turn) : q.p.turn)];
  for (const int square : q.wish.marked) {
    if ((wanted & bit(square)) == 0)
      return Reason{powerClauseIds(power),
                    (power == Power::freeze ? "Freeze binds an enemy man, and none stands on "
                                            : "An Ice Wall protects an own man, and none stands on ") +
                        board.nameOf(square) + ".",
                    {square}};
    if (next.at(square) == Man::king)
      return Reason{powerClauseIds(power), q.wish.power + " is not for kings.", {square}};
  }
  return std::nullopt;
}

std::optional<Reason> standingPower(const Question& q) {
  const Power power = q.p.powerOf(q.p.turn);
  if (factsOf(power).tokens != 0 || power == Power::none)
    return std::nullopt;
  Position plain = q.p;
  plain.power[index(q.p.turn)] = Power::none;
  if (!legalIn(q.law, plain, q.text))
    return std::nullopt;
  const int to = q.wish.legs.empty() ? 0 : q.wish.legs[0].to;
  switch (power) {
  case Power::holy_light:
    return Reason{{"KD-86"}, "A Holy Light king captures no pawn.", {to}};
  case Power::mercy:
    return Reason{{"KD-90"}, "A Mercy king captures nothing, guards included.", {to}};
  case Power::death_touch:
    return Reason{{"KD-91"}, "In this match a Death Touch king captures without moving.", {to}};
  case Power::darkness:
    return Reason{{"KD-93", "KD-95", "KD-94"},
                  "Darkness pawns step one square diagonally and capture one square straight ahead; they have no "
                  "straight or double step.",
                  {to}};
  default:
    return std::nullopt;
  }
}

} // namespace linesman::rules::king_down
