#include <algorithm>
#include <cstdlib>

#include "rules/games/invasion/infen.h"
#include "support/invasion_oracle.h"

namespace linesman::rules::invasion::oracle {
namespace {

bool wet(int s) {
  return s % 10 >= 3 && s % 10 <= 6 && s / 10 >= 3 && s / 10 <= 6;
}
bool has(Bits128 set, int s) {
  return ((set >> s) & 1) != 0;
}
bool mine(const Position& p, Side side, int s) {
  return has(p.sides[index(side)], s);
}
bool empty(const Position& p, int s) {
  return p.at(s) == Man::none;
}

struct Way {
  int files, ranks;
  int far() const { return std::max(std::abs(files), std::abs(ranks)); }
  bool straight() const { return (files == 0) != (ranks == 0); }
  bool slanted() const { return files != 0 && std::abs(files) == std::abs(ranks); }
  bool line() const { return straight() || slanted(); }
};
Way wayOf(int from, int to) {
  return {to % 10 - from % 10, to / 10 - from / 10};
}

/// Squares strictly between two squares of a line.
std::vector<int> between(int from, int to) {
  std::vector<int> squares;
  const Way way = wayOf(from, to);
  const int step = (way.files > 0) - (way.files < 0) + 10 * ((way.ranks > 0) - (way.ranks < 0));
  for (int s = from + step; s != to; s += step)
    squares.push_back(s);
  return squares;
}
bool dryAndOpen(const Position& p, int from, int to) {
  for (const int s : between(from, to))
    if (wet(s) || !empty(p, s))
      return false;
  return true;
}

bool tankWay(const Law& law, const Position& p, Side side, int from, int to) {
  const Way way = wayOf(from, to);
  if (!way.straight() || way.far() > 5)
    return false;
  for (const int s : between(from, to)) {
    if (wet(s) || (p.at(s) == Man::headquarters && mine(p, side, s)))
      return false;
    if (!law.with.tank_crush && !empty(p, s))
      return false;
  }
  return true;
}

/// The geometry of an ordinary capture.
bool hits(const Law& law, const Position& p, Side side, int from, int to) {
  const Way way = wayOf(from, to);
  switch (p.at(from)) {
  case Man::commando:
  case Man::paratrooper:
  case Man::hopped:
    return way.line() && dryAndOpen(p, from, to);
  case Man::tank:
    return tankWay(law, p, side, from, to);
  case Man::trooper:
    return way.far() == 1 && way.slanted();
  default:
    return false;
  }
}

bool hqMove(const Law& law, int from, int to) {
  const Way way = wayOf(from, to);
  if (way.far() == 1)
    return true;
  if (way.far() != 2)
    return false;
  if (!law.with.hq_sea_path)
    return true;
  for (int via = 0; via < 100; ++via)
    if (!wet(via) && wayOf(from, via).far() == 1 && wayOf(via, to).far() == 1)
      return true;
  return false;
}

bool inCamp(const Law& law, const Position& p, int square) {
  return wayOf(p.homeOf(other(p.turn)), square).far() < law.with.camp_size;
}

bool quietMove(const Law& law, const Position& p, int from, int to) {
  const Way way = wayOf(from, to);
  switch (p.at(from)) {
  case Man::headquarters:
    return hqMove(law, from, to);
  case Man::flag:
    return way.line() && way.far() <= 2 && dryAndOpen(p, from, to);
  case Man::commando:
    return std::abs(way.files * way.ranks) == 2;
  case Man::paratrooper:
  case Man::hopped:
    return way.far() == 1;
  case Man::trooper:
    return way.far() == 1 && way.straight();
  case Man::tank:
    return !law.with.tank_crush && tankWay(law, p, p.turn, from, to);
  default:
    return false;
  }
}

bool enemyToTake(const Position& p, int square) {
  return mine(p, other(p.turn), square) && p.at(square) != Man::headquarters;
}

bool moveFits(const Law& law, const Position& p, const Turn& turn) {
  const Man man = p.at(turn.from);
  if (man == Man::tank && law.with.tank_crush)
    return false;
  const bool takes = !empty(p, turn.to);
  if (takes && (!enemyToTake(p, turn.to) || !hits(law, p, p.turn, turn.from, turn.to)))
    return false;
  const bool shooter = man == Man::commando || man == Man::paratrooper || man == Man::hopped;
  if (takes && law.with.rifle && shooter)
    return false;
  if (!takes && !quietMove(law, p, turn.from, turn.to))
    return false;
  const bool promotes = man == Man::trooper && inCamp(law, p, turn.to);
  if (turn.promotion == Man::none)
    return !promotes || law.with.promotion_optional;
  return promotes && std::find(law.with.promotion_types.begin(), law.with.promotion_types.end(), turn.promotion) !=
                         law.with.promotion_types.end();
}

bool rollFits(const Law& law, const Position& p, const Turn& turn) {
  if (p.at(turn.from) != Man::tank || !law.with.tank_crush || !tankWay(law, p, p.turn, turn.from, turn.to))
    return false;
  for (const int s : rollSquares(turn.from, turn.to))
    if (p.at(s) == Man::headquarters)
      return false;
  return law.with.tank_stop_on_friend || !mine(p, p.turn, turn.to);
}

bool fits(const Law& law, const Position& p, const Turn& turn) {
  if (turn.kind == TurnKind::bomb)
    return law.with.bomb && p.bombs[index(p.turn)] == Bomb::on && p.at(turn.to) != Man::headquarters &&
           turn.promotion == Man::none && (law.with.bomb_on_sea || !wet(turn.to));
  if (!mine(p, p.turn, turn.from) || turn.from == turn.to || wet(turn.to))
    return false;
  if (turn.kind == TurnKind::move)
    return moveFits(law, p, turn);
  if (turn.promotion != Man::none)
    return false;
  const Way way = wayOf(turn.from, turn.to);
  if (turn.kind == TurnKind::hop)
    return law.with.hop && p.at(turn.from) == Man::paratrooper && way.line() && way.far() >= law.with.hop_min &&
           empty(p, turn.to);
  if (turn.kind == TurnKind::roll)
    return rollFits(law, p, turn);
  const Man man = p.at(turn.from);
  return law.with.rifle && (man == Man::commando || man == Man::paratrooper || man == Man::hopped) &&
         enemyToTake(p, turn.to) && hits(law, p, p.turn, turn.from, turn.to);
}

} // namespace

bool inCheck(const Law& law, const Position& p, Side side) {
  for (int from = 0; from < 100; ++from)
    if (mine(p, other(side), from) && hits(law, p, other(side), from, p.hqOf(side)))
      return true;
  return false;
}

bool ask(const Law& law, const Position& p, const Turn& turn) {
  for (const Side side : {Side::white, Side::black})
    if (law.with.flag_win && p.at(p.homeOf(other(side))) == Man::flag && mine(p, side, p.homeOf(other(side))))
      return false;
  return fits(law, p, turn) && !inCheck(law, after(law, p, turn), p.turn);
}

std::set<std::string> allTurns(const Law& law, const Position& p) {
  std::set<std::string> texts;
  for (int from = 0; from < 100; ++from)
    for (int to = 0; to < 100; ++to)
      for (const TurnKind kind : {TurnKind::move, TurnKind::hop, TurnKind::roll, TurnKind::shot, TurnKind::bomb})
        for (int promotion = 0; promotion <= static_cast<int>(Man::none); ++promotion) {
          const Turn turn{.kind = kind,
                          .from = static_cast<std::int8_t>(from),
                          .to = static_cast<std::int8_t>(to),
                          .promotion = static_cast<Man>(promotion)};
          if ((kind != TurnKind::bomb || from == 0) && ask(law, p, turn))
            texts.insert(textOf(law, p, turn));
        }
  return texts;
}

} // namespace linesman::rules::invasion::oracle
