#include "vision/unseen_parts.h"

#include <algorithm>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "models/polygon.h"
#include "vision/pyramid_solid.h"
#include "vision/table_polygon.h"

namespace linesman {

namespace {

constexpr double pitch_mm = 1.0;
constexpr int block = 4;                ///< cells: the picture's border is found as coarsely
constexpr double widest_mm = 1500.0;    ///< farther from the middle of what is looked at nothing is drawn
constexpr double least_part_mm2 = 15.0; ///< slivers are nothing to report
constexpr int finer = 3; ///< outlines are taken of cells divided so: both sides of what is two cells wide keep apart
constexpr double part_simpler_cells = 0.5;

using Polygon = std::vector<cv::Point>;

/// What hides and what stands there itself, as outlines on the table.
struct Covers {
  std::vector<TablePolygon> hidden, feet;
};

/// What a solid covers of the table as the eye sees it; what is nearly as high as the eye hides all behind it.
void addSolid(const std::vector<Eigen::Vector3d>& corners, const Eigen::Vector3d& eye, Covers& covers) {
  std::vector<cv::Point2f> covered, foot, hull;
  for (Eigen::Vector3d corner : corners) {
    corner.z() = std::min(corner.z(), 0.95 * eye.z()); // a shadow of twenty times the distance
    const Eigen::Vector2d at = eye.head<2>() + (corner - eye).head<2>() * eye.z() / (eye.z() - corner.z());
    covered.emplace_back(static_cast<float>(at.x()), static_cast<float>(at.y()));
    if (corner.z() < 0.5)
      foot.emplace_back(static_cast<float>(corner.x()), static_cast<float>(corner.y()));
  }
  for (const auto& [points, list] : {std::pair(&covered, &covers.hidden), std::pair(&foot, &covers.feet)}) {
    if (points->size() < 3)
      continue;
    cv::convexHull(*points, hull);
    list->emplace_back();
    for (const cv::Point2f& point : hull)
      list->back().emplace_back(point.x, point.y);
  }
}

Covers coversOf(const TableState& state, const TableView& view, const TableFile& table, const PieceCatalog& pieces) {
  Covers covers;
  for (const SeenPyramid& seen : state.pyramids) {
    const PyramidSolid solid(pieces.pyramid(seen.size), seen.size, seen.posture);
    const auto corners = solid.cornersAt(seen.table_from_piece);
    addSolid({corners.begin(), corners.end()}, view.eye_mm(), covers);
  }
  for (const KnownIsland& island : table.islands)
    addSolid(cornersOf(island), view.eye_mm(), covers);
  for (const SeenObstacle& obstacle : state.obstacles)
    covers.hidden.push_back(obstacle.polygon_mm);
  return covers;
}

/// A map of the table: 255 where it cannot be seen.
struct Map {
  Eigen::Vector2d corner_mm;
  cv::Mat cells;

