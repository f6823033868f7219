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

constexpr std::array places = {0.2, 0.4, 0.6, 0.8}; // along a border, squares

/// Steps of light at the places along a border, where they are seen.
using BorderSteps = std::array<std::optional<double>, places.size()>;

/// Steps of light between the squares (i, j) and (i + di, j + dj), one of them 1: the logarithm of how much lighter the
/// one of even parity is.
BorderSteps stepsBetween(const cv::Mat& grey, const BoardView& view, int i, int j, int di, int dj) {
  constexpr double aside = 0.16;    // squares, beside the border
  constexpr double some_grey = 8.0; // black is not so dark that noise would make steps
  BorderSteps steps;
  for (std::size_t place = 0; place < places.size(); ++place) {
    const double x = di != 0 ? i + 1.0 : i + places[place], y = dj != 0 ? j + 1.0 : j + places[place];
    const auto here = greyAt(grey, view, x - aside * di, y - aside * dj),
               there = greyAt(grey, view, x + aside * di, y + aside * dj);
    if (!here || !there)
      continue;
    const double step = std::log((*here + some_grey) / (*there + some_grey));
    steps[place] = (i + j) % 2 == 0 ? step : -step;
  }
  return steps;
}

void addSteps(const BorderSteps& from, std::vector<double>& steps) {
  for (const std::optional<double>& step : from)
    if (step)
      steps.push_back(*step);
}

/// How many steps are like those of a board: a share of them, less that of the steps that go the other way.
class Chequer {
public:
  explicit Chequer(double usual) : usual_(usual) {}
  /// Of a step only what is more than `alike` of the usual one counts.
  void add(double step, double alike) {
    sum_ += step / usual_ > alike ? 1.0 : step / usual_ < -alike ? -1.0 : 0.0;
    ++count_;
  }
  /// Nothing of less than half of them.
  std::optional<double> share(int all) const { return 2 * count_ < all ? std::nullopt : std::optional(sum_ / count_); }

private:
  double usual_, sum_ = 0.0;
  int count_ = 0;
};

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

/// Steps along the row that lies `beyond` rows outside of the outermost one.
void addAlong(const cv::Mat& grey, const BoardView& view, const Row& row, int beyond, Chequer& chequer) {
  constexpr double alike = 0.4;
  const int i0 = row.i - beyond * row.in_i, j0 = row.j - beyond * row.in_j;
  for (int k = 0; k + 1 < row.count; ++k)
    for (const auto& step : stepsBetween(grey, view, i0 + k * row.di, j0 + k * row.dj, row.di, row.dj))
      if (step)
        chequer.add(*step, alike);
}

/// Steps from the outermost row to the next one. A plain frame steps to the squares of one colour, or by half to both:
/// those of two neighbours are taken together, of which it makes half of a step and a board a whole one.
void addInwards(const cv::Mat& grey, const BoardView& view, const Row& row, Chequer& chequer) {
  constexpr double alike = 0.75;
  std::optional<BorderSteps> before;
  for (int k = 0; k < row.count; ++k) { // steps are taken from the square of smaller numbers
    const BorderSteps steps =
        stepsBetween(grey, view, row.i + k * row.di + std::min(0, row.in_i), row.j + k * row.dj + std::min(0, row.in_j),
                     std::abs(row.in_i), std::abs(row.in_j));
    if (before)
      for (std::size_t place = 0; place < places.size(); ++place)
        if (steps[place] && (*before)[place])
          chequer.add(0.5 * (*steps[place] + *(*before)[place]), alike);
    before = steps;
  }
}

} // namespace

BoardExtent measureExtent(const cv::Mat& grey, const BoardView& view) {
  std::vector<double> all;
  for (int j = 1; j + 1 < view.rows; ++j)
    for (int i = 1; i + 1 < view.columns; ++i) {
      addSteps(stepsBetween(grey, view, i, j, 1, 0), all);
      addSteps(stepsBetween(grey, view, i, j, 0, 1), all);
    }
  BoardExtent extent;
  const double usual = all.empty() ? 0.0 : medianOf(all);
  if (usual == 0.0)
    return extent;
  for (const auto side : {BoardExtent::near, BoardExtent::right, BoardExtent::far, BoardExtent::left}) {
    const Row row = rowOf(side, view);
    const int borders = static_cast<int>(places.size()) * (row.count - 1);
    BoardExtent::Strip& strip = extent.sides[side];
    Chequer inside(usual), outside(usual);
    addAlong(grey, view, row, 0, inside);
    addInwards(grey, view, row, inside);
    strip.inside = inside.share(2 * borders);
    addAlong(grey, view, row, 1, outside);
    strip.outside = outside.share(borders).value_or(strip.outside);
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
  constexpr double least_inside = 0.18, most_outside = 0.55;
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
           " squares; name the board that lies there as \"definition\" in [board] of a table file.";
  if (!bare.empty())
    return "No squares alternate along " + bare + ": the board is smaller than " + size +
           " squares, or something covers it there; name the board that lies there as \"definition\" in [board] of a "
           "table file, or show the whole board.";
  return {};
}

} // namespace linesman
