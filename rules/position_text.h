#pragma once
#include <cctype>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/result.h"
#include "rules/board_sides.h"
#include "rules/square_board.h"

namespace linesman::rules {

/// What is alike in the one-line positions of games on squares (KDFEN, INFEN): men as letters, White's in capitals, the
/// side to move, fields that may be left out at the end.

/// "The position cannot be used: ...".
tl::unexpected<Error> unusablePosition(const std::string& what);

/// The fields of `text`, those left out at its end as `usual` has them. An error where it is empty, which `example`
/// tells how to mend, or where more than `extra` follow.
Result<std::vector<std::string>> positionFields(std::string_view text, const std::vector<std::string>& usual,
                                                const std::string& example, std::size_t extra = 0);
/// "w" or "b".
Result<BoardSide> sideToMove(const std::string& field);

inline char capital(char letter) {
  return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}
inline BoardSide sideOfLetter(char letter) {
  return letter == capital(letter) ? BoardSide::white : BoardSide::black;
}

/// The man of a capital letter, where `letters` has one for each kind in their order.
template <class Man> std::optional<Man> manOfLetter(std::string_view letters, char letter) {
  const auto at = letters.find(letter);
  if (letter == '\0' || at == std::string_view::npos)
    return std::nullopt;
  return static_cast<Man>(at);
}

/// One letter per square for writeBoardField, '.' where nobody stands.
template <class Position> std::string menLetters(const SquareBoard& board, const Position& p) {
  std::string letters(static_cast<std::size_t>(board.squares()), '.');
  for (int square = 0; square < board.squares(); ++square) {
    if (p.at(square) == decltype(p.at(square))::none)
      continue;
    const char letter = letterOf(p.at(square));
    const bool white = p.sideAt(square) == BoardSide::white;
    letters[static_cast<std::size_t>(square)] = white ? letter : static_cast<char>(std::tolower(letter));
  }
  return letters;
}

} // namespace linesman::rules
