#include "vision/token_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>
#include <numeric>
#include <optional>
#include <tuple>

#include <opencv2/imgproc.hpp>

#include "calibration/marker_detection.h"
#include "models/median.h"

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

constexpr int rings = 2; // at most, one outside of the other

/// The colours of the square's corners around a token, outside of where rings may lie, beside the white of its disc
/// (shares of a channel): print and marble are not the same in all. None where too little of the square is seen.
std::vector<Eigen::Vector3f> groundAround(const cv::Mat& image, const BoardView& view, const ReadToken& token,
                                          const cv::Vec3f& white) {
  constexpr int across = 24;              // points of a square along a side
  constexpr std::size_t least_points = 3; // of a corner that a token as wide as the square leaves
  constexpr double border = 0.04;         // squares: what blur mixes with the neighbours
  const double clear_mm = (0.5 + (rings + 0.5) * ring_share) * token.size_mm;
  std::array<std::array<std::vector<double>, 3>, 4> corners; // of each the channels
  for (int v = 0; v < across; ++v)
    for (int u = 0; u < across; ++u) {
      const Eigen::Vector2d share((u + 0.5) / across, (v + 0.5) / across);
      const Eigen::Vector2d p = view.corner_mm(token.file + border + (1.0 - 2.0 * border) * share.x(),
                                               token.rank + border + (1.0 - 2.0 * border) * share.y());
      const auto colour = (p - token.centre_mm).norm() < clear_mm ? std::nullopt : colourAt(image, view.pixel(p));
      auto& channels = corners[static_cast<std::size_t>(2 * (2 * v / across) + 2 * u / across)];
      for (std::size_t c = 0; colour && c < channels.size(); ++c)
        channels[c].push_back(static_cast<double>((*colour)[static_cast<int>(c)]));
    }
  std::vector<Eigen::Vector3f> ground;
  for (const auto& channels : corners)
    if (channels[0].size() >= least_points) {
      ground.emplace_back();
      for (int c = 0; c < 3; ++c)
        ground.back()[c] = static_cast<float>(medianOf(channels[static_cast<std::size_t>(c)])) / white[c];
    }
  return ground;
}

/// Whether a ring is of another colour than the square: neither light or shade on the square nor white beside the ring
/// that blur mixes in makes the one of the other. Both beside the disc's white.
bool standsOut(const Eigen::Vector3f& ring, const Eigen::Vector3f& ground) {
  constexpr float another_hue = 0.09F, least_light = 0.5F; // of the ring's light; hues of dark ones are not so sure
  constexpr int steps = 28;
  constexpr float step = 0.05F; // of the square's light: up to 1.4 of what lies on its corners
  float rest = ring.norm();
  for (int k = 0; k <= steps; ++k) {
    const Eigen::Vector3f more = ring - step * static_cast<float>(k) * ground;
    const Eigen::Vector3f mixed_in = Eigen::Vector3f::Constant(std::max(0.0F, more.mean()));
    rest = std::min(rest, (more - mixed_in).norm());
  }
  return rest > another_hue * std::max(least_light, ring.norm());
}

constexpr int points = 36; // around a disc

/// The picture's place of one of the points around a disc.
Eigen::Vector2d around(const BoardView& view, const ReadToken& token, double thickness_mm, double radius_mm, int k) {
  const double angle = 2.0 * std::numbers::pi * k / points;
  return view.pixel(token.centre_mm + radius_mm * Eigen::Vector2d(std::cos(angle), std::sin(angle)), thickness_mm);
}

/// The white of the disc inside its rim; nothing where it is not wholly seen, or dark.
std::optional<cv::Vec3f> whiteOf(const cv::Mat& image, const BoardView& view, const ReadToken& token,
                                 double thickness_mm) {
  std::vector<cv::Vec3f> rim; // white but for the marker's corners
  for (int k = 0; k < points; ++k)
    if (const auto colour = colourAt(image, around(view, token, thickness_mm, 0.43 * token.size_mm, k)))
      rim.push_back(*colour);
  if (rim.size() < points)
    return std::nullopt;
  const auto grey = [](const cv::Vec3f& c) { return c[0] + c[1] + c[2]; };
  std::nth_element(rim.begin(), rim.begin() + points * 3 / 4, rim.end(),
                   [&](const cv::Vec3f& a, const cv::Vec3f& b) { return grey(a) < grey(b); });
  const cv::Vec3f white = rim[points * 3 / 4];
  return std::min({white[0], white[1], white[2]}) < 20.0F ? std::nullopt : std::optional(white);
}

