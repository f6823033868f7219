#include "vision/board_reader.h"

#include <algorithm>
#include <cmath>

#include "vision/position_likelihood.h"

namespace linesman {

namespace {

Eigen::Vector2d onTable(const FoundBoard& found, const Eigen::Vector2d& board_mm) {
  return (found.table_from_board * Point2<BoardFrame>{board_mm}).xy;
}

SeenBoardPiece pieceOf(const FoundBoard& found, const SquareReading& reading) {
  SeenBoardPiece piece;
  const auto best = static_cast<int>(std::max_element(reading.p.begin() + 1, reading.p.end()) - reading.p.begin());
  piece.square = squareName(reading.file, reading.rank);
  piece.kind = kindOfClass(best);
  piece.side = sideOfClass(best);
  piece.p = reading.p[static_cast<std::size_t>(best)];
  piece.centre_mm = onTable(found, reading.foot_mm);
  piece.hidden = reading.seen < 0.3;
  if (reading.low > 0.5)
    piece.bands.emplace_back("low");
  if (reading.high > 0.5)
    piece.bands.emplace_back("high");
  if (reading.crown > 0.5 && piece.kind == "king")
    piece.bands.emplace_back("crown");
  if (piece.kind == "rook") {
    piece.turned = reading.turned > 0.5;
    if (reading.rider > 0.5)
      piece.rider = "pawn";
  }
  for (int k = 0; k < square_class_count; ++k)
    if (const double p = reading.p[static_cast<std::size_t>(k)]; k != best && p >= 0.005)
      piece.alternatives[k == 0 ? "empty" : sideOfClass(k) + " " + kindOfClass(k)] = p;
  return piece;
}

/// The same readings with the squares named after the board was turned by quarter turns.
std::vector<SquareReading> turnReadings(const std::vector<SquareReading>& readings, int columns, int rows,
                                        int quarters) {
  std::vector<SquareReading> out = readings;
  for (int q = 0; q < quarters; ++q) {
    for (SquareReading& r : out) { // new x axis = old y axis
      const int file = r.rank, rank = columns - 1 - r.file;
      r.file = file;
      r.rank = rank;
      r.foot_mm = {r.foot_mm.y(), -r.foot_mm.x()};
    }
    std::swap(columns, rows);
  }
  std::sort(out.begin(), out.end(), [](const SquareReading& a, const SquareReading& b) {
    return std::pair(a.rank, a.file) < std::pair(b.rank, b.file);
  });
  return out;
}

/// Orthodox array on 8x8 from White's side.
std::vector<int> startPosition() {
  std::vector<int> position(64, 0);
  const int order[] = {3, 5, 4, 2, 1, 4, 5, 3};
  for (std::size_t file = 0; file < 8; ++file) {
    position[file] = order[file];
    position[8 + file] = 6;
    position[48 + file] = 12;
    position[56 + file] = order[file] + 6;
  }
  return position;
}

/// Quarter turns that make a start position of the readings, if they show one.
std::optional<int> startTurn(const std::vector<SquareReading>& readings, int columns, int rows) {
  if (columns != 8 || rows != 8)
    return std::nullopt;
  for (int q = 0; q < 4; ++q) {
    const auto turned = turnReadings(readings, columns, rows, q);
    const auto start = startPosition();
    int right = 0, sides = 0;
    for (std::size_t k = 0; k < turned.size(); ++k) {
      right += turned[k].best() == start[k] ? 1 : 0;
      sides += sideOfClass(turned[k].best()) == sideOfClass(start[k]) ? 1 : 0;
    }
    if (right >= 54 && sides >= 61)
      return q;
  }
  return std::nullopt;
}

} // namespace

SeenBoard assembleBoard(const FoundBoard& found, const std::vector<SquareReading>& readings) {
  SeenBoard board;
  board.columns = found.view.columns;
  board.rows = found.view.rows;
  board.square_mm = found.view.square_mm;
  board.table_from_board = found.table_from_board;
  board.thickness_mm = found.thickness_mm;
  board.orientation_known = found.orientation_known;
  for (const SquareReading& reading : readings) {
    if (reading.occupied() > 0.5)
      board.pieces.push_back(pieceOf(found, reading));
    if (reading.ring > 0.5 && reading.occupied() <= 0.5)
      board.rings.push_back(squareName(reading.file, reading.rank));
  }
  return board;
}

Result<BoardReader> BoardReader::load() {
  auto squares = SquareReader::load();
  if (!squares)
    return tl::unexpected(squares.error());
  auto dice = DieReader::load();
  return BoardReader(std::move(*squares), dice ? std::optional(std::move(*dice)) : std::nullopt);
}

SeenBoard BoardReader::read(const cv::Mat& image_bgr, FoundBoard& found) {
  readings_ = squares_.readAll(image_bgr, found.view);
  if (!found.orientation_known)
    if (const auto quarters = startTurn(readings_, found.view.columns, found.view.rows)) {
      readings_ = turnReadings(readings_, found.view.columns, found.view.rows, *quarters);
      found = found.turned(*quarters);
      found.orientation_known = true;
    }
  SeenBoard board = assembleBoard(found, readings_);
  if (!dice_)
    return board;
  for (const SquareReading& reading : readings_)
    if (reading.die > 0.3 && reading.occupied() < 0.7)
      if (const DieReading die = dice_->read(image_bgr, found.view, found.view.centre_mm(reading.file, reading.rank));
          die.face > 0)
        board.dice.push_back({squareName(reading.file, reading.rank), die.face, die.p});
  return board;
}

} // namespace linesman
