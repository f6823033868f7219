#include <algorithm>
#include <cstdlib>

#include "rules/games/invasion/attacks.h"
#include "rules/games/invasion/infen.h"
#include "rules/games/invasion/referee.h"
#include "rules/games/invasion/turns.h"

namespace linesman::rules::invasion {
namespace {

using Ids = std::vector<std::string>;

/// A turn text read for its form only.
struct Wish {
  bool bomb = false;
  char sign = ' '; ///< ' ' move, 'x' capture, '^' hop, '*' shot
  int from = no_square;
  int to = no_square;
  std::string promotion;
  std::string crushed;    ///< what stands between the braces
  int beside = no_square; ///< where a bomb is dropped besides the move
};

struct Reason {
  Ids clauses;
  std::string sentence;
  std::vector<int> squares;
};

struct Question {
  const Law& law;
  const Position& p;
  const std::string& text;
  Wish wish;
};

std::optional<Wish> readWish(std::string_view text) {
  Wish wish;
  constexpr std::string_view drop = "Bomb@";
  if (const auto plus = text.find('+'); plus != std::string_view::npos) {
    if (const std::string_view behind = text.substr(plus + 1); behind.starts_with(drop))
      wish.beside = board.squareNamed(behind.substr(drop.size())).value_or(no_square);
    text = text.substr(0, plus);
  }
  if (text.starts_with(drop)) {
    const auto square = board.squareNamed(text.substr(drop.size()));
    if (!square)
      return std::nullopt;
    wish.bomb = true;
    wish.to = *square;
    return wish;
  }
  const auto from = board.takeSquare(text);
  if (!from || text.empty())
    return std::nullopt;
  wish.from = *from;
  if (text[0] == 'x' || text[0] == '^' || text[0] == '*') {
    wish.sign = text[0];
    text.remove_prefix(1);
  }
  const auto to = board.takeSquare(text);
  if (!to)
    return std::nullopt;
  wish.to = *to;
  if (text.starts_with("=") && text.size() == 2) {
    wish.promotion = std::string(text.substr(1));
  } else if (text.starts_with("{") && text.ends_with("}")) {
    wish.crushed = std::string(text.substr(1, text.size() - 2));
  } else if (!text.empty()) {
    return std::nullopt;
  }
  return wish;
}

std::optional<Reason> gameOver(const Question& q) {
  switch (statusOf(q.law, q.p)) {
  case Status::flag_win:
    return Reason{
        {"IN-50"}, "The game is over: a flag stands where the enemy HQ started.", {q.p.homes[0], q.p.homes[1]}};
  case Status::mate:
    return Reason{{"IN-51"}, "The game is over: " + nameOf(q.p.turn) + " is mated.", {q.p.hqOf(q.p.turn)}};
  case Status::stalemate:
    return Reason{{"IN-53"}, "The game is over: " + nameOf(q.p.turn) + " is stalemated.", {q.p.hqOf(q.p.turn)}};
  default:
    return std::nullopt;
  }
}

std::optional<Reason> atSea(const Question& q) {
  if (!q.wish.bomb && (sea() & bit(q.wish.to)) != 0)
    return Reason{{"IN-02"}, board.nameOf(q.wish.to) + " is sea; no man stands there.", {q.wish.to}};
  return std::nullopt;
}

std::optional<Reason> wrongMover(const Question& q) {
  if (q.wish.bomb)
    return std::nullopt;
  if ((q.p.sides[index(other(q.p.turn))] & bit(q.wish.from)) != 0)
    return Reason{{"IN-56"},
                  "It is " + nameOf(q.p.turn) + "'s turn, and the " + manOn(q.p, q.wish.from) + " belongs to " +
                      nameOf(other(q.p.turn)) + ".",
                  {q.wish.from}};
  if ((q.p.sides[index(q.p.turn)] & bit(q.wish.from)) == 0)
    return Reason{{"IN-01"}, "No man stands on " + board.nameOf(q.wish.from) + ".", {q.wish.from}};
  return std::nullopt;
}

std::optional<Reason> unsafeHq(const Question& q) {
  const auto turns = recklessTurns(q.law, q.p);
  const auto turn =
      std::find_if(turns.begin(), turns.end(), [&](const Turn& t) { return textOf(q.law, q.p, t) == q.text; });
  if (turn == turns.end())
    return std::nullopt;
  const Position next = after(q.law, q.p, *turn);
  const int hq = next.hqOf(q.p.turn);
  Reason reason{{}, "", {hq}};
  reason.clauses = turn->kind == TurnKind::bomb ? Ids{"IN-45", "IN-52"} : Ids{"IN-52"};
  std::string by;
  for (Bits128 rest = attackersOf(q.law, next, q.p.turn); rest != 0;) {
    const int square = popLowest(rest);
    by += (by.empty() ? "the " : " and the ") + manOn(next, square);
    reason.squares.push_back(square);
    addClauses(reason.clauses, {"IN-54"});
    addClauses(reason.clauses, attackClauses(next.at(square)));
  }
  reason.sentence = "The own HQ on " + board.nameOf(hq) + " could then be captured by " + by + ".";
  return reason;
}

/// Why the player to move drops no bomb on this square, alone or besides a move.
std::optional<Reason> dropReason(const Question& q, int square) {
  if (!q.law.with.bomb)
    return Reason{{"IN-42"}, "This match is played without bombs.", {square}};
  if (!q.law.with.bomb_on_sea && (sea() & bit(square)) != 0)
    return Reason{{"IN-42"}, "The bomb is dropped on land, and " + board.nameOf(square) + " is sea.", {square}};
  if ((q.p.men[index(Man::headquarters)] & bit(square)) != 0)
    return Reason{{"IN-42"}, "The bomb is not dropped on an HQ.", {square}};
  const Bomb state = q.p.bombs[index(q.p.turn)];
  if (state == Bomb::off) {
    Reason reason{
        {"IN-42", "IN-40"}, nameOf(q.p.turn) + "'s bomb is off; a flag reaching a red corner switches it on.", {}};
    for (Bits128 red = redCorners(q.law, q.p); red != 0;)
      reason.squares.push_back(popLowest(red));
    return reason;
  }
  if (state == Bomb::used)
    return Reason{{"IN-43"}, nameOf(q.p.turn) + "'s bomb is used up.", {}};
  return std::nullopt;
}

std::optional<Reason> bombReason(const Question& q) {
  if (q.wish.beside != no_square && !q.law.with.bomb_besides)
    return Reason{
        {"IN-42"}, "In this match the bomb is a whole turn and is not dropped besides a move.", {q.wish.beside}};
  if (q.wish.beside != no_square)
    return dropReason(q, q.wish.beside);
  if (!q.wish.bomb)
    return std::nullopt;
  if (auto reason = dropReason(q, q.wish.to))
    return reason;
  return Reason{{"IN-42"}, "In this match the bomb is dropped besides a move, written behind it.", {q.wish.to}};
}

std::optional<Reason> promotionReason(const Question& q) {
  if (q.wish.bomb || q.p.at(q.wish.from) != Man::trooper)
    return std::nullopt;
  for (const Turn& turn : legalTurns(q.law, q.p)) {
    if (turn.kind == TurnKind::bomb || turn.from != q.wish.from || turn.to != q.wish.to)
      continue;
    const std::string text = textOf(q.law, q.p, turn);
    if (turn.promotion == Man::none) {
      if (q.wish.promotion.empty())
        return std::nullopt;
      return Reason{{"IN-32"},
                    board.nameOf(turn.to) + " is outside the enemy's camp; a trooper promotes only inside it.",
                    {turn.to}};
    }
    if (q.wish.promotion.empty())
      return Reason{
          {"IN-33", "IN-32"},
          "A trooper entering the enemy's camp must become a commando or a paratrooper; say which, for instance " +
              text + ".",
          {turn.to}};
    return Reason{{"IN-33"}, "A trooper cannot become that; write " + text + ", for instance.", {turn.to}};
  }
  return std::nullopt;
}

/// The same way written otherwise: a missing x, wrong braces.
std::optional<Reason> writtenOtherwise(const Question& q) {
  if (q.wish.bomb || q.wish.sign == '^')
    return std::nullopt;
  for (const Turn& turn : legalTurns(q.law, q.p)) {
    if (turn.kind == TurnKind::bomb || turn.from != q.wish.from || turn.to != q.wish.to)
      continue;
    const std::string text = textOf(q.law, q.p, turn);
    Ids clauses = clausesOf(q.law, q.p, turn);
    std::string how = turn.kind == TurnKind::roll ? "The tank removes exactly the men on its way; "
                                                  : "That is not how the man gets there; ";
    return Reason{clauses, how + text + " would be legal.", {turn.from, turn.to}};
  }
  return std::nullopt;
}

bool enemyOn(const Position& p, int square) {
  return (p.sides[index(other(p.turn))] & bit(square)) != 0;
}

/// Whether another man of the mover's side stands where he is to go.
bool friendThere(const Question& q) {
  return q.wish.to != q.wish.from && (q.p.sides[index(q.p.turn)] & bit(q.wish.to)) != 0;
}

constexpr const char* hopped_already = "This paratrooper has hopped already; it does so once in a game.";

/// Whether he goes as far and as straight as a hop: a watched move tells no sign.
bool isLikeAHop(const Question& q) {
  const int files = std::abs(board.fileOf(q.wish.from) - board.fileOf(q.wish.to));
  const int ranks = std::abs(board.rankOf(q.wish.from) - board.rankOf(q.wish.to));
  return (files == 0 || ranks == 0 || files == ranks) && std::max(files, ranks) >= q.law.with.hop_min;
}

/// How a man goes, with its clauses.
using Movement = std::pair<Ids, std::string>;

bool captures(const Question& q) {
  return q.wish.sign == 'x' || q.wish.sign == '*' || enemyOn(q.p, q.wish.to);
}

Movement movementOfHq(const Question& q) {
  const int files = std::abs(board.fileOf(q.wish.from) - board.fileOf(q.wish.to));
  const int ranks = std::abs(board.rankOf(q.wish.from) - board.rankOf(q.wish.to));
  if (captures(q) || friendThere(q))
    return {{"IN-07", "IN-05"}, "An HQ captures nothing and goes to empty squares only."};
  if (files <= 2 && ranks <= 2 && q.wish.to != q.wish.from)
    return {{"IN-06", "IN-05"},
            "An HQ's jump needs a land square next to both its ends; this one would cross the sea."};
  return {{"IN-05"}, "An HQ goes one or two squares, to any empty square of its first or second ring."};
}

Movement movementOfParatrooper(const Question& q) {
  const bool hopped = q.p.at(q.wish.from) == Man::hopped;
  const std::string far = std::to_string(q.law.with.hop_min);
  if (q.wish.sign == '^') {
    if (!q.law.with.hop)
      return {{"IN-20"}, "This match is played without hops."};
    if (hopped)
      return {{"IN-22"}, hopped_already};
    return {{"IN-20", "IN-21"},
            "A hop goes straight in one of eight directions, " + far + " squares or more, onto an empty land square."};
  }
  if (captures(q))
    return {{"IN-19", "IN-16", "IN-17"},
            "A paratrooper captures the first man in its line of sight, if it is an enemy; men and sea end the line."};
  if (q.law.with.hop && hopped && isLikeAHop(q))
    return {{"IN-22"}, hopped_already};
  return {{"IN-19", "IN-20"},
          "A paratrooper that captures nothing steps one square, or hops " + far + " squares or more, once a game."};
}

Movement movementOfTank(const Question& q) {
  if ((q.p.of(q.p.turn, Man::headquarters) & (bit(q.wish.to) | rays().between(q.wish.from, q.wish.to))) != 0)
    return {{"IN-28"}, "A tank never rolls over its own HQ."};
  if (!q.law.with.tank_stop_on_friend && friendThere(q))
    return {{"IN-29"}, "In this match a tank does not stop on an own man's square."};
  const int direction = rays().direction(q.wish.from, q.wish.to);
  const bool straight =
      board.fileOf(q.wish.from) == board.fileOf(q.wish.to) || board.rankOf(q.wish.from) == board.rankOf(q.wish.to);
  if (straight && q.wish.to != q.wish.from && direction == BitRays<Bits128, 100>::no_direction)
    return {{"IN-27", "IN-02"}, "The sea ends a tank's way."};
  return {{"IN-24"}, "A tank rolls one to five squares along a rank or file."};
}

Movement movementOf(const Question& q) {
  const bool takes = captures(q);
  switch (q.p.at(q.wish.from)) {
  case Man::headquarters:
    return movementOfHq(q);
  case Man::flag:
    return {takes ? Ids{"IN-10", "IN-11"} : Ids{"IN-10"},
            "A flag goes one or two squares in one direction over and onto empty land and captures nothing."};
  case Man::commando:
    if (takes)
      return {{"IN-16", "IN-17", "IN-18"},
              "A commando captures the first man in its line of sight, if it is an enemy; men and sea end the line."};
    return {{"IN-15", "IN-18"}, "A commando that captures nothing leaps like a knight."};
  case Man::paratrooper:
  case Man::hopped:
    return movementOfParatrooper(q);
  case Man::tank:
    return movementOfTank(q);
  case Man::trooper:
    if (takes)
      return {{"IN-31"}, "A trooper captures an enemy one square away diagonally."};
    return {{"IN-30"}, "A trooper steps one square along a rank or file onto an empty square."};
  case Man::none:
    break;
  }
  return {{"IN-01"}, "That is not a turn of this game."};
}

/// Why nobody goes where the enemy HQ stands; nothing for men whose own rule forbids it.
std::optional<Reason> enemyHq(const Question& q) {
  const int to = q.wish.to;
  if (q.p.at(to) != Man::headquarters || !enemyOn(q.p, to))
    return std::nullopt;
  const Man man = q.p.at(q.wish.from);
  if (q.law.with.flag_win && man == Man::flag && to == q.p.homes[index(other(q.p.turn))])
    return Reason{{"IN-50", "IN-10", "IN-11"},
                  "A flag invades the enemy HQ's corner only when that is empty; the HQ still stands there.",
                  {to}};
  if (man == Man::flag || man == Man::headquarters || q.wish.sign == '^')
    return std::nullopt;
  return Reason{{"IN-51", "IN-54"}, "HQs are not captured; the game ends with mate or invasion.", {to}};
}

Reason movement(const Question& q) {
  const int to = q.wish.to;
  const bool rolls = q.p.at(q.wish.from) == Man::tank && q.law.with.tank_crush;
  if (auto reason = enemyHq(q))
    return *reason;
  auto [clauses, sentence] = movementOf(q);
  if (!rolls && (q.wish.sign == 'x' || q.wish.sign == '*') && !enemyOn(q.p, to))
    return {clauses, "There is no enemy man on " + board.nameOf(to) + " to capture.", {to}};
  Reason reason{clauses, sentence, {q.wish.from, to}};
  if (!rolls && friendThere(q))
    reason.sentence += " The " + manOn(q.p, to) + " stands there.";
  const Bits128 between = rays().between(q.wish.from, to) & q.p.all();
  if (between != 0 && !rolls && q.p.at(q.wish.from) != Man::headquarters && q.wish.sign != '^') {
    const int square = lowest(between);
    reason.sentence += " The " + manOn(q.p, square) + " stands in between.";
    reason.squares.push_back(square);
  }
  return reason;
}

Reason reasonFor(const Question& q) {
  using Finder = std::optional<Reason> (*)(const Question&);
  for (const Finder find :
       {&gameOver, &atSea, &wrongMover, &unsafeHq, &bombReason, &promotionReason, &writtenOtherwise})
    if (auto reason = find(q))
      return *reason;
  return movement(q);
}

std::vector<std::string> alternatives(const Question& q) {
  std::vector<std::string> texts;
  for (const Turn& turn : legalTurns(q.law, q.p)) {
    const bool same =
        q.wish.bomb ? turn.kind == TurnKind::bomb : turn.kind != TurnKind::bomb && turn.from == q.wish.from;
    if (same && turn.bomb == no_square)
      texts.push_back(textOf(q.law, q.p, turn));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

} // namespace

TurnAnswer explainIllegal(const Law& law, const Position& p, const std::string& text) {
  TurnAnswer answer;
  const auto wish = readWish(text);
  if (!wish) {
    answer.clauses = {"IN-01"};
    answer.sentence =
        "\"" + text +
        "\" is not the text of a turn; write one such as a2a3, a2xa5, a2^j2, b4c4=C, e2e5{e3,e5} or Bomb@f8.";
    return answer;
  }
  const Question q{law, p, text, *wish};
  const Reason reason = reasonFor(q);
  answer.clauses = reason.clauses;
  answer.sentence = reason.sentence;
  answer.instead = alternatives(q);
  std::vector<int> squares{wish->from, wish->to};
  squares.insert(squares.end(), reason.squares.begin(), reason.squares.end());
  for (const int square : squares)
    if (square != no_square)
      show(answer, board.nameOf(square));
  return answer;
}

} // namespace linesman::rules::invasion
