#include "vision/board_window.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Dense>

#include "models/median.h"

namespace linesman {

namespace {

constexpr int reach = 14;
constexpr int span = 2 * reach + 1;

struct Cells {
  std::array<Eigen::Vector3d, span * span> colour;
  std::array<bool, span * span> seen{};
  static std::size_t at(int i, int j) { return static_cast<std::size_t>((j + reach) * span + i + reach); }
};

Cells sampleCells(const cv::Mat& image, const Lattice& lattice) {
  Cells cells;
  for (int j = -reach; j <= reach; ++j)
    for (int i = -reach; i <= reach; ++i) {
      std::array<std::vector<double>, 3> values;
      const double w =
          lattice.picture_from_lattice.row(2).dot(Eigen::Vector3d(i, j, 1.0)) / lattice.picture_from_lattice(2, 2);
      if (w < 0.1)
        continue;
      for (double dy = 0.15; dy < 0.9; dy += 0.175)
        for (double dx = 0.15; dx < 0.9; dx += 0.175) {
          const Eigen::Vector2d p = lattice.pixel(i + dx, j + dy);
          if (!(p.x() >= 0.0 && p.y() >= 0.0 && p.x() < image.cols - 1 && p.y() < image.rows - 1))
            continue;
          const auto& c = image.at<cv::Vec3b>(static_cast<int>(p.y() + 0.5), static_cast<int>(p.x() + 0.5));
          for (int k = 0; k < 3; ++k)
            values[static_cast<std::size_t>(k)].push_back(c[k]);
        }
      if (values[0].size() < 12)
        continue;
      cells.seen[Cells::at(i, j)] = true;
      cells.colour[Cells::at(i, j)] = {medianOf(values[0]), medianOf(values[1]), medianOf(values[2])};
    }
  return cells;
}

struct Extent {
  int i0 = 99, i1 = -99, j0 = 99, j1 = -99;
};

Extent extentOf(const Lattice& lattice) {
  Extent e;
  for (const LatticePoint& p : lattice.points) {
    e.i0 = std::min(e.i0, p.i), e.i1 = std::max(e.i1, p.i), e.j0 = std::min(e.j0, p.j), e.j1 = std::max(e.j1, p.j);
  }
  return e;
}

/// Even cells less odd cells, from the cells that have lattice points at two corners or more.
Eigen::Vector3d contrastOf(const Cells& cells, const Lattice& lattice) {
  std::array<int, span * span> corners{};
  for (const LatticePoint& p : lattice.points)
    for (const auto& [di, dj] : {std::pair{0, 0}, {-1, 0}, {0, -1}, {-1, -1}})
      if (std::max(std::abs(p.i + di), std::abs(p.j + dj)) <= reach)
        ++corners[Cells::at(p.i + di, p.j + dj)];
  std::array<std::array<std::vector<double>, 3>, 2> values;
  for (int j = -reach; j <= reach; ++j)
    for (int i = -reach; i <= reach; ++i)
      if (corners[Cells::at(i, j)] >= 2 && cells.seen[Cells::at(i, j)])
        for (int k = 0; k < 3; ++k)
          values[static_cast<std::size_t>((i + j) & 1)][static_cast<std::size_t>(k)].push_back(
              cells.colour[Cells::at(i, j)][k]);
  if (values[0][0].empty() || values[1][0].empty())
    return Eigen::Vector3d::Zero();
  Eigen::Vector3d d;
  for (int k = 0; k < 3; ++k)
    d[k] = medianOf(values[0][static_cast<std::size_t>(k)]) - medianOf(values[1][static_cast<std::size_t>(k)]);
  return d;
}

} // namespace

std::optional<BoardWindow> findWindow(const cv::Mat& image_bgr, const Lattice& lattice, int columns, int rows) {
  const Cells cells = sampleCells(image_bgr, lattice);
  const Extent e = extentOf(lattice);
  const Eigen::Vector3d d = contrastOf(cells, lattice);
  if (d.norm() < 6.0)
    return std::nullopt;
  const auto pair = [&](int i, int j, int k, int l) { // chequer step between neighbours, 1 = as everywhere
    if (std::max({std::abs(i), std::abs(j), std::abs(k), std::abs(l)}) > reach || !cells.seen[Cells::at(i, j)] ||
        !cells.seen[Cells::at(k, l)])
      return 0.0;
    const double sign = ((i + j) & 1) == 0 ? 1.0 : -1.0;
    const Eigen::Vector3d step = cells.colour[Cells::at(i, j)] - cells.colour[Cells::at(k, l)];
    return std::clamp(sign * step.dot(d) / d.squaredNorm(), -1.0, 1.2) -
           0.1 * std::min(3.0, (step - d * (step.dot(d) / d.squaredNorm())).norm() / d.norm());
  };
  std::optional<BoardWindow> best;
  const double pairs = 2.0 * columns * rows - columns - rows;
  for (int j0 = std::max(-reach, e.j0 - rows); j0 <= std::min(reach - rows + 1, e.j1); ++j0)
    for (int i0 = std::max(-reach, e.i0 - columns); i0 <= std::min(reach - columns + 1, e.i1); ++i0) {
      // Corners on the border say a little against it: frames with a pattern of their own have some.
      double outside = 0.0;
      for (const LatticePoint& p : lattice.points)
        if (p.i < i0 || p.i > i0 + columns || p.j < j0 || p.j > j0 + rows)
          outside += 1.0;
        else if (p.i == i0 || p.i == i0 + columns || p.j == j0 || p.j == j0 + rows)
          outside += 0.3;
      outside /= static_cast<double>(lattice.points.size());
      if (3.0 * outside > 1.0)
        continue;
      double score = 0.0;
      for (int j = j0; j < j0 + rows; ++j)
        for (int i = i0 - 1; i < i0 + columns; ++i) {
          const bool border = i < i0 || i == i0 + columns - 1;
          score += (border ? -0.7 : 1.0) * (border ? std::max(0.0, pair(i, j, i + 1, j)) : pair(i, j, i + 1, j));
        }
      for (int i = i0; i < i0 + columns; ++i)
        for (int j = j0 - 1; j < j0 + rows; ++j) {
          const bool border = j < j0 || j == j0 + rows - 1;
          score += (border ? -0.7 : 1.0) * (border ? std::max(0.0, pair(i, j, i, j + 1)) : pair(i, j, i, j + 1));
        }
      score = score / pairs - 0.5 * outside;
      if (!best || score > best->score)
        best = BoardWindow{i0, j0, columns, rows, score, (((i0 + j0) & 1) == 0) == (d.sum() < 0.0)};
    }
  return best;
}

} // namespace linesman
