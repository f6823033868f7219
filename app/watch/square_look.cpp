#include "app/watch/square_look.h"

#include <algorithm>
#include <cmath>

#include "app/watch/outline.h"
#include "vision/board_view.h"

namespace linesman::app {

namespace {

constexpr double surely_empty = 0.99; // of a square where the reader names nobody
constexpr double doubted = 0.05;      // where colours are told no reading of emptiness is surer than this

SquareLook lookOf(const SeenBoardPiece& piece) {
  SquareLook look;
  look.rider = piece.rider.value_or("");
  double named = piece.p;
  look.classes[piece.side + " " + piece.kind] = piece.p;
  for (const auto& [name, p] : piece.alternatives)
    if (name != "empty") {
      look.classes[name] += p;
      named += p;
    }
  const auto empty = piece.alternatives.find("empty");
  look.empty = std::clamp(empty == piece.alternatives.end() ? 0.01 : empty->second, 0.01, surely_empty);
  for (auto& [name, p] : look.classes) // given that something stands there; the rest is not named
    p /= std::max(named, 1.0 - look.empty);
  return look;
}

} // namespace

double SquareLook::shareOf(const std::string& name) const {
  const auto found = classes.find(name);
  return found == classes.end() ? unnamed : std::max(unnamed, found->second);
}

double SquareLook::shareOfSide(const std::string& side) const {
  double sum = 0.0;
  for (const auto& [name, p] : classes)
    if (name.rfind(side + " ", 0) == 0)
      sum += p;
  return sum;
}

double SquareLook::likeness(const SquareLook& other) const {
  double classes_alike = classes.empty() || other.classes.empty() ? 1.0 : 0.0;
  if (classes_alike == 0.0) {
    for (const auto& [name, p] : classes)
      classes_alike += std::sqrt(p * other.shareOf(name));
    for (const auto& [name, p] : other.classes)
      if (!classes.contains(name))
        classes_alike += std::sqrt(p * unnamed);
  }
  if (rider != other.rider)
    classes_alike *= std::sqrt(rider_misread);
  return std::min(1.0, std::sqrt(empty * other.empty) +
                           std::sqrt((1.0 - empty) * (1.0 - other.empty)) * std::min(1.0, classes_alike));
}

std::map<std::string, SquareLook> looksOf(const TableState& state) {
  std::map<std::string, SquareLook> looks;
  const SeenBoard& board = *state.board;
  for (int file = 0; file < board.columns; ++file)
    for (int rank = 0; rank < board.rows; ++rank)
      looks[squareName(file, rank)].empty = surely_empty;
  for (const SeenBoardPiece& piece : board.pieces)
    looks[piece.square] = lookOf(piece);
  for (const auto& [square, seen] : board.looks)
    if (const auto found = looks.find(square); found != looks.end() && !seen.look.empty()) {
      found->second.tiles = seen.look;
      found->second.empty = std::clamp(seen.empty, doubted, 1.0 - doubted);
    }
  if (board.square_mm <= 0.0)
    return looks;
  for (const TablePolygon& polygon : state.unseen_mm) { // squares whose content is not seen
    const Eigen::Vector2d middle = inSquares(board, middleOf(polygon));
    const std::string square =
        squareName(static_cast<int>(std::floor(middle.x())), static_cast<int>(std::floor(middle.y())));
    if (const auto found = looks.find(square); found != looks.end())
      found->second.hidden = true;
  }
  return looks;
}

Eigen::Vector2d inSquares(const SeenBoard& board, const Eigen::Vector2d& at_mm) {
  const auto on_board = board.table_from_board.inverse() * Point2<TableFrame>{at_mm};
  return on_board.xy / board.square_mm + 0.5 * Eigen::Vector2d(board.columns, board.rows);
}

Eigen::Vector2d middleOfSquare(const std::string& square) {
  const auto [file, rank] = squareNamed(square);
  return Eigen::Vector2d(file + 0.5, rank + 0.5);
}

} // namespace linesman::app
