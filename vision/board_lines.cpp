#include "vision/board_lines.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/median.h"

namespace linesman {

namespace {

constexpr int samples = 8;        // along a side of a square
constexpr double aside = 0.14;    // squares, from a line to where its sides are looked at
constexpr double met_share = 0.5; // of the usual step

/// Grey level, or less than nothing outside the picture.
double greyAt(const cv::Mat& grey, const Eigen::Vector2d& pixel) {
  const int x = cvRound(pixel.x()), y = cvRound(pixel.y());
  return cv::Rect({0, 0}, grey.size()).contains({x, y}) ? grey.at<std::uint8_t>(y, x) : -1.0;
}

} // namespace

BoardLines::BoardLines(const cv::Mat& grey, const BoardView& view, bool dark_corner) {
  std::vector<double> steps;
  const auto add = [&](int file, int rank, const Eigen::Vector2d& along, const Eigen::Vector2d& across) {
    for (int k = 0; k < samples; ++k) {
      const double share = (k + 0.5) / samples;
      // Between square (file, rank) and the one that lies `across` it.
      const Eigen::Vector2d at =
          view.corner_mm(file + share * along.x() + across.x(), rank + share * along.y() + across.y());
      const double before = greyAt(grey, view.pixel(at - aside * view.square_mm * across));
      const double behind = greyAt(grey, view.pixel(at + aside * view.square_mm * across));
      if (before < 0.0 || behind < 0.0)
        continue;
      const bool dark_first = ((file + rank) % 2 == 0) == dark_corner;
      steps.push_back(dark_first ? behind - before : before - behind);
      const Eigen::Vector2d pixel = view.pixel(at);
      points_.push_back({{static_cast<float>(pixel.x()), static_cast<float>(pixel.y())}});
    }
  };
  for (int rank = 0; rank < view.rows; ++rank)
    for (int file = 0; file < view.columns; ++file) {
      if (file + 1 < view.columns)
        add(file, rank, {0.0, 1.0}, {1.0, 0.0});
      if (rank + 1 < view.rows)
        add(file, rank, {1.0, 0.0}, {0.0, 1.0});
    }
  for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}}) {
    const Eigen::Vector2d pixel = view.pixel(view.corner_mm(i * view.columns, j * view.rows));
    board_.emplace_back(static_cast<float>(pixel.x()), static_cast<float>(pixel.y()));
  }
  square_px2_ = std::abs(cv::contourArea(board_)) / (view.columns * view.rows);
  if (points_.empty())
    return;
  const double usual = medianOf(steps);
  for (std::size_t i = 0; i < points_.size(); ++i)
    points_[i].met = usual > 0.0 && steps[i] > met_share * usual;
}

bool BoardLines::seenInside(const std::vector<cv::Point>& outline) const {
  constexpr int least_points = 8;
  constexpr double least_squares = 0.7; // over which a hand may lift a man
  constexpr double least_share = 0.4, least_of_others = 0.6;
  int inside = 0, met_inside = 0, met_outside = 0;
  for (const Point& point : points_) {
    const bool in = cv::pointPolygonTest(outline, point.pixel, false) >= 0.0;
    inside += in ? 1 : 0;
    (in ? met_inside : met_outside) += point.met ? 1 : 0;
  }
  const int outside = static_cast<int>(points_.size()) - inside;
  if (outside < least_points)
    return false;
  if (inside < least_points) { // over the board's rim, or beside it
    std::vector<cv::Point2f> hull, within, part(outline.begin(), outline.end());
    cv::convexHull(part, hull);
    return cv::intersectConvexConvex(hull, board_, within) < least_squares * square_px2_;
  }
  const double share = static_cast<double>(met_inside) / inside, others = static_cast<double>(met_outside) / outside;
  return share >= std::max(least_share, least_of_others * others);
}

} // namespace linesman
