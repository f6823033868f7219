#include "vision/token_reader.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "calibration/marker_detection.h"

namespace linesman {

namespace {

constexpr double margin = 2.0; // squares beside the board that are looked at
// Of the straightened pictures: a marker on a token is 30 or 20 pixels wide; which one it is read in is chance.
constexpr double scales_px[] = {88.0, 60.0};
constexpr int step_px = 8; // the lens is evaluated every so many pixels

/// Board plane of a pixel of the straightened picture, mm.
Eigen::Vector2d planeOf(const BoardView& view, double square_px, double x, double y) {
  return {(x / square_px - margin - 0.5 * view.columns) * view.square_mm,
          (0.5 * view.rows + margin - y / square_px) * view.square_mm};
}

cv::Mat straighten(const cv::Mat& image, const BoardView& view, double square_px, double height_mm) {
  const int width = static_cast<int>(square_px * (view.columns + 2.0 * margin)),
            height = static_cast<int>(square_px * (view.rows + 2.0 * margin));
  cv::Mat coarse(height / step_px + 2, width / step_px + 2, CV_32FC2);
  for (int v = 0; v < coarse.rows; ++v)
    for (int u = 0; u < coarse.cols; ++u) {
      const Eigen::Vector2d p = view.pixel(planeOf(view, square_px, step_px * u, step_px * v), height_mm);
      coarse.at<cv::Vec2f>(v, u) = {static_cast<float>(p.x()), static_cast<float>(p.y())};
    }
  cv::Mat map(height, width, CV_32FC2), out;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int u = x / step_px, v = y / step_px;
      const float fx = static_cast<float>(x % step_px) / step_px, fy = static_cast<float>(y % step_px) / step_px;
      map.at<cv::Vec2f>(y, x) =
          (1 - fy) * ((1 - fx) * coarse.at<cv::Vec2f>(v, u) + fx * coarse.at<cv::Vec2f>(v, u + 1)) +
          fy * ((1 - fx) * coarse.at<cv::Vec2f>(v + 1, u) + fx * coarse.at<cv::Vec2f>(v + 1, u + 1));
    }
  cv::remap(image, out, map, cv::noArray(), cv::INTER_CUBIC, cv::BORDER_CONSTANT, cv::Scalar(128, 128, 128));
  return out;
}

constexpr double ring_share = 0.06; // of the disc's size: how wide a ring is; a second one lies outside of the first

/// Mean colour around a place of the picture, or nothing outside.
std::optional<cv::Vec3f> colourAt(const cv::Mat& image, const Eigen::Vector2d& pixel) {
  const cv::Point at(cvRound(pixel.x()), cvRound(pixel.y()));
  if (!cv::Rect({0, 0}, image.size()).contains(at))
    return std::nullopt;
  return cv::Vec3f(image.at<cv::Vec3b>(at));
}

/// The band that a colour means beside the white of the disc; "" for greys and other colours.
std::string bandOf(const cv::Vec3f& bgr, const cv::Vec3f& white) {
  constexpr float least_saturation = 0.3F;
  const float b = bgr[0] / white[0], g = bgr[1] / white[1], r = bgr[2] / white[2];
  const float most = std::max({b, g, r}), least = std::min({b, g, r}), chroma = most - least;
  if (most <= 0.08F || chroma < least_saturation * most)
    return "";
  const float hue_deg = most == r   ? 60.0F * std::fmod((g - b) / chroma + 6.0F, 6.0F)
                        : most == g ? 60.0F * ((b - r) / chroma + 2.0F)
                                    : 60.0F * ((r - g) / chroma + 4.0F);
  return hue_deg < 20.0F || hue_deg > 340.0F    ? "crown"
         : hue_deg > 85.0F && hue_deg < 165.0F  ? "low"
         : hue_deg > 195.0F && hue_deg < 255.0F ? "high"
                                                : "";
}

/// The rings around a disc. Most of a ring must have its colour: fields of the board are coloured as well.
std::vector<std::string> ringsAround(const cv::Mat& image, const BoardView& view, const ReadToken& token,
                                     double thickness_mm) {
  constexpr int points = 36;
  constexpr double most_of_ring = 0.6;
  const auto around = [&](double radius_mm, int k) {
    const double angle = 2.0 * std::numbers::pi * k / points;
    return view.pixel(token.centre_mm + radius_mm * Eigen::Vector2d(std::cos(angle), std::sin(angle)), thickness_mm);
  };
  std::vector<cv::Vec3f> rim; // the disc inside its rim is white but for its marker's corners
  for (int k = 0; k < points; ++k)
    if (const auto colour = colourAt(image, around(0.43 * token.size_mm, k)))
      rim.push_back(*colour);
  if (rim.size() < points)
    return {};
  const auto grey = [](const cv::Vec3f& c) { return c[0] + c[1] + c[2]; };
  std::nth_element(rim.begin(), rim.begin() + points * 3 / 4, rim.end(),
                   [&](const cv::Vec3f& a, const cv::Vec3f& b) { return grey(a) < grey(b); });
  const cv::Vec3f white = rim[points * 3 / 4];
  if (std::min({white[0], white[1], white[2]}) < 20.0F)
    return {};
  std::vector<std::string> bands;
  for (int ring = 0; ring < 2; ++ring) {
    std::map<std::string, int> count;
    for (int k = 0; k < points; ++k)
      if (const auto colour = colourAt(image, around((0.5 + (ring + 0.5) * ring_share) * token.size_mm, k)))
        ++count[bandOf(*colour, white)];
    for (const auto& [band, n] : count)
      if (!band.empty() && n >= most_of_ring * points && std::find(bands.begin(), bands.end(), band) == bands.end())
        bands.push_back(band);
  }
  return bands;
}

} // namespace

