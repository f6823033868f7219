#include "vision/pyramid_network.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <opencv2/imgproc.hpp>

#include "vision/in_parallel.h"
#include "vision/network_file.h"
#include "vision/projective_picture.h"

namespace linesman {

namespace {

constexpr int side = PyramidWindow::side_px;
constexpr double margin = 1.3, rim_mm = 1.5; ///< of the window around the drawn solid
constexpr int finer = 2;                     ///< windows of large pieces are drawn so much larger, then reduced
constexpr double reduced_beyond = 1.2;       ///< picture px per window px
constexpr int subpixel_bits = 4;
constexpr std::size_t most_at_once = 16; ///< windows: more are hardly faster
constexpr double behind_camera = -10.0;  ///< log odds

std::vector<cv::Point> fixedPoint(const std::vector<cv::Point2f>& points) {
  std::vector<cv::Point> out;
  out.reserve(points.size());
  for (const cv::Point2f& point : points)
    out.emplace_back(cvRound(point.x * (1 << subpixel_bits)), cvRound(point.y * (1 << subpixel_bits)));
  return out;
}

} // namespace

PlanarPose<TableFrame, PieceFrame> PyramidLook::applied(const PlanarPose<TableFrame, PieceFrame>& pose) const {
  return {pose.origin_mm() + Eigen::Rotation2Dd(pose.heading_rad()) * offset.head<2>(),
          pose.heading_rad() + offset.z()};
}

PyramidWindow::PyramidWindow(const PyramidPose& of, const TableView& view) : posture_(of.solid->posture()) {
  // Where the rays to the solid's corners meet the table, in the piece's frame.
  const Eigen::Rotation2Dd turn(of.pose.heading_rad());
  std::array<Eigen::Vector2d, 5> corners;
  const auto solid_corners = of.solid->cornersAt(of.pose);
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const auto pixel = view.pixel(solid_corners[i]);
    const auto on_table = pixel ? view.tablePoint(*pixel) : std::nullopt;
    if (!on_table)
      return;
    corners[i] = turn.inverse() * (*on_table - of.pose.origin_mm());
  }
  Eigen::Vector2d low = corners[0], high = corners[0];
  for (const Eigen::Vector2d& corner : corners) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  middle_mm_ = 0.5 * (low + high);
  for (const Eigen::Vector3d& corner : of.solid->corners_mm())
    lever_mm_ = std::max(lever_mm_, corner.head<2>().norm());
  const double half_mm = margin * 0.5 * (high - low).maxCoeff() + rim_mm;
  mm_per_px_ = 2.0 * half_mm / side;
  // The window's own corners in the picture.
  std::vector<cv::Point2f> window, picture;
  for (const auto& [x, y] : std::array<std::array<double, 2>, 4>{{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}}) {
    const Eigen::Vector2d in_piece = middle_mm_ + half_mm * Eigen::Vector2d(x, y);
    const Eigen::Vector2d on_table = of.pose.origin_mm() + turn * in_piece;
    const auto pixel = view.pixel({on_table.x(), on_table.y(), 0.0});
    if (!pixel) {
      mm_per_px_ = 0.0;
      return;
    }
    window.push_back(windowPoint(in_piece));
    picture.emplace_back(static_cast<float>(pixel->x()), static_cast<float>(pixel->y()));
  }
  picture_from_window_ = cv::getPerspectiveTransform(window, picture);
  for (const Eigen::Vector2d& corner : corners)
    corners_px_.push_back(windowPoint(corner));
  const Eigen::Vector2d eye = turn.inverse() * (view.eye_mm().head<2>() - of.pose.origin_mm());
  edges_ = of.solid->view({eye.x(), eye.y(), view.eye_mm().z()});
}

cv::Point2f PyramidWindow::windowPoint(const Eigen::Vector2d& in_piece_mm) const {
  constexpr double centre = 0.5 * (side - 1);
  const Eigen::Vector2d at = (in_piece_mm - middle_mm_) / mm_per_px_;
  return {static_cast<float>(centre + at.x()), static_cast<float>(centre - at.y())};
}

