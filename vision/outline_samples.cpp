#include "vision/outline_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <opencv2/imgproc.hpp>

namespace linesman {

namespace {

/// A solid placed on the table.
struct Placed {
  const PyramidSolid& solid;
  Eigen::Matrix3d turn;
  Eigen::Vector3d origin_mm;
  Eigen::Vector3d eye_in_piece_mm;
};

Placed place(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view) {
  const Pose<TableFrame, PieceFrame> lifted = pose.lifted();
  return {solid, lifted.rotation(), lifted.translation_mm(),
          lifted.rotation().transpose() * (view.eye_mm() - lifted.translation_mm())};
}

/// An edge of it that is seen, from corner to corner.
struct PlacedEdge {
  const Placed& placed;
  int edge;
  bool outline;
  const Eigen::Vector3d &from, &to;
  Eigen::Vector3d along, turned_along; ///< unit; PieceFrame, TableFrame

  PlacedEdge(const Placed& solid, int index, bool is_outline)
      : placed(solid), edge(index), outline(is_outline), from(corner(0)), to(corner(1)),
        along((to - from).normalized()), turned_along(placed.turn.lazyProduct(along)) {}

private:
  const Eigen::Vector3d& corner(std::size_t end) const {
    const auto ends = PyramidSolid::edge(placed.solid.posture(), edge);
    return placed.solid.corners_mm()[static_cast<std::size_t>(ends[end])];
  }
};

/// Where the rounded edge is seen when its sharp line passes through `point` (PieceFrame): the silhouette of a cylinder
/// that touches both faces, or the middle of its arc when both faces are seen.
Eigen::Vector3d onRoundedEdge(const PlacedEdge& edge, const Eigen::Vector3d& point) {
  const PyramidSolid& solid = edge.placed.solid;
  const Eigen::Vector3d axis = point + solid.toAxis_mm(edge.edge);
  Eigen::Vector3d outward = solid.outward(edge.edge);
  if (edge.outline) {
    const Eigen::Vector3d across = edge.along.cross(point - edge.placed.eye_in_piece_mm).normalized();
    outward = across.dot(outward) < 0.0 ? Eigen::Vector3d(-across) : across;
  }
  return axis + solid.edgeRadius_mm() * outward;
}

/// A sample with the direction of the drawn edge there, px per mm.
struct DrawnPoint {
  OutlineSample sample;
  Eigen::Vector2d along;
};

/// Fills in a point of the edge; false behind the camera.
bool drawPoint(const PlacedEdge& edge, double share, const TableView& view, bool by_camera, DrawnPoint& drawn) {
  const Placed& placed = edge.placed;
  const Eigen::Vector3d turned =
      placed.turn.lazyProduct(onRoundedEdge(edge, edge.from + share * (edge.to - edge.from)));
  OutlineSample& sample = drawn.sample;
  Eigen::Matrix<double, 2, 3> by_point;
  const auto pixel = view.pixel(placed.origin_mm + turned, &by_point, by_camera ? &sample.by_camera : nullptr);
  if (!pixel)
    return false;
  sample.pixel = *pixel;
  sample.by_pose.leftCols<2>() = by_point.leftCols<2>();
  sample.by_pose.col(2) = by_point.col(1) * turned.x() - by_point.col(0) * turned.y();
  drawn.along = by_point.lazyProduct(edge.turned_along);
  sample.edge = edge.edge;
  sample.outline = edge.outline;
  sample.on_table = placed.solid.onTable(edge.edge);
  return true;
}

/// Points of one edge at the middles of `count` equal parts of [first, last]: three are projected, the others lie on
/// the parabola through them. Perspective along an edge of a piece differs from it by thousandths of a pixel.
class EdgePoints {
public:
  EdgePoints(const DrawnPoint& start, const DrawnPoint& middle, const DrawnPoint& end)
      : start_(start), middle_(middle), end_(end) {}

