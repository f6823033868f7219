#include "vision/covered_squares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <opencv2/core.hpp>

#include "models/median.h"
#include "vision/light_change.h"
#include "vision/mean_around.h"

namespace linesman {

namespace {

constexpr double beside = 0.1; ///< squares: colours are compared so far on both sides of a line
constexpr std::array<double, 8> along{0.15, 0.25, 0.35, 0.45, 0.55, 0.65, 0.75, 0.85}; ///< of a square's side
constexpr double least_change = 0.4, most_change = 2.5; ///< of the board's usual change across a line
constexpr double no_change = 0.3;                       ///< of its strength: less is one and the same thing
constexpr double hardly_seen = 0.2;                     ///< share of the places around a square that change so
constexpr std::size_t least_together = 3;               ///< squares at the edge; a corner may be printed otherwise
constexpr std::size_t least_chequered = 2;              ///< of a group in the board's middle

/// The picture's colour around a spot of the board, as logarithms; nothing outside the picture.
std::optional<cv::Vec3f> colourAt(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& spot_mm) {
  const auto mean = meanAround(image_bgr, view.pixel(spot_mm));
  if (!mean)
    return std::nullopt;
  cv::Vec3f logs;
  for (int c = 0; c < 3; ++c)
    logs[c] = static_cast<float>(std::log((*mean)[c] + level_offset));
  return logs;
}

/// One line between two squares: how the colours change across it at some places, from the one that would be light on
/// a board whose first corner is dark, to the other.
using Changes = std::vector<cv::Vec3f>;

/// The lines between all squares that are neighbours: `right[k]` from square k to the next of its rank, `up[k]` to the
/// next of its file.
struct Lines {
  std::vector<Changes> right, up;
};

Lines linesOf(const cv::Mat& image_bgr, const BoardView& view) {
  const auto count = static_cast<std::size_t>(view.columns * view.rows);
  Lines lines{std::vector<Changes>(count), std::vector<Changes>(count)};
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      const auto k = view.placeOf(file, rank);
      const Eigen::Vector2d corner = view.corner_mm(file, rank), across = view.corner_mm(file + 1, rank) - corner,
                            upward = view.corner_mm(file, rank + 1) - corner;
      const float sign = (file + rank) % 2 == 1 ? 1.0F : -1.0F;
      const auto add = [&](Changes& changes, const Eigen::Vector2d& here, const Eigen::Vector2d& there) {
        const auto own = colourAt(image_bgr, view, here), other = colourAt(image_bgr, view, there);
        if (own && other)
          changes.push_back(sign * (*own - *other));
      };
      for (const double t : along) {
        if (file + 1 < view.columns)
          add(lines.right[k], corner + (1.0 - beside) * across + t * upward,
              corner + (1.0 + beside) * across + t * upward);
        if (rank + 1 < view.rows)
          add(lines.up[k], corner + (1.0 - beside) * upward + t * across,
              corner + (1.0 + beside) * upward + t * across);
      }
    }
  return lines;
}

/// The board's usual change across a line, channel by channel the median of all lines.
cv::Vec3f usualChange(const Lines& lines) {
  std::array<std::vector<double>, 3> values;
  for (const auto* list : {&lines.right, &lines.up})
    for (const Changes& changes : *list)
      for (const cv::Vec3f& change : changes)
        for (int c = 0; c < 3; ++c)
          values[static_cast<std::size_t>(c)].push_back(static_cast<double>(change[c]));
  cv::Vec3f usual;
  for (int c = 0; c < 3; ++c)
    usual[c] = static_cast<float>(medianOf(std::move(values[static_cast<std::size_t>(c)])));
  return usual;
}

/// What is seen across a line: of so many places those where colours change as they usually do, and those where they do
/// not change at all.
struct Seen {
  int usual = 0, none = 0, all = 0;
};

Seen seenOf(const Changes& changes, const cv::Vec3f& usual) {
  const double strength = usual.dot(usual);
  Seen seen;
  for (const cv::Vec3f& change : changes) {
    const double times = static_cast<double>(change.dot(usual)) / strength;
    seen.usual += times > least_change && times < most_change ? 1 : 0;
    seen.none += static_cast<double>(change.dot(change)) < no_change * no_change * strength ? 1 : 0;
    ++seen.all;
  }
  return seen;
}

/// A square beside another, and what is seen across the line between them.
struct Beside {
  std::size_t square;
  Seen seen;
};

/// The squares beside each square; none where the board has no usual change.
std::vector<std::vector<Beside>> neighboursOf(const Lines& lines, const BoardView& view) {
  const auto count = lines.right.size(), row = static_cast<std::size_t>(view.columns);
  std::vector<std::vector<Beside>> neighbours(count);
  const cv::Vec3f usual = usualChange(lines);
  if (usual.dot(usual) <= 0.0F)
    return neighbours;
  const auto add = [&](std::size_t a, std::size_t b, const Changes& changes) {
    const Seen seen = seenOf(changes, usual);
    neighbours[a].push_back({b, seen});
    neighbours[b].push_back({a, seen});
  };
  for (std::size_t k = 0; k < count; ++k) {
    if ((k + 1) % row != 0)
      add(k, k + 1, lines.right[k]);
    if (k + row < count)
      add(k, k + row, lines.up[k]);
  }
  return neighbours;
}

/// Share of the places on the lines around a square where colours change as they usually do; 1 where none is seen.
double shareSeen(const std::vector<Beside>& neighbours) {
  int usual = 0, all = 0;
  for (const Beside& other : neighbours) {
    usual += other.seen.usual;
    all += other.seen.all;
  }
  return all == 0 ? 1.0 : static_cast<double>(usual) / all;
}

/// The squares that hang together with square `first` among those `marked`, which are unmarked.
std::vector<std::size_t> takeGroup(std::size_t first, const BoardView& view, std::vector<bool>& marked) {
  std::vector<std::size_t> group{first};
  marked[first] = false;
  for (std::size_t n = 0; n < group.size(); ++n) {
    const int file = static_cast<int>(group[n]) % view.columns, rank = static_cast<int>(group[n]) / view.columns;
    for (const std::size_t k : view.placesAround(file, rank))
      if (marked[k]) {
        marked[k] = false;
        group.push_back(k);
      }
  }
  return group;
}

/// Adds what is covered by the same thing: colours do not change on the way to the group. What is as dark or as light
/// as the thing itself has the usual changes around it on its other sides. `more`: how many squares of the group have
/// to lie beside one that is to join, 0 where it cannot.
void spread(std::vector<std::size_t>& group, const std::vector<std::vector<Beside>>& neighbours,
            std::vector<int>& more) {
  constexpr double smooth = 0.7; // of a line's places
  const auto within = [&](const Beside& other) {
    return std::ranges::find(group, other.square) != group.end() && other.seen.all > 0 &&
           other.seen.none >= smooth * other.seen.all;
  };
  for (std::size_t n = 0; n < group.size(); ++n)
    for (const Beside& candidate : neighbours[group[n]])
      if (int& needed = more[candidate.square];
          needed > 0 && std::ranges::count_if(neighbours[candidate.square], within) >= needed) {
        needed = 0;
        group.push_back(candidate.square);
      }
}

bool atEdge(std::size_t square, const BoardView& view) {
  const int file = static_cast<int>(square) % view.columns, rank = static_cast<int>(square) / view.columns;
  return file == 0 || rank == 0 || file + 1 == view.columns || rank + 1 == view.rows;
}

} // namespace

