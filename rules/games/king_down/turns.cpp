#include "rules/games/king_down/turns.h"

#include <algorithm>

#include "rules/games/king_down/generator.h"
#include "rules/turn_match.h"

namespace linesman::rules::king_down {
namespace {

/// Counts turns by the batch.
class Counter {
public:
  std::uint64_t count = 0;

  void one(const Turn&) { ++count; }
  void plain(const Turn&, bool, Bits64 targets) { count += number(targets); }
  void marks(const Turn&, Bits64 candidates, int most, Bits64 needed) { count += ways(candidates, most, needed); }
  void markedPlain(const Turn&, Bits64 targets, Bits64 candidates, bool walks, int most) {
    const std::uint64_t n = number(candidates) + (walks ? 1 : 0);
    count += number(targets) * pick(n, most);
  }

private:
  static std::uint64_t number(Bits64 b) { return static_cast<std::uint64_t>(countBits(b)); }
  /// Ways to pick one or up to two of n.
  static std::uint64_t pick(std::uint64_t n, int most) { return most < 2 ? n : n + n * (n - 1) / 2; }
  static std::uint64_t ways(Bits64 candidates, int most, Bits64 needed) {
    const int must = countBits(needed);
    if (must == 0)
      return pick(number(candidates), most);
    if ((needed & ~candidates) != 0 || must > most)
      return 0;
    return must == most ? 1 : 1 + number(candidates & ~needed);
  }
};

/// Lists turns one by one.
class Lister {
public:
  explicit Lister(std::vector<Turn>& list) : list_(list) {}

  void one(const Turn& turn) { list_.push_back(turn); }
  void plain(Turn turn, bool second, Bits64 targets) {
    Leg& leg = second ? turn.second : turn.first;
    while (targets != 0) {
      leg.to = static_cast<std::int8_t>(popLowest(targets));
      list_.push_back(turn);
    }
  }
  void marks(Turn turn, Bits64 candidates, int most, Bits64 needed) {
    for (Bits64 first = candidates; first != 0;) {
      const int one = popLowest(first);
      turn.marks = bit(one);
      if ((needed & ~turn.marks) == 0)
        list_.push_back(turn);
      if (most < 2)
        continue;
      for (Bits64 rest = first; rest != 0;) {
        turn.marks = bit(one) | bit(popLowest(rest));
        if ((needed & ~turn.marks) == 0)
          list_.push_back(turn);
      }
    }
  }
  void markedPlain(Turn turn, Bits64 targets, Bits64 candidates, bool walks, int most) {
    while (targets != 0) {
      const int to = popLowest(targets);
      turn.first.to = static_cast<std::int8_t>(to);
      marks(turn, walks ? candidates | bit(to) : candidates, most, 0);
    }
  }

private:
  std::vector<Turn>& list_;
};

/// Turns that the position after them must not equal, tokens aside (useless_token = rejected).
void dropUseless(const Law& law, const Position& p, std::vector<Turn>& turns) {
  std::vector<std::array<std::uint64_t, 3>> plain_results;
  const auto result = [&](const Turn& turn) {
    Position next = after(law, p, turn);
    next.tokens = p.tokens;
    next.en_passant = no_square;
    return std::array<std::uint64_t, 3>{keyOf(next), next.sides[0], next.sides[1]};
  };
  for (const auto& turn : turns)
    if (turn.spends == Power::none)
      plain_results.push_back(result(turn));
  std::sort(plain_results.begin(), plain_results.end());
  std::erase_if(turns, [&](const Turn& turn) {
    return turn.spends != Power::none && std::binary_search(plain_results.begin(), plain_results.end(), result(turn));
  });
}

struct Turns {
  using Law = king_down::Law;
  using Position = king_down::Position;
  using Turn = king_down::Turn;

  static void list(const Law& law, const Position& p, std::vector<Turn>& turns) {
    turns.clear();
    Lister lister(turns);
    Generator generator(law, p, lister);
    generator.all();
    if (!law.with.useless_token)
      dropUseless(law, p, turns);
    if (law.with.king_moves_mate && generator.inCheck()) {
      const Bits64 king = p.of(p.turn, Man::king);
      const bool moves = std::any_of(turns.begin(), turns.end(), [&](const Turn& turn) {
        return after(law, p, turn).of(p.turn, Man::king) != king;
      });
      if (!moves)
        turns.clear();
    }
  }

  static std::optional<std::uint64_t> count(const Law& law, const Position& p) {
    if (!law.with.useless_token || law.with.king_moves_mate)
      return std::nullopt;
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

Status statusOf(const Law& law, const Position& p) {
  const bool check = checkersOf(law, p, p.turn) != 0;
  if (countTurns(law, p) > 0)
    return check ? Status::check : Status::playing;
  return check ? Status::mate : Status::stalemate;
}

} // namespace linesman::rules::king_down
