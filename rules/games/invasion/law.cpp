#include "rules/games/invasion/law.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "rules/movement.h"

namespace linesman::rules::invasion {
namespace {

using Movements = std::map<std::string, std::string>;

std::size_t at(int square) {
  return static_cast<std::size_t>(square);
}

Bits128 makeSea() {
  Bits128 squares = 0;
  for (int rank = 3; rank <= 6; ++rank)
    for (int file = 3; file <= 6; ++file)
      squares |= bit(board.at(file, rank));
  return squares;
}

Result<std::vector<Step>> stepsOf(const Movements& movements, const std::string& name) {
  const auto found = movements.find(name);
  if (found == movements.end())
    return fail("The movement of the " + name + " is missing from the data of Invasion; add it.");
  return parseMovement(found->second);
}

Result<void> fillLeaps(const Movements& movements, const std::string& name, StepUse use, BySquare& table) {
  const auto steps = stepsOf(movements, name);
  if (!steps)
    return tl::unexpected(steps.error());
  for (int square = 0; square < board.squares(); ++square)
    for (const int to : leapTargets(board, *steps, use, square, 1))
      if ((land() & bit(square)) != 0)
        table[at(square)] |= bit(to) & land();
  return {};
}

/// The first `range` squares of a ray.
Bits128 shortened(int direction, int from, int range) {
  Bits128 reach = 0;
  Bits128 ray = rays().ray(direction, from);
  for (int i = 0; i < range && ray != 0; ++i) {
    const int next = direction < 4 ? lowest(ray) : highest(ray);
    reach |= bit(next);
    ray &= ~bit(next);
  }
  return reach;
}

/// The range of a rider whose steps all have the same one; 0 is unlimited.
Result<int> rangeOf(const Movements& movements, const std::string& name) {
  const auto steps = stepsOf(movements, name);
  if (!steps)
    return tl::unexpected(steps.error());
  if (steps->empty() ||
      std::any_of(steps->begin(), steps->end(), [&](const Step& s) { return s.range != steps->front().range; }))
    return fail("The movement of the " + name + " in the data of Invasion needs one range for all directions.");
  return steps->front().range == 0 ? 9 : steps->front().range;
}

int ringsApart(int a, int b) {
  return std::max(std::abs(board.fileOf(a) - board.fileOf(b)), std::abs(board.rankOf(a) - board.rankOf(b)));
}

/// Takes out the jumps of the second ring that no land square adjacent to both ends supports (IN-06).
void dropSeaJumps(BySquare& table) {
  for (int from = 0; from < board.squares(); ++from)
    for (Bits128 targets = table[at(from)]; targets != 0;) {
      const int to = popLowest(targets);
      if (ringsApart(from, to) < 2)
        continue;
      bool way = false;
      for (Bits128 middle = land(); middle != 0 && !way;) {
        const int via = popLowest(middle);
        way = ringsApart(from, via) == 1 && ringsApart(via, to) == 1;
      }
      if (!way)
        table[at(from)] &= ~bit(to);
    }
}

void fillHops(BySquare& hops, int least) {
  for (int from = 0; from < board.squares(); ++from)
    for (int d = 0; d < 8; ++d)
      for (int length = least; length < 10; ++length) {
        const int file = board.fileOf(from) + length * BitRays<Bits128, 100>::file_step[at(d)];
        const int rank = board.rankOf(from) + length * BitRays<Bits128, 100>::rank_step[at(d)];
        if (board.has(file, rank))
          hops[at(from)] |= bit(board.at(file, rank)) & land();
      }
}

Result<std::vector<Man>> readPromotions(const std::string& letters) {
  std::vector<Man> men;
  for (const char letter : letters) {
    const auto man = manOf(letter);
    if (!man || (*man != Man::commando && *man != Man::paratrooper) ||
        std::find(men.begin(), men.end(), *man) != men.end())
      return fail("The option promotion_types is \"" + letters + "\"; give C, P or both.");
    men.push_back(*man);
  }
  return men;
}

} // namespace

const Bits128& sea() {
  static const Bits128 squares = makeSea();
  return squares;
}

const Bits128& land() {
  static const Bits128 squares = (bit(100) - 1) & ~sea();
  return squares;
}

const BitRays<Bits128, 100>& rays() {
  static const BitRays<Bits128, 100> the_rays(board, sea());
  return the_rays;
}

Result<Switches> readSwitches(const std::map<std::string, std::string>& options) {
  Switches with;
  const auto value = [&](const char* name, const char* otherwise) {
    const auto found = options.find(name);
    return found == options.end() ? std::string(otherwise) : found->second;
  };
  with.red_homes = value("red_corners", "free") == "homes";
  with.camp_size = value("camp_size", "3")[0] - '0';
  with.promotion_optional = value("promotion_optional", "false") == "true";
  with.promotion_hop = value("promotion_hop", "fresh") == "fresh";
  with.hq_sea_path = value("hq_sea", "path") == "path";
  with.hop = value("hop", "true") == "true";
  with.hop_per_player = value("hop_scope", "per_man") == "per_player";
  with.tank_crush = value("tank_crush", "true") == "true";
  with.tank_stop_on_friend = value("tank_stop_on_friend", "true") == "true";
  with.rifle = value("shoot", "by_moving") == "rifle";
  with.bomb = value("bomb", "true") == "true";
  with.bomb_on_sea = value("bomb_on_sea", "false") == "true";
  with.bomb_stays = value("bomb_persist", "stays") == "stays";
  with.bomb_besides = value("bomb_turn", "whole") == "besides";
  with.flag_win = value("flag_win", "true") == "true";
  with.flag_win_in_check = value("flag_win_in_check", "not_allowed") == "allowed";
  with.stalemate_draws = value("stalemate", "loss") == "draw";
  with.stalemate_of_hq = value("stalemate_scope", "no_turn") == "hq";
  with.repetition = value("repetition", "off") == "on";
  with.move_limit = value("move_limit", "off") == "on";
  const std::string least = value("hop_min", "5");
  const auto [end, code] = std::from_chars(least.data(), least.data() + least.size(), with.hop_min);
  if (code != std::errc() || end != least.data() + least.size() || with.hop_min < 2 || with.hop_min > 9)
    return fail("The option hop_min is \"" + least + "\"; give a number of squares from 2 to 9.");
  auto men = readPromotions(value("promotion_types", "CP"));
  if (!men)
    return tl::unexpected(men.error());
  with.promotion_types = std::move(*men);
  return with;
}

Result<ReachTables> readReach(const Movements& movements, const Switches& with) {
  ReachTables tables;
  struct Leaps {
    const char* name;
    StepUse use;
    BySquare* table;
  };
  for (const auto& leaps :
       {Leaps{"headquarters", StepUse::move, &tables.headquarters}, Leaps{"commando", StepUse::move, &tables.commando},
        Leaps{"paratrooper", StepUse::move, &tables.paratrooper},
        Leaps{"trooper", StepUse::move, &tables.trooper_moves},
        Leaps{"trooper", StepUse::capture, &tables.trooper_captures}})
    if (auto ok = fillLeaps(movements, leaps.name, leaps.use, *leaps.table); !ok)
      return tl::unexpected(ok.error());
  if (with.hq_sea_path)
    dropSeaJumps(tables.headquarters);
  if (with.hop)
    fillHops(tables.hops, with.hop_min);
  const auto flag_range = rangeOf(movements, "flag");
  const auto tank_range = rangeOf(movements, "tank");
  if (!flag_range || !tank_range)
    return tl::unexpected(!flag_range ? flag_range.error() : tank_range.error());
  for (int square = 0; square < board.squares(); ++square)
    for (int d = 0; d < 8; ++d) {
      tables.flag[at(d)][at(square)] = shortened(d, square, *flag_range);
      if (d % 2 == 0)
        tables.tank[at(square)] |= shortened(d, square, *tank_range);
    }
  for (int square = 0; square < board.squares(); ++square)
    for (int near = 0; near < board.squares(); ++near)
      if (ringsApart(square, near) <= 1)
        tables.blast[at(square)] |= bit(near) & land();
  return tables;
}

} // namespace linesman::rules::invasion
