#include "rules/games/invasion/turns.h"

#include <algorithm>

#include "rules/games/invasion/generator.h"
#include "rules/turn_match.h"

namespace linesman::rules::invasion {
namespace {

class Counter {
public:
  std::uint64_t count = 0;
  void one(const Turn&) { ++count; }
  void plain(const Turn&, Bits128 targets) { count += static_cast<std::uint64_t>(countBits(targets)); }
};

class Lister {
public:
  explicit Lister(std::vector<Turn>& list) : list_(list) {}
  void one(const Turn& turn) { list_.push_back(turn); }
  void plain(Turn turn, Bits128 targets) {
    while (targets != 0) {
      turn.to = static_cast<std::int8_t>(popLowest(targets));
      list_.push_back(turn);
    }
  }

private:
  std::vector<Turn>& list_;
};

/// bomb_turn = besides: every move may be followed by a drop that leaves the own HQ safe; a drop may also save a move.
void addDrops(const Law& law, const Position& p, std::vector<Turn>& turns) {
  if (!law.with.bomb || !law.with.bomb_besides || p.bombs[index(p.turn)] != Bomb::on)
    return;
  std::vector<Turn> drops;
  for (const Turn& turn : recklessTurns(law, p)) {
    Position next = after(law, p, turn);
    if (invader(law, next))
      continue;
    const Bits128 centres = (law.with.bomb_on_sea ? land() | sea() : land()) & ~next.men[index(Man::headquarters)];
    for (Bits128 rest = centres; rest != 0;) {
      Turn longer = turn;
      longer.bomb = static_cast<std::int8_t>(popLowest(rest));
      if (attackersOf(law, after(law, p, longer), p.turn) == 0)
        drops.push_back(longer);
    }
  }
  turns.insert(turns.end(), drops.begin(), drops.end());
}

struct Turns {
  using Law = invasion::Law;
  using Position = invasion::Position;
  using Turn = invasion::Turn;

  static void list(const Law& law, const Position& p, std::vector<Turn>& turns) {
    turns.clear();
    if (invader(law, p))
      return;
    Lister lister(turns);
    Generator generator(law, p, lister);
    generator.all();
    addDrops(law, p, turns);
    if (law.with.stalemate_of_hq && !generator.inCheck()) {
      const int hq = p.hqOf(p.turn);
      if (std::none_of(turns.begin(), turns.end(),
                       [&](const Turn& t) { return t.kind == TurnKind::move && t.from == hq; }))
        turns.clear();
    }
  }

  static std::optional<std::uint64_t> count(const Law& law, const Position& p) {
    if (law.with.stalemate_of_hq || law.with.bomb_besides)
      return std::nullopt;
    if (invader(law, p))
      return 0;
    Counter counter;
    Generator(law, p, counter).all();
    return counter.count;
  }
};

} // namespace

std::vector<Turn> legalTurns(const Law& law, const Position& p) {
  std::vector<Turn> turns;
  Turns::list(law, p, turns);
  return turns;
}

std::vector<Turn> recklessTurns(const Law& law, const Position& p) {
  std::vector<Turn> turns;
  Lister lister(turns);
  Generator(law, p, lister, true).all();
  return turns;
}

std::uint64_t perft(const Law& law, const Position& p, int depth) {
  return TurnCounter<Turns>(law, depth).count(p, depth);
}

std::uint64_t countTurns(const Law& law, const Position& p) {
  return perft(law, p, 1);
}

std::optional<Side> invader(const Law& law, const Position& p) {
  if (!law.with.flag_win)
    return std::nullopt;
  for (const Side side : {Side::white, Side::black})
    if ((p.of(side, Man::flag) & bit(p.homeOf(other(side)))) != 0)
      return side;
  return std::nullopt;
}

Status statusOf(const Law& law, const Position& p) {
  if (invader(law, p))
    return Status::flag_win;
  const bool check = attackersOf(law, p, p.turn) != 0;
  if (countTurns(law, p) > 0)
    return check ? Status::check : Status::playing;
  return check ? Status::mate : Status::stalemate;
}

} // namespace linesman::rules::invasion
