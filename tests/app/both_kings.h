#pragma once
#include <array>
#include <vector>

#include "app/snapshot.h"

namespace linesman::app::testing {

/// What is seen of a board where both sides have a king.
inline Snapshot bothKings(double t_s) {
  Snapshot snapshot;
  snapshot.state.board = SeenBoard();
  snapshot.state.board->rows = snapshot.state.board->columns = 10;
  const std::vector<std::array<const char*, 3>> men = {{"e3", "king", "light"}, {"d3", "queen", "light"},
                                                       {"b4", "pawn", "light"}, {"e8", "king", "dark"},
                                                       {"d8", "queen", "dark"}, {"b7", "pawn", "dark"}};
  for (const auto& [square, kind, side] : men) {
    SeenBoardPiece piece;
    piece.square = square;
    piece.kind = kind;
    piece.side = side;
    piece.p = 0.97;
    snapshot.state.board->pieces.push_back(piece);
  }
  snapshot.t_s = snapshot.state.t_s = t_s;
  return snapshot;
}

} // namespace linesman::app::testing
