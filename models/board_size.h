#pragma once
#include <array>
#include <set>
#include <string>
#include <utility>

#include "models/result.h"

namespace linesman {

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
