#pragma once
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <Eigen/Core>

#include "models/result.h"

namespace linesman::app {

/// A board of ArmadaChess being drawn: what a board file says, in a form that a hand can change. Kinds of fields are
/// the words of a board file's map: ".." plain, "##" terrain, "C2" city 2, "n2" exit of city 2 with its arrow to n,
/// "Sw" "Iw" "Rw" special fields of White, "pw" pawn start, "hw" heavy start (b: Black), "xx" a hole.
struct BoardPlan {
  /// A field of a free-form board.
  struct Area {
    std::string name;
    std::vector<Eigen::Vector2d> corners_mm; ///< from the board's outer corner: x along row 1, y away from it
    std::string kind = "..";
  };
  struct City {
    int id = 1;
    bool white = true;
    int die = 1;
  };
  using Link = std::pair<std::string, std::string>; ///< two fields' names, the smaller first

  std::string id = "my-board";
  std::string name = "My board";
  std::string city_word = "city";
  std::string terrain_word = "mountain";
  bool free_form = false;
  int rows = 10;
  int columns = 10;
  double square_mm = 50.0;
  std::vector<std::string> kinds;        ///< of a grid: rows * columns, row 1 first, column a first
  std::vector<Area> areas;               ///< of a free-form board
  Eigen::Vector2d size_mm{500.0, 500.0}; ///< of a free-form board: where the corners of the photograph lie
  std::set<Link> cut;                    ///< neighbours by place that are none in play
  std::set<Link> joined;                 ///< neighbours in play that do not touch
  std::vector<City> cities;
  std::array<int, 6> army{8, 2, 2, 2, 1, 1}; ///< pawn knight bishop rook queen king
  int setup_s = 120;

  static BoardPlan grid(int rows, int columns);
  /// A board file to go on with; `lost` says what the editor cannot keep of it.
  static Result<BoardPlan> read(const std::string& path, std::vector<std::string>& lost);

  std::string& kindAt(int column, int row) { return kinds[static_cast<std::size_t>(row * columns + column)]; }
  const std::string& kindAt(int column, int row) const {
    return kinds[static_cast<std::size_t>(row * columns + column)];
  }
  /// Its name, and from that its id: small letters and digits.
  void rename(const std::string& new_name);
  /// Other numbers of rows and columns; what lay on squares that stay is kept.
  void resize(int new_rows, int new_columns);
  double width_mm() const { return free_form ? size_mm.x() : columns * square_mm; }
  double height_mm() const { return free_form ? size_mm.y() : rows * square_mm; }

  /// Gives a field (index into kinds or areas) another kind; `both_sides`: and the square opposite the same for the
  /// other side. A city new to the board belongs to the side in whose half it stands. False when nothing changes.
  bool paint(std::size_t field, const std::string& kind, bool both_sides);
  /// A new field of a free-form board, named by its row and the next free letter.
  void addArea(std::vector<Eigen::Vector2d> corners_mm);
  /// Parts two fields that are neighbours, joins two that are not.
  void toggleLink(std::size_t a, std::size_t b);

  /// Who is whose neighbour in which direction on a free-form board: fields that share an edge lie n, e, s or w of each
  /// other, those that share a corner only ne, se, sw or nw; then `cut` and `joined`.
  std::vector<std::map<std::string, std::string>> neighbours() const;

  /// The board file.
  std::string toToml() const;
  /// What the board-file validator says: warnings, or the first fault as one sentence without a line number.
  Result<std::vector<std::string>> check() const;

private:
  void needCity(const std::string& kind, bool white);
  void dropUnusedCities();
  bool linked(std::size_t a, std::size_t b) const;
};

/// The kind on the field opposite, when the board is turned by 180 degrees: colours exchanged, arrows turned, cities
/// numbered from the other end.
std::string turnedKind(const std::string& kind, int city_count);

} // namespace linesman::app
