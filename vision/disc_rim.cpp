#include "vision/disc_rim.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "models/units.h"
#include "vision/edge_profile.h"

namespace linesman {

namespace {

constexpr double step_levels = 9.0; ///< a step across the rim below this is noise
// Across the rim, in steps of the profile: half a pixel of the camera's picture, at least the following.
constexpr double least_pitch_mm = 0.35, most_pitch_mm = 1.2;
constexpr int half_reach = 4;      ///< the rim's edge is looked for so far to both sides
constexpr double near_steps = 2.0; ///< and should lie within this
constexpr double usual_off = 1.4;  ///< of it
constexpr int wide = 2;            ///< colours on the two sides of an edge are taken so far from it
constexpr double usual_step = 30.0;
constexpr double most_lean_mm = 2.5; ///< of a disc's foot, as it is seen, from its upper side

/// The edge lies on the circle, or, towards the camera, where the foot of the disc's side is seen.
RimEdge rimAt(const DiscSurroundings& around, const DiscPlace& centre, const Eigen::Vector2d& out) {
  const PlanePicture& plane = around.plane;
  const double pitch_mm = std::clamp(0.5 * (around.mm_per_px * out).norm(), least_pitch_mm, most_pitch_mm);
  constexpr int most = 2 * (half_reach + wide) + 1 + static_cast<int>(most_lean_mm / least_pitch_mm) + 1;
  const double foot = around.footBeyondRim(out) / pitch_mm;
  const int n = 2 * half_reach + 1 + static_cast<int>(foot);
  std::array<DiscColour, most> colours;
  const auto place = [&](int i) -> Eigen::Vector2d {
    const double from_centre = (around.radius_mm + pitch_mm * (i - half_reach - wide)) / plane.pitch_mm;
    return Eigen::Vector2d(centre.x, centre.y) + from_centre * out;
  };
  static_assert(sizeof(colours) == 3 * most * sizeof(float)); // as they are taken
  const int all = n + 2 * wide;
  if (!takeColoursAcross(plane.image, place(0), pitch_mm / plane.pitch_mm * out, all, 1.0F, colours.front().data()))
    for (int i = 0; i < all; ++i) {
      const Eigen::Vector2d at = place(i);
      colours[static_cast<std::size_t>(i)] = discColourAt(plane.image, at.x(), at.y());
    }
  std::array<double, most> steps{};
  for (int i = 0; i < n; ++i)
    steps[static_cast<std::size_t>(i)] = static_cast<double>(
        (colours[static_cast<std::size_t>(i + 2 * wide)] - colours[static_cast<std::size_t>(i)]).norm());
  RimEdge edge;
  double best = 0.0;
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    const double before = i > 0 ? steps[at - 1] : 0.0, after = i + 1 < n ? steps[at + 1] : 0.0;
    if (steps[at] < before || steps[at] < after || steps[at] < step_levels)
      continue;
    const double bend = before - 2.0 * steps[at] + after;
    const double shift =
        i > 0 && i + 1 < n && bend < -1e-9 ? std::clamp(0.5 * (before - after) / bend, -0.5, 0.5) : 0.0;
    const double from_circle = i - half_reach + shift, from_foot = from_circle - foot;
    const double off = std::abs(from_circle) < std::abs(from_foot) ? from_circle : from_foot;
    const double worth = steps[at] / (steps[at] + usual_step) * std::exp(-0.5 * std::pow(off / usual_off, 2));
    if (worth <= best)
      continue;
    best = worth;
    edge = {
        pitch_mm * off, off, steps[at], colours[at], colours[at] - colours[at + 2 * wide], std::abs(off) < near_steps,
        false};
  }
  return edge;
}

} // namespace

DiscColour discColourAt(const cv::Mat& image, double x, double y) {
  const double cx = std::clamp(x, 0.0, image.cols - 1.001), cy = std::clamp(y, 0.0, image.rows - 1.001);
  const int u = static_cast<int>(cx), v = static_cast<int>(cy);
  const float fx = static_cast<float>(cx - u), fy = static_cast<float>(cy - v);
  const std::uint8_t* a = image.ptr(v) + 3 * u;
  const std::uint8_t* b = image.ptr(std::min(v + 1, image.rows - 1)) + 3 * u;
  const auto get = [](const std::uint8_t* p) {
    return DiscColour(static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2]));
  };
  return (1.0F - fy) * ((1.0F - fx) * get(a) + fx * get(a + 3)) + fy * ((1.0F - fx) * get(b) + fx * get(b + 3));
}

