#include "vision/arm_over_board.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/median.h"
#include "vision/light_change.h"
#include "vision/mean_around.h"

namespace linesman {

namespace {

constexpr int per_square = 8;                        ///< places along a square's side
constexpr double rim = 0.15, far = 4.0;              ///< squares beyond the board's edges: what is looked at
constexpr double at_board = 0.6;                     ///< so far beyond them an arm comes at least
constexpr double tint_off = 0.1;                     ///< of the logarithms of red over green and blue over green
constexpr double brighter_by = 0.6, darker_by = 0.9; ///< of the logarithm of light
constexpr double usual_times = 3.5;                  ///< so many times what is usual as far beyond an edge
constexpr double least_area = 1.0, least_reach = 1.0, least_border = 0.6; ///< of an arm, squares
constexpr double hidden_below = 0.9; ///< how surely a square is seen that an arm does not hide

/// Places of the board's plane around it, row by row: what is unlike the rest of those that are as far beyond the same
/// edge (255), and which of them the picture shows.
struct Surroundings {
  int columns, rows; ///< squares of the board
  cv::Mat unlike, in_picture;

  /// Squares from the board's first corner.
  static double at(int place) { return static_cast<double>(place) / per_square - far; }
  static int placeOf(double squares) { return static_cast<int>(std::lround((squares + far) * per_square)); }
  /// The edge that a place lies beyond, and how far, squares; less than 0 on the board.
  std::pair<std::size_t, double> beyond(const cv::Point& place) const {
    const std::array<double, 4> by{-at(place.y), at(place.x) - columns, at(place.y) - rows, -at(place.x)};
    const auto most = std::max_element(by.begin(), by.end());
    return {static_cast<std::size_t>(most - by.begin()), *most};
  }
  bool beside(const cv::Point& place) const { return beyond(place).second >= rim; }
  /// Whether an arm comes in there: over the picture's border, or from farther away than is looked at.
  bool comesIn(const cv::Point& place) const {
    const cv::Rect all({0, 0}, unlike.size());
    return std::ranges::any_of(std::array<cv::Point, 4>{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}}, [&](const cv::Point& to) {
      const cv::Point next = place + to;
      return !all.contains(next) || (beside(next) && in_picture.at<uchar>(next) == 0);
    });
  }
};

struct PlaceLook {
  cv::Point place;
  cv::Vec3d look; ///< light, red over green and blue over green, as logarithms
};

std::optional<cv::Vec3d> lookAt(const cv::Mat& image_bgr, const BoardView& view, const Eigen::Vector2d& spot_mm) {
  const auto mean = view.inPicture(spot_mm) ? meanAround(image_bgr, view.pixel(spot_mm)) : std::nullopt;
  if (!mean)
    return std::nullopt;
  const auto log = [&](int c) { return std::log((*mean)[c] + level_offset); };
  return cv::Vec3d((log(0) + log(1) + log(2)) / 3.0, log(2) - log(1), log(0) - log(1));
}

/// Marks what is unlike the most of `band`: places that are as far beyond the same edge.
void markUnlike(const std::vector<PlaceLook>& band, cv::Mat& unlike) {
  cv::Vec3d usual, spread;
  for (int c = 0; c < 3; ++c) {
    std::vector<double> values(band.size());
    std::ranges::transform(band, values.begin(), [&](const PlaceLook& one) { return one.look[c]; });
    usual[c] = medianOf(values);
    std::ranges::transform(values, values.begin(), [&](double value) { return std::abs(value - usual[c]); });
    constexpr double sigma = 1.48; // of a normal law, times its median absolute value
    spread[c] = sigma * medianOf(std::move(values));
  }
  const double tint = std::max(tint_off, usual_times * std::hypot(spread[1], spread[2]));
  for (const PlaceLook& one : band) {
    const cv::Vec3d off = one.look - usual;
    if (std::hypot(off[1], off[2]) > tint || off[0] > std::max(brighter_by, usual_times * spread[0]) ||
        off[0] < -std::max(darker_by, usual_times * spread[0]))
      unlike.at<uchar>(one.place) = 255;
  }
}

Surroundings surroundingsOf(const cv::Mat& image_bgr, const BoardView& view) {
  const cv::Size size(Surroundings::placeOf(view.columns + far) + 1, Surroundings::placeOf(view.rows + far) + 1);
  Surroundings around{view.columns, view.rows, cv::Mat::zeros(size, CV_8U), cv::Mat::zeros(size, CV_8U)};
  std::map<std::pair<std::size_t, int>, std::vector<PlaceLook>> bands; // by edge and distance
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const auto [edge, squares] = around.beyond({x, y});
      const auto look = squares < rim
                            ? std::nullopt
                            : lookAt(image_bgr, view, view.corner_mm(Surroundings::at(x), Surroundings::at(y)));
      if (!look)
        continue;
      around.in_picture.at<uchar>(y, x) = 255;
      bands[{edge, static_cast<int>(std::lround(squares * per_square))}].push_back({{x, y}, *look});
    }
  for (const auto& [where, band] : bands)
    markUnlike(band, around.unlike);
  const cv::Mat element = cv::Mat::ones(3, 3, CV_8U);
  cv::morphologyEx(around.unlike, around.unlike, cv::MORPH_CLOSE, element);
  cv::morphologyEx(around.unlike, around.unlike, cv::MORPH_OPEN, element);
  return around;
}

