#include "rules/games/invasion/referee.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "rules/games/invasion/attacks.h"
#include "rules/games/invasion/infen.h"
#include "rules/games/invasion/turns.h"
#include "rules/turn_match.h"

namespace linesman::rules::invasion {
namespace {

using Ids = std::vector<std::string>;

bool secondRing(int a, int b) {
  return std::max(std::abs(board.fileOf(a) - board.fileOf(b)), std::abs(board.rankOf(a) - board.rankOf(b))) > 1;
}

Ids flagClauses(const Law& law, const Position& p, const Turn& turn) {
  Ids ids{"IN-10"};
  if (law.with.flag_win && turn.to == p.homeOf(other(p.turn)))
    addClauses(ids, {"IN-12", "IN-50"});
  if (law.with.bomb && p.bombs[index(p.turn)] == Bomb::off && (redCorners(law, p) & bit(turn.to)) != 0)
    addClauses(ids, {"IN-40", "IN-41"});
  return ids;
}

Ids bombClauses(const Law& law, const Position& p, int centre) {
  Ids ids{"IN-42", "IN-43", "IN-46"};
  if ((law.reach.blast[static_cast<std::size_t>(centre)] & p.men[index(Man::headquarters)]) != 0)
    addClauses(ids, {"IN-44", "IN-08"});
  return ids;
}

Ids moveClauses(const Law& law, const Position& p, const Turn& turn) {
  const bool takes = p.at(turn.to) != Man::none;
  switch (p.at(turn.from)) {
  case Man::headquarters:
    return secondRing(turn.from, turn.to) ? Ids{"IN-05", "IN-06", "IN-07"} : Ids{"IN-05", "IN-07"};
  case Man::flag:
    return flagClauses(law, p, turn);
  case Man::commando:
    return takes ? Ids{"IN-16", "IN-17"} : Ids{"IN-15", "IN-18"};
  case Man::paratrooper:
  case Man::hopped:
    return takes ? Ids{"IN-19", "IN-16", "IN-17"} : Ids{"IN-19"};
  case Man::tank:
    return {"IN-24"};
  case Man::trooper: {
    Ids ids = takes ? Ids{"IN-31"} : Ids{"IN-30"};
    if (turn.promotion != Man::none)
      addClauses(ids, {"IN-32", "IN-33"});
    return ids;
  }
  case Man::none:
    break;
  }
  return {};
}

Ids rollClauses(const Position& p, const Turn& turn) {
  Ids ids{"IN-24", "IN-26", "IN-27"};
  bool crushes = false;
  for (const int square : rollSquares(turn.from, turn.to))
    crushes = crushes || p.at(square) != Man::none;
  if (crushes)
    ids = {"IN-24", "IN-25", "IN-26"};
  if ((p.sides[index(p.turn)] & bit(turn.to)) != 0)
    addClauses(ids, {"IN-29"});
  return ids;
}

} // namespace

void addConsequences(const Law& law, const Position& next, TurnAnswer& answer) {
  const Side hit = next.turn;
  const std::string mover = winnerNamed(other(hit));
  const Status status = statusOf(law, next);
  if (status == Status::flag_win) {
    const auto by = invader(law, next);
    answer.sentence +=
        " " + nameOf(*by) + "'s flag stands where the enemy HQ started: " + nameOf(*by) + " wins by invasion.";
    answer.over = GameOver{winnerNamed(*by), {"IN-50", "IN-12"}};
    return;
  }
  const Bits128 attacking = attackersOf(law, next, hit);
  if (attacking != 0)
    addClauses(answer.clauses, {"IN-54", "IN-09"});
  for (Bits128 rest = attacking; rest != 0;)
    addClauses(answer.clauses, attackClauses(next.at(popLowest(rest))));
  if (status == Status::mate) {
    addClauses(answer.clauses, {"IN-51"});
    answer.sentence += " It is mate: " + nameOf(hit) + "'s HQ is attacked and " + nameOf(hit) + " has no legal turn.";
    answer.over = GameOver{mover, {"IN-51"}};
  } else if (status == Status::stalemate) {
    addClauses(answer.clauses, {"IN-53"});
    answer.sentence += " It is stalemate: " + nameOf(hit) + " has no legal turn" +
                       (law.with.stalemate_draws ? "; the game is drawn." : " and loses.");
    answer.over = GameOver{law.with.stalemate_draws ? "draw" : mover, {"IN-53"}};
  } else if (status == Status::check) {
    answer.sentence += " " + nameOf(hit) + "'s HQ is attacked.";
  }
}

std::string manOn(const Position& p, int square) {
  return rules::manOn(board, p, square);
}

std::vector<std::string> attackClauses(Man man) {
  switch (man) {
  case Man::commando:
    return {"IN-16"};
  case Man::paratrooper:
  case Man::hopped:
    return {"IN-19", "IN-16"};
  case Man::tank:
    return {"IN-26"};
  case Man::trooper:
    return {"IN-31"};
  default:
    return {};
  }
}

std::vector<std::string> clausesOf(const Law& law, const Position& p, const Turn& turn) {
  Ids ids;
  switch (turn.kind) {
  case TurnKind::bomb:
    ids = bombClauses(law, p, turn.to);
    break;
  case TurnKind::hop:
    ids = {"IN-20", "IN-21", "IN-22", "IN-23"};
    break;
  case TurnKind::shot:
    ids = {"IN-16", "IN-17"};
    break;
  case TurnKind::roll:
    ids = rollClauses(p, turn);
    break;
  case TurnKind::move:
    ids = moveClauses(law, p, turn);
    break;
  }
  if (turn.bomb != no_square)
    addClauses(ids, bombClauses(law, p, turn.bomb));
  return ids;
}

std::string sentenceOf(const Law& law, const Position& p, const Turn& turn) {
  const std::string to = board.nameOf(turn.to);
  if (turn.kind == TurnKind::bomb) {
    const int hits =
        countBits(law.reach.blast[static_cast<std::size_t>(turn.to)] & p.all() & ~p.men[index(Man::headquarters)]);
    return "The bomb goes off on " + to + " and removes " + std::to_string(hits) + (hits == 1 ? " man." : " men.");
  }
  std::string text = "The " + manOn(p, turn.from);
  const bool takes = p.at(turn.to) != Man::none;
  if (turn.kind == TurnKind::hop)
    text += " hops to " + to;
  else if (turn.kind == TurnKind::shot)
    text += " shoots the " + manOn(p, turn.to);
  else if (turn.kind == TurnKind::roll) {
    int crushed = 0;
    for (const int square : rollSquares(turn.from, turn.to))
      crushed += p.at(square) != Man::none ? 1 : 0;
    text += " rolls to " + to +
            (crushed > 0 ? " and removes " + std::to_string(crushed) + (crushed == 1 ? " man" : " men") : "");
  } else {
    text += takes ? " takes the " + manOn(p, turn.to) : " goes to " + to;
  }
  if (turn.promotion != Man::none)
    text += " and becomes a " + std::string(nameOf(turn.promotion));
  if (turn.bomb != no_square)
    text += ", and the bomb goes off on " + board.nameOf(turn.bomb);
  return text + ".";
}

TurnAnswer judgeTurn(const Law& law, Position& p, const std::string& text) {
  const auto turn = turnWritten(law, p, text);
  if (!turn)
    return explainIllegal(law, p, text);
  TurnAnswer answer = legalAnswer(law, p, *turn);
  for (Bits128 rest = attackersOf(law, p, p.turn); rest != 0;) {
    addClauses(answer.clauses, {"IN-54"});
    addClauses(answer.clauses, attackClauses(p.at(popLowest(rest))));
  }
  if (turn->kind != TurnKind::bomb)
    answer.highlights.push_back(board.nameOf(turn->from));
  answer.highlights.push_back(board.nameOf(turn->to));
  p = after(law, p, *turn);
  if (p.bombs[index(other(p.turn))] == Bomb::on && turn->kind == TurnKind::move && p.at(turn->to) == Man::flag &&
      std::find(answer.clauses.begin(), answer.clauses.end(), "IN-40") != answer.clauses.end())
    answer.sentence += " " + nameOf(other(p.turn)) + "'s bomb is on.";
  addConsequences(law, p, answer);
  return answer;
}

} // namespace linesman::rules::invasion
