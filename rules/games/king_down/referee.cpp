#include "rules/games/king_down/referee.h"

#include <algorithm>
#include <cstdlib>

#include "rules/games/king_down/attacks.h"
#include "rules/games/king_down/kdfen.h"
#include "rules/games/king_down/play.h"
#include "rules/games/king_down/turns.h"
#include "rules/turn_match.h"

namespace linesman::rules::king_down {
namespace {

using Ids = std::vector<std::string>;

bool enemyOn(const Position& p, int square) {
  return (p.sides[index(other(p.turn))] & bit(square)) != 0;
}

Ids pawnClauses(const Position& p, const Leg& leg) {
  Ids ids;
  const bool dark = p.has(p.turn, Power::darkness);
  if (enemyOn(p, leg.to))
    ids = {dark ? "KD-94" : "KD-12"};
  else if (dark)
    ids = {"KD-93"};
  else
    ids = {std::abs(leg.to - leg.from) == 16 ? "KD-11" : "KD-10"};
  if (leg.promotion != Man::none)
    addClauses(ids, dark ? Ids{"KD-13", "KD-96"} : Ids{"KD-13"});
  return ids;
}

Ids kingClauses(const Law& law, const Position& p, const Leg& leg) {
  Ids ids;
  if (p.has(p.turn, Power::mercy)) {
    ids = {"KD-88", "KD-89", "KD-90"};
  } else {
    ids = {"KD-19", "KD-20"};
    if (enemyOn(p, leg.to)) {
      if (p.at(leg.to) == Man::guard)
        addClauses(ids, {"KD-31"});
      if (p.has(p.turn, Power::death_touch))
        addClauses(ids, {"KD-92"});
      if (p.has(p.turn, Power::holy_light))
        addClauses(ids, {"KD-87"});
    }
  }
  if (p.has(p.turn, Power::holy_light) &&
      (pawnCapturesFrom(law, p, other(p.turn), leg.to) & p.of(other(p.turn), Man::pawn)) != 0)
    addClauses(ids, {"KD-85"});
  return ids;
}

Ids swapClauses(const Position& p, const Leg& leg) {
  Ids ids{"KD-33", "KD-35"};
  if (p.at(leg.to) == Man::king && std::abs(leg.to % 8 - leg.from % 8) > 1)
    ids = {"KD-34", "KD-35"};
  if (leg.promotion != Man::none)
    addClauses(ids, {"KD-13", "KD-14"});
  return ids;
}

Ids moveClauses(const Law& law, const Position& p, const Leg& leg) {
  switch (p.at(leg.from)) {
  case Man::pawn:
    return pawnClauses(p, leg);
  case Man::knight:
    return {"KD-15"};
  case Man::bishop:
    return {"KD-16"};
  case Man::rook:
    return {"KD-17"};
  case Man::queen:
    return {"KD-18"};
  case Man::king:
    return kingClauses(law, p, leg);
  case Man::archer:
    return {"KD-23"};
  case Man::paladin:
    return enemyOn(p, leg.to) ? Ids{"KD-27", "KD-28"} : Ids{"KD-27"};
  case Man::guard:
    return {"KD-30"};
  case Man::maester:
    return {"KD-33"};
  case Man::beast:
    return enemyOn(p, leg.to) ? Ids{"KD-36", "KD-37"} : Ids{"KD-36"};
  case Man::none:
    break;
  }
  return {};
}

Ids legClauses(const Law& law, const Position& p, const Leg& leg) {
  switch (leg.kind) {
  case LegKind::move:
    return moveClauses(law, p, leg);
  case LegKind::chain:
    return {"KD-36", "KD-37", "KD-38"};
  case LegKind::shot: {
    if (p.at(leg.from) == Man::archer)
      return {"KD-25", "KD-26"};
    return p.at(leg.to) == Man::guard ? Ids{"KD-91", "KD-31"} : Ids{"KD-91"};
  }
  case LegKind::vanish:
    return {"KD-27", "KD-28"};
  case LegKind::swap:
    return swapClauses(p, leg);
  case LegKind::en_passant:
    return {"KD-51"};
  case LegKind::castle_short:
  case LegKind::castle_long:
    return {"KD-50"};
  case LegKind::place:
    return {"KD-77", "KD-76", "KD-78"};
  }
  return {};
}

Ids powerClauses(const Position& p, const Turn& turn) {
  const Man man = turn.has_first ? p.at(turn.first.from) : Man::none;
  switch (turn.spends) {
  case Power::freeze:
    return {"KD-64", "KD-65", "KD-62", "KD-63"};
  case Power::ice_wall:
    return {"KD-64", "KD-67", "KD-62", "KD-63"};
  case Power::strike:
    return man == Man::pawn ? Ids{"KD-68", "KD-69", "KD-70", "KD-62", "KD-63"}
                            : Ids{"KD-68", "KD-69", "KD-62", "KD-63"};
  case Power::haste:
    return {"KD-71", "KD-72", "KD-73", "KD-62", "KD-63"};
  case Power::flight:
    return man == Man::pawn ? Ids{"KD-74", "KD-75", "KD-62", "KD-63"} : Ids{"KD-74", "KD-62", "KD-63"};
  case Power::sacrifice:
    return {"KD-77", "KD-76", "KD-78", "KD-62", "KD-63"};
  case Power::march:
    return {"KD-79", "KD-80", "KD-62", "KD-63"};
  case Power::leap:
    return {"KD-81", "KD-82", "KD-62", "KD-63"};
  default:
    return {};
  }
}

/// "a queen", "an archer"
std::string oneOf(Man man) {
  return (man == Man::archer ? "an " : "a ") + std::string(nameOf(man));
}

std::string legSentence(const Position& p, const Leg& leg) {
  const std::string mover = manOn(p, leg.from);
  const std::string to = board.nameOf(leg.to);
  const std::string grown = leg.promotion != Man::none ? " and becomes " + oneOf(leg.promotion) : "";
  switch (leg.kind) {
  case LegKind::chain: {
    std::string text = "the " + mover + " takes the ";
    for (int i = 0; i < leg.links; ++i)
      text += manOn(p, leg.path[static_cast<std::size_t>(i)]) + (i + 1 < leg.links ? ", the " : " and the ");
    return text + manOn(p, leg.to);
  }
  case LegKind::shot:
    return "the " + mover + " takes the " + manOn(p, leg.to) + " without moving";
  case LegKind::vanish:
    return "the " + mover + " takes the " + manOn(p, leg.to) + " and leaves the board with it";
  case LegKind::swap:
    return "the " + mover + " exchanges squares with the " + manOn(p, leg.to) +
           (grown.empty() ? "" : ", which" + grown.substr(4));
  case LegKind::en_passant:
    return "the " + mover + " takes en passant on " + to;
  case LegKind::castle_short:
  case LegKind::castle_long:
    return "the king castles with the " + manOn(p, leg.to);
  case LegKind::place:
    return "the " + mover + " is replaced by " + oneOf(leg.promotion);
  case LegKind::move:
    break;
  }
  if (enemyOn(p, leg.to))
    return "the " + mover + " takes the " + manOn(p, leg.to) + grown;
  return "the " + mover + " goes to " + to + grown;
}

/// Clauses of the check that a side stands in, if it does.
void addCheck(const Law& law, const Position& p, Side side, TurnAnswer& answer) {
  const Bits64 attackers = checkersOf(law, p, side);
  for (Bits64 rest = attackers; rest != 0;)
    addClauses(answer.clauses, checkingClauses(p.at(popLowest(rest))));
  if (attackers != 0)
    addClauses(answer.clauses, {"KD-41", "KD-43"});
}

} // namespace

void addConsequences(const Law& law, const Position& next, TurnAnswer& answer) {
  const Side hit = next.turn;
  const Status status = statusOf(law, next);
  addCheck(law, next, hit, answer);
  if (status == Status::mate) {
    addClauses(answer.clauses, {"KD-45"});
    answer.sentence += " It is mate: " + nameOf(hit) + " is in check and has no legal turn.";
    answer.over = GameOver{winnerNamed(other(hit)), {"KD-45"}};
  } else if (status == Status::stalemate) {
    addClauses(answer.clauses, {"KD-46"});
    answer.sentence +=
        " It is stalemate: " + nameOf(hit) + " is not in check and has no legal turn; the game is drawn.";
    answer.over = GameOver{"draw", {"KD-46"}};
  } else if (status == Status::check) {
    answer.sentence += " " + nameOf(hit) + " is in check.";
  }
}

std::string manOn(const Position& p, int square) {
  return rules::manOn(board, p, square);
}

std::vector<std::string> checkingClauses(Man man) {
  switch (man) {
  case Man::pawn:
    return {"KD-12"};
  case Man::knight:
    return {"KD-15"};
  case Man::bishop:
    return {"KD-16"};
  case Man::rook:
    return {"KD-17"};
  case Man::queen:
    return {"KD-18"};
  case Man::archer:
    return {"KD-25", "KD-26"};
  case Man::maester:
    return {"KD-33"};
  case Man::beast:
    return {"KD-36", "KD-38"};
  default:
    return {};
  }
}

std::vector<std::string> clausesOf(const Law& law, const Position& p, const Turn& turn) {
  Ids ids = powerClauses(p, turn);
  const bool own_way = turn.spends == Power::none || turn.marks != 0 || turn.spends == Power::haste;
  if (turn.has_first && own_way) {
    Ids leg = legClauses(law, p, turn.first);
    if (turn.marks != 0)
      std::swap(ids, leg);
    addClauses(ids, leg);
  }
  if (turn.has_second) {
    Position half = p;
    playLeg(law, half, turn.first, false);
    addClauses(ids, legClauses(law, half, turn.second));
  }
  return ids;
}

std::string sentenceOf(const Law& law, const Position& p, const Turn& turn) {
  std::string text;
  const std::string power(factsOf(turn.spends).name);
  if (turn.spends != Power::none && turn.marks == 0)
    text = "By " + power + " ";
  if (turn.has_first)
    text += legSentence(p, turn.first);
  if (turn.has_second) {
    Position half = p;
    playLeg(law, half, turn.first, false);
    text += ", then " + legSentence(half, turn.second);
  }
  for (Bits64 marks = turn.marks; marks != 0;) {
    const int square = popLowest(marks);
    text += std::string(text.empty() ? "" : ", and ") +
            (turn.spends == Power::freeze ? "Freeze binds " : "an Ice Wall protects ") + board.nameOf(square);
  }
  text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  return text + ".";
}

TurnAnswer judgeTurn(const Law& law, Position& p, const std::string& text) {
  const auto turn = turnWritten(law, p, text);
  if (!turn)
    return explainIllegal(law, p, text);
  TurnAnswer answer = legalAnswer(law, p, *turn);
  addCheck(law, p, p.turn, answer);
  if (turn->has_first)
    answer.highlights = {board.nameOf(turn->first.from), board.nameOf(turn->first.to)};
  p = after(law, p, *turn);
  addConsequences(law, p, answer);
  return answer;
}

} // namespace linesman::rules::king_down
