#pragma once
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "models/table_state.h"

namespace linesman::app {

/// What should stand on a square by the game's position.
struct SquareMan {
  std::string kind;
  std::string side;  ///< light | dark
  std::string rider; ///< kind of the man on top, or empty

  auto operator<=>(const SquareMan&) const = default;
};

/// What should stand on the board by a position in a game's notation.
struct BoardContents {
  std::map<std::string, SquareMan> men; ///< by square
  // ArmadaChess:
  std::map<int, int> dice;                            ///< number of a city -> face that should show, 0 where it is gone
  std::map<std::string, std::set<std::string>> bands; ///< square -> "low", "high", "crown"
  std::set<std::string> turned;                       ///< squares of Rooks that stand upside down
  bool operator==(const BoardContents&) const = default;

  /// Who stands there; nothing for nobody.
  const SquareMan* manOn(const std::string& square) const {
    const auto found = men.find(square);
    return found == men.end() ? nullptr : &found->second;
  }
};

/// Reads the contents of a position of `game`: the first field of KDFEN or INFEN, or the JSON of ArmadaChess.
BoardContents contentsOf(const std::string& game, const nlohmann::json& position);

/// Who is to move in it: "white" or "black".
std::string sideToMove(const nlohmann::json& position);

/// Letter of a kind in the game's notation (upper case), or 0.
char letterOf(const std::string& game, const std::string& kind);
/// The man a letter stands for.
SquareMan manOf(const std::string& game, char letter);

/// Squares on which the two differ.
std::set<std::string> differing(const BoardContents& a, const BoardContents& b);

} // namespace linesman::app
