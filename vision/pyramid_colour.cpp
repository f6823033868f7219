#include "vision/pyramid_colour.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

/// 8 bit sRGB to linear light.
double linear(double value) {
  const double v = value / 255.0;
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}

struct Prototype {
  Colour colour;
  Eigen::Vector3d bgr; ///< linear, relative to white paper
};

/// Normal law of a plastic's colour: of log(colour + 0.01), blue green red relative to white paper.
struct ColourLaw {
  Colour colour;
  std::array<double, 3> mean;
  std::array<double, 6> inverse; ///< of the covariance, upper triangle by rows
  double log_determinant;        ///< of the covariance
};

// tests/accuracy/fit_colours.py prints these.
const std::array<ColourLaw, colour_count> laws = {
    {{Colour::red, {-4.39, -4.35, -1.34}, {12.61, -7.78, -1.01, 10.35, -1.98, 3.91}, -5.21},
     {Colour::yellow, {-4.28, -1.61, -1.16}, {6.23, -4.41, 0.96, 10.53, -6.15, 7.01}, -4.87},
     {Colour::green, {-4.09, -1.96, -4.38}, {8.08, -3.31, -2.37, 4.56, -0.82, 7.85}, -5.07},
     {Colour::blue, {-1.14, -3.26, -4.20}, {7.84, -6.77, 1.42, 9.88, -4.43, 7.13}, -4.92},
     {Colour::cyan, {-1.21, -1.43, -4.10}, {11.34, -9.40, 0.20, 11.67, -2.89, 7.33}, -5.47},
     {Colour::purple, {-1.90, -4.00, -2.42}, {7.40, -1.86, -3.77, 5.47, -2.65, 7.77}, -4.80},
     {Colour::pink, {-2.74, -3.66, -1.45}, {11.08, -6.82, -2.09, 8.33, -1.17, 5.66}, -5.16},
     {Colour::orange, {-4.36, -3.25, -1.19}, {6.99, -3.53, 0.79, 4.91, -2.42, 5.25}, -4.43},
     {Colour::clear, {-1.29, -1.25, -1.22}, {12.44, -8.34, -1.48, 13.60, -5.37, 9.16}, -5.97},
     {Colour::white, {-0.65, -0.65, -0.70}, {5.75, -5.33, 0.24, 12.20, -6.42, 7.90}, -4.69},
     {Colour::black, {-3.25, -3.42, -3.52}, {8.32, -6.56, -0.69, 12.37, -5.20, 7.60}, -5.18}}};

/// Minus twice the log likelihood, less a constant.
double costOf(const ColourLaw& law, const Eigen::Vector3d& bgr) {
  const Eigen::Vector3d d = (bgr.array() + 0.01).log() - Eigen::Array3d(law.mean[0], law.mean[1], law.mean[2]);
  const auto& p = law.inverse;
  return p[0] * d[0] * d[0] + p[3] * d[1] * d[1] + p[5] * d[2] * d[2] +
         2.0 * (p[1] * d[0] * d[1] + p[2] * d[0] * d[2] + p[4] * d[1] * d[2]) + law.log_determinant;
}

/// Cost of a colour that the table file does not name: the named ones are believed where there is a doubt, a piece that
/// is clearly another is seen as what it is. Of 11,308 rendered pieces whose light had no white to be compared with, a
/// named colour is told as often as with any greater cost (but for one in 140), one that is not named twice as often as
/// with 40; with 10 a named one is lost in 25.
constexpr double unexpected = 20.0;

/// Mean over the middle half of the values, by brightness, of the pixels inside a convex polygon.
Eigen::Vector3d middleColour(const cv::Mat& image, const std::vector<Eigen::Vector2d>& outline, double shrink) {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& point : outline)
    centre += point / static_cast<double>(outline.size());
  std::vector<cv::Point> polygon;
  for (const Eigen::Vector2d& point : outline) {
    const Eigen::Vector2d inner = centre + shrink * (point - centre);
    polygon.emplace_back(static_cast<int>(std::lround(inner.x())), static_cast<int>(std::lround(inner.y())));
  }
  const cv::Rect box = cv::boundingRect(polygon) & cv::Rect(0, 0, image.cols, image.rows);
  if (box.area() == 0)
    return Eigen::Vector3d::Zero();
  cv::Mat mask = cv::Mat::zeros(box.size(), CV_8U);
  for (cv::Point& point : polygon)
    point -= box.tl();
  cv::fillConvexPoly(mask, polygon, cv::Scalar(255));
  std::vector<std::pair<int, cv::Vec3b>> values;
  for (int y = 0; y < box.height; ++y)
    for (int x = 0; x < box.width; ++x)
      if (mask.at<std::uint8_t>(y, x) != 0) {
        const cv::Vec3b v = image.at<cv::Vec3b>(box.y + y, box.x + x);
        values.emplace_back(v[0] + v[1] + v[2], v);
      }
  if (values.empty())
    return Eigen::Vector3d::Zero();
  const auto darker = [](const auto& a, const auto& b) { return a.first < b.first; };
  const auto quarter = static_cast<std::ptrdiff_t>(values.size() / 4);
  const auto begin = values.begin() + quarter, end = values.end() - quarter;
  std::nth_element(values.begin(), begin, values.end(), darker);
  std::nth_element(begin, end - 1, values.end(), darker);
  static const std::array<double, 256> to_linear = [] {
    std::array<double, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i)
      table[i] = linear(static_cast<double>(i));
    return table;
  }();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  const auto count = static_cast<double>(end - begin);
  for (auto value = begin; value != end; ++value)
    sum += Eigen::Vector3d(to_linear[value->second[0]], to_linear[value->second[1]], to_linear[value->second[2]]);
  return sum / std::max(1.0, count);
}

