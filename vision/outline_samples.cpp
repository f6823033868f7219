#include "vision/outline_samples.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <optional>

#include <opencv2/imgproc.hpp>

#include "calibration/lens_bend.h"

namespace linesman {

namespace {

using Numbers = PyramidSolid::EdgeNumbers;
using Vectors = PyramidSolid::EdgeVectors;

constexpr double least_depth_mm = 1.0;     ///< in front of the camera
constexpr double dimension_step_mm = 0.01; ///< of central differences

Vectors turnedBy(const Eigen::Matrix3d& rotation, const Vectors& v) {
  const auto row = [&](int i) -> Numbers {
    return rotation(i, 0) * v[0] + rotation(i, 1) * v[1] + rotation(i, 2) * v[2];
  };
  return {row(0), row(1), row(2)};
}

/// A solid placed on the table.
struct Placed {
  const PyramidSolid& solid;
  double cosine, sine; ///< of the heading
  Eigen::Vector2d origin_mm;
  Eigen::Vector3d eye_in_piece_mm;

  Placed(const PyramidSolid& of, const PlanarPose<TableFrame, PieceFrame>& pose, const Eigen::Vector3d& eye_mm)
      : solid(of), cosine(std::cos(pose.heading_rad())), sine(std::sin(pose.heading_rad())),
        origin_mm(pose.origin_mm()) {
    const Eigen::Vector2d away = eye_mm.head<2>() - origin_mm;
    eye_in_piece_mm << cosine * away.x() + sine * away.y(), cosine * away.y() - sine * away.x(), eye_mm.z();
  }
  /// From PieceFrame to the axes of TableFrame.
  Vectors turned(const Vectors& v) const { return {cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1], v[2]}; }
  /// These moved to where it lies.
  Vectors onTable(const Vectors& turned_mm) const {
    return {turned_mm[0] + origin_mm.x(), turned_mm[1] + origin_mm.y(), turned_mm[2]};
  }
};

/// Points of the table in the camera's frame.
struct SeenPoints {
  Vectors turned;         ///< from the table's origin, in the camera's axes
  Numbers depth_mm, x, y; ///< along the optical axis; normalised image points

  SeenPoints(const Vectors& on_table_mm, const Pose<CameraFrame, TableFrame>& camera_from_table)
      : turned(turnedBy(camera_from_table.rotation(), on_table_mm)) {
    const Eigen::Vector3d& shift = camera_from_table.translation_mm();
    depth_mm = turned[2] + shift.z();
    x = (turned[0] + shift.x()) / depth_mm;
    y = (turned[1] + shift.y()) / depth_mm;
  }
};

/// A point of every edge, each row of one edge.
struct DrawnPoints {
  static constexpr int values = 10, camera_values = 12;
  Eigen::Array<double, PyramidSolid::edge_count, values> drawn; ///< pixel, by pose, direction of the edge in px per mm
  Eigen::Array<double, PyramidSolid::edge_count, camera_values> by_camera; ///< only when asked for
  Numbers depth_mm;
};

/// Where rounded edges are seen when their sharp lines pass through `points` (PieceFrame): the silhouette of a cylinder
/// that touches both faces, or the middle of its arc when both faces are seen.
Vectors onRoundedEdges(const Placed& placed, const Vectors& points, const Eigen::Array<bool, 8, 1>& outline) {
  const PyramidSolid::Edges& edges = placed.solid.edges();
  const Eigen::Vector3d& eye = placed.eye_in_piece_mm;
  const Vectors from_eye = {points[0] - eye.x(), points[1] - eye.y(), points[2] - eye.z()};
  const Vectors& along = edges.along;
  const Vectors across = {along[1] * from_eye[2] - along[2] * from_eye[1],
                          along[2] * from_eye[0] - along[0] * from_eye[2],
                          along[0] * from_eye[1] - along[1] * from_eye[0]};
  const Numbers length = (across[0].square() + across[1].square() + across[2].square()).sqrt();
  const Numbers outwards = across[0] * edges.outward[0] + across[1] * edges.outward[1] + across[2] * edges.outward[2];
  const double radius = placed.solid.edgeRadius_mm();
  const Numbers scale = (outwards < 0.0).select(-radius / length, radius / length);
  Vectors out;
  for (std::size_t i = 0; i < 3; ++i)
    out[i] = points[i] + edges.to_axis[i] + outline.select(scale * across[i], radius * edges.outward[i]);
  return out;
}

/// Points at a `share` of every edge.
void drawPoints(const Placed& placed, const Numbers& share, const Eigen::Array<bool, 8, 1>& outline,
                const TableView& view, bool by_camera, DrawnPoints& out) {
  const PyramidSolid::Edges& edges = placed.solid.edges();
  Vectors points;
  for (std::size_t i = 0; i < 3; ++i)
    points[i] = edges.from[i] + share * edges.span[i];
  const Vectors turned = placed.turned(onRoundedEdges(placed, points, outline)), along = placed.turned(edges.along);
  const Pose<CameraFrame, TableFrame>& camera_from_table = view.cameraFromTable().pose;
  const SeenPoints seen(placed.onTable(turned), camera_from_table);
  const auto bent = bend<true>(view.lens(), seen.x, seen.y);
  out.depth_mm = seen.depth_mm;
  out.drawn.col(0) = bent.x_px;
  out.drawn.col(1) = bent.y_px;
  const Numbers near = seen.depth_mm.inverse();
  const Eigen::Matrix3d& rotation = camera_from_table.rotation();
  for (int row = 0; row < 2; ++row) { // of the pixel
    const Numbers &by_x = row == 0 ? bent.x_by_x : bent.y_by_x, &by_y = row == 0 ? bent.x_by_y : bent.y_by_y;
    const Vectors by_seen = {by_x * near, by_y * near, -(by_x * seen.x + by_y * seen.y) * near};
    const auto by = [&](int i) -> Numbers {
      return by_seen[0] * rotation(0, i) + by_seen[1] * rotation(1, i) + by_seen[2] * rotation(2, i);
    };
    const Vectors by_point = {by(0), by(1), by(2)};
    out.drawn.col(2 + row) = by_point[0];
    out.drawn.col(4 + row) = by_point[1];
    out.drawn.col(6 + row) = by_point[1] * turned[0] - by_point[0] * turned[1];
    out.drawn.col(8 + row) = by_point[0] * along[0] + by_point[1] * along[1] + by_point[2] * along[2];
    if (!by_camera)
      continue;
    const Vectors& at = seen.turned; // the camera turns them
    out.by_camera.col(row) = by_seen[2] * at[1] - by_seen[1] * at[2];
    out.by_camera.col(2 + row) = by_seen[0] * at[2] - by_seen[2] * at[0];
    out.by_camera.col(4 + row) = by_seen[1] * at[0] - by_seen[0] * at[1];
    for (int i = 0; i < 3; ++i)
      out.by_camera.col(6 + 2 * i + row) = by_seen[static_cast<std::size_t>(i)];
  }
}

/// Points of the edges at the middles of equal parts of [first, last]: three are projected, the others lie on the
/// parabola through them. Perspective along an edge of a piece differs from it by thousandths of a pixel.
struct EdgePoints {
  DrawnPoints start, middle, end;

