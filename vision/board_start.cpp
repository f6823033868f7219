#include "vision/board_start.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <Eigen/Dense>
#include <opencv2/imgproc.hpp>

#include "calibration/plane_poses.h"

namespace linesman {

namespace {

constexpr double unknown_square_mm = 50.0; // where nothing gives a scale

/// Lattice with i and j swapped: makes a clockwise one counter-clockwise.
void swapAxes(Lattice& lattice) {
  for (LatticePoint& p : lattice.points)
    std::swap(p.i, p.j);
  lattice.picture_from_lattice.col(0).swap(lattice.picture_from_lattice.col(1));
}

void scaleLattice(Lattice& lattice, double factor) {
  for (LatticePoint& p : lattice.points)
    p.px = (p.px.array() + 0.5) * factor - 0.5;
  Eigen::Matrix3d grow;
  grow << factor, 0, 0.5 * factor - 0.5, 0, factor, 0.5 * factor - 0.5, 0, 0, 1;
  lattice.picture_from_lattice = grow * lattice.picture_from_lattice;
}

/// Pose of the window's board from its lattice points; the rms (px, of a coordinate) of the fit, or nothing.
std::optional<double> poseFromLattice(const BoardCandidate& candidate, BoardView& view) {
  std::vector<PlanePoint> points;
  for (const LatticePoint& p : candidate.lattice.points) {
    const int i = p.i - candidate.window.i0, j = p.j - candidate.window.j0;
    if (i > 0 && j > 0 && i < view.columns && j < view.rows) // four squares meet inside only; beside may be a cloth
      points.push_back({view.corner_mm(i, j), p.px});
  }
  if (points.size() < 6)
    return std::nullopt;
  std::optional<double> best_px;
  BoardView seen = view;
  for (const auto& camera_from_plane : posesOfPlane(points, view.lens)) {
    seen.camera_from_board = {camera_from_plane.rotation(), camera_from_plane.translation_mm()};
    double sum = 0.0;
    for (const PlanePoint& point : points)
      sum += (seen.pixel(point.on_plane_mm) - point.px).squaredNorm();
    const double rms_px = std::sqrt(sum / (2.0 * static_cast<double>(points.size())));
    const bool from_above = seen.camera_from_board.translation_mm().z() > 0.0 && seen.eye_mm().z() > 0.0;
    if (!from_above || (best_px && rms_px >= *best_px))
      continue;
    best_px = rms_px;
    view.camera_from_board = seen.camera_from_board;
  }
  return best_px;
}

/// Whether it goes on where a board with so many corners along its longer side ends.
bool isLarger(const Lattice& lattice, int corners) {
  constexpr int frame = 2; // corners of its own that a frame may have
  constexpr std::size_t stray_part = 25;
  const auto span = [&](int LatticePoint::*place) {
    std::vector<int> places;
    for (const LatticePoint& p : lattice.points)
      places.push_back(p.*place);
    std::ranges::sort(places);
    const std::size_t stray = places.size() / stray_part;
    return places[places.size() - 1 - stray] - places[stray] + 1;
  };
  return std::max(span(&LatticePoint::i), span(&LatticePoint::j)) > corners + frame;
}

/// Where a lattice has its points: white on black, each with the squares around it.
cv::Mat placesOf(const Lattice& lattice, const cv::Size& size) {
  constexpr double most_px = 100.0; // also where the lattice's horizon lies beside a point
  cv::Mat places = cv::Mat::zeros(size, CV_8U);
  for (const LatticePoint& p : lattice.points) {
    const double square_px = std::max((lattice.pixel(p.i + 0.5, p.j) - lattice.pixel(p.i - 0.5, p.j)).norm(),
                                      (lattice.pixel(p.i, p.j + 0.5) - lattice.pixel(p.i, p.j - 0.5)).norm());
    cv::circle(places, cv::Point(cvRound(p.px.x()), cvRound(p.px.y())), cvRound(std::min(most_px, square_px)),
               cv::Scalar(255), cv::FILLED);
  }
  return places;
}

/// Takes what lies on checked cloths away, the largest lattices first: those that are larger than a board with so many
/// corners along its longer side. What is grown from a board finds corners of a finer cloth all around it.
void leaveOutCloths(std::vector<SaddlePoint>& saddles, const cv::Size& size, int corners) {
  constexpr int reach = 24, rounds = 12;
  for (int round = 0; round < rounds; ++round) {
    const std::vector<Lattice> lattices = findLattices(saddles, reach, 5);
    std::size_t most = 0;
    for (const Lattice& lattice : lattices)
      most = std::max(most, lattice.points.size());
    cv::Mat cloth = cv::Mat::zeros(size, CV_8U);
    for (const Lattice& lattice : lattices)
      if (2 * lattice.points.size() > most && isLarger(lattice, corners))
        cloth |= placesOf(lattice, size);
    const auto left_out = std::erase_if(saddles, [&](const SaddlePoint& saddle) {
      return cloth.at<std::uint8_t>(cvRound(saddle.px.y()), cvRound(saddle.px.x())) > 0;
    });
    if (left_out == 0)
      return;
  }
}

/// The corners of a picture among which a board with so many along its longer side is looked for.
std::vector<SaddlePoint> cornersOf(const cv::Mat& grey, double sigma_px, Corners which, int corners) {
  constexpr std::size_t most = 700, most_of_cloths = 4000;
  if (which == Corners::strongest || which == Corners::of_each_part)
    return findSaddlePoints(grey, sigma_px, most,
                            which == Corners::strongest ? SaddleOrder::strongest : SaddleOrder::of_each_part);
  std::vector<SaddlePoint> saddles = findSaddlePoints(grey, sigma_px, most_of_cloths, SaddleOrder::of_each_part);
  leaveOutCloths(saddles, grey.size(), corners);
  saddles.resize(std::min(saddles.size(), most));
  return saddles;
}

} // namespace

Lens guessedLens(int width_px, int height_px, double focal_px) {
  Lens lens;
  lens.width_px = width_px;
  lens.height_px = height_px;
  lens.fx_px = lens.fy_px = focal_px;
  lens.cx_px = 0.5 * (width_px - 1);
  lens.cy_px = 0.5 * (height_px - 1);
  lens.estimated = true;
  return lens;
}

std::vector<BoardCandidate> boardCandidates(const cv::Mat& image, const cv::Mat& grey, int columns, int rows,
                                            double long_side_px, double sigma_px, Corners corners) {
  const double factor = std::min(1.0, long_side_px / std::max(grey.cols, grey.rows));
  cv::Mat small = grey;
  if (factor < 1.0)
    cv::resize(grey, small, {}, factor, factor, cv::INTER_AREA);
  const auto saddles = cornersOf(small, sigma_px, corners, std::max(columns, rows) + 1);
  std::vector<BoardCandidate> out;
  for (Lattice& lattice : findLattices(saddles, std::max(columns, rows) + 2, 5)) {
    const Eigen::Vector2d o = lattice.pixel(0, 0), u = lattice.pixel(0.2, 0) - o, v = lattice.pixel(0, 0.2) - o;
    if (u.x() * v.y() - u.y() * v.x() > 0.0) // y points down in pictures
      swapAxes(lattice);
    scaleLattice(lattice, static_cast<double>(small.cols) > 0 ? static_cast<double>(grey.cols) / small.cols : 1.0);
    for (const bool upright : {true, false}) {
      if (!upright && columns == rows)
        continue;
      if (const auto window = findWindow(image, lattice, upright ? columns : rows, upright ? rows : columns))
        out.push_back({lattice, *window});
    }
  }
  std::sort(out.begin(), out.end(),
            [](const BoardCandidate& a, const BoardCandidate& b) { return a.window.score > b.window.score; });
  return out;
}

std::optional<BoardView> startView(const BoardCandidate& candidate, const BoardRequest& request, const cv::Size& size) {
  BoardView view;
  view.columns = candidate.window.columns;
  view.rows = candidate.window.rows;
  view.square_mm = request.known.square_mm.value_or(unknown_square_mm);
  if (request.lens || request.table) {
    view.lens = request.table ? request.table->lens : *request.lens;
    return poseFromLattice(candidate, view) ? std::optional(view) : std::nullopt;
  }
  std::optional<BoardView> best;
  double least = 1e9;
  const double side = std::max(size.width, size.height);
  for (const double aspect : {1.0, 4.0 / 3.0, 16.0 / 9.0, 0.75, 9.0 / 16.0}) {
    if (aspect != 1.0 && size.width != size.height)
      continue; // only pictures that were squeezed into a square have pixels that are not square
    for (const double focal : {0.55, 0.65, 0.78, 0.95, 1.2, 1.6, 2.4}) {
      view.lens = guessedLens(size.width, size.height, focal * side);
      (aspect > 1.0 ? view.lens.fy_px : view.lens.fx_px) *= std::max(aspect, 1.0 / aspect);
      const auto error = poseFromLattice(candidate, view);
      const double prior = std::log(focal / 0.85) / 0.4;
      const double cost = error ? *error * *error + 0.02 * prior * prior + (aspect == 1.0 ? 0.0 : 0.5) : least;
      if (cost < least) {
        least = cost;
        best = view;
      }
    }
  }
  return best;
}

void layOnTable(BoardView& view, const BoardRequest& request) {
  const auto& camera_from_table = request.table->registration.camera_from_table.pose;
  const auto table_from_camera = camera_from_table.inverse();
  const Pose<TableFrame, BoardFrame> raw = table_from_camera * view.camera_from_board;
  double height = request.known.thickness_mm.value_or(
      request.known.square_mm ? std::clamp(raw.translation_mm().z(), 0.0, 60.0) : 1.0);
  const auto at = [&](double i, double j) {
    return view.lens.tablePoint(camera_from_table, view.pixel(view.corner_mm(i, j)), height)
        .value_or(Eigen::Vector2d::Zero());
  };
  const Eigen::Vector2d a = at(0, 0), b = at(view.columns, 0), c = at(view.columns, view.rows), d = at(0, view.rows);
  const Eigen::Vector2d across = (b - a) + (c - d);
  if (!request.known.square_mm)
    view.square_mm = 0.5 * across.norm() / view.columns;
  const PlanarPose<TableFrame, BoardFrame> flat(0.25 * (a + b + c + d), std::atan2(across.y(), across.x()));
  Pose<TableFrame, BoardFrame> lifted(flat.lifted().rotation(), {flat.x_mm(), flat.y_mm(), height});
  view.camera_from_board = camera_from_table * lifted;
}

} // namespace linesman
