#include <algorithm>
#include <functional>

#include "rules/games/king_down/attacks.h"
#include "rules/games/king_down/explain_parts.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/referee.h"
#include "rules/games/king_down/turns.h"

namespace linesman::rules::king_down {
const Turn* findTurn(const Law& law, const Position& p, const std::vector<Turn>& turns, const std::string& text) {
  const auto found = std::find_if(turns.begin(), turns.end(), [&](const Turn& t) { return textOf(law, p, t) == text; });
  return found == turns.end() ? nullptr : &*found;
}

bool legalIn(const Law& law, const Position& p, const std::string& text) {
  return findTurn(law, p, legalTurns(law, p), text) != nullptr;
}

namespace {

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

} // namespace

Reason reasonFor(const Question& q) {
  using Finder = std::optional<Reason> (*)(const Question&);
  for (const Finder find :
       {&gameOver, &wrongMover, &tokenMissing, &frozenMan, &unsafeKing, &givesCheck, &walledMan, &guardTaken,
        &markReason, &promotionReason, &writtenOtherwise, &standingPower, &switchedOff})
    if (auto reason = find(q))
      return *reason;
  return movementReason(q);
}

namespace {

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
  std::vector<int> squares;
  for (const auto& leg : wish->legs)
    squares.insert(squares.end(), {leg.from, leg.to});
  squares.insert(squares.end(), reason.squares.begin(), reason.squares.end());
  for (const int square : squares)
    if (square >= 0)
      show(answer, board.nameOf(square));
  return answer;
}

} // namespace linesman::rules::king_down
