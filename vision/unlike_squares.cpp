#include "vision/unlike_squares.h"

#include <algorithm>
#include <optional>

#include <Eigen/Core>

#include "models/median.h"

namespace linesman {

namespace {

constexpr int tiles = 3; // along a side
using Tiles = Eigen::Matrix<float, 3 * tiles * tiles, 1>;

/// Mean colours of the tiles of a square; nothing where it is not wholly in the picture.
std::optional<Tiles> tilesOf(const cv::Mat& image, const BoardView& view, int file, int rank) {
  constexpr int across = 5;      // points of a tile along a side
  constexpr double border = 0.1; // of a square
  constexpr int points = tiles * across;
  Tiles sum = Tiles::Zero();
  for (int v = 0; v < points; ++v)
    for (int u = 0; u < points; ++u) {
      const Eigen::Vector2d share = (Eigen::Vector2d(u, v).array() + 0.5) / points * (1.0 - 2.0 * border) + border;
      const Eigen::Vector2d p = view.pixel(view.corner_mm(file + share.x(), rank + share.y()));
      const cv::Point at(cvRound(p.x()), cvRound(p.y()));
      if (!cv::Rect({0, 0}, image.size()).contains(at))
        return std::nullopt;
      const auto& colour = image.at<cv::Vec3b>(at);
      for (int c = 0; c < 3; ++c)
        sum[3 * (v / across * tiles + u / across) + c] += static_cast<float>(colour[c]);
    }
  return sum / static_cast<float>(across * across);
}

/// How unlike two squares are that light of any strength may fall on: share of the first one's light.
float unlikeness(const Tiles& a, const Tiles& b) {
  constexpr float least_light = 0.6F, most_light = 1.6F;
  const float light = std::clamp(a.dot(b) / std::max(1.0F, b.squaredNorm()), least_light, most_light);
  return (a - light * b).norm() / std::max(1.0F, a.norm());
}

/// How unlike each is to the second likest of the others: the likest may hide the same thing.
std::vector<double> unlikeOthers(const std::vector<Tiles>& looks) {
  std::vector<double> out;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    std::vector<float> others;
    for (std::size_t other = 0; other < looks.size(); ++other)
      if (other != k)
        others.push_back(unlikeness(looks[k], looks[other]));
    std::ranges::nth_element(others, others.begin() + 1);
    out.push_back(static_cast<double>(others[1]));
  }
  return out;
}

} // namespace

std::vector<std::pair<int, int>> unlikeSquares(const cv::Mat& image_bgr, const BoardView& view,
                                               const std::vector<std::pair<int, int>>& squares) {
  constexpr std::size_t enough_told = 4;
  constexpr double grain = 0.15;   // of wood, and of the light's fall across a square
  constexpr double stands_out = 3; // times what is usual on this board: marbled squares are all unlike
  std::vector<std::pair<int, int>> unlike;
  for (const int parity : {0, 1}) {
    std::vector<std::pair<int, int>> seen;
    std::vector<Tiles> looks;
    for (const auto& square : squares)
      if ((square.first + square.second) % 2 == parity)
        if (const auto look = tilesOf(image_bgr, view, square.first, square.second)) {
          seen.push_back(square);
          looks.push_back(*look);
        }
    if (seen.size() < enough_told)
      continue;
    const std::vector<double> off = unlikeOthers(looks);
    const double usual = medianOf(off);
    for (std::size_t k = 0; k < seen.size(); ++k)
      if (off[k] > std::max(grain, stands_out * usual))
        unlike.push_back(seen[k]);
  }
  return unlike;
}

} // namespace linesman
