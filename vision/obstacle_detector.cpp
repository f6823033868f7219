#include "vision/obstacle_detector.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "vision/outline_samples.h"
#include "vision/table_polygon.h"

namespace linesman {

namespace {

constexpr double around_mm = 40.0; ///< without a playing area: so far around pieces and markers
constexpr double least_area_mm2 = 450.0;
constexpr double large_mm2 = 2500.0;
constexpr double clear_mm = 8.0; ///< of pieces: nearer, coloured shadows look like things
constexpr double least_clear_large = 0.55, least_clear_small = 0.8; ///< share of a thing that is clear of pieces
constexpr double least_thickness_mm = 4.5; ///< area over circumference: grain of wood is thinner
constexpr float steep = 0.08F;             ///< slope of a thing's rim; shadows are soft
constexpr double least_steep = 0.3;        ///< share of the rim
constexpr double border_mm = 1.0;          ///< around what is known, which belongs to it
constexpr double least_width_mm = 5.0;
constexpr double least_edge = 0.035;   ///< of the logarithm of a colour, per pixel
constexpr double over_roughness = 3.5; ///< an edge is so many times steeper than the surface is rough
constexpr double table_share = 0.12;   ///< of the area searched: a free region as large is table
constexpr double alike_tint = 0.16;    ///< of the logarithms of red over green and blue over green
constexpr double most_darker = 1.3, most_brighter = 0.25; ///< than the table next to it: shadows, lights
constexpr std::uint8_t quite_foreign = 60;                ///< to a repeating print
constexpr double simpler_px = 0.8;                        ///< outlines are simplified by so much

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

/// What is known to lie there: pieces, markers and islands, and the area around them or the playing area.
struct Known {
  cv::Mat things, area, inner; ///< 8 bit, reduced; inner: the area without its rim
  cv::Mat distance_mm;         ///< 32F, to the nearest thing
};

/// The convex hull of points, every corner moved outwards by `more_mm`.
std::vector<Eigen::Vector3d> widened(const std::vector<Eigen::Vector2d>& points, double more_mm) {
  std::vector<cv::Point2f> flat, hull;
  for (const Eigen::Vector2d& point : points)
    flat.emplace_back(static_cast<float>(point.x()), static_cast<float>(point.y()));
  if (flat.empty())
    return {};
  cv::convexHull(flat, hull);
  Eigen::Vector2d middle = Eigen::Vector2d::Zero();
  for (const cv::Point2f& point : hull)
    middle += Eigen::Vector2d(point.x, point.y) / static_cast<double>(hull.size());
  std::vector<Eigen::Vector3d> out;
  for (const cv::Point2f& point : hull) {
    const Eigen::Vector2d from(point.x - middle.x(), point.y - middle.y());
    const Eigen::Vector2d at = middle + from * (1.0 + more_mm / std::max(1.0, from.norm()));
    out.emplace_back(at.x(), at.y(), 0.0);
  }
  return out;
}

/// The playing area's outline on the table; without one, what lies around pieces and markers.
std::vector<Eigen::Vector3d> searchedArea(const TableFile& table, const std::vector<Eigen::Vector2d>& things_mm) {
  if (!table.area)
    return widened(things_mm, around_mm);
  std::vector<Eigen::Vector3d> out;
  for (const Eigen::Vector2d& point : outlineOf(*table.area))
    out.emplace_back(point.x(), point.y(), 0.0);
  return out;
}

std::optional<Known> knownOf(const ReducedPicture& picture, const TableView& view, const TableFile& table,
                             const PieceCatalog& pieces, const std::vector<SeenPyramid>& pyramids) {
  const cv::Size size = picture.edges.image().size();
  Known known{cv::Mat::zeros(size, CV_8U), cv::Mat::zeros(size, CV_8U), {}, {}};
  std::vector<Eigen::Vector2d> things_mm;
  const auto add = [&](const std::vector<Eigen::Vector3d>& corners) {
    if (const auto points = toReduced(corners, picture, view))
      fillHull(*points, known.things);
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
    add(corners);
  }
  for (const KnownIsland& island : table.islands) {
    std::vector<Eigen::Vector3d> corners;
    for (const Eigen::Vector2d& point : outlineOf(island))
      for (const double height_mm : {0.0, island.height_mm})
        corners.emplace_back(point.x(), point.y(), height_mm);
    add(corners);
  }
  const std::vector<Eigen::Vector3d> area_mm = searchedArea(table, things_mm);
  const auto area = toReduced(area_mm, picture, view);
  if (area_mm.size() < 3 || !area)
    return std::nullopt;
  cv::fillPoly(known.area, std::vector<Polygon>{*area}, cv::Scalar(255));
  cv::erode(known.area, known.inner, cv::Mat::ones(5, 5, CV_8U));
  cv::distanceTransform(known.things == 0, known.distance_mm, cv::DIST_L2, 3);
  known.distance_mm *= picture.mm_per_px;
  return known;
}

cv::Mat logarithms(const cv::Mat& image) {
  cv::Mat out;
  image.convertTo(out, CV_32FC3, 1.0, 14.0);
  cv::log(out, out);
  return out;
}

/// Steepest channel's slope per pixel.
cv::Mat slopes(const cv::Mat& logs) {
  cv::Mat gx, gy, out(logs.size(), CV_32F);
  cv::Sobel(logs, gx, CV_32F, 1, 0, 3, 0.125);
  cv::Sobel(logs, gy, CV_32F, 0, 1, 3, 0.125);
  for (int y = 0; y < logs.rows; ++y)
    for (int x = 0; x < logs.cols; ++x) {
      const cv::Vec3f &a = gx.at<cv::Vec3f>(y, x), &b = gy.at<cv::Vec3f>(y, x);
      float most = 0.0F;
      for (int c = 0; c < 3; ++c)
        most = std::max(most, a[c] * a[c] + b[c] * b[c]);
      out.at<float>(y, x) = std::sqrt(most);
    }
  return out;
}

double middleOf(std::vector<float>& values) {
  if (values.empty())
    return 0.0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return static_cast<double>(*middle);
}

/// Free of edges: 255. Pieces and markers are walls.
cv::Mat freeOfEdges(const cv::Mat& slope, const Known& known) {
  std::vector<float> rough;
  for (int y = 0; y < slope.rows; y += 2)
    for (int x = 0; x < slope.cols; x += 2)
      if (known.area.at<std::uint8_t>(y, x) != 0 && known.distance_mm.at<float>(y, x) > 4.0F)
        rough.push_back(slope.at<float>(y, x));
  const double least = std::max(least_edge, over_roughness * middleOf(rough));
  cv::Mat free = slope <= least;
  free.setTo(0, known.distance_mm < 2.0 * border_mm);
  cv::erode(free, free, cv::Mat::ones(2, 2, CV_8U));
  return free;
}

/// A region that no edge crosses: lightness and tint, as logarithms, and how much of the area it fills.
struct Region {
  Eigen::Vector3d look = Eigen::Vector3d::Zero();
  int area_px = 0, all_px = 0;
};

std::vector<Region> regionsOf(const cv::Mat& labels, int count, const cv::Mat& logs, const cv::Mat& area) {
  std::vector<std::array<std::vector<float>, 3>> values(static_cast<std::size_t>(count));
  std::vector<Region> regions(static_cast<std::size_t>(count));
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x) {
      const auto label = static_cast<std::size_t>(labels.at<int>(y, x));
      if (label == 0)
        continue;
      ++regions[label].all_px;
      regions[label].area_px += area.at<std::uint8_t>(y, x) != 0 ? 1 : 0;
      const cv::Vec3f& v = logs.at<cv::Vec3f>(y, x);
      values[label][0].push_back((v[0] + v[1] + v[2]) / 3.0F);
      values[label][1].push_back(v[2] - v[1]);
      values[label][2].push_back(v[0] - v[1]);
    }
  for (std::size_t i = 1; i < regions.size(); ++i)
    for (int c = 0; c < 3; ++c)
      regions[i].look[c] = middleOf(values[i][static_cast<std::size_t>(c)]);
  return regions;
}

/// 255 where the table is seen: the large regions without edges and those that look like them, in light or in shadow.
cv::Mat tableOf(const ReducedPicture& picture, const cv::Mat& logs, const cv::Mat& slope, const Known& known) {
  if (picture.surface_known)
    return picture.novelty <= quite_foreign;
  cv::Mat labels;
  const int count = cv::connectedComponents(freeOfEdges(slope, known), labels, 4, CV_32S);
  const std::vector<Region> regions = regionsOf(labels, count, logs, known.area);
  const int area_px = cv::countNonZero(known.area);
  std::vector<Eigen::Vector3d> looks;
  std::size_t largest = 0;
  for (std::size_t i = 1; i < regions.size(); ++i) {
    if (regions[i].area_px > table_share * area_px)
      looks.push_back(regions[i].look);
    if (regions[i].area_px > regions[largest].area_px)
      largest = i;
  }
  if (looks.empty())
    looks.push_back(regions[largest].look);
  const auto isTable = [&](const Region& region) {
    return region.all_px >= 12 && std::any_of(looks.begin(), looks.end(), [&](const Eigen::Vector3d& look) {
             const Eigen::Vector3d off = region.look - look;
             return off.tail<2>().norm() < alike_tint && off[0] > -most_darker && off[0] < most_brighter;
           });
  };
  std::vector<std::uint8_t> of_label(regions.size(), 0);
  for (std::size_t i = 1; i < regions.size(); ++i)
    of_label[i] = isTable(regions[i]) ? 255 : 0;
  cv::Mat out(labels.size(), CV_8U);
  for (int y = 0; y < labels.rows; ++y)
    for (int x = 0; x < labels.cols; ++x)
      out.at<std::uint8_t>(y, x) = of_label[static_cast<std::size_t>(labels.at<int>(y, x))];
  return out;
}

/// A reduced picture's outline on the table, counter-clockwise; empty when it reaches the horizon.
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

/// A part of the picture that is no table: is it a thing, and no shadow, grain or part of a piece?
bool isThing(const cv::Mat& part, const Polygon& contour, const cv::Mat& steepest, const Known& known,
             double mm_per_px) {
  const double all_px = cv::countNonZero(part), px_mm2 = mm_per_px * mm_per_px;
  const double clear = cv::countNonZero(part & (known.distance_mm > clear_mm)) / std::max(1.0, all_px);
  if (clear < (all_px * px_mm2 < large_mm2 ? least_clear_small : least_clear_large) ||
      all_px * mm_per_px < least_thickness_mm * cv::arcLength(contour, true))
    return false;
  int rim = 0, steep_rim = 0;
  for (const cv::Point& at : contour)
    if (known.distance_mm.at<float>(at) > 4.0F && known.inner.at<std::uint8_t>(at) != 0) {
      ++rim;
      steep_rim += steepest.at<float>(at) > steep ? 1 : 0;
    }
  return steep_rim >= least_steep * rim;
}

} // namespace