cv::Mat PyramidWindow::draw(const QuietPicture& picture) const {
  cv::Mat out = cv::Mat::zeros(planes * side, side, CV_8U);
  if (!seen())
    return out;
  const cv::Matx33d& h = picture_from_window_;
  const auto spot = [&](double x, double y) {
    const cv::Vec3d p = h * cv::Vec3d(x, y, 1.0);
    return Eigen::Vector2d(p[0] / p[2], p[1] / p[2]);
  };
  constexpr double centre = 0.5 * (side - 1);
  const double px = std::sqrt(std::abs((Eigen::Matrix2d() << spot(centre + 1, centre) - spot(centre, centre),
                                        spot(centre, centre + 1) - spot(centre, centre))
                                           .finished()
                                           .determinant()));
  cv::Mat colours;
  if (px > reduced_beyond) {
    constexpr double scale = 1.0 / finer, shift = 0.5 * scale - 0.5;
    const cv::Matx33d from_finer(scale, 0, shift, 0, scale, shift, 0, 0, 1);
    colours = projectedPicture(picture.image(), h * from_finer, {finer * side, finer * side});
    cv::resize(colours, colours, {side, side}, 0, 0, cv::INTER_AREA);
  } else {
    colours = projectedPicture(picture.image(), h, {side, side});
  }
  colours.convertTo(colours, CV_8U, 1.0 / picture.light());
  std::array<cv::Mat, 3> channels;
  for (int c = 0; c < 3; ++c)
    channels[static_cast<std::size_t>(c)] = out.rowRange(c * side, (c + 1) * side);
  cv::split(colours, channels.data());
  std::vector<cv::Point2f> hull;
  cv::convexHull(corners_px_, hull);
  cv::Mat outline = out.rowRange(3 * side, 4 * side), edges = out.rowRange(4 * side, 5 * side);
  cv::fillConvexPoly(outline, fixedPoint(hull), cv::Scalar(255), cv::LINE_AA, subpixel_bits);
  const std::vector<cv::Point> corners = fixedPoint(corners_px_);
  for (int e = 0; e < PyramidSolid::edge_count; ++e) {
    const EdgeView how = edges_[static_cast<std::size_t>(e)];
    const auto [from, to] = PyramidSolid::edge(posture_, e);
    if (how != EdgeView::hidden)
      cv::line(edges, corners[static_cast<std::size_t>(from)], corners[static_cast<std::size_t>(to)],
               cv::Scalar(how == EdgeView::outline ? 255 : 128), 1, cv::LINE_AA, subpixel_bits);
  }
  return out;
}

Result<PyramidNetwork> PyramidNetwork::load(const std::filesystem::path& path) {
  auto net = RunNetwork::load(path, {1, PyramidWindow::planes, side, side}, {1, answers});
  if (!net)
    return tl::unexpected(net.error());
  return PyramidNetwork(std::move(*net));
}

const PyramidNetwork* PyramidNetwork::shipped() {
  static const auto one = loadShipped<PyramidNetwork>("models/detectors/pyramids.onnx");
  return one.get();
}

std::vector<PyramidLook> PyramidNetwork::read(const QuietPicture& picture, const TableView& view,
                                              const std::vector<PyramidPose>& poses) const {
  std::vector<PyramidLook> out(poses.size());
  std::vector<PyramidWindow> windows;
  std::vector<std::size_t> seen; ///< which of the poses the windows are
  for (std::size_t i = 0; i < poses.size(); ++i) {
    PyramidWindow window(poses[i], view);
    if (!window.seen()) {
      out[i].log_odds = behind_camera;
      continue;
    }
    windows.push_back(std::move(window));
    seen.push_back(i);
  }
  for (std::size_t first = 0; first < seen.size(); first += most_at_once) {
    const std::size_t count = std::min(most_at_once, seen.size() - first);
    const std::array<int, 4> shape{static_cast<int>(count), PyramidWindow::planes, side, side};
    cv::Mat in(4, shape.data(), CV_32F);
    inParallel(count, [&](std::size_t k) {
      cv::Mat flat(PyramidWindow::planes * side, side, CV_32F, in.ptr<float>(static_cast<int>(k)));
      windows[first + k].draw(picture).convertTo(flat, CV_32F, 1.0 / 255.0);
    });
    const cv::Mat said = net_.told(in);
    for (std::size_t k = 0; k < count; ++k) {
      const float* answer = said.ptr<float>(static_cast<int>(k));
      const Eigen::Vector3d unit = windows[first + k].unit();
      PyramidLook& look = out[seen[first + k]];
      look.log_odds = static_cast<double>(answer[0]);
      for (int c = 0; c < 3; ++c)
        look.offset[c] = unit[c] * static_cast<double>(answer[1 + c]);
    }
  }
  return out;
}

} // namespace linesman
