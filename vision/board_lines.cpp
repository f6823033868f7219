#include "vision/board_lines.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/median.h"

namespace linesman {

namespace {

constexpr int samples = 8;             // along a side of a square
constexpr double aside = 0.14;         // squares, from a line to where its sides are looked at
constexpr double met_share = 0.5;      // of the usual step
constexpr double darkness_grey = 12.0; // keeps the noise of dark places small

/// Logarithm of the grey level, so that steps are the same in light and shadow; NaN outside the picture.
double lightAt(const cv::Mat& grey, const Eigen::Vector2d& pixel) {
  const int x = cvRound(pixel.x()), y = cvRound(pixel.y());
  return cv::Rect({0, 0}, grey.size()).contains({x, y}) ? std::log(darkness_grey + grey.at<std::uint8_t>(y, x))
                                                        : std::numeric_limits<double>::quiet_NaN();
}

/// Area in pixels that two outlines share, each wound any way.
double sharedArea(const std::vector<cv::Point>& a, const std::vector<cv::Point2f>& b) {
  constexpr double step_px = 4.0;
  const std::vector<cv::Point2f> first(a.begin(), a.end());
  const auto reduced = [&](const std::vector<cv::Point2f>& outline, const cv::Rect& box) {
    cv::Mat mask(cvCeil(box.height / step_px) + 1, cvCeil(box.width / step_px) + 1, CV_8U, cv::Scalar(0));
    std::vector<cv::Point> points;
    for (const cv::Point2f& point : outline)
      points.emplace_back(cvRound((point.x - static_cast<float>(box.x)) / step_px),
                          cvRound((point.y - static_cast<float>(box.y)) / step_px));
    cv::fillPoly(mask, std::vector<std::vector<cv::Point>>{points}, cv::Scalar(255));
    return mask;
  };
  const cv::Rect box = cv::boundingRect(first) & cv::boundingRect(b);
  return box.empty() ? 0.0 : step_px * step_px * cv::countNonZero(reduced(first, box) & reduced(b, box));
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
      const double before = lightAt(grey, view.pixel(at - aside * view.square_mm * across));
      const double behind = lightAt(grey, view.pixel(at + aside * view.square_mm * across));
      const bool dark_first = ((file + rank) % 2 == 0) == dark_corner;
      steps.push_back(dark_first ? behind - before : before - behind); // NaN outside the picture
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
  std::vector<double> seen;
  std::ranges::copy_if(steps, std::back_inserter(seen), [](double step) { return !std::isnan(step); });
  if (seen.empty())
    return;
  const double usual = medianOf(std::move(seen));
  for (std::size_t i = 0; i < points_.size(); ++i)
    points_[i].met = usual > 0.0 && steps[i] > met_share * usual;
}

BoardLines::Cover BoardLines::coverInside(const std::vector<cv::Point>& outline, const BoardLines& before) const {
  constexpr int least_points = 8;
  constexpr double many_lost = 8.0, few_lost = 2.5,
                   lost_share = 0.2; // men hide most lines of their rows before a hand does
  constexpr double squares_plainly = 0.7, squares_perhaps = 0.55; // over which a hand may lift a man
  int inside = 0, outside = 0, lost_inside = 0, lost_outside = 0;
  for (std::size_t i = 0; i < points_.size() && i < before.points_.size(); ++i) {
    if (!before.points_[i].met)
      continue;
    const bool in = cv::pointPolygonTest(outline, points_[i].pixel, false) >= 0.0;
    (in ? inside : outside) += 1;
    (in ? lost_inside : lost_outside) += points_[i].met ? 0 : 1;
  }
  if (inside >= least_points) {
    const double elsewhere = outside == 0 ? 0.0 : static_cast<double>(lost_outside) / outside;
    const double lost = lost_inside - elsewhere * inside;
    return lost >= many_lost                                 ? Cover::plainly
           : lost >= std::max(few_lost, lost_share * inside) ? Cover::perhaps
                                                             : Cover::none;
  }
  const double squares = sharedArea(outline, board_) / square_px2_;
  return squares >= squares_plainly ? Cover::plainly : squares >= squares_perhaps ? Cover::perhaps : Cover::none;
}

bool BoardLines::sameAs(const BoardLines& other) const {
  constexpr int noise = 8; // points of about 900
  int different = 0;
  for (std::size_t i = 0; i < points_.size() && i < other.points_.size(); ++i)
    different += points_[i].met != other.points_[i].met ? 1 : 0;
  return different <= noise;
}

} // namespace linesman
