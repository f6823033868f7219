#include "vision/pyramid_colour.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <opencv2/imgproc.hpp>

#include "vision/linear_light.h"

namespace linesman {

namespace {

struct Prototype {
  Colour colour;
  Eigen::Vector3d bgr; ///< linear, relative to white paper
};

/// Cost of a colour that the table file does not name: the named ones are believed where there is a doubt, a piece that
/// is clearly another is seen as what it is (fit_colours.py counts both).
constexpr double unexpected = 13.0;
/// The same of a thing by itself, in squared standard deviations: the weights of the evidence were fitted with it.
constexpr double unexpected_alone = 20.0;

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
      table[i] = linearLight(static_cast<double>(i));
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
      sum += Eigen::Vector3d(linearLight(v[0]), linearLight(v[1]), linearLight(v[2]));
      count += 1.0;
    }
  }
  if (count < 4.0)
    return Eigen::Vector3d::Constant(0.6);
  return (sum / count).cwiseMax(0.02);
}

} // namespace

bool isGrey(const cv::Mat& bgr) {
  constexpr int every_px = 8, most_levels = 6; // coding leaves a level or two
  for (int y = 0; y < bgr.rows; y += every_px)
    for (int x = 0; x < bgr.cols; x += every_px) {
      const cv::Vec3b v = bgr.at<cv::Vec3b>(y, x);
      if (std::max({v[0], v[1], v[2]}) - std::min({v[0], v[1], v[2]}) > most_levels)
        return false;
    }
  return true;
}

PyramidColours::PyramidColours(const cv::Mat& image, const TableView& view, const TableFile& table)
    : image_(image), white_(paperColour(image, view, table)), grey_(isGrey(image)) {
  for (const auto& [colour, player] : table.players)
    expected_.push_back(colour);
  in_play_.named = !expected_.empty();
  for (std::size_t k = 0; k < in_play_.against.size(); ++k)
    if (!expects(static_cast<Colour>(k))) {
      in_play_.against[k] = unexpected;
      against_alone_[k] = unexpected_alone;
    }
}

Eigen::Vector3d PyramidColours::relativeToWhite(const std::vector<Eigen::Vector2d>& outline) const {
  return middleColour(image_, outline, 0.75).cwiseQuotient(white_);
}

double PyramidColours::leastCost(const Eigen::Vector3d& bgr) const {
  const Eigen::Vector3d light(linearLight(bgr[0]), linearLight(bgr[1]), linearLight(bgr[2]));
  return leastColourDistance(colourLogarithm(light.cwiseQuotient(white_)), against_alone_);
}

bool PyramidColours::expects(Colour colour) const {
  return expected_.empty() || std::find(expected_.begin(), expected_.end(), colour) != expected_.end();
}

ToldColour PyramidColours::colourOf(const std::vector<Eigen::Vector2d>& outline) const {
  return coloursOf({relativeToWhite(outline)}).front();
}

std::vector<ColourCosts> PyramidColours::costsOf(const std::vector<Eigen::Vector3d>& relative_to_white,
                                                 const std::vector<Colour>& known,
                                                 const std::vector<double>& opaque_log_odds) const {
  std::vector<Eigen::Vector3d> seen(relative_to_white.size());
  std::transform(relative_to_white.begin(), relative_to_white.end(), seen.begin(), colourLogarithm);
  return colourCosts(seen, in_play_, known, opaque_log_odds);
}

std::vector<std::size_t> PyramidColours::opacityInDoubt(const std::vector<Eigen::Vector3d>& relative_to_white,
                                                        const std::vector<Colour>& known) const {
  constexpr double sure = 15.0; // no look at the rendered tables' plastic turns what the colours say by more (14.8)
  const std::vector<ColourCosts> costs = costsOf(relative_to_white, known, {});
  std::vector<std::size_t> doubtful;
  for (std::size_t i = known.size(); i < costs.size(); ++i) {
    double opaque = std::numeric_limits<double>::infinity(), translucent = opaque;
    for (std::size_t k = 0; k < costs[i].size(); ++k) {
      double& least = isOpaque(static_cast<Colour>(k)) ? opaque : translucent;
      least = std::min(least, costs[i][k]);
    }
    if (std::abs(opaque - translucent) < sure)
      doubtful.push_back(i);
  }
  return doubtful;
}

std::vector<ToldColour> PyramidColours::coloursOf(const std::vector<Eigen::Vector3d>& relative_to_white,
                                                  const std::vector<Colour>& known,
                                                  const std::vector<double>& opaque_log_odds) const {
  // So much less sure than the laws themselves is as often right as it says, of pictures that they were not fitted to
  // (fit_colours.py prints it).
  constexpr double widened = 1.3;
  std::vector<ToldColour> told;
  for (const ColourCosts& costs : costsOf(relative_to_white, known, opaque_log_odds)) {
    const auto best = std::min_element(costs.begin(), costs.end());
    double sum = 0.0;
    for (const double cost : costs)
      sum += std::exp(-0.5 * (cost - *best) / widened);
    const std::size_t possible = expected_.empty() ? costs.size() : expected_.size();
    told.push_back(
        {static_cast<Colour>(best - costs.begin()), grey_ ? 1.0 / static_cast<double>(possible) : 1.0 / sum});
  }
  return told;
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
  const Eigen::Vector3d seen =
      Eigen::Vector3d(linearLight(bgr[0]), linearLight(bgr[1]), linearLight(bgr[2])).cwiseQuotient(white_);
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