/// Colour of the paper around the markers.
Eigen::Vector3d paperColour(const cv::Mat& image, const TableView& view, const TableFile& table) {
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double count = 0.0;
  for (const TableMarker& marker : table.markers) {
    const auto corners = marker.corners_mm();
    for (std::size_t i = 0; i < 4; ++i) {
      const Eigen::Vector2d middle = 0.5 * (corners[i] + corners[(i + 1) % 4]);
      const Eigen::Vector2d at = marker.centre_mm + 1.18 * (middle - marker.centre_mm);
      const auto pixel = view.pixel({at.x(), at.y(), 0.0});
      if (!pixel || pixel->x() < 1.0 || pixel->y() < 1.0 || pixel->x() > image.cols - 2.0 ||
          pixel->y() > image.rows - 2.0)
        continue;
      const cv::Vec3b v = image.at<cv::Vec3b>(static_cast<int>(pixel->y() + 0.5), static_cast<int>(pixel->x() + 0.5));
      sum += Eigen::Vector3d(linear(v[0]), linear(v[1]), linear(v[2]));
      count += 1.0;
    }
  }
  if (count < 4.0)
    return Eigen::Vector3d::Constant(0.6);
  return (sum / count).cwiseMax(0.02);
}

/// Whether a camera gave light and dark only.
bool isGrey(const cv::Mat& image) {
  constexpr int every_px = 8, most_levels = 6; // coding leaves a level or two
  for (int y = 0; y < image.rows; y += every_px)
    for (int x = 0; x < image.cols; x += every_px) {
      const cv::Vec3b v = image.at<cv::Vec3b>(y, x);
      if (std::max({v[0], v[1], v[2]}) - std::min({v[0], v[1], v[2]}) > most_levels)
        return false;
    }
  return true;
}

} // namespace

PyramidColours::PyramidColours(const cv::Mat& image, const TableView& view, const TableFile& table)
    : image_(image), white_(paperColour(image, view, table)), grey_(isGrey(image)) {
  for (const auto& [colour, player] : table.players)
    expected_.push_back(colour);
}

Eigen::Vector3d PyramidColours::relativeToWhite(const std::vector<Eigen::Vector2d>& outline) const {
  return middleColour(image_, outline, 0.75).cwiseQuotient(white_);
}

double PyramidColours::leastCost(const Eigen::Vector3d& bgr) const {
  const Eigen::Vector3d seen = Eigen::Vector3d(linear(bgr[0]), linear(bgr[1]), linear(bgr[2])).cwiseQuotient(white_);
  double least = 1e9;
  const ColourLaw* likeliest = laws.data();
  for (const ColourLaw& law : laws)
    if (const double cost = costOf(law, seen) + (expects(law.colour) ? 0.0 : unexpected); cost < least) {
      least = cost;
      likeliest = &law;
    }
  return least - likeliest->log_determinant;
}

bool PyramidColours::expects(Colour colour) const {
  return expected_.empty() || std::find(expected_.begin(), expected_.end(), colour) != expected_.end();
}

ToldColour PyramidColours::colourOf(const std::vector<Eigen::Vector2d>& outline) const {
  const Eigen::Vector3d seen = relativeToWhite(outline);
  std::array<double, colour_count> costs{};
  std::transform(laws.begin(), laws.end(), costs.begin(),
                 [&](const ColourLaw& law) { return costOf(law, seen) + (expects(law.colour) ? 0.0 : unexpected); });
  const auto best = std::min_element(costs.begin(), costs.end());
  // So much less sure than the laws themselves is as often right as it says, of pictures that they were not fitted to
  // (fit_colours.py prints it).
  constexpr double widened = 1.5;
  double sum = 0.0;
  for (const double cost : costs)
    sum += std::exp(-0.5 * (cost - *best) / widened);
  const std::size_t known = expected_.empty() ? laws.size() : expected_.size();
  return {laws[static_cast<std::size_t>(best - costs.begin())].colour,
          grey_ ? 1.0 / static_cast<double>(known) : 1.0 / sum};
}

Colour PyramidColours::opaque(const Eigen::Vector3d& bgr) const {
  // Opaque discs are brighter than clear plastic of the same name: only hue, saturation and the extremes tell.
  const std::array<Prototype, 9> opaque_prototypes = {{{Colour::red, {0.04, 0.04, 0.5}},
                                                       {Colour::yellow, {0.03, 0.5, 0.75}},
                                                       {Colour::green, {0.08, 0.35, 0.06}},
                                                       {Colour::blue, {0.55, 0.2, 0.08}},
                                                       {Colour::purple, {0.35, 0.07, 0.22}},
                                                       {Colour::orange, {0.03, 0.18, 0.7}},
                                                       {Colour::pink, {0.35, 0.15, 0.75}},
                                                       {Colour::white, {0.8, 0.8, 0.8}},
                                                       {Colour::black, {0.03, 0.03, 0.03}}}};
  const Eigen::Vector3d seen = Eigen::Vector3d(linear(bgr[0]), linear(bgr[1]), linear(bgr[2])).cwiseQuotient(white_);
  Colour best = Colour::white;
  double best_distance = 1e9;
  for (const Prototype& prototype : opaque_prototypes) {
    const Eigen::Array3d d = (seen.array() + 0.03).log() - (prototype.bgr.array() + 0.03).log();
    const double distance = d.square().sum() - 0.5 * d.sum() * d.sum() / 3.0;
    if (distance < best_distance) {
      best_distance = distance;
      best = prototype.colour;
    }
  }
  return best;
}

} // namespace linesman
