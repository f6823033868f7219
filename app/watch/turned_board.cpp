#include "app/watch/turned_board.h"

#include <array>
#include <cmath>
#include <numbers>

#include "vision/board_view.h"

namespace linesman::app {

namespace {

constexpr std::array<const char*, corner_count> corner_names{"near left", "near right", "far right", "far left"};

int wrapped(int quarters) {
  return ((quarters % corner_count) + corner_count) % corner_count;
}

} // namespace

std::string nameOf(SeenCorner corner) {
  return corner_names[static_cast<std::size_t>(corner)];
}

std::optional<SeenCorner> cornerFrom(const std::string& name) {
  for (std::size_t i = 0; i < corner_names.size(); ++i)
    if (name == corner_names[i])
      return static_cast<SeenCorner>(i);
  return std::nullopt;
}

SeenCorner cornerOfA1(const TableState& state) {
  const SeenBoard& board = *state.board;
  const auto& camera_from_table = state.registration.camera_from_table.pose;
  // The camera's right, and ahead of it, on the table.
  const Eigen::Vector2d right = camera_from_table.rotation().row(0).head<2>().transpose().normalized();
  const Eigen::Vector2d ahead(-right.y(), right.x());
  const Eigen::Vector2d from_middle =
      (board.table_from_board * Point2<BoardFrame>{{-0.5 * board.columns, -0.5 * board.rows}}).xy -
      board.table_from_board.origin_mm();
  const double angle = std::atan2(from_middle.dot(ahead), from_middle.dot(right));
  if (!std::isfinite(angle)) // no registration was recorded
    return SeenCorner::near_left;
  constexpr double near_left = -0.75 * std::numbers::pi;
  return static_cast<SeenCorner>(
      wrapped(static_cast<int>(std::lround((angle - near_left) / (0.5 * std::numbers::pi)))));
}

int quartersBetween(SeenCorner from, SeenCorner to, const SeenBoard& board) {
  const int quarters = wrapped(static_cast<int>(to) - static_cast<int>(from));
  return board.rows == board.columns ? quarters : quarters / 2 * 2;
}

std::string turnedSquare(const std::string& square, const SeenBoard& board, int quarters) {
  if (square.size() < 2)
    return square;
  const auto [was_file, was_rank] = squareNamed(square);
  const auto [file, rank] = linesman::turnedSquare(was_file, was_rank, board.columns, board.rows, wrapped(quarters));
  return squareName(file, rank);
}

SeenBoard turnedBoard(const SeenBoard& board, int quarters) {
  SeenBoard out = board;
  const auto turn = [&](std::string& square) { square = turnedSquare(square, board, quarters); };
  if (wrapped(quarters) % 2 != 0)
    std::swap(out.columns, out.rows);
  out.table_from_board = {board.table_from_board.origin_mm(),
                          board.table_from_board.heading_rad() + 0.5 * std::numbers::pi * quarters};
  for (SeenBoardPiece& piece : out.pieces)
    turn(piece.square);
  for (SeenDie& die : out.dice)
    turn(die.square);
  for (std::string& square : out.rings)
    turn(square);
  out.looks.clear();
  for (const auto& [square, look] : board.looks)
    out.looks[turnedSquare(square, board, quarters)] = look;
  return out;
}

} // namespace linesman::app