  /// `share`: 0 at the start, 1 at the end. Adds the sample, its normal away from `inside`.
  void addTo(std::vector<OutlineSample>& samples, double share, const Eigen::Vector2d& inside, bool by_camera) const {
    const double a = 2.0 * (share - 0.5) * (share - 1.0), b = 4.0 * share * (1.0 - share), c = 1.0 - a - b;
    OutlineSample& sample = samples.emplace_back();
    sample.pixel = a * start_.sample.pixel + b * middle_.sample.pixel + c * end_.sample.pixel;
    sample.by_pose = a * start_.sample.by_pose + b * middle_.sample.by_pose + c * end_.sample.by_pose;
    if (by_camera)
      sample.by_camera = a * start_.sample.by_camera + b * middle_.sample.by_camera + c * end_.sample.by_camera;
    const Eigen::Vector2d along = a * start_.along + b * middle_.along + c * end_.along;
    sample.normal = Eigen::Vector2d(-along.y(), along.x()).normalized();
    if (sample.normal.dot(sample.pixel - inside) < 0.0)
      sample.normal = -sample.normal;
    sample.edge = start_.sample.edge;
    sample.outline = start_.sample.outline;
    sample.on_table = start_.sample.on_table;
  }

private:
  const DrawnPoint &start_, &middle_, &end_;
};

} // namespace

std::vector<OutlineSample> sampleOutline(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                         const TableView& view, double spacing_px, bool creases, bool by_camera) {
  const Placed placed = place(solid, pose, view);
  const auto views = solid.view(placed.eye_in_piece_mm);
  Eigen::Vector3d middle = Eigen::Vector3d::Zero();
  std::array<std::optional<Eigen::Vector2d>, 5> corners_px;
  for (std::size_t i = 0; i < corners_px.size(); ++i) {
    middle += solid.corners_mm()[i] / 5.0;
    corners_px[i] = view.pixel(placed.origin_mm + placed.turn.lazyProduct(solid.corners_mm()[i]));
  }
  const auto middle_px = view.pixel(placed.origin_mm + placed.turn.lazyProduct(middle));
  std::vector<OutlineSample> samples;
  if (!middle_px)
    return samples;
  samples.reserve(128);
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const EdgeView seen = views[static_cast<std::size_t>(e)];
    if (seen == EdgeView::hidden || (seen == EdgeView::crease && !creases))
      continue;
    const auto [a, b] = PyramidSolid::edge(solid.posture(), e);
    const auto &from_px = corners_px[static_cast<std::size_t>(a)], &to_px = corners_px[static_cast<std::size_t>(b)];
    if (!from_px || !to_px)
      return {};
    const double length_px = (*to_px - *from_px).norm();
    if (length_px < 4.0)
      continue;
    const int n = std::max(2, static_cast<int>(std::ceil((length_px - 3.0) / spacing_px)));
    const double margin = std::min(0.25, 2.0 / length_px); // stay clear of the corners
    const PlacedEdge edge(placed, e, seen == EdgeView::outline);
    DrawnPoint start, middle_point, end;
    if (!drawPoint(edge, margin, view, by_camera, start) || !drawPoint(edge, 0.5, view, by_camera, middle_point) ||
        !drawPoint(edge, 1.0 - margin, view, by_camera, end))
      return {};
    const EdgePoints points(start, middle_point, end);
    for (int i = 0; i < n; ++i)
      points.addTo(samples, (i + 0.5) / n, *middle_px, by_camera);
  }
  return samples;
}

bool HiddenParts::holds(const Eigen::Vector2d& pixel) const {
  const int x = static_cast<int>(std::floor((pixel.x() + 0.5) / reduction)) - first.x;
  const int y = static_cast<int>(std::floor((pixel.y() + 0.5) / reduction)) - first.y;
  return x >= 0 && y >= 0 && x < mask.cols && y < mask.rows && mask.at<std::uint8_t>(y, x) != 0;
}

void HiddenParts::leaveOut(std::vector<OutlineSample>& samples) const {
  if (!mask.empty())
    std::erase_if(samples, [&](const OutlineSample& sample) { return holds(sample.pixel); });
}

PictureOutline pictureOutlineOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                const TableView& view) {
  PictureOutline points, hull;
  for (const Eigen::Vector3d& corner : solid.cornersAt(pose)) {
    const auto pixel = view.pixel(corner);
    if (!pixel)
      return {};
    points.emplace_back(static_cast<float>(pixel->x()), static_cast<float>(pixel->y()));
  }
  cv::convexHull(points, hull);
  return hull;
}

std::vector<Eigen::Vector2d> projectedHull(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                           const TableView& view) {
  std::vector<Eigen::Vector2d> out;
  for (const cv::Point2f& point : pictureOutlineOf(solid, pose, view))
    out.emplace_back(point.x, point.y);
  return out;
}

PictureOutline footprintOf(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose) {
  PictureOutline points, footprint;
  for (const Eigen::Vector3d& corner : solid.corners_mm()) {
    const Eigen::Vector2d at = (pose * Point2<PieceFrame>{corner.head<2>()}).xy;
    points.emplace_back(static_cast<float>(at.x()), static_cast<float>(at.y()));
  }
  cv::convexHull(points, footprint);
  return footprint;
}

double sharedShare(const PictureOutline& a, const PictureOutline& b) {
  if (a.size() < 3 || b.size() < 3 || (cv::boundingRect(a) & cv::boundingRect(b)).empty())
    return 0.0;
  PictureOutline shared;
  const double area = cv::intersectConvexConvex(a, b, shared);
  return area / std::max(1.0, std::min(cv::contourArea(a), cv::contourArea(b)));
}

bool shareMore(const PictureOutline& a, const PictureOutline& b, double share) {
  if (a.size() < 3 || b.size() < 3)
    return false;
  const auto box_of = [](const PictureOutline& outline) {
    Eigen::AlignedBox2f box;
    for (const cv::Point2f& corner : outline)
      box.extend(Eigen::Vector2f(corner.x, corner.y));
    return box;
  };
  const Eigen::AlignedBox2f both = box_of(a).intersection(box_of(b));
  if (both.isEmpty())
    return false;
  constexpr double rounding = 1.01;
  const double smaller = std::max(1.0, std::min(cv::contourArea(a), cv::contourArea(b)));
  return rounding * static_cast<double>(both.volume()) > share * smaller && sharedShare(a, b) > share;
}

} // namespace linesman