/// Whether these places reach from where an arm comes in to the board.
bool reachesBoard(const std::vector<cv::Point>& places, const Surroundings& around) {
  double nearest = far, reach = 0.0;
  std::ptrdiff_t coming_in = 0;
  for (const cv::Point& place : places) {
    const double squares = around.beyond(place).second;
    nearest = std::min(nearest, squares);
    reach = std::max(reach, squares);
    coming_in += around.comesIn(place) ? 1 : 0;
  }
  return nearest < at_board && reach > least_reach && static_cast<double>(coming_in) > least_border * per_square &&
         static_cast<double>(places.size()) > least_area * per_square * per_square;
}

/// The squares that are not seen near the places at the board's edge, and those that hang together with them.
std::vector<const SquareReading*> hiddenNear(const std::vector<cv::Point>& places, const Surroundings& around,
                                             const std::vector<SquareReading>& readings) {
  cv::Mat near = cv::Mat::zeros(around.unlike.size(), CV_8U);
  for (const cv::Point& place : places)
    if (around.beyond(place).second < at_board)
      near.at<uchar>(place) = 255;
  cv::dilate(near, near, cv::Mat::ones(2 * per_square + 1, 2 * per_square + 1, CV_8U));
  std::vector<const SquareReading*> others, hidden;
  for (const SquareReading& reading : readings)
    if (reading.seen < hidden_below) {
      const cv::Point middle(Surroundings::placeOf(reading.file + 0.5), Surroundings::placeOf(reading.rank + 0.5));
      (near.at<uchar>(middle) != 0 ? hidden : others).push_back(&reading);
    }
  for (std::size_t n = 0; n < hidden.size(); ++n)
    std::erase_if(others, [&, square = hidden[n]](const SquareReading* other) {
      const bool beside = std::abs(other->file - square->file) <= 1 && std::abs(other->rank - square->rank) <= 1;
      if (beside)
        hidden.push_back(other);
      return beside;
    });
  return hidden;
}

} // namespace

std::vector<std::vector<Eigen::Vector2d>> armsOverBoard(const cv::Mat& image_bgr, const BoardView& view,
                                                        const std::vector<SquareReading>& readings) {
  const Surroundings around = surroundingsOf(image_bgr, view);
  cv::Mat labels;
  const int count = cv::connectedComponents(around.unlike, labels, 4);
  std::vector<std::vector<Eigen::Vector2d>> arms;
  for (int label = 1; label < count; ++label) {
    std::vector<cv::Point> places;
    cv::findNonZero(labels == label, places);
    if (!reachesBoard(places, around))
      continue;
    const auto hidden = hiddenNear(places, around, readings);
    if (hidden.empty())
      continue;
    std::vector<cv::Point2f> covered, hull;
    for (const cv::Point& place : places)
      covered.emplace_back(static_cast<float>(Surroundings::at(place.x)),
                           static_cast<float>(Surroundings::at(place.y)));
    for (const SquareReading* square : hidden)
      for (const auto& [i, j] : {std::pair{0, 0}, {1, 0}, {1, 1}, {0, 1}})
        covered.emplace_back(static_cast<float>(square->file + i), static_cast<float>(square->rank + j));
    cv::convexHull(covered, hull);
    arms.emplace_back();
    for (const cv::Point2f& corner : hull)
      arms.back().push_back(view.corner_mm(static_cast<double>(corner.x), static_cast<double>(corner.y)));
  }
  return arms;
}

} // namespace linesman