/// The rings around a disc. Most of a ring must have its colour, and another one than the square it lies on: fields of
/// the board are coloured as well.
std::vector<std::string> ringsAround(const cv::Mat& image, const BoardView& view, const ReadToken& token,
                                     double thickness_mm) {
  constexpr double most_of_ring = 0.6;
  const auto white = whiteOf(image, view, token, thickness_mm);
  const auto ground = white ? groundAround(image, view, token, *white) : std::vector<Eigen::Vector3f>();
  if (ground.empty())
    return {};
  std::vector<std::string> bands;
  for (int ring = 0; ring < rings; ++ring) {
    const double radius_mm = (0.5 + (ring + 0.5) * ring_share) * token.size_mm;
    std::map<std::string, std::vector<Eigen::Vector3f>> seen;
    for (int k = 0; k < points; ++k)
      if (const auto colour = colourAt(image, around(view, token, thickness_mm, radius_mm, k)))
        seen[bandOf(*colour, *white)].emplace_back((*colour)[0] / (*white)[0], (*colour)[1] / (*white)[1],
                                                   (*colour)[2] / (*white)[2]);
    for (const auto& [band, colours] : seen) {
      if (band.empty() || static_cast<double>(colours.size()) < most_of_ring * points ||
          std::find(bands.begin(), bands.end(), band) != bands.end())
        continue;
      const Eigen::Vector3f sum = std::accumulate(colours.begin(), colours.end(), Eigen::Vector3f(0.0F, 0.0F, 0.0F));
      const Eigen::Vector3f mean = sum / static_cast<float>(colours.size());
      if (std::ranges::all_of(ground, [&](const Eigen::Vector3f& corner) { return standsOut(mean, corner); }))
        bands.push_back(band);
    }
  }
  return bands;
}

/// File and rank of the square that a place of the board plane lies on; nothing beside the board.
std::optional<std::pair<int, int>> squareAt(const BoardView& view, const Eigen::Vector2d& place_mm) {
  const Eigen::Vector2d at = place_mm / view.square_mm + 0.5 * Eigen::Vector2d(view.columns, view.rows);
  if (!(at.x() >= 0.0 && at.y() >= 0.0 && at.x() < view.columns && at.y() < view.rows))
    return std::nullopt;
  return std::pair(static_cast<int>(at.x()), static_cast<int>(at.y()));
}

/// A marker's outline, in pixels of the straightened picture or in board millimetres.
using Outline = std::array<Eigen::Vector2d, 4>;

double lightAt(const cv::Mat& grey, const Eigen::Vector2d& at) {
  return grey.at<uchar>(std::clamp(cvRound(at.y()), 0, grey.rows - 1), std::clamp(cvRound(at.x()), 0, grey.cols - 1));
}

/// The light around a marker's middle: mean of places so far on the way to its outline.
double lightAround(const cv::Mat& grey, const Outline& outline, double share) {
  constexpr int places = 6; // along a side
  const Eigen::Vector2d middle = 0.25 * (outline[0] + outline[1] + outline[2] + outline[3]);
  double sum = 0.0;
  for (std::size_t side = 0; side < outline.size(); ++side)
    for (int k = 0; k < places; ++k) {
      const double way = (k + 0.5) / places;
      const Eigen::Vector2d border = (1.0 - way) * outline[side] + way * outline[(side + 1) % 4];
      sum += lightAt(grey, middle + share * (border - middle));
    }
  return sum / (places * static_cast<double>(outline.size()));
}

/// How far the code inside an outline looks otherwise when it is turned by quarters: mean difference of its cells from
/// what the four ways of looking have in common.
double changeWhenTurned(const cv::Mat& grey, const Outline& outline) {
  constexpr int cells = 4, points = 3; // of the code and of a cell, along a side; a border of one cell lies around
  Eigen::Matrix4d light = Eigen::Matrix4d::Zero();
  for (int y = 0; y < cells * points; ++y)
    for (int x = 0; x < cells * points; ++x) {
      const double across = ((x + 0.5) / points + 1.0) / (cells + 2), down = ((y + 0.5) / points + 1.0) / (cells + 2);
      const Eigen::Vector2d at = (1.0 - down) * ((1.0 - across) * outline[0] + across * outline[1]) +
                                 down * ((1.0 - across) * outline[3] + across * outline[2]);
      light(y / points, x / points) += lightAt(grey, at) / (points * points);
    }
  Eigen::Matrix4d turned = light, common = Eigen::Matrix4d::Zero();
  for (int quarter = 0; quarter < 4; ++quarter) {
    common += 0.25 * turned;
    turned = turned.transpose().rowwise().reverse().eval();
  }
  return (light - common).cwiseAbs().mean();
}

