#include "models/board_size.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <sstream>

#include "models/data_path.h"
#include "models/toml_file.h"

namespace linesman {

namespace {

/// Columns and rows of a name such as "plain-8x8".
std::optional<std::pair<int, int>> sizeAtTheEnd(const std::string& name) {
  const auto times = name.rfind('x');
  if (times == std::string::npos)
    return std::nullopt;
  const auto begin = name.find_last_not_of("0123456789", times == 0 ? 0 : times - 1) + 1;
  const char* const end = name.data() + name.size();
  int columns = 0, rows = 0;
  const auto left = std::from_chars(name.data() + std::min(begin, times), name.data() + times, columns);
  const auto right = std::from_chars(name.data() + times + 1, end, rows);
  if (left.ec != std::errc() || right.ec != std::errc() || right.ptr != end)
    return std::nullopt;
  return columns >= 3 && rows >= 3 && columns <= 26 && rows <= 26 ? std::optional(std::pair{columns, rows})
                                                                  : std::nullopt;
}

} // namespace

std::string boardFile(const std::string& definition) {
  const auto shipped = findData("models/boards/" + definition + ".toml");
  return shipped ? shipped->string() : definition;
}

std::vector<MapSquare> boardMap(const std::string& definition) {
  std::vector<MapSquare> squares;
  const auto file = readToml(boardFile(definition));
  const toml::array* map = file ? (*file)["map"].as_array() : nullptr;
  const auto rows = file ? (*file)["grid"]["rows"].value<int>() : std::nullopt;
  if (map == nullptr || !rows)
    return squares;
  for (std::size_t line = 0; line < map->size(); ++line) { // the far one first
    std::istringstream words((*map)[line].value_or(std::string()));
    std::string word;
    for (int column = 0; words >> word; ++column)
      squares.push_back({column, *rows - 1 - static_cast<int>(line), word});
  }
  return squares;
}

bool hasBoardFile(const std::string& definition) {
  return readToml(boardFile(definition)).has_value();
}

Result<std::pair<int, int>> boardSize(const std::string& definition) {
  const std::string path = boardFile(definition);
  if (const auto file = readToml(path)) {
    const auto columns = (*file)["grid"]["columns"].value<int>(), rows = (*file)["grid"]["rows"].value<int>();
    if (columns && rows && *columns >= 3 && *columns <= 26 && *rows >= 3 && *rows <= 26)
      return std::pair{*columns, *rows};
    return fail(path + ": a board file needs rows and columns (3 to 26) in [grid].");
  }
  if (const auto size = sizeAtTheEnd(definition))
    return *size;
  return fail(
      "Board '" + definition +
      "' is not known; give a file of models/boards, a path, or a name that ends in its size such as plain-8x8.");
}

std::set<std::pair<int, int>> offChequer(const std::string& definition) {
  std::set<std::pair<int, int>> squares;
  const auto size = boardSize(definition);
  if (!size)
    return squares;
  const auto [columns, rows] = *size;
  const auto add = [&](int first_file, int end_file, int first_rank, int end_rank) {
    for (int rank = first_rank; rank < end_rank; ++rank)
      for (int file = first_file; file < end_file; ++file)
        squares.emplace(file, rank);
  };
  if (const auto map = boardMap(definition); !map.empty()) {
    for (const MapSquare& square : map)
      if (square.word == "##" || square.word == "xx" || square.word.front() == 'C')
        squares.emplace(square.file, square.rank);
  } else if (hasBoardFile(definition)) {
    add(0, columns, 0, rows);
  } else if (definition == "invasion-10x10") {
    add(3, 7, 3, 7);
  }
  return squares;
}

std::array<std::string, 4> cornerSquares(int columns, int rows) {
  const std::string last_file(1, static_cast<char>('a' + columns - 1)), last_rank = std::to_string(rows);
  return {"a1", last_file + "1", last_file + last_rank, "a" + last_rank};
}

} // namespace linesman
