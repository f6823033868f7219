#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/piece_kind.h"
#include "models/result.h"
#include "models/table_state.h"

namespace linesman {
struct TableFile;
}

namespace linesman::app {

/// Is the game played on squares, not on an open table?
bool onSquares(const std::string& game);

/// A player of a plane game and the colours of the pieces that are his.
struct Player {
  std::string name;
  std::vector<Colour> colours;
  std::string flagship = {}; ///< his marked ship, as the fleets will be named; empty: he says it, or it is taken
};

/// Something known to lie on the table, as rule scenarios write it ({"kind":"terrain",...}).
using Terrain = nlohmann::json;

/// Everything a referee must know before the first picture. It is written into the record, so that a match can be
/// re-judged without the files it was started from.
struct MatchSetup {
  std::string game; ///< id in the registry
  std::map<std::string, std::string> options;
  std::vector<Player> players;        ///< in turn order; empty for board games
  std::optional<std::string> pick_up; ///< the first settled table is a game in progress with this player to move
  std::string start;                  ///< a position text or JSON; empty: the game's own
  nlohmann::json area;                ///< playing surface as in rule scenarios, or null
  std::vector<Terrain> terrain;
  /// Dimensions of a measured set of pyramids by size, as in rule scenarios; null: the usual ones.
  nlohmann::json pieces;

  /// What a player is called: his name where the law only knows his side.
  std::string displayName(const std::string& player) const;

  /// Value of a switch of the game's rule book: the chosen one or its default; nothing when the book has no such
  /// switch.
  std::optional<std::string> option(const std::string& name) const;

  /// The board file of a game that has several, as `start` names it; empty: the game's own.
  std::string board() const;
  void setBoard(const std::string& id_or_path);
  /// Seconds left on the clock by the position in `start`: a number, or an object with one by player; null: as agreed.
  nlohmann::json clockLeft() const;
  /// True when `start` gives a position, not only a board.
  bool hasPosition() const;

  nlohmann::json toJson() const;
  static Result<MatchSetup> fromJson(const nlohmann::json& json);
  /// Takes players, area, known things, a measured set and an unusual board from table.toml.
  void readTable(const TableFile& table);
};

} // namespace linesman::app
