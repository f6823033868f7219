#include "app/board_geometry.h"

#include <cstdlib>

namespace linesman::app {

namespace {

/// `columns` x `rows` squares from the corner (column, row) on.
TablePolygon cornersOf(const SeenBoard& board, int column, int row, int columns, int rows) {
  TablePolygon corners;
  for (const Eigen::Vector2d& step :
       {Eigen::Vector2d(0, 0), Eigen::Vector2d(columns, 0), Eigen::Vector2d(columns, rows), Eigen::Vector2d(0, rows)}) {
    const Eigen::Vector2d at(column - board.columns / 2.0 + step.x(), row - board.rows / 2.0 + step.y());
    corners.push_back((board.table_from_board * Point2<BoardFrame>{board.square_mm * at}).xy);
  }
  return corners;
}

} // namespace

TablePolygon boardCorners(const SeenBoard& board) {
  return cornersOf(board, 0, 0, board.columns, board.rows);
}

TablePolygon squareCorners(const SeenBoard& board, const std::string& square) {
  if (square.size() < 2 || square[0] < 'a' || square[0] > 'z')
    return {};
  const int column = square[0] - 'a';
  const int row = std::atoi(square.c_str() + 1) - 1;
  if (column >= board.columns || row < 0 || row >= board.rows)
    return {};
  return cornersOf(board, column, row, 1, 1);
}

} // namespace linesman::app
