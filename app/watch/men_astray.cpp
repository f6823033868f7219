#include "app/watch/men_astray.h"

#include <algorithm>
#include <cmath>

#include "app/watch/square_look.h"
#include "vision/board_view.h"

namespace linesman::app {

namespace {

/// A man's foot from the middle of his square, squares along files and ranks.
Eigen::Vector2d offMiddle(const SeenBoard& board, const SeenBoardPiece& piece) {
  return inSquares(board, piece.centre_mm) - middleOfSquare(piece.square);
}

} // namespace

std::map<std::string, std::set<std::string>> menOnLines(const SeenBoard& board) {
  constexpr double on_line = 0.44, still_his = 0.56; // of a square from its middle; farther off he is on no line of his
  std::map<std::string, std::set<std::string>> found;
  if (board.square_mm <= 0.0)
    return found;
  std::set<std::string> held;
  for (const SeenBoardPiece& piece : board.pieces)
    held.insert(piece.square);
  const auto steps = [&](double off) { return std::abs(off) > on_line ? (off > 0.0 ? 1 : -1) : 0; };
  for (const SeenBoardPiece& piece : board.pieces) {
    const Eigen::Vector2d off = offMiddle(board, piece);
    if (off.cwiseAbs().maxCoeff() > still_his)
      continue;
    const auto [file, rank] = squareNamed(piece.square);
    const int along = steps(off.x()), up = steps(off.y());
    for (const auto& [i, j] : {std::pair(along, 0), std::pair(0, up), std::pair(along, up)}) {
      const int f = file + i, r = rank + j;
      if (f < 0 || r < 0 || f >= board.columns || r >= board.rows)
        continue;
      if (const std::string beside = squareName(f, r); beside != piece.square && !held.contains(beside))
        found[piece.square].insert(beside);
    }
  }
  return found;
}

std::string sentenceOnLine(const std::string& square, const std::set<std::string>& beside) {
  const auto& [one, other] = std::minmax(square, *beside.begin());
  return "A man stands on the line between " + one + " and " + other +
         "; set him wholly on one square, or say what was played.";
}

bool showsTokens(const SeenBoard& board) {
  constexpr double by_code =
      0.99; // no other reading is so sure, and who reads men as they stand tells squares' colours
  return !board.pieces.empty() &&
         std::ranges::all_of(board.pieces, [](const SeenBoardPiece& piece) { return piece.p > by_code; }) &&
         std::ranges::all_of(board.looks, [](const auto& square) { return square.second.look.empty(); });
}

std::set<std::string> menAstray(const SeenBoard& board, const BoardContents& contents) {
  std::set<std::string> squares;
  for (const auto& [square, beside] : menOnLines(board))
    if (contents.men.contains(square))
      squares.insert(square);
  if (!showsTokens(board))
    return squares;
  for (const SeenBoardPiece& piece : board.pieces) {
    const auto man = contents.men.find(piece.square);
    if (man != contents.men.end() && man->second.rider.empty() &&
        (man->second.kind != piece.kind || man->second.side != piece.side))
      squares.insert(piece.square);
  }
  return squares;
}

} // namespace linesman::app
