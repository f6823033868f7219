#include "calibration/target_view.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <opencv2/calib3d.hpp>
#include <opencv2/imgproc.hpp>

#include "calibration/edge_profile.h"
#include "calibration/lens_bundle.h"
#include "calibration/marker_detection.h"
#include "calibration/saddle.h"

namespace linesman {
namespace {

using Vector2d = Eigen::Vector2d;

/// Plane map from target millimetres to pixels, exact through four corners.
class LocalMap {
public:
  LocalMap(const std::array<Vector2d, 4>& from_mm, const std::array<Vector2d, 4>& to_px) {
    std::vector<cv::Point2f> from, to;
    for (std::size_t k = 0; k < 4; ++k) {
      from.emplace_back(static_cast<float>(from_mm[k].x()), static_cast<float>(from_mm[k].y()));
      to.emplace_back(static_cast<float>(to_px[k].x()), static_cast<float>(to_px[k].y()));
    }
    const cv::Mat h = cv::getPerspectiveTransform(from, to);
    for (int row = 0; row < 3; ++row)
      for (int column = 0; column < 3; ++column)
        matrix_(row, column) = h.at<double>(row, column);
  }
  Vector2d operator()(const Vector2d& mm) const { return (matrix_ * mm.homogeneous()).hnormalized(); }

private:
  Eigen::Matrix3d matrix_;
};

struct PlacedMarker {
  std::array<Vector2d, 4> corners_mm;
  std::array<Vector2d, 4> corners_px;
};

/// Corners of the markers of a ChArUco board by id, y down from the first chessboard corner's row. OpenCV 4.6 counts
/// from the bottom row, later versions from the top: for boards with an even number of rows that moves the markers to
/// the other squares.
std::map<int, std::array<Vector2d, 4>> charucoMarkers(const CalibrationTarget& target, bool white_first) {
  std::map<int, std::array<Vector2d, 4>> markers;
  const double margin_mm = 0.5 * (target.square_mm - target.marker_mm);
  int id = 0;
  for (int row = 0; row < target.rows; ++row)
    for (int column = 0; column < target.columns; ++column) {
      if ((row + column) % 2 == (white_first ? 1 : 0))
        continue;
      const Vector2d a(column * target.square_mm + margin_mm, row * target.square_mm + margin_mm);
      const double s = target.marker_mm;
      markers[id++] = {a, a + Vector2d(s, 0), a + Vector2d(s, s), a + Vector2d(0, s)};
    }
  return markers;
}

/// How badly the layout explains the markers found: mean distance of each marker's centre from where every other marker
/// puts it, in squares, one square at most. All pairs are asked: on boards of an odd number of columns the two ways of
/// counting differ by a step of one square for nearly all markers, and only those at the ends of the rows tell.
double layoutError(const std::map<int, std::array<Vector2d, 4>>& layout, const std::vector<FoundMarker>& found,
                   const CalibrationTarget& target) {
  double sum = 0.0;
  double count = 0.0;
  for (const FoundMarker& a : found) {
    if (!layout.contains(a.id))
      continue;
    const LocalMap map(layout.at(a.id), a.corners_px);
    for (const FoundMarker& b : found) {
      if (b.id == a.id || !layout.contains(b.id))
        continue;
      const auto& to = layout.at(b.id);
      const Vector2d centre_px = 0.25 * (b.corners_px[0] + b.corners_px[1] + b.corners_px[2] + b.corners_px[3]);
      const double square_px =
          std::sqrt(0.5) * (b.corners_px[2] - b.corners_px[0]).norm() * target.square_mm / target.marker_mm;
      const double away = (map(0.5 * (to[0] + to[2])) - centre_px).norm() / std::max(1.0, square_px);
      sum += away < 1.0 ? away : 1.0; // not a number where the map has its horizon
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : 1e9;
}

/// How much of a square round its corners nothing but the corner's edges disturbs, over the square's side: the radius
/// of a round window, and half the width of arms along the edges.
struct FreeShare {
  double round, arm;
};

FreeShare freeShare(const CalibrationTarget& target) {
  if (target.kind != CalibrationTarget::Kind::charuco)
    return {0.4, 0.2};
  // The markers' own corners lie margin * sqrt 2 away, their sides the margin: the window must end before them.
  const double margin = 0.5 * (target.square_mm - target.marker_mm) / target.square_mm;
  return {std::min(0.35, 0.85 * 1.414 * margin), 0.75 * margin};
}

/// The sub-pixel corner at `mm`. The edges' directions are how the picture of a square's side lies there.
std::optional<TargetPoint> measureCorner(const cv::Mat& grey, const Vector2d& mm, const Vector2d& predicted_px,
                                         const Vector2d& right_px, const Vector2d& down_px, SaddleWindow window,
                                         const FreeShare& share) {
  const double across_px = std::abs(right_px.x() * down_px.y() - right_px.y() * down_px.x()) /
                           std::max({1.0, right_px.norm(), down_px.norm()});
  window.radius_px = std::clamp(share.round * across_px, 3.0, 10.0);
  window.half_px = std::min(5.0, share.arm * across_px);
  if (window.half_px < 2.0 || window.arm_px[0] <= 0.0)
    window.half_px = 0.0;
  const auto saddle = fitSaddle(grey, predicted_px, right_px.normalized(), down_px.normalized(), window);
  if (!saddle)
    return std::nullopt;
  TargetPoint point;
  point.target_mm = mm;
  point.px = saddle->px;
  // 0.03 px stands for what compression, sharpening and uneven light add to the fit's own scatter.
  point.sigma_px = std::sqrt(0.5 * saddle->covariance_px2.trace() + 0.03 * 0.03);
  return point;
}

/// With a first lens and pose from all corners, the edges' course is known well enough to measure along them, which
/// takes in several times the pixels.
void measureAlongEdges(const cv::Mat& grey, const CalibrationTarget& target, std::vector<TargetPoint>& points) {
  const TargetView view{"", grey.cols, grey.rows, points};
  const Lens guess = guessLens(grey.cols, grey.rows);
  std::vector<Pose<CameraFrame, TableFrame>> poses(1);
  LensBundle first;
  if (points.size() < 12 || !startPose(view, guess, poses[0]) || !solveBundle({view}, {0, 1, 4}, guess, poses, first) ||
      first.rms_px > 1.0)
    return;
  const auto at = [&](const Vector2d& mm) {
    return first.lens.project(first.poses[0] * Point3<TableFrame>{{mm.x(), mm.y(), 0.0}}).xy;
  };
  constexpr double arm = 0.45; // of a square, to each side: neighbours share no pixel
  for (TargetPoint& point : points) {
    SaddleWindow window;
    Vector2d side_px[2];
    for (std::size_t e = 0; e < 2; ++e) {
      const Vector2d step = target.square_mm * (e == 0 ? Vector2d(0.5, 0.0) : Vector2d(0.0, 0.5));
      const Vector2d before = at(point.target_mm - step), middle = at(point.target_mm),
                     after = at(point.target_mm + step);
      side_px[e] = after - before;
      const double length_px = side_px[e].norm();
      const Vector2d normal = Vector2d(-side_px[e].y(), side_px[e].x()) / length_px;
      window.arm_px[e] = arm * length_px;
      window.curvature[e] = 4.0 * normal.dot(before + after - 2.0 * middle) / (length_px * length_px);
    }
    if (auto better = measureCorner(grey, point.target_mm, point.px, side_px[0], side_px[1], window, freeShare(target));
        better && (better->px - point.px).norm() < 0.5) {
      better->index = point.index;
      point = *better;
    }
  }
}

std::vector<TargetPoint> charucoPoints(const cv::Mat& grey, const CalibrationTarget& target) {
  const auto found = findMarkers(grey, target.dictionary, MarkerSearch::thorough);
  auto layout = charucoMarkers(target, false);
  if (const auto other = charucoMarkers(target, true);
      layoutError(other, found, target) < layoutError(layout, found, target))
    layout = other;
  std::vector<PlacedMarker> placed;
  for (const FoundMarker& marker : found)
    if (layout.contains(marker.id))
      placed.push_back({layout.at(marker.id), marker.corners_px});
  std::vector<TargetPoint> points;
  for (int row = 1; row < target.rows; ++row)
    for (int column = 1; column < target.columns; ++column) {
      const Vector2d mm(column * target.square_mm, row * target.square_mm);
      Vector2d sum = Vector2d::Zero();
      double count = 0.0;
      std::optional<LocalMap> map;
      for (const PlacedMarker& marker : placed) {
        const Vector2d centre_mm = 0.5 * (marker.corners_mm[0] + marker.corners_mm[2]);
        if ((centre_mm - mm).norm() > 0.8 * target.square_mm) // the two markers that touch this corner's squares
          continue;
        map.emplace(marker.corners_mm, marker.corners_px);
        sum += (*map)(mm);
        count += 1.0;
      }
      if (count == 0.0)
        continue;
      const Vector2d half(0.5 * target.square_mm, 0.0), low(0.0, 0.5 * target.square_mm);
      if (auto point = measureCorner(grey, mm, sum / count, (*map)(mm + half) - (*map)(mm - half),
                                     (*map)(mm + low) - (*map)(mm - low), {}, freeShare(target))) {
        point->index = (row - 1) * (target.columns - 1) + column - 1;
        points.push_back(*point);
      }
    }
  return points;
}

/// Corners to about a pixel of the picture or of a reduced one; none where the board is not. The first search tries so
/// many thresholds that on a large picture full of other squares it takes tens of seconds: it is given a small one, and
/// boards too small for that are left to the second.
std::vector<cv::Point2f> roughChessboard(const cv::Mat& grey, const cv::Size& size) {
  constexpr double largest_px = 800.0;
  const double share = std::min(1.0, largest_px / std::max(grey.cols, grey.rows));
  cv::Mat reduced = grey;
  if (share < 1.0)
    cv::resize(grey, reduced, {}, share, share, cv::INTER_AREA);
  std::vector<cv::Point2f> corners;
  if (cv::findChessboardCorners(reduced, size, corners, cv::CALIB_CB_ADAPTIVE_THRESH | cv::CALIB_CB_NORMALIZE_IMAGE)) {
    const cv::Point2f half(0.5f, 0.5f); // from the pixels' centres to their corners
    for (cv::Point2f& corner : corners)
      corner = (corner + half) / share - half;
    return corners;
  }
  if (!cv::findChessboardCornersSB(grey, size, corners, cv::CALIB_CB_NORMALIZE_IMAGE))
    corners.clear();
  return corners;
}

std::vector<TargetPoint> chessboardPoints(const cv::Mat& grey, const CalibrationTarget& target) {
  const cv::Size size(target.columns - 1, target.rows - 1);
  const std::vector<cv::Point2f> corners = roughChessboard(grey, size);
  if (corners.empty())
    return {};
  const auto at = [&](int row, int column) {
    const cv::Point2f& p = corners[static_cast<std::size_t>(row * size.width + column)];
    return Vector2d(p.x, p.y);
  };
  std::vector<TargetPoint> points;
  for (int row = 0; row < size.height; ++row)
    for (int column = 0; column < size.width; ++column) {
      const int r = std::min(row, size.height - 2);
      const int c = std::min(column, size.width - 2);
      const double s = target.square_mm;
      const Vector2d a((c + 1) * s, (r + 1) * s);
      const LocalMap map({a, a + Vector2d(s, 0), a + Vector2d(s, s), a + Vector2d(0, s)},
                         {at(r, c), at(r, c + 1), at(r + 1, c + 1), at(r + 1, c)});
      const Vector2d mm((column + 1) * s, (row + 1) * s);
      const Vector2d half(0.5 * s, 0.0), low(0.0, 0.5 * s);
      if (auto point = measureCorner(grey, mm, at(row, column), map(mm + half) - map(mm - half),
                                     map(mm + low) - map(mm - low), {}, freeShare(target))) {
        point->index = row * size.width + column;
        points.push_back(*point);
      }
    }
  return points;
}

/// A line of a tag's side: middle and direction, pixels.
struct SideLine {
  Vector2d a, b;
};

/// The side from corner to corner as measured, or nothing.
std::optional<SideLine> measureTagSide(const cv::Mat& grey, const Vector2d& from, const Vector2d& to, double cell_px,
                                       double& variance) {
  const Vector2d along = (to - from).normalized();
  const Vector2d outward(along.y(), -along.x());
  const int count = std::clamp(static_cast<int>(0.8 * (to - from).norm()), 8, 64);
  std::vector<EdgeSample> samples;
  for (int i = 0; i < count; ++i) {
    const double share = (i + 0.5) / count;
    samples.push_back({from + (0.12 + 0.76 * share) * (to - from), outward, share});
  }
  const auto shift = measureEdge(grey, samples, std::min(3.0, 0.8 * cell_px), 0.75 * cell_px);
  if (!shift)
    return std::nullopt;
  const auto place = [&](double share, double moved) {
    return Vector2d(from + (0.12 + 0.76 * share) * (to - from) + outward * moved);
  };
  variance += 0.25 * shift->variance_px2;
  return SideLine{place(shift->first, shift->first_px), place(1.0 - shift->first, shift->second_px)};
}

Vector2d crossing(const SideLine& a, const SideLine& b) {
  const Eigen::Vector3d point =
      a.a.homogeneous().cross(a.b.homogeneous()).cross(b.a.homogeneous().cross(b.b.homogeneous()));
  return point.hnormalized();
}

/// The centre of each tag, where its diagonals cross: blooming, which shrinks the black square evenly, leaves it in
/// place.
std::vector<TargetPoint> tagPoints(const cv::Mat& grey, const CalibrationTarget& target) {
  const int cells = markerCode(target.dictionary, 0).cells;
  std::vector<TargetPoint> points;
  for (const FoundMarker& tag : findMarkers(grey, target.dictionary, MarkerSearch::thorough)) {
    const int place = tag.id - target.first_id;
    if (place < 0 || place >= target.columns * target.rows)
      continue;
    std::vector<SideLine> sides;
    double variance = 0.0;
    for (std::size_t k = 0; k < 4; ++k) {
      const double cell_px = std::min((tag.corners_px[(k + 1) % 4] - tag.corners_px[k]).norm(),
                                      (tag.corners_px[(k + 2) % 4] - tag.corners_px[(k + 1) % 4]).norm()) /
                             cells;
      if (const auto side = measureTagSide(grey, tag.corners_px[k], tag.corners_px[(k + 1) % 4], cell_px, variance))
        sides.push_back(*side);
    }
    if (sides.size() < 4)
      continue;
    std::array<Vector2d, 4> corners;
    for (std::size_t k = 0; k < 4; ++k)
      corners[k] = crossing(sides[(k + 3) % 4], sides[k]);
    const Vector2d centre = crossing({corners[0], corners[2]}, {corners[1], corners[3]});
    if (!centre.allFinite())
      continue;
    points.push_back(
        {place,
         Vector2d((place % target.columns + 0.5) * target.square_mm, (place / target.columns + 0.5) * target.square_mm),
         centre, std::sqrt(0.5 * variance + 0.02 * 0.02)});
  }
  std::sort(points.begin(), points.end(), [](const TargetPoint& a, const TargetPoint& b) { return a.index < b.index; });
  points.erase(std::unique(points.begin(), points.end(),
                           [](const TargetPoint& a, const TargetPoint& b) { return a.index == b.index; }),
               points.end());
  return points;
}

std::vector<TargetPoint> pointsOf(const cv::Mat& grey, const CalibrationTarget& target) {
  try {
    if (target.kind == CalibrationTarget::Kind::tag_grid)
      return tagPoints(grey, target);
    auto points =
        target.kind == CalibrationTarget::Kind::charuco ? charucoPoints(grey, target) : chessboardPoints(grey, target);
    measureAlongEdges(grey, target, points);
    return points;
  } catch (const cv::Exception&) {
    return {};
  }
}

constexpr std::size_t least_points = 6;

} // namespace

Result<TargetView> findTarget(const cv::Mat& grey, const CalibrationTarget& target, const std::string& name) {
  TargetView view{name, grey.cols, grey.rows, pointsOf(grey, target)};
  if (view.points.size() < least_points)
    return fail("The target " + describe(target) + " is not visible in " + name +
                "; show it flat, sharp and evenly lit, and check that the description fits the print.");
  return view;
}

bool showsTargetMirrored(const cv::Mat& grey, const CalibrationTarget& target) {
  if (target.kind == CalibrationTarget::Kind::chessboard) // looks the same
    return false;
  cv::Mat mirrored;
  cv::flip(grey, mirrored, 1);
  return pointsOf(mirrored, target).size() >= least_points;
}

} // namespace linesman
