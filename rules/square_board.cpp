#include "rules/square_board.h"

#include <cctype>

namespace linesman::rules {

std::string SquareBoard::nameOf(int square) const {
  return static_cast<char>('a' + fileOf(square)) + std::to_string(rankOf(square) + 1);
}

std::optional<int> SquareBoard::takeSquare(std::string_view& text) const {
  if (text.size() < 2 || text[0] < 'a' || text[0] >= 'a' + files)
    return std::nullopt;
  int rank = 0;
  std::size_t length = 1;
  while (length < text.size() && length < 3 && text[length] >= '0' && text[length] <= '9') {
    const int longer = rank * 10 + (text[length] - '0');
    if (longer == 0 || longer > ranks)
      break;
    rank = longer;
    ++length;
  }
  if (length == 1)
    return std::nullopt;
  const int square = at(text[0] - 'a', rank - 1);
  text.remove_prefix(length);
  return square;
}

std::optional<int> SquareBoard::squareNamed(std::string_view text) const {
  const auto square = takeSquare(text);
  return text.empty() ? square : std::nullopt;
}

Result<std::vector<PlacedLetter>> readBoardField(const SquareBoard& board, std::string_view field) {
  std::vector<PlacedLetter> placed;
  int rank = board.ranks - 1;
  int file = 0;
  const auto rankName = [&] { return "rank " + std::to_string(rank + 1); };
  const auto width = [&]() -> Result<void> {
    if (file == board.files)
      return {};
    return fail("the board's " + rankName() + " has " + std::to_string(file) + " squares where " +
                std::to_string(board.files) + " are needed");
  };
  for (std::size_t i = 0; i < field.size();) {
    const char c = field[i];
    if (c == '/') {
      if (auto ok = width(); !ok)
        return tl::unexpected(ok.error());
      if (--rank < 0)
        return fail("the board has more than " + std::to_string(board.ranks) + " ranks; give exactly that many");
      file = 0;
      ++i;
    } else if (c >= '0' && c <= '9') {
      int gap = 0;
      for (; i < field.size() && field[i] >= '0' && field[i] <= '9' && gap < 100; ++i)
        gap = gap * 10 + (field[i] - '0');
      if (gap == 0)
        return fail("the board's " + rankName() + " has a gap of 0 squares; leave it out");
      file += gap;
    } else {
      if (file < board.files)
        placed.push_back({board.at(file, rank), c});
      ++file;
      ++i;
    }
    if (file > board.files)
      return fail("the board's " + rankName() + " has more than " + std::to_string(board.files) + " squares");
  }
  if (auto ok = width(); !ok)
    return tl::unexpected(ok.error());
  if (rank != 0)
    return fail("the board has " + std::to_string(board.ranks - rank) + " ranks where " + std::to_string(board.ranks) +
                " are needed");
  return placed;
}

std::string writeBoardField(const SquareBoard& board, const std::string& letters) {
  std::string field;
  for (int rank = board.ranks - 1; rank >= 0; --rank) {
    int gap = 0;
    const auto flush = [&] {
      if (gap > 0)
        field += std::to_string(gap);
      gap = 0;
    };
    for (int file = 0; file < board.files; ++file) {
      const char c = letters[static_cast<std::size_t>(board.at(file, rank))];
      if (c == '.') {
        ++gap;
      } else {
        flush();
        field += c;
      }
    }
    flush();
    if (rank > 0)
      field += '/';
  }
  return field;
}

std::vector<std::string> fieldsOf(std::string_view text) {
  std::vector<std::string> fields;
  std::string field;
  for (const char c : text) {
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
      if (!field.empty())
        fields.push_back(field);
      field.clear();
    } else {
      field += c;
    }
  }
  if (!field.empty())
    fields.push_back(field);
  return fields;
}

} // namespace linesman::rules