  bool isBehind(int edge) const {
    return std::min({start.depth_mm[edge], middle.depth_mm[edge], end.depth_mm[edge]}) < least_depth_mm;
  }
  /// Adds `count` samples of an edge, their normals away from `inside`.
  void addTo(std::vector<OutlineSample>& samples, int edge, int count, const Eigen::Vector2d& inside,
             bool by_camera) const {
    using Values = Eigen::Matrix<double, DrawnPoints::values, 1>;
    const Values first = start.drawn.row(edge), second = middle.drawn.row(edge), third = end.drawn.row(edge);
    for (int i = 0; i < count; ++i) {
      const double share = (i + 0.5) / count; // 0 at the start, 1 at the end
      const double a = 2.0 * (share - 0.5) * (share - 1.0), b = 4.0 * share * (1.0 - share), c = 1.0 - a - b;
      const Values here = a * first + b * second + c * third;
      OutlineSample& sample = samples.emplace_back();
      sample.pixel = here.head<2>();
      sample.by_pose = Eigen::Map<const Eigen::Matrix<double, 2, 3>>(here.data() + 2);
      sample.normal = Eigen::Vector2d(-here[9], here[8]).normalized();
      if (sample.normal.dot(sample.pixel - inside) < 0.0)
        sample.normal = -sample.normal;
      if (by_camera) {
        const Eigen::Matrix<double, DrawnPoints::camera_values, 1> camera =
            a * start.by_camera.row(edge) + b * middle.by_camera.row(edge) + c * end.by_camera.row(edge);
        sample.by_camera = Eigen::Map<const Eigen::Matrix<double, 2, 6>>(camera.data());
      }
    }
  }
};

/// The corners of a solid and their middle in the picture.
struct CornerPixels {
  static constexpr int middle = 5;
  Numbers depth_mm, x, y; ///< px

  CornerPixels(const Placed& placed, const TableView& view) {
    Vectors corners;
    const auto& of_solid = placed.solid.corners_mm();
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t c = 0; c < of_solid.size(); ++c)
        corners[i][static_cast<Eigen::Index>(c)] = of_solid[c][static_cast<Eigen::Index>(i)];
      corners[i].tail<3>().setConstant(corners[i].head<5>().mean());
    }
    const SeenPoints seen(placed.onTable(placed.turned(corners)), view.cameraFromTable().pose);
    const auto bent = bend<false>(view.lens(), seen.x, seen.y);
    depth_mm = seen.depth_mm;
    x = bent.x_px;
    y = bent.y_px;
  }
  Eigen::Vector2d at(int corner) const { return {x[corner], y[corner]}; }
  bool isBehind(int corner) const { return depth_mm[corner] < least_depth_mm; }
};

/// Which samples of each edge are drawn: the same shares of a solid's edges may be drawn of one a little larger.
struct SampledShares {
  std::array<int, PyramidSolid::edge_count> counts{};
  Numbers margin = Numbers::Constant(0.25); ///< of each edge, left out at both ends
  Eigen::Array<bool, PyramidSolid::edge_count, 1> outline;
  Eigen::Vector2d inside; ///< the solid's middle, px

