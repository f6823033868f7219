#include "rules/games/armada_chess/board_check.h"

#include <algorithm>

namespace linesman::rules::armada_chess {

namespace {

class Checker {
public:
  Checker(const Board& board, const BoardLines& lines, const std::string& path)
      : board_(board), lines_(lines), path_(path) {}

  BoardCheck run() {
    for (std::size_t city = 0; city < board_.cities.size(); ++city)
      checkCity(static_cast<CityIndex>(city));
    for (const Side side : {Side::white, Side::black}) {
      checkSpecialFields(side);
      checkSetup(side);
    }
    checkNeighbours();
    checkStart();
    checkSymmetry();
    return std::move(found_);
  }

private:
  std::string at(int line, const std::string& what) const { return path_ + ":" + std::to_string(line) + ": " + what; }
  void fault(int line, const std::string& what) {
    if (found_.fault.empty())
      found_.fault = at(line, what);
  }
  void warn(int line, const std::string& what) { found_.warnings.push_back(at(line, what)); }

  bool touches(Field field, CityIndex city) const {
    const auto& neighbours = board_.fields[field].neighbours;
    return std::any_of(neighbours.begin(), neighbours.end(),
                       [&](Field beside) { return beside != no_field && board_.fields[beside].city == city; });
  }

  void checkCity(CityIndex index) {
    const CitySite& city = board_.cities[index];
    const int line = lines_.cities[index];
    const std::string name = "city " + std::to_string(city.id);
    if (city.footprint.empty())
      fault(line, name + " stands on no square; put C" + std::to_string(city.id) + " on the map.");
    if (city.exits.empty())
      fault(line, name + " has no exit field; give it at least one, better two.");
    if (city.exits.size() == 1)
      warn(line, name + " has one exit field only: a single piece blockades it; two are advised.");
    for (const Field field : city.footprint) {
      if (board_.fields[field].terrain_range != 0)
        fault(lines_.fields[field], board_.nameOf(field) + " is both city and terrain; a standing city is no terrain.");
    }
    for (const CityExit& exit : city.exits)
      checkExit(index, exit);
  }

  void checkExit(CityIndex index, const CityExit& exit) {
    const int line = lines_.fields[exit.field];
    const std::string name =
        "exit field " + board_.nameOf(exit.field) + " of city " + std::to_string(board_.cities[index].id);
    if (board_.fields[exit.field].city != no_city)
      return fault(line, name + " lies on a city.");
    if (!exit.remote && !touches(exit.field, index))
      return fault(line, name + " does not touch the city; move it, or mark it remote = true.");
    const Field ahead = board_.neighbour(exit.field, exit.arrow);
    if (ahead != no_field && board_.fields[ahead].city == index)
      return fault(line, "the arrow of " + name + " points at the city; it must point away.");
    if (exit.behind == no_field)
      return fault(line, "no square of the city lies behind the arrow of " + name +
                             "; turn the arrow or name it with behind = \"...\".");
    if (board_.fields[exit.behind].city != index)
      return fault(line, "behind = \"" + board_.nameOf(exit.behind) + "\" of " + name + " is no square of that city.");
  }

  void checkSpecialFields(Side side) {
    const std::size_t who = indexOf(side);
    const std::string title = titleOf(side);
    const auto cities = std::count_if(board_.cities.begin(), board_.cities.end(),
                                      [&](const CitySite& city) { return city.owner == side; });
    if (board_.sabotage_fields[who].empty())
      fault(lines_.map, title + " has no S field.");
    if (board_.intelligence_fields[who].empty())
      fault(lines_.map, title + " has no I field.");
    if (board_.resource_fields[who].empty())
      fault(lines_.map, title + " has no R field.");
    if (cities == 0)
      fault(lines_.map, title + " has no city.");
  }

  void checkSetup(Side side) {
    const Owners bit = ownerBit(side);
    int pawns = 0, heavies = 0;
    for (std::size_t index = 0; index < board_.fields.size(); ++index) {
      const FieldInfo& field = board_.fields[index];
      if (((field.pawn_start | field.heavy_start) & bit) == 0)
        continue;
      if (field.city != no_city || field.terrain_range != 0)
        fault(lines_.fields[index], "the start field " + field.name + " lies on a city or on terrain.");
      pawns += (field.pawn_start & bit) != 0 ? 1 : 0;
      heavies += (field.heavy_start & bit) != 0 ? 1 : 0;
    }
    int wanted = 0;
    for (std::size_t kind = 1; kind < kind_count; ++kind)
      wanted += board_.army[kind];
    const std::string title = titleOf(side);
    if (pawns < board_.army[0])
      fault(lines_.army, title + " has " + std::to_string(board_.army[0]) + " pawns but " + std::to_string(pawns) +
                             " pawn start fields.");
    if (heavies < wanted)
      fault(lines_.army, title + " has " + std::to_string(wanted) + " heavy pieces but " + std::to_string(heavies) +
                             " heavy start fields.");
  }

  void checkNeighbours() {
    for (std::size_t index = 0; index < board_.fields.size(); ++index) {
      for (std::size_t d = 0; d < direction_count; ++d) {
        if (board_.fields[index].neighbours[d] == index)
          fault(lines_.fields[index], "the field " + board_.fields[index].name + " is its own neighbour.");
      }
    }
  }

  void checkStart() {
    std::array<std::array<int, kind_count>, 2> count{};
    for (const StartPiece& piece : board_.start) {
      ++count[indexOf(piece.side)][indexOf(piece.kind)];
      if (board_.fields[piece.field].city != no_city)
        fault(lines_.file, "[start] puts a piece on the city square " + board_.nameOf(piece.field) + ".");
    }
    for (const Side side : {Side::white, Side::black}) {
      for (std::size_t kind = 0; kind < kind_count; ++kind) {
        if (count[indexOf(side)][kind] > board_.army[kind])
          fault(lines_.file, "[start] gives " + std::string(titleOf(side)) + " more pieces of a kind than [army] has.");
      }
    }
  }

  /// Turned by 180 degrees with the colours exchanged, a fair board is itself. Free-form boards are not compared.
  void checkSymmetry() {
    if (board_.rows == 0)
      return;
    const auto swapped = [](Owners owners) {
      return static_cast<Owners>(((owners & 1U) << 1U) | ((owners & 2U) >> 1U));
    };
    const std::size_t count = board_.fields.size();
    for (std::size_t index = 0; index < count; ++index) {
      const FieldInfo& here = board_.fields[index];
      const FieldInfo& there = board_.fields[count - 1 - index];
      const bool same = swapped(here.sabotage) == there.sabotage && swapped(here.intelligence) == there.intelligence &&
                        swapped(here.resource) == there.resource && swapped(here.sawblade) == there.sawblade &&
                        (here.terrain_range != 0) == (there.terrain_range != 0) &&
                        (here.city != no_city) == (there.city != no_city) && here.exits.size() == there.exits.size();
      if (same)
        continue;
      warn(lines_.fields[index], "the board is not symmetric: " + here.name + " and " + there.name + " differ.");
      return;
    }
  }

  const Board& board_;
  const BoardLines& lines_;
  const std::string& path_;
  BoardCheck found_;
};

} // namespace

BoardCheck checkBoard(const Board& board, const BoardLines& lines, const std::string& path) {
  return Checker(board, lines, path).run();
}

} // namespace linesman::rules::armada_chess
