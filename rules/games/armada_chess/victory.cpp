#include "rules/games/armada_chess/victory.h"

#include "rules/games/armada_chess/effects.h"
#include "rules/games/armada_chess/generator.h"

namespace linesman::rules::armada_chess {

bool holdsAllCities(const Law& law, const Position& position, Side side) {
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    if (law.board.cities[city].owner == side)
      continue;
    const CityState& state = position.cities[city];
    const bool gone =
        state.destroyed && !(state.burnt_by_owner && law.options.v1_self_burnt == choice::v1_self_burnt_not);
    if (!gone && (state.destroyed || state.controller != side))
      return false;
  }
  return true;
}

namespace {

bool hasLegalExit(const Law& law, const Position& position, Side side) {
  Position mine = position;
  mine.side = side;
  static thread_local std::vector<Action> found;
  found.clear();
  SlotRule exits;
  for (std::size_t city = 0; city < law.board.cities.size() && found.empty(); ++city) {
    exits.exits_of = static_cast<CityIndex>(city);
    Generator(law, mine, exits, found, true).actions();
  }
  return !found.empty();
}

Over won(Side side, int clause) {
  return {true, winnerOf(side), {clause}};
}

} // namespace

bool isWipedOut(const Law& law, const Position& position, Side side) {
  const std::size_t count = law.board.fields.size();
  for (std::size_t field = 0; field < count; ++field) {
    if (position.pieces[field].present() && position.pieces[field].side == side)
      return false;
  }
  if (law.options.v2 == choice::v2_board_empty)
    return true;
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    const CityState& state = position.cities[city];
    if (state.king && !state.destroyed && state.controller == side)
      return false;
  }
  return position.revivals[indexOf(side)].count == 0 && !hasLegalExit(law, position, side);
}

bool hasAnyAction(const Law& law, const Position& position) {
  static thread_local std::vector<Action> found;
  const SlotRule any;
  found.clear();
  Generator generator(law, position, any, found, true);
  if (law.options.mobility == choice::mobility_travel_only)
    generator.travelOnly();
  else
    generator.actions();
  if (!found.empty())
    return true;
  std::vector<Action> lives;
  Generator::revivals(law, position, position.side, lives);
  for (const Action& life : lives) {
    Position after = position;
    applyAction(law, after, life, nullptr);
    if (hasAnyAction(law, after))
      return true;
  }
  return false;
}

int resourceSum(const Law& law, const Position& position, Side side) {
  int sum = 0;
  for (std::size_t city = 0; city < law.board.cities.size(); ++city) {
    const CityState& state = position.cities[city];
    if (!state.destroyed && state.controller == side)
      sum += state.die;
  }
  return sum;
}

Over victoryByConquest(const Law& law, const Position& position, Side side) {
  if (holdsAllCities(law, position, side))
    return won(side, 138);
  if (isWipedOut(law, position, otherSide(side)))
    return won(side, 139);
  return {};
}

Over victoryByTime(const Law& law, const Position& position, Side mover) {
  if (law.options.clock == choice::clock_per_player)
    return won(otherSide(mover), 143);
  const int white = resourceSum(law, position, Side::white), black = resourceSum(law, position, Side::black);
  const Winner winner = white == black ? Winner::draw : white > black ? Winner::white : Winner::black;
  return {true, winner, {143, 144}};
}

Over judgeEnd(const Law& law, const Position& position, Side mover) {
  if (Over over = victoryByConquest(law, position, mover); over.over)
    return over;
  if (!hasAnyAction(law, position)) {
    if (law.options.stalemate == choice::stalemate_draw)
      return {true, Winner::draw, {128}};
    return {true, winnerOf(mover), {128, 142}};
  }
  if (Over over = victoryByConquest(law, position, otherSide(mover)); over.over)
    return over;
  return position.clock_s[indexOf(mover)] > 0 ? Over{} : victoryByTime(law, position, mover);
}

} // namespace linesman::rules::armada_chess