std::vector<SeenObstacle> detectObstacles(const ReducedPicture& picture, const TableView& view, const TableFile& table,
                                          const PieceCatalog& pieces, const std::vector<SeenPyramid>& pyramids) {
  const auto known = knownOf(picture, view, table, pieces, pyramids);
  if (!known)
    return {};
  const cv::Mat logs = logarithms(picture.edges.image()), slope = slopes(logs);
  cv::Mat foreign = tableOf(picture, logs, slope, *known) == 0, steepest;
  cv::dilate(slope, steepest, cv::Mat::ones(3, 3, CV_8U));
  foreign.setTo(0, known->area == 0);
  foreign.setTo(0, known->distance_mm < border_mm);
  cv::morphologyEx(foreign, foreign, cv::MORPH_CLOSE, cv::Mat::ones(3, 3, CV_8U));
  std::vector<Polygon> outlines; // what a thing encloses belongs to it, though it may look like the table
  cv::findContours(foreign, outlines, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  cv::fillPoly(foreign, outlines, cv::Scalar(255));
  cv::erode(foreign, foreign, cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(5, 5))); // half an edge's width
  foreign.setTo(0, known->distance_mm < border_mm);
  cv::morphologyEx(foreign, foreign, cv::MORPH_OPEN, roundElement(least_width_mm, picture.mm_per_px));
  cv::Mat labels, stats, centres;
  const int count = cv::connectedComponentsWithStats(foreign, labels, stats, centres);
  std::vector<SeenObstacle> obstacles;
  for (int i = 1; i < count; ++i) {
    const cv::Mat part = labels == i;
    std::vector<Polygon> contours;
    cv::findContours(part, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
    if (!isThing(part, contours.front(), steepest, *known, picture.mm_per_px))
      continue;
    Polygon outline;
    cv::approxPolyDP(contours.front(), outline, simpler_px, true);
    TablePolygon polygon = onTable(outline, picture, view);
    if (polygon.size() >= 3 && signedArea(polygon) >= least_area_mm2)
      obstacles.push_back({std::move(polygon), 0.0});
  }
  return obstacles;
}

} // namespace linesman
