#pragma once
#include "app/watch/board_contents.h"
#include "vision/board_view.h"

namespace linesman::app::testing {

/// Sets every man on the middle of his square.
inline void standInTheMiddle(SeenBoard& board) {
  const Eigen::Vector2d half(0.5 * board.columns, 0.5 * board.rows);
  for (SeenBoardPiece& piece : board.pieces) {
    const auto [file, rank] = squareNamed(piece.square);
    piece.centre_mm = board.square_mm * (Eigen::Vector2d(file + 0.5, rank + 0.5) - half);
  }
}

/// A board of eight by eight on which a reader that is rather sure sees these men.
inline SeenBoard boardShowing(const BoardContents& contents) {
  SeenBoard board;
  board.square_mm = 45.0;
  board.table_from_board = {0.0, 0.0, 0.0};
  for (const auto& [square, man] : contents.men) {
    SeenBoardPiece& piece = board.pieces.emplace_back();
    piece.square = square;
    piece.kind = man.kind;
    piece.side = man.side;
    piece.p = 0.97;
  }
  standInTheMiddle(board);
  return board;
}

/// Tells how the squares look: checks of two greys, on which men have their side's, and each kind its own pattern.
inline void showColours(SeenBoard& board) {
  for (int file = 0; file < board.columns; ++file)
    for (int rank = 0; rank < board.rows; ++rank)
      board.looks[squareName(file, rank)] = {0.98, std::vector<std::uint8_t>(27, (file + rank) % 2 == 0 ? 90 : 170)};
  for (const SeenBoardPiece& piece : board.pieces) {
    SeenSquare& seen = board.looks[piece.square];
    seen.empty = 0.02;
    const std::string kinds = "pawn knight bishop rook queen king";
    for (std::size_t i = 0; i < seen.look.size(); ++i)
      if (i / 9 == 1 || ((kinds.find(piece.kind) >> (i / 3 % 4)) & 1U) != 0)
        seen.look[i] = piece.side == "light" ? 215 : 35;
  }
}

/// King Down's usual array.
inline const std::string usual_array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w none:0,none:0 - - - - -";

/// The man on `from` goes to `to`; who stood there is gone.
inline void carry(BoardContents& contents, const std::string& from, const std::string& to) {
  contents.men[to] = contents.men.at(from);
  contents.men.erase(from);
}

} // namespace linesman::app::testing