std::vector<bool> coveredSquares(const cv::Mat& image_bgr, const BoardView& view, const std::vector<bool>& empty,
                                 const std::set<std::pair<int, int>>& off_chequer) {
  const auto neighbours = neighboursOf(linesOf(image_bgr, view), view);
  const std::size_t count = neighbours.size();
  std::vector<bool> marked(count), covered(count, false);
  std::vector<int> more(count, 0);
  for (std::size_t k = 0; k < count; ++k) {
    marked[k] = empty[k] && shareSeen(neighbours[k]) < hardly_seen;
    more[k] = empty[k] && !marked[k] ? 2 : 0;
  }
  const auto offChequer = [&](std::size_t square) {
    return off_chequer.contains({static_cast<int>(square) % view.columns, static_cast<int>(square) / view.columns});
  };
  for (std::size_t k = 0; k < count; ++k) {
    if (!marked[k])
      continue;
    std::vector<std::size_t> group = takeGroup(k, view, marked);
    bool together = true;
    if (std::ranges::none_of(group, [&](std::size_t square) { return atEdge(square, view); })) {
      std::erase_if(group, [&](std::size_t square) {
        more[square] = offChequer(square) ? 1 : 0;
        return offChequer(square);
      });
      together = group.size() >= least_chequered;
    }
    if (together)
      spread(group, neighbours, more);
    for (const std::size_t square : group)
      covered[square] = (together && group.size() >= least_together) || (!atEdge(square, view) && !offChequer(square));
  }
  return covered;
}

} // namespace linesman
