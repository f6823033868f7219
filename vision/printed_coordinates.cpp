#include "vision/printed_coordinates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

#include <opencv2/imgproc.hpp>

#include "vision/square_crop.h"

namespace linesman {

namespace {

constexpr std::size_t ways = 4; ///< that a sign may stand, or a board lie

/// A place beside a square of the border, and what may be printed there.
struct Cell {
  std::size_t side = 0;
  Eigen::Vector2d seen_mm; ///< its middle, BoardFrame of the view
  Eigen::Vector2d at_mm;   ///< the same on the board as it is: other than seen in a mirror
  /// With the board's far side, right, near side, left up, as it is.
  std::array<SignChances, ways> upright;
};

/// The places in the picture, side by side: near, right, far, left.
std::vector<Cell> cellsAround(const BoardView& view, const cv::Size& size, bool mirrored) {
  const double out = (0.5 - SignNetwork::inner_share) * view.square_mm;
  const Eigen::Vector2d half(0.5 * view.columns * view.square_mm, 0.5 * view.rows * view.square_mm);
  std::vector<Cell> cells;
  const auto add = [&](std::size_t side, const Eigen::Vector2d& at) {
    const Eigen::Vector2d p = view.pixel(at);
    if (p.x() >= 0 && p.y() >= 0 && p.x() < size.width && p.y() < size.height)
      cells.push_back({side, at, mirrored ? Eigen::Vector2d(-at.x(), at.y()) : at, {}});
  };
  for (int k = 0; k < view.columns; ++k) {
    const double x = view.centre_mm(k, 0).x();
    add(0, {x, -half.y() - out});
    add(2, {x, half.y() + out});
  }
  for (int k = 0; k < view.rows; ++k) {
    const double y = view.centre_mm(0, k).y();
    add(1, {half.x() + out, y});
    add(3, {-half.x() - out, y});
  }
  return cells;
}

void readCells(const SignNetwork& network, const cv::Mat& grey, const BoardView& view, bool mirrored,
               std::vector<Cell>& cells) {
  std::vector<cv::Mat> parts;
  for (const Cell& cell : cells) {
    parts.push_back(cropTopDown(grey, view, cell.seen_mm, 0.0, 1.0, SignNetwork::part_px));
    if (mirrored)
      cv::flip(parts.back(), parts.back(), 1);
    for (std::size_t turn = 1; turn < ways; ++turn) { // what lay to the right comes up
      cv::Mat next;
      cv::rotate(parts.back(), next, cv::ROTATE_90_COUNTERCLOCKWISE);
      parts.push_back(next);
    }
  }
  const std::vector<SignChances> chances = network.read(parts);
  for (std::size_t k = 0; k < cells.size(); ++k)
    for (std::size_t turn = 0; turn < ways; ++turn)
      cells[k].upright[turn] = chances[ways * k + turn];
}

/// The sign that belongs to a place when a1 is moved by quarters; none beyond the signs there are.
int signAt(const Cell& cell, const BoardView& view, int quarters) {
  const double angle = -0.5 * std::numbers::pi * quarters;
  const Eigen::Vector2d at = Eigen::Rotation2Dd(angle) * cell.at_mm / view.square_mm;
  const bool turned = quarters % 2 != 0;
  const double columns = turned ? view.rows : view.columns, rows = turned ? view.columns : view.rows;
  const bool file = std::abs(at.y()) > 0.5 * rows;
  const int k = static_cast<int>(std::floor(file ? at.x() + 0.5 * columns : at.y() + 0.5 * rows));
  if (k < 0 || k >= most_signs)
    return 0;
  return file ? signOfFile(k) : signOfRank(k);
}

/// How much likelier what is seen at a place is where this sign stands there than where none does. One sign says no
/// more than its share: what spoils one often spoils others.
double likelihood(const SignChances& chances, int sign) {
  constexpr double unreadable = 0.3;                           // worn, hidden, out of focus
  constexpr double least = 1e-3, own_say = 0.5;                // no chance is smaller than the network can know
  constexpr double drawn_without = 0.5, drawn_with = 0.5 / 20; // as often as it learnt of them
  if (sign == 0)
    return 1.0;
  const double with = chances[static_cast<std::size_t>(sign)] / drawn_with,
               without = std::max(chances[0], least) / drawn_without;
  return std::pow(unreadable + (1.0 - unreadable) * with / without, own_say);
}

/// How often signs are upright for White, for who sits to his left, for Black, and to White's right.
double usual(std::size_t turn, int quarters) {
  constexpr std::array<double, ways> shares{0.6, 0.1, 0.2, 0.1};
  return shares[(turn + static_cast<std::size_t>(quarters)) % ways];
}

double logLikelihood(const std::vector<Cell>& cells, const BoardView& view, int quarters) {
  constexpr double bare = 0.5; // of sides
  double sum = 0.0;
  for (std::size_t side = 0; side < 4; ++side) {
    double signs = 0.0;
    for (std::size_t turn = 0; turn < ways; ++turn) {
      double product = usual(turn, quarters);
      for (const Cell& cell : cells)
        if (cell.side == side)
          product *= likelihood(cell.upright[turn], signAt(cell, view, quarters));
      signs += product;
    }
    sum += std::log(bare + (1.0 - bare) * signs);
  }
  return sum;
}

/// Of the four turns, seen so or in a mirror. `light_corner`: chance that a1 is a light square, or that its darkness is
/// mistaken.
std::array<double, 4> logLikelihoods(const SignNetwork& network, const cv::Mat& grey, const BoardView& view,
                                     bool near_left_dark, double light_corner, bool mirrored) {
  std::vector<Cell> cells = cellsAround(view, grey.size(), mirrored);
  readCells(network, grey, view, mirrored, cells);
  const bool square = view.columns == view.rows;
  const bool dark_corner = near_left_dark != (mirrored && view.columns % 2 == 0);
  std::array<double, 4> logs{};
  for (int q = 0; q < 4; ++q) {
    const bool even = q % 2 == 0;
    const double prior = !square ? (even ? 1.0 : 0.0) : dark_corner == even ? 1.0 - light_corner : light_corner;
    logs[static_cast<std::size_t>(q)] = std::log(prior) + logLikelihood(cells, view, q);
  }
  return logs;
}

constexpr double sure = 0.999;

} // namespace

TurnChances readCoordinates(const SignNetwork& network, const cv::Mat& image_bgr, const FoundBoard& found) {
  constexpr double plain = 25.0;     // of coordinates that read backwards 24 at most, of others mostly 27 and more
  constexpr double as_mirror = 0.05; // pictures
  cv::Mat grey;
  cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  BoardView view = found.view;
  if (const double scale = 1.2 * SignNetwork::part_px / view.middleSquare_px(); scale < 0.7) { // no pixels are dropped
    cv::resize(grey, grey, {}, scale, scale, cv::INTER_AREA);
    view = view.resized(grey.cols, grey.rows);
  }
  TurnChances chances;
  const double light_corner = found.light == BoardLight::brightness ? 0.05 : 0.5;
  chances.as_seen = logLikelihoods(network, grey, view, found.dark_corner, light_corner, false);
  double most = *std::max_element(chances.as_seen.begin(), chances.as_seen.end());
  if (most < plain) {
    chances.mirrored = logLikelihoods(network, grey, view, found.dark_corner, light_corner, true);
    most = std::max(most, *std::max_element(chances.mirrored.begin(), chances.mirrored.end()));
  } else {
    chances.mirrored.fill(-std::numeric_limits<double>::infinity());
  }
  double sum = 0.0;
  for (auto& [turns, prior] : {std::pair{&chances.as_seen, 1.0 - as_mirror}, {&chances.mirrored, as_mirror}})
    for (double& turn : *turns)
      sum += turn = prior * std::exp(turn - most);
  for (auto* turns : {&chances.as_seen, &chances.mirrored})
    for (double& turn : *turns)
      turn /= sum;
  return chances;
}

std::optional<int> surelyTold(const TurnChances& chances) {
  const auto best = std::max_element(chances.as_seen.begin(), chances.as_seen.end());
  return *best > sure ? std::optional(static_cast<int>(best - chances.as_seen.begin())) : std::nullopt;
}

bool surelyMirrored(const TurnChances& chances) {
  return std::accumulate(chances.mirrored.begin(), chances.mirrored.end(), 0.0) > sure;
}

} // namespace linesman
