#include "vision/board_extent.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <opencv2/core.hpp>

#include "models/board_size.h"
#include "models/median.h"
#include "vision/mean_around.h"

namespace linesman {

namespace {

/// Mean grey level of the picture around a spot of the board (squares from a1's outer corner); nothing outside.
std::optional<double> greyAt(const cv::Mat& grey, const BoardView& view, double i, double j) {
  const auto mean = meanAround(grey, view.pixel(view.corner_mm(i, j)));
  return mean ? std::optional((*mean)[0]) : std::nullopt;
}

/// Steps of light between the squares (i, j) and (i + di, j + dj), one of them 1, at places along their border: the
/// logarithm of how much lighter the one of even parity is.
void addSteps(const cv::Mat& grey, const BoardView& view, int i, int j, int di, int dj, std::vector<double>& steps) {
  constexpr double aside = 0.16;    // squares, beside the border
  constexpr double some_grey = 8.0; // black is not so dark that noise would make steps
  for (const double along : {0.2, 0.4, 0.6, 0.8}) {
    const double x = di != 0 ? i + 1.0 : i + along, y = dj != 0 ? j + 1.0 : j + along;
    const auto here = greyAt(grey, view, x - aside * di, y - aside * dj),
               there = greyAt(grey, view, x + aside * di, y + aside * dj);
    if (!here || !there)
      continue;
    const double step = std::log((*here + some_grey) / (*there + some_grey));
    steps.push_back((i + j) % 2 == 0 ? step : -step);
  }
}

/// Share of the steps that are like `usual` less the share of those that go the other way; nothing of too few.
std::optional<double> chequerOf(const std::vector<double>& steps, double usual, std::size_t all) {
  constexpr double alike = 0.4; // of the usual step
  if (2 * steps.size() < all)
    return std::nullopt;
  double sum = 0.0;
  for (const double step : steps)
    sum += step / usual > alike ? 1.0 : step / usual < -alike ? -1.0 : 0.0;
  return sum / static_cast<double>(steps.size());
}

/// The squares of a side in a row, and the way from it into the board.
struct Row {
  int i, j, di, dj, in_i, in_j, count;
};

Row rowOf(BoardExtent::Side side, const BoardView& view) {
  switch (side) {
  case BoardExtent::near:
    return {0, 0, 1, 0, 0, 1, view.columns};
  case BoardExtent::far:
    return {0, view.rows - 1, 1, 0, 0, -1, view.columns};
  case BoardExtent::left:
    return {0, 0, 0, 1, 1, 0, view.rows};
  default:
    return {view.columns - 1, 0, 0, 1, -1, 0, view.rows};
  }
}

/// Steps along the row that lies `beyond` rows outside of the outermost one, and with `to_next` those to the next one
/// further in.
std::vector<double> stepsOf(const cv::Mat& grey, const BoardView& view, const Row& row, int beyond, bool to_next) {
  std::vector<double> steps;
  const int i0 = row.i - beyond * row.in_i, j0 = row.j - beyond * row.in_j;
  for (int k = 0; k + 1 < row.count; ++k)
    addSteps(grey, view, i0 + k * row.di, j0 + k * row.dj, row.di, row.dj, steps);
  if (to_next)
    for (int k = 0; k < row.count; ++k) // steps are taken from the square of smaller numbers
      addSteps(grey, view, i0 + k * row.di + std::min(0, row.in_i), j0 + k * row.dj + std::min(0, row.in_j),
               std::abs(row.in_i), std::abs(row.in_j), steps);
  return steps;
}

} // namespace

BoardExtent measureExtent(const cv::Mat& grey, const BoardView& view) {
  constexpr std::size_t a_border = 4; // steps
  std::vector<double> all;
  for (int j = 1; j + 1 < view.rows; ++j)
    for (int i = 1; i + 1 < view.columns; ++i) {
      addSteps(grey, view, i, j, 1, 0, all);
      addSteps(grey, view, i, j, 0, 1, all);
    }
  BoardExtent extent;
  const double usual = all.empty() ? 0.0 : medianOf(all);
  if (usual == 0.0)
    return extent;
  for (const auto side : {BoardExtent::near, BoardExtent::right, BoardExtent::far, BoardExtent::left}) {
    const Row row = rowOf(side, view);
    const auto count = static_cast<std::size_t>(row.count);
    BoardExtent::Strip& strip = extent.sides[side];
    strip.inside = chequerOf(stepsOf(grey, view, row, 0, true), usual, a_border * (2 * count - 1));
    strip.outside =
        chequerOf(stepsOf(grey, view, row, 1, false), usual, a_border * (count - 1)).value_or(strip.outside);
  }
  return extent;
}

double chequerGained(const BoardExtent& here, const BoardExtent& there) {
  double sum = 0.0;
  for (std::size_t side = 0; side < here.sides.size(); ++side) {
    const BoardExtent::Strip &from = here.sides[side], &to = there.sides[side];
    if (from.inside && to.inside)
      sum += *to.inside - *from.inside;
    sum -= to.outside - from.outside;
  }
  return sum;
}

std::string whyAnotherSize(const BoardExtent& extent, const BoardView& view) {
  constexpr double least_inside = 0.12, most_outside = 0.55;
  const auto corners = cornerSquares(view.columns, view.rows);
  const std::array<std::string, 4> names = {corners[0] + "-" + corners[1], corners[1] + "-" + corners[2],
                                            corners[3] + "-" + corners[2], corners[0] + "-" + corners[3]};
  std::string bare, more;
  for (std::size_t side = 0; side < names.size(); ++side) {
    if (extent.sides[side].inside.value_or(1.0) < least_inside)
      bare += (bare.empty() ? "" : ", ") + names[side];
    if (extent.sides[side].outside > most_outside)
      more += (more.empty() ? "" : ", ") + names[side];
  }
  const std::string size = std::to_string(view.columns) + "x" + std::to_string(view.rows);
  if (!more.empty())
    return "The squares go on beyond " + more + ": the board is larger than " + size +
           " squares; correct \"definition\" in [board] of the table file.";
  if (!bare.empty())
    return "No squares alternate along " + bare + ": the board is smaller than " + size +
           " squares, or something covers it there; correct \"definition\" in [board] of the table file, or show the "
           "whole board.";
  return {};
}

} // namespace linesman
