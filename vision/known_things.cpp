#include "vision/known_things.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "models/units.h"
#include "vision/light_change.h"
#include "vision/pyramid_solid.h"
#include "vision/table_polygon.h"

namespace linesman {

namespace {

constexpr double around_mm = 40.0;  ///< without a playing area: so far around pieces and markers
constexpr double reach_mm = 140.0;  ///< and what lies there is followed so far: three steps of a large ship
constexpr float steep = 0.08F;      ///< slope of a thing's rim; shadows are soft
constexpr double least_steep = 0.3; ///< share of the rim

using Polygon = std::vector<cv::Point>;

/// The reduced picture's places of points of the table; nothing when one is behind the camera.
std::optional<Polygon> toReduced(const std::vector<Eigen::Vector3d>& points_mm, const ReducedPicture& picture,
                                 const TableView& view) {
  Polygon out;
  for (const Eigen::Vector3d& point : points_mm) {
    const auto pixel = view.pixel(point);
    if (!pixel || pixel->cwiseAbs().maxCoeff() > 20.0 * view.lens().width_px)
      return std::nullopt;
    const Eigen::Vector2d at = picture.edges.toReduced(*pixel);
    out.emplace_back(cvRound(at.x()), cvRound(at.y()));
  }
  return out;
}

void fillHull(const Polygon& points, cv::Mat& mask) {
  Polygon hull;
  cv::convexHull(points, hull);
  if (hull.size() >= 3)
    cv::fillConvexPoly(mask, hull, cv::Scalar(255));
}

/// The convex hull of points and of all that lies nearer to them than `more_mm` (circles drawn with 16 corners).
std::vector<Eigen::Vector3d> widened(const std::vector<Eigen::Vector2d>& points, double more_mm) {
  constexpr int corners = 16;
  std::vector<cv::Point2f> around, hull;
  for (const Eigen::Vector2d& point : points)
    for (int k = 0; k < corners; ++k) {
      const double angle = 2.0 * pi * k / corners;
      around.emplace_back(static_cast<float>(point.x() + more_mm * std::cos(angle)),
                          static_cast<float>(point.y() + more_mm * std::sin(angle)));
    }
  if (around.empty())
    return {};
  cv::convexHull(around, hull);
  std::vector<Eigen::Vector3d> out;
  for (const cv::Point2f& point : hull)
    out.emplace_back(point.x, point.y, 0.0);
  return out;
}

/// The playing area's outline on the table; without one, what lies so far around pieces and markers.
std::vector<Eigen::Vector3d> areaAround(const TableFile& table, const std::vector<Eigen::Vector2d>& things_mm,
                                        double far_mm) {
  if (!table.area)
    return widened(things_mm, far_mm);
  std::vector<Eigen::Vector3d> out;
  for (const Eigen::Vector2d& point : outlineOf(*table.area))
    out.emplace_back(point.x(), point.y(), 0.0);
  return out;
}

} // namespace

std::optional<KnownThings> KnownThings::of(const ReducedPicture& picture, const TableView& view, const TableFile& table,
                                           const PieceCatalog& pieces, const std::vector<SeenPyramid>& pyramids,
                                           const std::vector<int>* markers_read) {
  const cv::Size size = picture.edges.image().size();
  KnownThings known;
  for (cv::Mat* mask : {&known.things, &known.seen, &known.area})
    *mask = cv::Mat::zeros(size, CV_8U);
  std::vector<Eigen::Vector2d> things_mm;
  const auto add = [&](const std::vector<Eigen::Vector3d>& corners, bool is_seen = true) {
    if (const auto points = toReduced(corners, picture, view))
      for (cv::Mat* mask : {&known.things, &known.seen})
        if (is_seen || mask == &known.things)
          fillHull(*points, *mask);
    for (const Eigen::Vector3d& corner : corners)
      things_mm.push_back(corner.head<2>());
  };
  for (const SeenPyramid& piece : pyramids) {
    const PyramidSolid solid(pieces.pyramid(piece.size), piece.size, piece.posture);
    const auto corners = solid.cornersAt(piece.table_from_piece);
    add({corners.begin(), corners.end()});
  }
  for (TableMarker marker : table.markers) {
    marker.size_mm *= 1.45; // with the white around it
    std::vector<Eigen::Vector3d> corners;
    for (const Eigen::Vector2d& corner : marker.corners_mm())
      corners.emplace_back(corner.x(), corner.y(), 0.0);
    add(corners, markers_read == nullptr || std::ranges::find(*markers_read, marker.id) != markers_read->end());
  }
  for (const KnownIsland& island : table.islands)
    add(cornersOf(island));
  const std::vector<Eigen::Vector3d> area_mm = areaAround(table, things_mm, around_mm);
  const auto area = toReduced(area_mm, picture, view);
  if (area_mm.size() < 3 || !area)
    return std::nullopt;
  cv::fillPoly(known.area, std::vector<Polygon>{*area}, cv::Scalar(255));
  known.reach = known.area.clone();
  if (const auto reach = toReduced(areaAround(table, things_mm, reach_mm), picture, view))
    cv::fillPoly(known.reach, std::vector<Polygon>{*reach}, cv::Scalar(255));
  cv::erode(known.reach, known.inner, cv::Mat::ones(5, 5, CV_8U));
  cv::distanceTransform(known.things == 0, known.distance_mm, cv::DIST_L2, 3);
  known.distance_mm *= picture.mm_per_px;
  return known;
}

ThingEdges ThingEdges::of(const cv::Mat& image_bgr) {
  constexpr double level_offset = 14.0;
  ThingEdges out{logarithmsOf(image_bgr, level_offset), cv::Mat(image_bgr.size(), CV_32F)};
  cv::Mat gx, gy;
  cv::Sobel(out.logs, gx, CV_32F, 1, 0, 3, 0.125);
  cv::Sobel(out.logs, gy, CV_32F, 0, 1, 3, 0.125);
  for (int y = 0; y < out.slope.rows; ++y) {
    const auto *a = gx.ptr<float>(y), *b = gy.ptr<float>(y);
    auto* slope = out.slope.ptr<float>(y);
    for (int x = 0; x < out.slope.cols; ++x, a += 3, b += 3)
      slope[x] = std::sqrt(std::max({a[0] * a[0] + b[0] * b[0], a[1] * a[1] + b[1] * b[1], a[2] * a[2] + b[2] * b[2]}));
  }
  return out;
}

bool hasSteepRim(const std::vector<cv::Point>& contour, const cv::Mat& steepest, const cv::Mat& counts) {
  int rim = 0, steep_rim = 0;
  for (const cv::Point& at : contour)
    if (counts.at<std::uint8_t>(at) != 0) {
      ++rim;
      steep_rim += steepest.at<float>(at) > steep ? 1 : 0;
    }
  return steep_rim >= least_steep * rim;
}

TablePolygon onTable(const Polygon& outline, const ReducedPicture& picture, const TableView& view) {
  TablePolygon polygon;
  for (const cv::Point& point : outline) {
    const Eigen::Vector2d at = Eigen::Vector2d(point.x + 0.5, point.y + 0.5) * picture.edges.reduction();
    const auto on_table = view.tablePoint(at.array() - 0.5);
    if (!on_table)
      return {};
    polygon.push_back(*on_table);
  }
  if (signedArea(polygon) < 0.0)
    std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

cv::Mat roundElement(double width_mm, double mm_per_px) {
  const int reach = std::max(1, cvRound(0.5 * width_mm / mm_per_px));
  return cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(2 * reach + 1, 2 * reach + 1));
}

} // namespace linesman