DiscSurroundings::DiscSurroundings(const PlanePicture& in_plane, const cv::Mat& hidden_parts, const TableView& view,
                                   const DiscPlace& place, double disc_radius_mm, double height_mm)
    : plane(in_plane), hidden(hidden_parts), radius_mm(disc_radius_mm), mm_per_px(Eigen::Matrix2d::Zero()) {
  const Eigen::Vector3d at = plane.at(place.x, place.y), up = plane.patch.across.cross(plane.patch.along);
  const Eigen::Vector3d ray = view.eye_mm() - at;
  const double rise = std::max(1.0, std::abs(ray.dot(up)));
  lean_mm = height_mm / rise * Eigen::Vector2d(ray.dot(plane.patch.across), ray.dot(plane.patch.along));
  Eigen::Matrix<double, 2, 3> by_point;
  if (view.pixel(at, &by_point)) {
    Eigen::Matrix2d by_plane;
    by_plane << by_point * plane.patch.across, by_point * plane.patch.along;
    if (std::abs(by_plane.determinant()) > 1e-6)
      mm_per_px = by_plane.inverse().transpose();
  }
}

bool DiscSurroundings::hides(const DiscPlace& centre, const Eigen::Vector2d& out) const {
  if (hidden.empty())
    return false;
  const double r = (radius_mm + 0.5) / plane.pitch_mm;
  const int x = cvRound(centre.x + r * out.x()), y = cvRound(centre.y + r * out.y());
  return x >= 0 && y >= 0 && x < hidden.cols && y < hidden.rows && hidden.at<std::uint8_t>(y, x) != 0;
}

double DiscSurroundings::footBeyondRim(const Eigen::Vector2d& out) const {
  return std::clamp(lean_mm.dot(out), 0.0, most_lean_mm);
}

const std::array<Eigen::Vector2d, DiscRim::directions>& DiscRim::outward() {
  static const auto all = [] {
    std::array<Eigen::Vector2d, directions> out;
    for (std::size_t i = 0; i < directions; ++i) {
      const double angle = 2.0 * pi * static_cast<double>(i) / static_cast<double>(directions);
      out[i] = {std::cos(angle), std::sin(angle)};
    }
    return out;
  }();
  return all;
}

DiscRim::DiscRim(const DiscSurroundings& around, const DiscPlace& centre) {
  for (std::size_t i = 0; i < directions; ++i) {
    const Eigen::Vector2d& out = outward()[i];
    if (around.hides(centre, out))
      edges[i].hidden = true;
    else
      edges[i] = rimAt(around, centre, out);
  }
}

double DiscRim::metShare() const {
  return static_cast<double>(std::count_if(edges.begin(), edges.end(), [](const RimEdge& edge) { return edge.met; })) /
         static_cast<double>(directions);
}

DiscPlace DiscRim::centred(const DiscPlace& centre, double pitch_mm) const {
  Eigen::Matrix2d normal = 0.5 * Eigen::Matrix2d::Identity();
  Eigen::Vector2d right = Eigen::Vector2d::Zero();
  for (std::size_t i = 0; i < directions; ++i) {
    const RimEdge& edge = edges[i];
    if (edge.step < step_levels)
      continue;
    const Eigen::Vector2d& out = outward()[i];
    const double weight = 1.0 / (1.0 + edge.off_mm * edge.off_mm / 0.25);
    normal += weight * out * out.transpose();
    right += weight * edge.off_mm * out;
  }
  const Eigen::Vector2d shift = normal.inverse() * right / pitch_mm;
  return {centre.x + std::clamp(shift.x(), -1.5, 1.5), centre.y + std::clamp(shift.y(), -1.5, 1.5), centre.votes};
}

} // namespace linesman