/// Whether an outline may be that of a token's marker that cannot be read. Outlines are also found in the middle of
/// bare squares, where nothing is black inside and white outside, and in print (a saw-blade) that looks alike from all
/// sides, as no code does. `outline` and `grey` in pixels.
bool mayBeMarker(const cv::Mat& grey, const Outline& outline) {
  constexpr double inside = 0.85, outside = 1.25; // of the way from the middle: the border cells, and the card
  constexpr double blacker = 0.65;                // ink and card differ more, also in shine
  constexpr double coded = 0.1; // of the light between ink and card; of the tokens' codes 0.28 and more
  const double ink = lightAround(grey, outline, inside), card = lightAround(grey, outline, outside);
  return ink < blacker * card && changeWhenTurned(grey, outline) > coded * (card - ink);
}

/// The squares on which one of `outlines` lies that is as large as the markers of `tokens` (of tokens of the usual size
/// where none was read), and no token of those.
std::set<std::pair<int, int>> squaresUnread(const BoardView& view, const std::vector<Outline>& outlines,
                                            const std::vector<ReadToken>& tokens) {
  constexpr double usual_size = 0.8; // of a square
  constexpr double like = 0.2;       // of a marker's side
  std::vector<double> sizes;
  std::ranges::transform(tokens, std::back_inserter(sizes), &ReadToken::size_mm);
  const double side_mm = token_marker_share * (sizes.empty() ? usual_size * view.square_mm : medianOf(sizes));
  std::set<std::pair<int, int>> squares;
  for (const Outline& outline : outlines) {
    Eigen::Vector2d centre = Eigen::Vector2d::Zero();
    bool marker = true;
    for (std::size_t k = 0; k < outline.size(); ++k) {
      centre += 0.25 * outline[k];
      marker = marker && std::abs((outline[(k + 1) % 4] - outline[k]).norm() / side_mm - 1.0) < like;
    }
    if (const auto square = marker ? squareAt(view, centre) : std::nullopt)
      squares.insert(*square);
  }
  for (const ReadToken& token : tokens)
    squares.erase({token.file, token.rank});
  return squares;
}

/// The token that a marker of the straightened picture belongs to; nothing for other markers.
std::optional<ReadToken> tokenOf(const FoundMarker& marker, const BoardView& view, double square_px) {
  const auto man = manOfToken(marker.id);
  if (!man)
    return std::nullopt;
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  for (const Eigen::Vector2d& corner : marker.corners_px)
    centre += 0.25 * corner;
  // Corners run clockwise from the top left: from the middle of the marker up to the middle of the disc.
  const Eigen::Vector2d up =
      0.5 * (marker.corners_px[0] + marker.corners_px[1] - marker.corners_px[2] - marker.corners_px[3]);
  centre += up * (token_marker_drop / token_marker_share);
  ReadToken token{*man, planeOf(view, square_px, centre.x(), centre.y()), -1, -1, 0.0, {}};
  token.size_mm = up.norm() / square_px * view.square_mm / token_marker_share;
  if (const auto square = squareAt(view, token.centre_mm))
    std::tie(token.file, token.rank) = *square;
  return token;
}

} // namespace

std::vector<ReadToken> readTokens(const cv::Mat& image_bgr, const BoardView& view, double thickness_mm,
                                  std::set<std::pair<int, int>>* unread) {
  cv::Mat grey = image_bgr;
  if (image_bgr.channels() == 3)
    cv::cvtColor(image_bgr, grey, cv::COLOR_BGR2GRAY);
  std::vector<ReadToken> tokens;
  std::vector<Outline> outlines;
  for (const double square_px : scales_px) {
    const cv::Mat flat = straighten(grey, view, square_px, thickness_mm);
    std::vector<Outline> others;
    for (const FoundMarker& marker :
         findMarkers(flat, token_dictionary, MarkerSearch::thorough, unread != nullptr ? &others : nullptr)) {
      auto token = tokenOf(marker, view, square_px);
      const bool known = token && std::any_of(tokens.begin(), tokens.end(), [&](const ReadToken& other) {
                           return (other.centre_mm - token->centre_mm).norm() < 0.3 * view.square_mm;
                         });
      if (token && !known)
        tokens.push_back(std::move(*token));
    }
    for (Outline outline : others) {
      if (!mayBeMarker(flat, outline))
        continue;
      for (Eigen::Vector2d& corner : outline)
        corner = planeOf(view, square_px, corner.x(), corner.y());
      outlines.push_back(outline);
    }
  }
  if (unread != nullptr)
    *unread = squaresUnread(view, outlines, tokens);
  if (image_bgr.channels() == 3)
    for (ReadToken& token : tokens)
      if (token.file >= 0)
        token.bands = ringsAround(image_bgr, view, token, thickness_mm);
  return tokens;
}

} // namespace linesman
