#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.h"

namespace linesman::rules {

/// A rectangular board. Squares count from a1 = 0 along the ranks: square = rank * files + file, files are lettered a,
/// b, ... from the left and ranks numbered 1, 2, ... away from White.
struct SquareBoard {
  int files = 8;
  int ranks = 8;

  int squares() const { return files * ranks; }
  int at(int file, int rank) const { return rank * files + file; }
  int fileOf(int square) const { return square % files; }
  int rankOf(int square) const { return square / files; }
  bool has(int file, int rank) const { return file >= 0 && file < files && rank >= 0 && rank < ranks; }
  /// "e4"
  std::string nameOf(int square) const;
  /// The square named at the front of `text`, which is shortened by the name; nothing (and `text` as it was) without
  /// one.
  std::optional<int> takeSquare(std::string_view& text) const;
  /// The square that `text` names as a whole.
  std::optional<int> squareNamed(std::string_view text) const;
};

/// One letter of a FEN-like board field and where it stands.
struct PlacedLetter {
  int square = 0;
  char letter = ' ';
};

/// Reads the board field of a FEN-like text: ranks from the far one down, parted by '/', numbers for gaps (10 is a gap
/// of ten). Errors say which rank is wrong and how.
Result<std::vector<PlacedLetter>> readBoardField(const SquareBoard& board, std::string_view field);
/// Writes such a field; `letters` holds one character per square, '.' for an empty one.
std::string writeBoardField(const SquareBoard& board, const std::string& letters);

/// The blank-separated fields of a one-line text.
std::vector<std::string> fieldsOf(std::string_view text);

} // namespace linesman::rules
