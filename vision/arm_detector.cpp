#include "vision/arm_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include <opencv2/imgproc.hpp>

#include "models/median.h"
#include "models/polygon.h"
#include "vision/arm_shape.h"
#include "vision/components.h"
#include "vision/light_change.h"

namespace linesman {

namespace {

constexpr double smooth_px = 2.0;
constexpr float ring_from_mm = 5.0F, ring_to_mm = 17.0F; ///< around pieces and markers the table is seen
constexpr int least_ring_px = 200;
constexpr double stiffness = 0.1;   ///< of its colours, which are known there alone
constexpr float other_tint = 0.09F; ///< of the logarithms of red over green and blue over green
constexpr float brighter = 0.7F;    ///< of the logarithm of light
constexpr float darker = 1.2F;      ///< shadows are less
constexpr float over_spread = 3.5F; ///< and so many times what is usual around pieces and markers
constexpr double joined_mm = 6.0, arm_width_mm = 11.0;
constexpr double known_mm = 4.0;          ///< around pieces and markers, which belongs to them
constexpr double least_table = 0.03;      ///< of the picture: smaller parts that look like it are none by themselves
constexpr double another_place_mm = 60.0; ///< from an arm: its hand may seem to lie apart from it
constexpr float printed_tint = 0.06F, printed_light = 0.35F; ///< of logarithms
constexpr float motley = 0.12F;          ///< a table whose tint spreads by more tells nothing of what is unlike it
constexpr double fills_rectangle = 0.82; ///< a book or a sheet of paper, though the border cuts a corner off
constexpr double outline_px = 0.8;

using Polygon = std::vector<cv::Point>;

/// Light, red over green and blue over green, as logarithms.
cv::Mat looksOf(const cv::Mat& image) {
  cv::Mat smooth, looks;
  cv::GaussianBlur(image, smooth, {}, smooth_px);
  const cv::Matx33f parts(1.0F / 3.0F, 1.0F / 3.0F, 1.0F / 3.0F, 0.0F, -1.0F, 1.0F, 1.0F, -1.0F, 0.0F);
  cv::transform(logarithmsOf(smooth), looks, parts);
  return looks;
}

/// Median of the absolute values where `where` is not 0, of each channel.
std::array<float, 3> usual(const cv::Mat& values, const cv::Mat& where) {
  std::array<std::vector<double>, 3> of;
  for (int y = 0; y < values.rows; ++y)
    for (int x = 0; x < values.cols; ++x)
      if (where.at<std::uint8_t>(y, x) != 0)
        for (std::size_t c = 0; c < 3; ++c)
          of[c].push_back(std::abs(static_cast<double>(values.at<cv::Vec3f>(y, x)[static_cast<int>(c)])));
  std::array<float, 3> out{};
  for (std::size_t c = 0; c < 3; ++c)
    out[c] = static_cast<float>(medianOf(std::move(of[c])));
  return out;
}

/// How far the picture is from the table around pieces and markers (light, red over green, blue over green), and where
/// it is unlike it, in light and shadow: 255 there. `away_mm`: from pieces and markers that are seen, 32F.
struct Unlike {
  cv::Mat off, where, away_mm;
};

/// Nothing where the table is too motley to tell.
std::optional<Unlike> unlikeTable(const ReducedPicture& picture, const KnownThings& known) {
  cv::Mat away_mm;
  cv::distanceTransform(known.seen == 0, away_mm, cv::DIST_L2, 3);
  away_mm *= picture.mm_per_px;
  const cv::Mat ring = (away_mm > ring_from_mm) & (away_mm < ring_to_mm) & (known.distance_mm > ring_from_mm);
  if (cv::countNonZero(ring) < least_ring_px)
    return std::nullopt;
  const cv::Mat looks = looksOf(picture.edges.image());
  const cv::Mat off = looks - smoothPart(looks, ring, stiffness);
  constexpr float sigma = 1.48F; // of a normal law, times its median absolute value
  const std::array<float, 3> spread = usual(off, ring);
  const float spread_tint = sigma * std::hypot(spread[1], spread[2]);
  if (spread_tint > motley)
    return std::nullopt;
  const float tint = std::max(other_tint, over_spread * spread_tint),
              light = std::max(brighter, over_spread * sigma * spread[0]);
  cv::Mat unlike(off.size(), CV_8U);
  for (int y = 0; y < off.rows; ++y)
    for (int x = 0; x < off.cols; ++x) {
      const cv::Vec3f& v = off.at<cv::Vec3f>(y, x);
      unlike.at<std::uint8_t>(y, x) = std::hypot(v[1], v[2]) > tint || v[0] > light || v[0] < -darker ? 255 : 0;
    }
  return Unlike{off, unlike, away_mm};
}

/// What is unlike the table, without what is seen to be known and what is too narrow for an arm (`open`).
cv::Mat withoutSpecks(const Unlike& all, const cv::Mat& open, double mm_per_px) {
  cv::Mat unlike = all.where.clone();
  unlike.setTo(0, all.away_mm < known_mm);
  cv::morphologyEx(unlike, unlike, cv::MORPH_CLOSE, roundElement(joined_mm, mm_per_px));
  cv::morphologyEx(unlike, unlike, cv::MORPH_OPEN, open);
  return unlike;
}

/// The convex hull of the table as far as it is seen: what lies outside is no part of it.
cv::Mat hullOfTable(const cv::Mat& table, const cv::Mat& things) {
  cv::Mat labels, hull_mask = cv::Mat::zeros(table.size(), CV_8U);
  const std::vector<Component> components = componentsOf(table, labels, 4);
  std::vector<bool> is_table(components.size(), false);
  for (std::size_t i = 1; i < components.size(); ++i)
    is_table[i] = components[i].area_px > least_table * static_cast<double>(table.total());
  Polygon points, hull; // of every row its ends
  for (int y = 0; y < table.rows; ++y) {
    const auto belongs = [&](int x) {
      return things.at<std::uint8_t>(y, x) != 0 || is_table[static_cast<std::size_t>(labels.at<int>(y, x))];
    };
    int first = 0, last = table.cols - 1;
    while (first <= last && !belongs(first))
      ++first;
    while (last > first && !belongs(last))
      --last;
    if (first <= last) {
      points.emplace_back(first, y);
      points.emplace_back(last, y);
    }
  }
  if (points.empty())
    return hull_mask;
  cv::convexHull(points, hull);
  cv::fillConvexPoly(hull_mask, hull, cv::Scalar(255));
  return hull_mask;
}

/// Whether it is a rectangle on the table: a book, a sheet of paper.
bool isRectangle(const TablePolygon& polygon) {
  std::vector<cv::Point2f> corners;
  for (const Eigen::Vector2d& corner : polygon)
    corners.emplace_back(static_cast<float>(corner.x()), static_cast<float>(corner.y()));
  return std::abs(signedArea(polygon)) > fills_rectangle * static_cast<double>(cv::minAreaRect(corners).size.area());
}

/// Whether the table shows the look of this part somewhere else too, away from it and from all that comes in over the
/// border: then it is printed with it. `bare`: where the table may be seen there.
bool isPrintedElsewhere(const cv::Mat& part, const cv::Mat& off, const cv::Mat& bare, const cv::Mat& open,
                        double mm_per_px) {
  std::array<std::vector<double>, 3> values;
  for (int y = 0; y < part.rows; ++y)
    for (int x = 0; x < part.cols; ++x)
      if (part.at<std::uint8_t>(y, x) != 0)
        for (std::size_t c = 0; c < 3; ++c)
          values[c].push_back(static_cast<double>(off.at<cv::Vec3f>(y, x)[static_cast<int>(c)]));
  cv::Vec3f look;
  for (std::size_t c = 0; c < 3; ++c)
    look[static_cast<int>(c)] = static_cast<float>(medianOf(std::move(values[c])));
  cv::Mat away, alike = cv::Mat::zeros(part.size(), CV_8U);
  cv::distanceTransform(part == 0, away, cv::DIST_L2, 3);
  for (int y = 0; y < part.rows; ++y)
    for (int x = 0; x < part.cols; ++x) {
      const cv::Vec3f apart = off.at<cv::Vec3f>(y, x) - look;
      if (bare.at<std::uint8_t>(y, x) != 0 && away.at<float>(y, x) * mm_per_px > another_place_mm &&
          std::hypot(apart[1], apart[2]) < printed_tint && std::abs(apart[0]) < printed_light)
        alike.at<std::uint8_t>(y, x) = 255;
    }
  cv::morphologyEx(alike, alike, cv::MORPH_OPEN, open);
  return cv::countNonZero(alike) >= least_arm_area * static_cast<double>(part.total());
}

/// Adds the parts of a region over the table that are large enough.
/// `around`: where of the picture `over_table` lies; `rim`: where rims count; `is_print`: of a part of the whole
/// picture that may be an arm.
template <class IsPrint>
void addParts(const cv::Mat& over_table, const cv::Rect& around, const cv::Mat& steepest, const cv::Mat& rim,
              const ReducedPicture& picture, const TableView& view, const IsPrint& is_print, AtBorder& found) {
  cv::Mat labels;
  const std::vector<Component> components = componentsOf(over_table, labels);
  for (int i = 1; i < std::ssize(components); ++i) {
    const auto& [box, area_px] = components[static_cast<std::size_t>(i)];
    if (area_px < least_arm_area * static_cast<double>(rim.total()) ||
        std::max(box.width, box.height) < least_arm_reach * rim.rows)
      continue;
    std::vector<Polygon> contours;
    cv::findContours(labels == i, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE, around.tl());
    if (!hasSteepRim(contours.front(), steepest, rim))
      continue;
    Polygon outline;
    cv::approxPolyDP(contours.front(), outline, outline_px, true);
    TablePolygon polygon = onTable(outline, picture, view);
    if (polygon.size() < 3)
      continue;
    cv::Mat part = cv::Mat::zeros(rim.size(), CV_8U);
    part(around).setTo(255, labels == i);
    if (isRectangle(polygon))
      found.things.push_back(std::move(polygon));
    else if (!is_print(part))
      found.arms.push_back(std::move(polygon));
  }
}

/// What comes in over the border of what is `unlike` the table.
AtBorder partsAtBorder(const Unlike& all, const ReducedPicture& picture, const TableView& view,
                       const KnownThings& known, const ThingEdges& edges) {
  AtBorder found;
  const double mm_per_px = picture.mm_per_px;
  const cv::Mat open = roundElement(arm_width_mm, mm_per_px);
  const cv::Mat unlike = withoutSpecks(all, open, mm_per_px);
  cv::Mat steepest;
  cv::dilate(edges.slope, steepest, cv::Mat::ones(5, 5, CV_8U));
  cv::Mat rim = cv::Mat::zeros(unlike.size(), CV_8U);
  cv::rectangle(rim, {2, 2, rim.cols - 4, rim.rows - 4}, cv::Scalar(255), cv::FILLED);
  const cv::Mat hull = hullOfTable(unlike == 0, known.seen);
  cv::Mat labels;
  const std::vector<Component> components = componentsOf(unlike, labels);
  cv::Mat bare = hull & (all.away_mm > known_mm);
  const auto box_of = [&](int i) { return components[static_cast<std::size_t>(i)].box; };
  for (int i = 1; i < std::ssize(components); ++i)
    if (atBorder(box_of(i), unlike.size()))
      bare.setTo(0, labels == i);
  const auto is_print = [&](const cv::Mat& part) { return isPrintedElsewhere(part, all.off, bare, open, mm_per_px); };
  for (int i = 1; i < std::ssize(components); ++i) {
    const cv::Rect box = box_of(i);
    if (!atBorder(box, unlike.size()))
      continue;
    // What the element reaches around it is empty: nothing farther away matters. From an even pixel on, for parts are
    // found in the order of pairs of rows and columns.
    const cv::Point first((box.x - open.cols) & ~1, (box.y - open.rows) & ~1);
    const cv::Rect around =
        cv::Rect(first, box.br() + cv::Point(open.cols, open.rows)) & cv::Rect({0, 0}, unlike.size());
    cv::Mat over_table, part = (labels(around) == i) & hull(around);
    cv::morphologyEx(part, over_table, cv::MORPH_OPEN, open, {-1, -1}, 1, cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
    addParts(over_table, around, steepest, rim, picture, view, is_print, found);
  }
  return found;
}

} // namespace

AtBorder detectAtBorder(const ReducedPicture& picture, const TableView& view, const KnownThings& known,
                        const ThingEdges& edges, LargePrint& print) {
  if (picture.surface_known) // a print has other colours everywhere
    return {};
  const auto unlike = unlikeTable(picture, known);
  if (!unlike)
    return {};
  const AtBorder found = partsAtBorder(*unlike, picture, view, known, edges);
  if (found.arms.empty() && found.things.empty())
    return found;
  if (print.mask().empty())
    return found;
  return partsAtBorder({unlike->off, unlike->where & ~print.mask(), unlike->away_mm}, picture, view, known, edges);
}

} // namespace linesman
