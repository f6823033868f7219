// Turns the TOML of a board file into a Board; only board_file.cpp uses it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/toml_file.h"
#include "rules/games/armada_chess/board.h"

namespace linesman::rules::armada_chess {

/// Where things stand in the file, for the checks that follow the reading.
struct BoardLines {
  int file = 1, setup = 1, army = 1, map = 1;
  std::vector<int> cities; ///< by city index
  std::vector<int> fields; ///< by field
};

/// Reads in one go and stops at the first fault, which `fault` then holds with file and line.
class BoardReader {
public:
  BoardReader(const toml::table& file, std::string path) : file_(file), path_(std::move(path)) {}

  /// False when a fault was found.
  bool read();
  const std::string& fault() const { return fault_; }
  Board& board() { return board_; }
  const BoardLines& lines() const { return lines_; }

private:
  void complain(int line, const std::string& what);
  void adopt(const Result<void>& outcome);
  bool failed() const { return !fault_.empty(); }
  static int lineOf(const toml::node& node) { return static_cast<int>(node.source().begin.line); }

  std::string text(const toml::table& table, std::string_view key, const std::string& otherwise);
  int whole(const toml::table& table, std::string_view key, int otherwise, int least, int most);
  bool flag(const toml::table& table, std::string_view key, bool otherwise);
  Owners owners(const toml::table& table, std::string_view key, Owners otherwise);
  Side side(const toml::table& table, std::string_view key, Side otherwise);
  Direction direction(const toml::node& node);
  static std::optional<Direction> directionNamed(std::string_view name);
  std::vector<BoardPoint> points(const toml::node& node);
  Field fieldAt(const toml::node& node);
  const toml::table* tableOf(const toml::node& node, const std::string& what);

  void readHead();
  void readCities();
  void readGrid(const toml::table& grid);
  void readMapRow(const toml::node& node, int row);
  void readToken(const std::string& token, Field field, int line);
  void linkGrid();
  void nameRanges();
  void readFields(const toml::array& fields);
  void linkFields(const toml::array& fields);
  void readKinds(const toml::table& table, FieldInfo& field);
  void readOverrides();
  void readExits();
  void readOneExit(const toml::table& table, CityIndex city);
  void completeExits();
  void readTrojanTargets();
  void readArmyAndSetup();
  void readStart();
  void readTrays();

  const toml::table& file_;
  std::string path_;
  std::string fault_;
  Board board_;
  BoardLines lines_;
  std::vector<std::vector<Field>> grid_; ///< [row from row 1][column]
};

} // namespace linesman::rules::armada_chess
