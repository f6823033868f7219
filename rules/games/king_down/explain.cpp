#include <algorithm>
#include <functional>

#include "rules/games/king_down/attacks.h"
#include "rules/games/king_down/explain_parts.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/referee.h"
#include "rules/games/king_down/turns.h"

namespace linesman::rules::king_down {
namespace {

const Turn* findTurn(const Law& law, const Position& p, const std::vector<Turn>& turns, const std::string& text) {
  const auto found = std::find_if(turns.begin(), turns.end(), [&](const Turn& t) { return textOf(law, p, t) == text; });
  return found == turns.end() ? nullptr : &*found;
}

bool legalIn(const Law& law, const Position& p, const std::string& text) {
  return findTurn(law, p, legalTurns(law, p), text) != nullptr;
}

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

// ---- reasons found by leaving one rule out

std::optional<Reason> unsafeKing(const Question& q) {
  auto turns = recklessTurns(q.law, q.p);
  const Turn* turn = findTurn(q.law, q.p, turns, q.text);
  if (turn == nullptr && !q.wish.power.empty()) { // it may give check as well, which a token may not (KD-63)
    Law loose = q.law;
    loose.with.token_check_allowed = true;
    if (legalIn(loose, q.p, q.text))
      return std::nullopt; // the own king is safe
    turns = recklessTurns(loose, q.p);
    turn = findTurn(loose, q.p, turns, q.text);
  }
  if (turn == nullptr)
    return std::nullopt;
  Position next = q.p;
  bool first_half = false;
  if (turn->has_first)
    playLeg(q.law, next, turn->first, true);
  if (turn->has_second && checkersOf(q.law, next, q.p.turn) == 0)
    playLeg(q.law, next, turn->second, false);
  else
    first_half = turn->has_second;
  const Bits64 attackers = checkersOf(q.law, next, q.p.turn);
  const bool king_moves = next.kingOf(q.p.turn) != q.p.kingOf(q.p.turn);
  Reason reason;
  const bool castles = turn->first.kind == LegKind::castle_short || turn->first.kind == LegKind::castle_long;
  reason.clauses = castles ? Ids{"KD-50", "KD-20"} : king_moves ? Ids{"KD-20", "KD-44"} : Ids{"KD-44"};
  if (turn->has_second)
    addClauses(reason.clauses, {"KD-72"});
  if (attackers == 0) {
    reason.sentence = castles ? "The king may not castle out of check or over a square where it could be captured."
                              : "The own king would not be safe.";
    return reason;
  }
  const int king = next.kingOf(q.p.turn);
  std::string by;
  reason.squares.push_back(king);
  for (Bits64 rest = attackers; rest != 0;) {
    const int square = popLowest(rest);
    by += (by.empty() ? "the " : " and the ") + manOn(next, square);
    reason.squares.push_back(square);
    addClauses(reason.clauses, checkingClauses(next.at(square)));
    if (next.at(square) == Man::king)
      addClauses(reason.clauses, {"KD-21"});
    if (turn->spends == Power::freeze && (turn->marks & bit(square)) != 0)
      addClauses(reason.clauses, {"KD-66"});
  }
  const bool already = checkersOf(q.law, q.p, q.p.turn) != 0;
  reason.sentence = "The own king on " + board.nameOf(king) + (already && !king_moves ? " would still" : " would") +
                    " be open to capture by " + by + (first_half ? " after the first half" : "") + ".";
  return reason;
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

std::optional<Reason> guardTaken(const Question& q) {
  if (!q.law.with.guard_immune || q.wish.legs.empty())
    return std::nullopt;
  Law loose = q.law;
  loose.with.guard_immune = false;
  if (!legalIn(loose, q.p, q.text))
    return std::nullopt;
  const int guard = q.wish.legs[0].to;
  return Reason{{"KD-31"}, "Only a king captures a guard.", {guard}};
}

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
  if (countBits(Bits64{0}) < static_cast<int>(q.wish.marked.size()) &&
      static_cast<int>(q.wish.marked.size()) > q.law.with.marks_per_turn)
    return Reason{{"KD-62"},
                  "Only " + std::to_string(q.law.with.marks_per_turn) + " token may be spent in a turn.",
                  q.wish.marked};
  return std::nullopt;
}

Reason reasonFor(const Question& q);

/// What is wrong with the move that a mark goes with.
std::optional<Reason> reasonForMove(const Question& q, const std::string& move) {
  const auto wish = readWish(move);
  if (!wish)
    return std::nullopt;
  return reasonFor({q.law, q.p, move, *wish});
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

std::optional<Reason> promotionReason(const Question& q) {
  if (q.wish.legs.empty() || q.wish.power == "Sacrifice")
    return std::nullopt;
  const auto legal = legalTurns(q.law, q.p);
  const auto stem = [](std::string text) {
    const auto equals = text.find('=');
    return equals == std::string::npos ? text : text.erase(equals, 2);
  };
  for (const Turn& turn : legal) {
    const std::string text = textOf(q.law, q.p, turn);
    if (stem(text) != stem(q.text))
      continue;
    const Leg& leg = turn.has_second && turn.first.promotion == Man::none ? turn.second : turn.first;
    if (text.find('=') == std::string::npos)
      return Reason{q.p.at(leg.from) == Man::beast ? Ids{"KD-39", "KD-13"} : Ids{"KD-13"},
                    "There is nothing to promote: only a pawn on its last row becomes another man.",
                    {leg.to}};
    if (q.text.find('=') == std::string::npos)
      return Reason{{"KD-13"},
                    "The pawn reaches its last row and must become another man; say which, for instance " + text + ".",
                    {leg.to}};
    return Reason{{"KD-13"},
                  "A pawn cannot become that man; it may become one of " +
                      [&] {
                        std::string letters;
                        for (const Man man : q.law.with.promotion_types)
                          letters += letterOf(man);
                        return letters;
                      }() +
                      ".",
                  {leg.to}};
  }
  return std::nullopt;
}

/// The same turn written as the text form wants it: a missing or superfluous x, *, -.
std::optional<Reason> writtenOtherwise(const Question& q) {
  const auto bare = [](const std::string& text) {
    std::string squares;
    for (const char c : text)
      if (c != 'x' && c != '*' && c != '-')
        squares += c;
    return squares;
  };
  if (q.text.starts_with("O"))
    return std::nullopt;
  for (const Turn& turn : legalTurns(q.law, q.p)) {
    const std::string text = textOf(q.law, q.p, turn);
    if (text.starts_with("O") || bare(text) != bare(q.text))
      continue;
    Ids clauses = clausesOf(q.law, q.p, turn);
    addClauses(clauses, {"KD-09"});
    return Reason{clauses,
                  "That is not how the man gets there; " + text + " would be legal: " + sentenceOf(q.law, q.p, turn),
                  {turn.first.from, turn.first.to}};
  }
  return std::nullopt;
}

/// A switch that is off: castling, en passant, exchanges, chains.
std::optional<Reason> switchedOff(const Question& q) {
  struct Off {
    Ids clauses;
    std::string sentence;
    std::function<void(Switches&)> on;
  };
  const std::vector<Off> switches{
      {{"KD-50", "KD-52"}, "Castling is not played in this match.", [](Switches& s) { s.castling = true; }},
      {{"KD-51", "KD-52"}, "En passant is not played in this match.", [](Switches& s) { s.en_passant = true; }},
      {{"KD-33", "KD-35"},
       "Maesters do not exchange squares in this match.",
       [](Switches& s) { s.maester_swap = true; }},
      {{"KD-34"},
       "Maester and king do not exchange at a distance in this match.",
       [](Switches& s) { s.maester_long_swap = true; }},
      {{"KD-37"},
       "The beast's chain is limited in this match.",
       [](Switches& s) { s.beast_chain = BeastChain::unlimited; }},
      {{"KD-27", "KD-22"},
       "Paladins do not pass own men in this match.",
       [](Switches& s) { s.paladin_jumps_friends = true; }},
      {{"KD-35"},
       "Two maesters do not exchange in this match: nothing would change.",
       [](Switches& s) { s.null_swap = true; }},
      {{"KD-71"}, "The king is not hastened in this match.", [](Switches& s) { s.haste_king = true; }},
      {{"KD-75"},
       "Flight does not put a pawn on the first row in this match.",
       [](Switches& s) { s.flight_pawn_back_rank = true; }},
      {{"KD-78"}, "A guard does not come back in this match.", [](Switches& s) { s.sacrifice_guard = true; }},
      {{"KD-69", "KD-30"},
       "A struck guard keeps its ban and captures nothing.",
       [](Switches& s) { s.strike_own_captures = false; }},
      {{"KD-71", "KD-72"},
       "Haste means two moves; the second half is missing.",
       [](Switches& s) { s.haste_second_optional = true; }},
      {{"KD-92"},
       "In this match a Death Touch king captures without moving.",
       [](Switches& s) { s.death_touch_replaces = false; }},
      {{"KD-90"}, "A Mercy king captures nothing, guards included.", [](Switches& s) { s.mercy_takes_guard = true; }},
      {{"KD-93"}, "Darkness pawns step forward only.", [](Switches& s) { s.darkness_backward = true; }},
      {{"KD-28"},
       "A capturing paladin leaves the board; the text ends in '-'.",
       [](Switches& s) { s.paladin_kamikaze = false; }},
  };
  for (const auto& off : switches) {
    Law loose = q.law;
    off.on(loose.with);
    if (legalIn(loose, q.p, q.text))
      return Reason{off.clauses, off.sentence, {}};
  }
  if (q.law.with.castling && q.text.starts_with("O"))
    return Reason{
        {"KD-50"},
        "Castling needs an unmoved king and rook with nothing between them and an unattacked way for the king.",
        {q.p.kingOf(q.p.turn)}};
  if (q.text.starts_with("O"))
    return Reason{{"KD-50", "KD-52"}, "Castling is not played in this match.", {}};
  return std::nullopt;
}

/// Powers that are always in effect forbid some things ordinary chess allows.
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

std::optional<Reason> wrongMover(const Question& q) {
  for (const auto& leg : q.wish.legs) {
    if (leg.from < 0 || &leg != &q.wish.legs[0])
      continue;
    const Bits64 from = bit(leg.from);
    if ((q.p.sides[index(other(q.p.turn))] & from) != 0)
      return Reason{{"KD-01"},
                    "It is " + nameOf(q.p.turn) + "'s turn, and the " + manOn(q.p, leg.from) + " belongs to " +
                        nameOf(other(q.p.turn)) + ".",
                    {leg.from}};
    if ((q.p.sides[index(q.p.turn)] & from) == 0)
      return Reason{{"KD-08"}, "No man stands on " + board.nameOf(leg.from) + ".", {leg.from}};
  }
  return std::nullopt;
}

std::optional<Reason> gameOver(const Question& q) {
  const Status status = statusOf(q.law, q.p);
  if (status == Status::mate)
    return Reason{{"KD-45"}, "The game is over: " + nameOf(q.p.turn) + " is mated.", {q.p.kingOf(q.p.turn)}};
  if (status == Status::stalemate)
    return Reason{{"KD-46"}, "The game is over: it is stalemate.", {q.p.kingOf(q.p.turn)}};
  return std::nullopt;
}

Reason reasonFor(const Question& q) {
  using Finder = std::optional<Reason> (*)(const Question&);
  for (const Finder find :
       {&gameOver, &wrongMover, &tokenMissing, &frozenMan, &unsafeKing, &givesCheck, &walledMan, &guardTaken,
        &markReason, &promotionReason, &writtenOtherwise, &standingPower, &switchedOff})
    if (auto reason = find(q))
      return *reason;
  return movementReason(q);
}

/// Legal turns of the man that the wish names, without other powers than the one called upon.
std::vector<std::string> alternatives(const Question& q) {
  std::vector<std::string> texts;
  if (q.wish.legs.empty())
    return texts;
  const int from = q.wish.legs[0].from < 0 ? q.p.kingOf(q.p.turn) : q.wish.legs[0].from;
  const Power power = powerOf(q.wish);
  for (const Turn& turn : legalTurns(q.law, q.p))
    if (turn.has_first && turn.first.from == from && (turn.spends == Power::none || turn.spends == power))
      texts.push_back(textOf(q.law, q.p, turn));
  std::sort(texts.begin(), texts.end());
  return texts;
}

} // namespace

TurnAnswer explainIllegal(const Law& law, const Position& p, const std::string& text) {
  TurnAnswer answer;
  const auto wish = readWish(text);
  if (text.empty() || text == "pass" || text == "-") {
    answer.clauses = {"KD-40"};
    answer.sentence = nameOf(p.turn) + " must make a turn; there is no pass.";
    return answer;
  }
  if (!wish) {
    answer.clauses = {"KD-08"};
    answer.sentence =
        "\"" + text + "\" is not the text of a turn; write one such as e2e4, e4xd5, e4*f5, a1<>b2 or Strike:e2g4.";
    return answer;
  }
  const Question q{law, p, text, *wish};
  const Reason reason = reasonFor(q);
  answer.clauses = reason.clauses;
  answer.sentence = reason.sentence;
  answer.instead = alternatives(q);
  const auto show = [&](int square) {
    if (square < 0)
      return;
    const std::string name = board.nameOf(square);
    if (std::find(answer.highlights.begin(), answer.highlights.end(), name) == answer.highlights.end())
      answer.highlights.push_back(name);
  };
  for (const auto& leg : wish->legs) {
    show(leg.from);
    show(leg.to);
  }
  for (const int square : reason.squares)
    show(square);
  return answer;
}

} // namespace linesman::rules::king_down