  /// Nothing when the piece reaches behind the camera.
  static std::optional<SampledShares> of(const Placed& placed, const TableView& view, double spacing_px, bool creases) {
    const PyramidSolid& solid = placed.solid;
    const auto views = solid.view(placed.eye_in_piece_mm);
    const CornerPixels corners(placed, view);
    if (corners.isBehind(CornerPixels::middle))
      return std::nullopt;
    SampledShares out;
    out.inside = corners.at(CornerPixels::middle);
    for (int e = 0; e < PyramidSolid::edge_count; ++e) {
      const EdgeView seen = views[static_cast<std::size_t>(e)];
      out.outline[e] = seen == EdgeView::outline;
      if (seen == EdgeView::hidden || (seen == EdgeView::crease && !creases))
        continue;
      const auto [a, b] = PyramidSolid::edge(solid.posture(), e);
      if (corners.isBehind(a) || corners.isBehind(b))
        return std::nullopt;
      const double length_px = (corners.at(b) - corners.at(a)).norm();
      if (length_px < 4.0)
        continue;
      out.counts[static_cast<std::size_t>(e)] =
          std::max(2, static_cast<int>(std::ceil((length_px - 3.0) / spacing_px)));
      out.margin[e] = std::min(0.25, 2.0 / length_px); // stay clear of the corners
    }
    return out;
  }

  /// These samples of a placed solid; none when it reaches behind the camera.
  std::vector<OutlineSample> draw(const Placed& placed, const TableView& view, bool by_camera) const {
    EdgePoints points;
    drawPoints(placed, margin, outline, view, by_camera, points.start);
    drawPoints(placed, Numbers::Constant(0.5), outline, view, by_camera, points.middle);
    drawPoints(placed, 1.0 - margin, outline, view, by_camera, points.end);
    std::vector<OutlineSample> samples;
    samples.reserve(static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), 0)));
    for (int e = 0; e < PyramidSolid::edge_count; ++e) {
      const int count = counts[static_cast<std::size_t>(e)];
      if (count == 0)
        continue;
      if (points.isBehind(e))
        return {};
      const std::size_t first = samples.size();
      points.addTo(samples, e, count, inside, by_camera);
      const bool on_table = placed.solid.onTable(e);
      for (std::size_t i = first; i < samples.size(); ++i) {
        samples[i].edge = e;
        samples[i].outline = outline[e];
        samples[i].on_table = on_table;
      }
    }
    return samples;
  }
};

} // namespace

std::vector<OutlineSample> sampleOutline(const PyramidSolid& solid, const PlanarPose<TableFrame, PieceFrame>& pose,
                                         const TableView& view, double spacing_px, bool creases, bool by_camera) {
  const Placed placed(solid, pose, view.eye_mm());
  const auto shares = SampledShares::of(placed, view, spacing_px, creases);
  return shares ? shares->draw(placed, view, by_camera) : std::vector<OutlineSample>();
}

DimensionedOutline sampleDimensions(const Pyramid& pyramid, PyramidSize size, Posture posture,
                                    const PlanarPose<TableFrame, PieceFrame>& pose, const TableView& view,
                                    double spacing_px, bool creases) {
  DimensionedOutline out;
  const PyramidSolid solid(pyramid, size, posture);
  const Placed placed(solid, pose, view.eye_mm());
  const auto shares = SampledShares::of(placed, view, spacing_px, creases);
  if (!shares)
    return out;
  const auto drawn = [&](double base_mm, double height_mm) {
    const PyramidSolid other(Pyramid(base_mm, height_mm, pyramid.tipCut_mm() * height_mm / pyramid.height_mm()), size,
                             posture);
    return shares->draw(Placed(other, pose, view.eye_mm()), view, false);
  };
  const double base_mm = pyramid.base_mm(), height_mm = pyramid.height_mm();
  const std::array<std::vector<OutlineSample>, 2> larger{drawn(base_mm + dimension_step_mm, height_mm),
                                                         drawn(base_mm, height_mm + dimension_step_mm)};
  const std::array<std::vector<OutlineSample>, 2> smaller{drawn(base_mm - dimension_step_mm, height_mm),
                                                          drawn(base_mm, height_mm - dimension_step_mm)};
  out.samples = shares->draw(placed, view, true);
  for (int d = 0; d < 2; ++d)
    if (larger[static_cast<std::size_t>(d)].size() != out.samples.size() ||
        smaller[static_cast<std::size_t>(d)].size() != out.samples.size())
      return {};
  for (std::size_t i = 0; i < out.samples.size(); ++i) {
    Eigen::Matrix2d& by = out.by_dimensions.emplace_back();
    for (int d = 0; d < 2; ++d)
      by.col(d) = (larger[static_cast<std::size_t>(d)][i].pixel - smaller[static_cast<std::size_t>(d)][i].pixel) /
                  (2.0 * dimension_step_mm);
  }
  return out;
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
