#include "rules/games/invasion/position.h"

#include <cstdlib>

namespace linesman::rules::invasion {
namespace {

/// The finaliser of the SplitMix64 generator (public domain, Sebastiano Vigna).
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15ULL;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
  return x ^ (x >> 31);
}

void roll(const Law& law, Position& p, const Turn& turn) {
  if (law.with.tank_crush)
    for (const int square : rollSquares(turn.from, turn.to))
      if (p.at(square) != Man::none)
        p.take(square);
  if (p.at(turn.to) != Man::none)
    p.take(turn.to);
  p.take(turn.from);
  p.put(p.turn, Man::tank, turn.to);
}

void explode(const Law& law, Position& p, int centre) {
  const Bits128 zone = law.reach.blast[static_cast<std::size_t>(centre)];
  for (Bits128 hit = zone & p.all() & ~p.men[index(Man::headquarters)]; hit != 0;)
    p.take(popLowest(hit));
  p.bombs[index(p.turn)] = Bomb::used;
}

/// One hop a player: the others of the side lose theirs.
void groundParatroopers(Position& p) {
  for (Bits128 fresh = p.of(p.turn, Man::paratrooper); fresh != 0;) {
    const int square = popLowest(fresh);
    p.take(square);
    p.put(p.turn, Man::hopped, square);
  }
}

void move(const Law& law, Position& p, const Turn& turn) {
  if (p.at(turn.to) != Man::none)
    p.take(turn.to);
  Man man = p.take(turn.from);
  if (turn.promotion != Man::none)
    man = turn.promotion;
  if (turn.promotion == Man::paratrooper && !law.with.promotion_hop)
    man = Man::hopped;
  if (turn.kind == TurnKind::hop) {
    man = Man::hopped;
    if (law.with.hop_per_player)
      groundParatroopers(p);
  }
  p.put(p.turn, man, turn.to);
}

/// A flag arriving on a red corner arms; with bomb_persist = while_flag its leaving disarms.
void updateBombs(const Law& law, Position& p, const Turn& turn) {
  if (!law.with.bomb)
    return;
  const Bits128 red = redCorners(law, p);
  Bomb& own = p.bombs[index(p.turn)];
  const bool arrives = turn.kind == TurnKind::move && p.at(turn.to) == Man::flag && (red & bit(turn.to)) != 0;
  if (own == Bomb::off && arrives)
    own = Bomb::on;
  if (law.with.bomb_stays)
    return;
  for (const Side side : {Side::white, Side::black})
    if (p.bombs[index(side)] == Bomb::on && (p.of(side, Man::flag) & red) == 0)
      p.bombs[index(side)] = Bomb::off;
}

} // namespace

Bits128 redCorners(const Law& law, const Position& p) {
  const Bits128 homes = bit(p.homes[0]) | bit(p.homes[1]);
  return law.with.red_homes ? homes : (bit(0) | bit(9) | bit(90) | bit(99)) & ~homes;
}

Bits128 campFor(const Law& law, const Position& p, Side side) {
  const int corner = p.homeOf(other(side));
  Bits128 camp = 0;
  for (int i = 0; i < law.with.camp_size; ++i)
    for (int j = 0; j < law.with.camp_size; ++j)
      camp |= bit(board.at(std::abs(board.fileOf(corner) - i), std::abs(board.rankOf(corner) - j)));
  return camp & land();
}

std::uint64_t keyOf(const Position& p) {
  std::uint64_t key = 0;
  const auto add = [&](std::uint64_t word) { key = mix(key ^ word); };
  const auto addBits = [&](Bits128 bits) {
    add(static_cast<std::uint64_t>(bits));
    add(static_cast<std::uint64_t>(bits >> 64));
  };
  for (const Bits128 men : p.men)
    addBits(men);
  addBits(p.sides[0]);
  for (std::size_t side = 0; side < 2; ++side)
    add((static_cast<std::uint64_t>(p.bombs[side]) << 8) | static_cast<std::uint64_t>(p.homes[side]));
  add(static_cast<std::uint64_t>(p.turn));
  return key;
}

std::vector<int> rollSquares(int from, int to) {
  std::vector<int> squares;
  const int step = from % 10 == to % 10 ? (to > from ? 10 : -10) : (to > from ? 1 : -1);
  for (int square = from + step; square != to; square += step)
    squares.push_back(square);
  squares.push_back(to);
  return squares;
}

Position after(const Law& law, const Position& p, const Turn& turn) {
  Position next = p;
  switch (turn.kind) {
  case TurnKind::roll:
    roll(law, next, turn);
    break;
  case TurnKind::shot:
    next.take(turn.to);
    break;
  case TurnKind::bomb:
    explode(law, next, turn.to);
    break;
  case TurnKind::move:
  case TurnKind::hop:
    move(law, next, turn);
    break;
  }
  if (turn.bomb != no_square)
    explode(law, next, turn.bomb);
  updateBombs(law, next, turn);
  next.turn = other(p.turn);
  return next;
}

} // namespace linesman::rules::invasion