  cv::Point at(const Eigen::Vector2d& point_mm) const {
    const Eigen::Vector2d px = (point_mm - corner_mm) / pitch_mm;
    return {cvRound(px.x()), cvRound(px.y())};
  }
  void fill(const TablePolygon& polygon, double value) {
    Polygon points;
    for (const Eigen::Vector2d& point : polygon)
      points.push_back(at(point));
    cv::fillPoly(cells, std::vector<Polygon>{points}, cv::Scalar(value));
  }
};

Map emptyMap(const Covers& covers, const TablePolygon& area, const Eigen::Vector2d& middle_mm) {
  Eigen::AlignedBox2d bounds;
  for (const auto* list : {&covers.hidden, &covers.feet})
    for (const TablePolygon& polygon : *list)
      for (const Eigen::Vector2d& point : polygon)
        bounds.extend(point);
  for (const Eigen::Vector2d& point : area)
    bounds.extend(point);
  const Eigen::Vector2d most(widest_mm, widest_mm);
  bounds = bounds.intersection(Eigen::AlignedBox2d(middle_mm - most, middle_mm + most));
  if (bounds.isEmpty())
    return {};
  const Eigen::Vector2d margin(2.0, 2.0), size = bounds.sizes() / pitch_mm + 2.0 * margin;
  return {bounds.min() - pitch_mm * margin,
          cv::Mat::zeros(static_cast<int>(size.y()) + 1, static_cast<int>(size.x()) + 1, CV_8U)};
}

/// Marks what of the playing area the picture does not show.
void markOutside(const TablePolygon& area, const TableView& view, Map& map) {
  if (area.size() < 3)
    return;
  Map inside{map.corner_mm, cv::Mat::zeros(map.cells.size(), CV_8U)};
  inside.fill(area, 255.0);
  const double right = view.lens().width_px - 0.5, low = view.lens().height_px - 0.5;
  for (int y = 0; y < map.cells.rows; y += block)
    for (int x = 0; x < map.cells.cols; x += block) {
      const Eigen::Vector2d at = map.corner_mm + pitch_mm * Eigen::Vector2d(x + 0.5 * block, y + 0.5 * block);
      const auto pixel = view.pixel({at.x(), at.y(), 0.0});
      if (pixel && pixel->x() > -0.5 && pixel->y() > -0.5 && pixel->x() < right && pixel->y() < low)
        inside.cells(cv::Rect(x, y, block, block) & cv::Rect({0, 0}, map.cells.size())).setTo(0);
    }
  cv::bitwise_or(map.cells, inside.cells, map.cells);
}

/// Every hole is opened to the left, so that an outline alone says what is inside.
void openHoles(cv::Mat& cells) {
  std::vector<Polygon> contours;
  std::vector<cv::Vec4i> tree;
  cv::findContours(cells, contours, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
  for (std::size_t i = 0; i < contours.size(); ++i) {
    if (tree[i][3] < 0)
      continue;
    const cv::Rect box = cv::boundingRect(contours[i]);
    const int y = box.y + box.height / 2;
    int x = box.x + box.width / 2;
    while (x > 0 && cells.at<std::uint8_t>(y, x) == 0)
      --x;
    for (; x >= 0 && cells.at<std::uint8_t>(y, x) != 0; --x)
      cells.at<std::uint8_t>(y, x) = 0;
  }
}

/// What is one cell wide: its outline would run there and back.
void dropThinParts(cv::Mat& cells) {
  const cv::Mat two = cv::Mat::ones(2, 2, CV_8U);
  cv::erode(cells, cells, two, {1, 1});
  cv::dilate(cells, cells, two, {0, 0});
}

} // namespace

std::vector<TablePolygon> unseenParts(const TableState& state, const TableView& view, const TableFile& table,
                                      const PieceCatalog& pieces) {
  const Covers covers = coversOf(state, view, table, pieces);
  const TablePolygon area = table.area ? outlineOf(*table.area) : TablePolygon{};
  Map map = emptyMap(covers, area, view.middle_mm());
  if (map.cells.empty())
    return {};
  for (const TablePolygon& hidden : covers.hidden)
    map.fill(hidden, 255.0);
  for (const TablePolygon& foot : covers.feet)
    map.fill(foot, 0.0);
  markOutside(area, view, map);
  openHoles(map.cells);
  dropThinParts(map.cells);
  cv::Mat fine;
  cv::resize(map.cells, fine, {}, finer, finer, cv::INTER_NEAREST);
  cv::erode(fine, fine, cv::getStructuringElement(cv::MORPH_CROSS, {3, 3})); // cells that meet at a corner alone
  std::vector<Polygon> contours;
  cv::findContours(fine, contours, cv::RETR_EXTERNAL, cv::CHAIN_APPROX_NONE);
  std::vector<TablePolygon> parts;
  for (const Polygon& contour : contours) {
    Polygon simple;
    cv::approxPolyDP(contour, simple, finer * part_simpler_cells, true);
    TablePolygon part;
    for (const cv::Point& point : simple)
      part.emplace_back(map.corner_mm +
                        pitch_mm * ((Eigen::Vector2d(point.x, point.y).array() + 0.5) / finer - 0.5).matrix());
    const double size_mm2 = signedArea(part);
    if (size_mm2 < 0.0)
      std::reverse(part.begin(), part.end());
    if (part.size() >= 3 && std::abs(size_mm2) >= least_part_mm2)
      parts.push_back(std::move(part));
  }
  return parts;
}

} // namespace linesman
