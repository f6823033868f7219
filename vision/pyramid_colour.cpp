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

const std::array<Prototype, 11> prototypes = {{{Colour::red, {0.02, 0.02, 0.30}},
                                               {Colour::yellow, {0.02, 0.28, 0.38}},
                                               {Colour::green, {0.04, 0.16, 0.02}},
                                               {Colour::blue, {0.25, 0.05, 0.02}},
                                               {Colour::cyan, {0.22, 0.20, 0.03}},
                                               {Colour::purple, {0.15, 0.02, 0.07}},
                                               {Colour::pink, {0.14, 0.04, 0.38}},
                                               {Colour::orange, {0.015, 0.07, 0.33}},
                                               {Colour::clear, {0.25, 0.25, 0.25}},
                                               {Colour::white, {0.60, 0.60, 0.60}},
                                               {Colour::black, {0.02, 0.02, 0.02}}}};

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
  std::sort(values.begin(), values.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double count = 0.0;
  for (std::size_t i = values.size() / 4; i < values.size() - values.size() / 4; ++i, count += 1.0)
    sum += Eigen::Vector3d(linear(values[i].second[0]), linear(values[i].second[1]), linear(values[i].second[2]));
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

} // namespace

PyramidColours::PyramidColours(const cv::Mat& image, const TableView& view, const TableFile& table)
    : image_(image), white_(paperColour(image, view, table)) {
  for (const auto& [colour, player] : table.players)
    expected_.push_back(colour);
}

Colour PyramidColours::colourOf(const std::vector<Eigen::Vector2d>& outline) const {
  const Eigen::Vector3d seen = middleColour(image_, outline, 0.75).cwiseQuotient(white_);
  Colour best = Colour::red;
  double best_distance = 1e9;
  for (const Prototype& prototype : prototypes) {
    double distance = 0.0;
    for (int c = 0; c < 3; ++c) {
      const double d = std::log(seen[c] + 0.03) - std::log(prototype.bgr[c] + 0.03);
      distance += d * d;
    }
    const double shift = (seen.array() + 0.03).log().sum() - (prototype.bgr.array() + 0.03).log().sum();
    distance -= 0.7 * shift * shift / 3.0; // brightness tells less than hue
    if (!expected_.empty() && std::find(expected_.begin(), expected_.end(), prototype.colour) == expected_.end())
      distance += 4.0;
    if (distance < best_distance) {
      best_distance = distance;
      best = prototype.colour;
    }
  }
  return best;
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