std::vector<ReadToken> readTokens(const cv::Mat& image_bgr, const BoardView& view, double thickness_mm) {
  cv::Mat grey = image_bgr;
  if (image_bgr.channels() == 3)
    cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  std::vector<ReadToken> tokens;
  for (const double square_px : scales_px)
    for (const FoundMarker& marker :
         findMarkers(straighten(grey, view, square_px, thickness_mm), token_dictionary, MarkerSearch::thorough)) {
      const auto man = manOfToken(marker.id);
      if (!man)
        continue;
      Eigen::Vector2d centre = Eigen::Vector2d::Zero();
      for (const Eigen::Vector2d& corner : marker.corners_px)
        centre += 0.25 * corner;
      // Corners run clockwise from the top left: from the middle of the marker up to the middle of the disc.
      const Eigen::Vector2d up =
          0.5 * (marker.corners_px[0] + marker.corners_px[1] - marker.corners_px[2] - marker.corners_px[3]);
      centre += up * (token_marker_drop / token_marker_share);
      ReadToken token{*man, planeOf(view, square_px, centre.x(), centre.y()), -1, -1, 0.0, {}};
      token.size_mm = up.norm() / square_px * view.square_mm / token_marker_share;
      const Eigen::Vector2d at = token.centre_mm / view.square_mm + 0.5 * Eigen::Vector2d(view.columns, view.rows);
      if (at.x() >= 0.0 && at.y() >= 0.0 && at.x() < view.columns && at.y() < view.rows) {
        token.file = static_cast<int>(at.x());
        token.rank = static_cast<int>(at.y());
      }
      const bool known = std::any_of(tokens.begin(), tokens.end(), [&](const ReadToken& other) {
        return (other.centre_mm - token.centre_mm).norm() < 0.3 * view.square_mm;
      });
      if (!known)
        tokens.push_back(std::move(token));
    }
  if (image_bgr.channels() == 3)
    for (ReadToken& token : tokens)
      token.bands = ringsAround(image_bgr, view, token, thickness_mm);
  return tokens;
}

} // namespace linesman
