#include "app/unseen.h"

#include <QPainterPath>

#include "rules/convex.h"

namespace linesman::app {

namespace {

constexpr double least_area_mm2 = 4.0;   // slivers are nothing to look at
constexpr std::size_t most_corners = 30; // that an Outline holds while it is cut; a rounder thing keeps its foot
constexpr int steps = 24;                // along each edge of the picture: distortion bends it

QPainterPath pathOf(const TablePolygon& polygon) {
  QPainterPath path;
  QPolygonF points;
  for (const Eigen::Vector2d& p : polygon)
    points << QPointF(p.x(), p.y());
  path.addPolygon(points);
  path.closeSubpath();
  return path;
}

void append(std::vector<TablePolygon>& parts, TablePolygon part) {
  if (part.size() >= 3 && std::abs(rules::signedArea(part)) >= least_area_mm2)
    parts.push_back(std::move(part));
}

/// What of one convex polygon is not in another, in convex parts: what lies beyond one edge and within those before it.
void appendDifference(std::vector<TablePolygon>& parts, const TablePolygon& whole, const TablePolygon& without) {
  rules::Outline rest;
  if (whole.size() + without.size() > most_corners)
    return append(parts, whole);
  for (const Eigen::Vector2d& p : whole)
    rest.push_back(p);
  for (std::size_t i = 0; i < without.size() && rest.size() >= 3; ++i) {
    const Eigen::Vector2d edge = without[(i + 1) % without.size()] - without[i];
    const Eigen::Vector2d out(edge.y(), -edge.x()); // corners are counter-clockwise
    const rules::Outline beyond = rules::clipByLine(rest, -out, -out.dot(without[i]));
    append(parts, TablePolygon(beyond.begin(), beyond.end()));
    rest = rules::clipByLine(rest, out, out.dot(without[i]));
  }
}

/// What a convex solid covers of the table as the camera sees it, without the place it stands on.
void addShadow(std::vector<TablePolygon>& parts, const Eigen::Vector3d& camera_mm,
               const std::vector<Eigen::Vector3d>& solid_mm) {
  TablePolygon covered, foot;
  for (const Eigen::Vector3d& corner : solid_mm) {
    if (corner.z() >= camera_mm.z())
      return; // higher than the camera: there is no end to what it hides
    covered.push_back(camera_mm.head<2>() +
                      (corner - camera_mm).head<2>() * camera_mm.z() / (camera_mm.z() - corner.z()));
    if (corner.z() < 0.5)
      foot.push_back(corner.head<2>());
  }
  appendDifference(parts, rules::convexHull(covered), rules::convexHull(foot));
}

std::vector<Eigen::Vector3d> prism(const TablePolygon& polygon, double height_mm) {
  std::vector<Eigen::Vector3d> corners;
  for (const Eigen::Vector2d& p : polygon) {
    corners.emplace_back(p.x(), p.y(), 0.0);
    corners.emplace_back(p.x(), p.y(), height_mm);
  }
  return corners;
}

TablePolygon outlineOf(const SeenBoard& board) {
  TablePolygon corners;
  for (const auto& [x, y] : {std::pair(-0.5, -0.5), std::pair(0.5, -0.5), std::pair(0.5, 0.5), std::pair(-0.5, 0.5)})
    corners.push_back((board.table_from_board *
                       Point2<BoardFrame>{board.square_mm * Eigen::Vector2d(x * board.columns, y * board.rows)})
                          .xy);
  return corners;
}

/// The picture's border as the table sees it; border pixels that look past the table are left out.
TablePolygon borderOnTable(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table) {
  const double right = lens.width_px - 0.5, low = lens.height_px - 0.5;
  const std::array<Eigen::Vector2d, 4> corners_px = {Eigen::Vector2d(-0.5, -0.5), Eigen::Vector2d(right, -0.5),
                                                     Eigen::Vector2d(right, low), Eigen::Vector2d(-0.5, low)};
  TablePolygon border;
  for (std::size_t i = 0; i < 4; ++i)
    for (int step = 0; step < steps; ++step) {
      const Eigen::Vector2d px = corners_px[i] + (corners_px[(i + 1) % 4] - corners_px[i]) * (1.0 * step / steps);
      if (const auto p_mm = lens.tablePoint(camera_from_table, px))
        border.push_back(*p_mm);
    }
  return border;
}

} // namespace

std::vector<TablePolygon> hiddenBehindThings(const TableState& state, const PieceCatalog& pieces) {
  std::vector<TablePolygon> parts;
  const Eigen::Vector3d camera_mm = state.registration.camera_from_table.pose.inverse().translation_mm();
  for (const SeenPyramid& pyramid : state.pyramids) {
    const Pyramid& kind = pieces.pyramid(pyramid.size);
    const auto table_from_piece = pyramid.table_from_piece.lifted();
    std::vector<Eigen::Vector3d> solid;
    for (const auto& corner : pyramid.posture == Posture::lying ? kind.lyingSolid() : kind.uprightSolid())
      solid.push_back((table_from_piece * corner).mm);
    addShadow(parts, camera_mm, solid);
  }
  for (const SeenObstacle& obstacle : state.obstacles)
    addShadow(parts, camera_mm, prism(obstacle.polygon_mm, obstacle.height_mm));
  if (state.board && state.board->thickness_mm > 0.0)
    addShadow(parts, camera_mm, prism(outlineOf(*state.board), state.board->thickness_mm));
  return parts;
}

std::vector<TablePolygon> outsidePicture(const Lens& lens, const Pose<CameraFrame, TableFrame>& camera_from_table,
                                         const Eigen::Vector2d& low_mm, const Eigen::Vector2d& high_mm) {
  std::vector<TablePolygon> parts;
  const TablePolygon border = borderOnTable(lens, camera_from_table);
  if (border.size() < 3)
    return parts;
  const QPainterPath seen = pathOf(border);
  const double middle = 0.5 * (low_mm.x() + high_mm.x()); // in two halves, so that no part has a hole
  for (const auto& [left, right] : {std::pair(low_mm.x(), middle), std::pair(middle, high_mm.x())}) {
    QPainterPath half;
    half.addRect(QRectF(QPointF(left, low_mm.y()), QPointF(right, high_mm.y())));
    for (const QPolygonF& polygon : half.subtracted(seen).toSubpathPolygons()) {
      TablePolygon part;
      for (const QPointF& p : polygon)
        part.emplace_back(p.x(), p.y());
      append(parts, std::move(part));
    }
  }
  return parts;
}

} // namespace linesman::app
