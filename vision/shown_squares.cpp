#include "vision/shown_squares.h"

#include <algorithm>
#include <cmath>

#include "vision/board_view.h"

namespace linesman {

namespace {

/// Standard deviation of the grey levels of a square, but for its rim.
double contrastOf(const cv::Mat& image_bgr, const BoardView& view, int file, int rank) {
  constexpr int samples = 24;
  constexpr double share = 0.86;
  double sum = 0.0, squared = 0.0, count = 0.0;
  for (int j = 0; j < samples; ++j)
    for (int i = 0; i < samples; ++i) {
      const Eigen::Vector2d off((i + 0.5) / samples - 0.5, (j + 0.5) / samples - 0.5);
      const Eigen::Vector2d px = view.pixel(view.centre_mm(file, rank) + share * view.square_mm * off);
      const cv::Point at(static_cast<int>(std::lround(px.x())), static_cast<int>(std::lround(px.y())));
      if (!cv::Rect({}, image_bgr.size()).contains(at))
        continue;
      const auto& bgr = image_bgr.at<cv::Vec3b>(at);
      const double grey = (bgr[0] + bgr[1] + bgr[2]) / 3.0;
      sum += grey;
      squared += grey * grey;
      count += 1.0;
    }
  return count > 0.0 ? std::sqrt(std::max(0.0, squared / count - sum * sum / (count * count))) : 0.0;
}

/// Whether two squares, told to have two officers of a side, plainly look as if these stood the other way round. Of
/// 1831 pairs at home on tables and photographs none does.
bool lookExchanged(const TaughtSquare& one, const TaughtSquare& other) {
  constexpr double plainly = 40.0, least_seen = 1e-3;
  const int man = classOf(one.side, one.kind), other_man = classOf(other.side, other.kind);
  const auto is_officer = [](const TaughtSquare& square) { return !square.kind.empty() && square.kind != "pawn"; };
  if (one.side != other.side || !is_officer(one) || !is_officer(other) || man == 0 || other_man == 0)
    return false;
  const auto odds = [&](const TaughtSquare& square, int of, int to) {
    const auto& p = square.reading.p;
    return std::max(least_seen, p[static_cast<std::size_t>(of)]) /
           std::max(least_seen, p[static_cast<std::size_t>(to)]);
  };
  return odds(one, other_man, man) * odds(other, man, other_man) > plainly;
}

} // namespace

ToldOtherwise toldOtherwise(const std::vector<TaughtSquare>& squares) {
  constexpr double sure = 0.9, least_contrast = 6.0, as_even = 1.5;
  std::vector<double> even; // contrasts of squares that are empty by both accounts
  for (const TaughtSquare& square : squares)
    if (square.centred && square.kind.empty() && square.reading.p[0] > sure)
      even.push_back(square.contrast);
  std::sort(even.begin(), even.end());
  const double plain = as_even * std::max(least_contrast, even.empty() ? 0.0 : even[even.size() / 2]);
  double men = 0.0, known = 0.0; // told, and of these seen to be men
  for (const TaughtSquare& square : squares)
    if (square.centred && !square.kind.empty()) {
      men += 1.0;
      known += square.reading.occupied() > sure ? 1.0 : 0.0;
    }
  const bool known_forms = known > sure * men;
  ToldOtherwise otherwise;
  for (const TaughtSquare& square : squares) {
    if (!square.centred)
      continue;
    const std::string name = squareName(square.reading.file, square.reading.rank);
    if (square.kind.empty() && square.reading.occupied() > sure)
      otherwise.occupied.push_back(name);
    else if (!square.kind.empty() && square.reading.p[0] > sure && (known_forms || square.contrast < plain)) {
      otherwise.empty.push_back(name);
      if (std::ranges::count_if(squares, [&](const TaughtSquare& other) {
            return other.centred && other.kind == square.kind && other.side == square.side;
          }) == 1)
        otherwise.only.push_back(name);
    }
    for (const TaughtSquare* other = &square + 1; other != squares.data() + squares.size(); ++other)
      if (other->centred && lookExchanged(square, *other))
        otherwise.exchanged.emplace_back(name, squareName(other->reading.file, other->reading.rank));
  }
  return otherwise;
}

std::vector<TaughtSquare> showSquares(SquareReader& reader, const cv::Mat& image_bgr, FoundBoard& found,
                                      const std::vector<BoardMan>& position, int picture) {
  if (!found.orientation_known) {
    FoundBoard best = found;
    double most = -1e18;
    for (int quarters = 0; quarters < 4; ++quarters) {
      const FoundBoard turned = found.turned(quarters);
      if (turned.view.columns != found.view.columns)
        continue;
      double score = 0.0;
      for (const SquareReading& reading : reader.readAll(image_bgr, turned.view)) {
        const BoardMan& man = position[static_cast<std::size_t>(reading.file + reading.rank * turned.view.columns)];
        double p = man.kind.empty() ? reading.p[0] : 0.0;
        for (int k = 1; k < square_class_count && !man.kind.empty(); ++k)
          if (sideOfClass(k) == man.side)
            p += reading.p[static_cast<std::size_t>(k)] * (kindOfClass(k) == man.kind ? 1.0 : 0.5);
        score += std::log(std::max(0.01, p));
      }
      if (score > most) {
        most = score;
        best = turned;
      }
    }
    found = best;
  }
  const double step = 0.05 * found.view.square_mm;
  std::vector<TaughtSquare> squares;
  for (const Eigen::Vector2d& offset : {Eigen::Vector2d(0, 0), Eigen::Vector2d(step, 0), Eigen::Vector2d(-step, 0),
                                        Eigen::Vector2d(0, step), Eigen::Vector2d(0, -step)}) {
    std::vector<Eigen::Vector2d> feet;
    std::vector<std::pair<int, int>> places;
    for (int rank = 0; rank < found.view.rows; ++rank)
      for (int file = 0; file < found.view.columns; ++file) {
        const BoardMan& man = position[static_cast<std::size_t>(file + rank * found.view.columns)];
        if (man.kind.empty() && offset.y() != 0.0) // there are more of them than of any man
          continue;
        feet.emplace_back(found.view.centre_mm(file, rank) + offset);
        places.emplace_back(file, rank);
      }
    auto readings = reader.readAt(image_bgr, found.view, feet);
    for (std::size_t k = 0; k < readings.size(); ++k) {
      const auto [file, rank] = places[k];
      const BoardMan& man = position[static_cast<std::size_t>(file + rank * found.view.columns)];
      readings[k].file = file;
      readings[k].rank = rank;
      if (readings[k].seen > 0.15)
        squares.push_back({readings[k], man.side, man.kind, picture, offset.isZero(),
                           offset.isZero() ? contrastOf(image_bgr, found.view, file, rank) : 0.0});
    }
  }
  return squares;
}

} // namespace linesman
