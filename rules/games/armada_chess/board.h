// The board of ArmadaChess as the law needs it: fields, neighbours, what each field is, the cities and their exits.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/games/armada_chess/types.h"

namespace linesman::rules::armada_chess {

/// Which sides own a special field: none, white, black or both, as two bits.
using Owners = std::uint8_t;
constexpr Owners ownerBit(Side side) {
  return static_cast<Owners>(1U << indexOf(side));
}

/// A point of the printed board in millimetres: x along a row, y away from row 1, from the outer corner of the board.
struct BoardPoint {
  double x_mm = 0.0;
  double y_mm = 0.0;
};

/// One exit field of a city (AC-03). Its arrow points away from the city.
struct CityExit {
  Field field = no_field;
  Direction arrow = Direction::n;
  bool in = true;          ///< pieces may enter and attack here
  bool out = true;         ///< pieces may leave here
  bool remote = false;     ///< does not touch the city
  Field behind = no_field; ///< the city square behind the arrow: where a destroyer or burner stands
};

/// A city as drawn. Its strength and controller belong to the position.
struct CitySite {
  int id = 0;
  std::string name;
  Side owner = Side::white;
  int start_die = 1;
  std::vector<Field> footprint;
  std::vector<Field> trojan_targets;
  std::vector<CityExit> exits;
  std::optional<BoardPoint> die_anchor;
};

/// Everything about one field.
struct FieldInfo {
  std::string name;
  std::array<Field, direction_count> neighbours{no_field, no_field, no_field, no_field,
                                                no_field, no_field, no_field, no_field};
  std::vector<Field> leaps;       ///< where a Knight may land from here
  std::uint8_t terrain_range = 0; ///< number of its mountain range; 0 is no terrain
  CityIndex city = no_city;       ///< part of this city
  Owners sabotage = 0, intelligence = 0, resource = 0, sawblade = 0;
  Owners pawn_start = 0, heavy_start = 0;
  std::vector<std::pair<CityIndex, std::uint8_t>> exits; ///< (city, number of the exit in that city)
  std::vector<BoardPoint> outline;                       ///< counter-clockwise polygon on the printed board
};

/// A piece of the start arrangement.
struct StartPiece {
  Field field = no_field;
  Kind kind = Kind::pawn;
  Side side = Side::white;
};

/// A board, read from a board file (board_file.h) and checked there. Plain values; nothing here changes in a game.
struct Board {
  std::string id, name, provenance;
  std::string city_word = "city", terrain_word = "mountain";
  double square_mm = 50.0;
  int rows = 0, columns = 0; ///< 0 on a free-form board
  std::vector<FieldInfo> fields;
  std::vector<CitySite> cities;
  std::array<Direction, 2> forward{Direction::n, Direction::s};
  std::array<int, kind_count> army{}; ///< pieces a side, by kind
  int setup_seconds = 120;
  Side first_mover = Side::white;
  std::vector<StartPiece> start;
  std::array<std::vector<BoardPoint>, 2> trays;

  // Derived by finish().
  std::map<std::string, Field, std::less<>> field_by_name;
  std::array<std::vector<Field>, 2> sabotage_fields, intelligence_fields, resource_fields; ///< by owner

  std::optional<Field> fieldNamed(std::string_view text) const;
  const std::string& nameOf(Field field) const { return fields[field].name; }
  Field neighbour(Field field, Direction direction) const { return fields[field].neighbours[indexOf(direction)]; }
  std::optional<CityIndex> cityWithId(int city_id) const;
  /// The exit of `city` on `field`, or null.
  const CityExit* exitOn(CityIndex city, Field field) const;
  /// Fills the derived members.
  void finish();
};

} // namespace linesman::rules::armada_chess
