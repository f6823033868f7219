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
constexpr double known_mm = 4.0;         ///< around pieces and markers, which belongs to them
constexpr double least_table = 0.03;     ///< of the picture: smaller parts that look like it are none by themselves
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

/// 255 where the picture is unlike the table around pieces and markers, in light and shadow. Nothing where the table is
/// too motley to tell.
std::optional<cv::Mat> unlikeTable(const ReducedPicture& picture, const KnownThings& known) {
  const cv::Mat ring = (known.distance_mm > ring_from_mm) & (known.distance_mm < ring_to_mm);
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
  return unlike;
}

/// The convex hull of the table as far as it is seen: what lies outside is no part of it.
cv::Mat hullOfTable(const cv::Mat& table, const cv::Mat& things) {
  cv::Mat labels, stats, centres, hull_mask = cv::Mat::zeros(table.size(), CV_8U);
  const int count = cv::connectedComponentsWithStats(table, labels, stats, centres, 4);
  std::vector<bool> is_table(static_cast<std::size_t>(count), false);
  for (int i = 1; i < count; ++i)
    is_table[static_cast<std::size_t>(i)] =
        stats.at<int>(i, cv::CC_STAT_AREA) > least_table * static_cast<double>(table.total());
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

/// Adds the parts of a region over the table that are large enough.
void addParts(const cv::Mat& over_table, const cv::Mat& steepest, const ReducedPicture& picture, const TableView& view,
              AtBorder& found) {
  cv::Mat inside = cv::Mat::zeros(over_table.size(), CV_8U);
  cv::rectangle(inside, {2, 2, inside.cols - 4, inside.rows - 4}, cv::Scalar(255), cv::FILLED);
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(over_table, labels, stats, centres);
  for (int i = 1; i < count; ++i) {
    const cv::Rect box = boxOf(stats, i);
    if (stats.at<int>(i, cv::CC_STAT_AREA) < least_arm_area * static_cast<double>(over_table.total()) ||
        std::max(box.width, box.height) < least_arm_reach * over_table.rows)
      continue;
    std::vector<Polygon> contours;
    cv::findContours(labels == i, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    if (!hasSteepRim(contours.front(), steepest, inside))
      continue;
    Polygon outline;
    cv::approxPolyDP(contours.front(), outline, outline_px, true);
    if (TablePolygon polygon = onTable(outline, picture, view); polygon.size() >= 3)
      (isRectangle(polygon) ? found.things : found.arms).push_back(std::move(polygon));
  }
}

} // namespace

AtBorder detectAtBorder(const ReducedPicture& picture, const TableView& view, const KnownThings& known,
                        const ThingEdges& edges) {
  AtBorder found;
  if (picture.surface_known) // a print has other colours everywhere
    return found;
  const double mm_per_px = picture.mm_per_px;
  const auto all_unlike = unlikeTable(picture, known);
  if (!all_unlike)
    return found;
  cv::Mat unlike = *all_unlike;
  unlike.setTo(0, known.distance_mm < known_mm);
  cv::morphologyEx(unlike, unlike, cv::MORPH_CLOSE, roundElement(joined_mm, mm_per_px));
  const cv::Mat open = roundElement(arm_width_mm, mm_per_px);
  cv::morphologyEx(unlike, unlike, cv::MORPH_OPEN, open);
  cv::Mat steepest;
  cv::dilate(edges.slope, steepest, cv::Mat::ones(5, 5, CV_8U));
  const cv::Mat hull = hullOfTable(unlike == 0, known.things);
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(unlike, labels, stats, centres);
  for (int i = 1; i < count; ++i) {
    const cv::Rect box = boxOf(stats, i);
    if (!atBorder(box, unlike.size()))
      continue;
    // What the element reaches around it is empty: nothing farther away matters.
    const cv::Rect around =
        cv::Rect(box.tl() - cv::Point(open.cols, open.rows), box.br() + cv::Point(open.cols, open.rows)) &
        cv::Rect({0, 0}, unlike.size());
    cv::Mat over_table = cv::Mat::zeros(unlike.size(), CV_8U), part = (labels(around) == i) & hull(around);
    cv::morphologyEx(part, over_table(around), cv::MORPH_OPEN, open, {-1, -1}, 1,
                     cv::BORDER_CONSTANT | cv::BORDER_ISOLATED);
    addParts(over_table, steepest, picture, view, found);
  }
  return found;
}

} // namespace linesman
