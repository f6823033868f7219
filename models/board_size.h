#pragma once
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "models/result.h"

namespace linesman {

/// The shipped board file of that name, or else a path.
std::string boardFile(const std::string& definition);

/// What the map of a board file has on a square: 0-based file and rank, and the map's word for it.
struct MapSquare {
  int file = 0, rank = 0;
  std::string word;
};

/// The map of a board file; empty where there is no file, or none with a map and rows.
std::vector<MapSquare> boardMap(const std::string& definition);

/// Whether a board of that name or path has a file, which says what is printed on its squares.
bool hasBoardFile(const std::string& definition);

/// Columns and rows of a board file or built-in name ("companion-10x10", "plain-8x8", a path).
Result<std::pair<int, int>> boardSize(const std::string& definition);

/// The squares (0-based file and rank) that may be printed otherwise than the chequer has them: Invasion's sea, and
/// what the map of a board file marks as cities, terrain and holes (all squares of a file without a map).
std::set<std::pair<int, int>> offChequer(const std::string& definition);

/// The names of the squares at the corners, counter-clockwise from a1 as seen from above.
std::array<std::string, 4> cornerSquares(int columns, int rows);

} // namespace linesman
