#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/lens_calibration.h"

namespace linesman {
namespace {

/// The nine places that a good set visits: the middle first, squarely, then tilted at the sides and corners.
struct Place {
  double x, y;           ///< centre, share of the picture
  double lean_x, lean_y; ///< how much nearer the right and the lower side is
  const char* words;
};

constexpr std::array<Place, 9> places = {{{0.5, 0.5, 0.0, 0.0, "Hold the target in the middle, facing the camera."},
                                          {0.5, 0.5, 0.35, 0.0, "Turn its right side towards the camera."},
                                          {0.5, 0.5, -0.35, 0.0, "Turn its left side towards the camera."},
                                          {0.5, 0.5, 0.0, 0.35, "Tip its lower edge towards the camera."},
                                          {0.5, 0.5, 0.0, -0.35, "Tip its upper edge towards the camera."},
                                          {0.27, 0.3, -0.2, -0.2, "Move it to the top left corner, tilted."},
                                          {0.73, 0.3, 0.2, -0.2, "Move it to the top right corner, tilted."},
                                          {0.73, 0.7, 0.2, 0.2, "Move it to the bottom right corner, tilted."},
                                          {0.27, 0.7, -0.2, 0.2, "Move it to the bottom left corner, tilted."}}};

/// Centre and lean of a view, comparable with a Place.
Eigen::Vector4d placeOf(const TargetView& view) {
  Eigen::Vector2d centre = Eigen::Vector2d::Zero(), middle_mm = Eigen::Vector2d::Zero();
  const double n = static_cast<double>(view.points.size());
  for (const TargetPoint& point : view.points) {
    centre += point.px / n;
    middle_mm += point.target_mm / n;
  }
  // Lean: how the scale grows along the target's axes, from the second-order terms of x and y over the target.
  double xx = 0, yy = 0, grow_x = 0, grow_y = 0;
  for (const TargetPoint& point : view.points) {
    const Eigen::Vector2d mm = point.target_mm - middle_mm;
    const double away = (point.px - centre).norm() / std::max(1.0, mm.norm());
    xx += mm.x() * mm.x(), yy += mm.y() * mm.y();
    grow_x += mm.x() * away, grow_y += mm.y() * away;
  }
  const double size = std::sqrt((xx + yy) / n);
  double mean_away = 0.0;
  for (const TargetPoint& point : view.points)
    mean_away += (point.px - centre).norm() / std::max(1.0, (point.target_mm - middle_mm).norm()) / n;
  const double scale = 2.0 * size / std::max(1e-9, mean_away);
  return {centre.x() / view.width_px, centre.y() / view.height_px, scale * grow_x / std::max(1.0, xx),
          scale * grow_y / std::max(1.0, yy)};
}

} // namespace

NextView suggestView(const std::vector<TargetView>& views, int width_px, int height_px) {
  std::array<bool, places.size()> taken{};
  for (const TargetView& view : views) {
    const Eigen::Vector4d at = placeOf(view);
    double nearest = 1e9;
    std::size_t best = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place& p = places[i];
      const double away = (at - Eigen::Vector4d(p.x, p.y, p.lean_x, p.lean_y)).norm();
      if (!taken[i] && away < nearest)
        nearest = away, best = i;
    }
    taken[best] = nearest < 0.6 || taken[best];
  }
  const auto open = std::find(taken.begin(), taken.end(), false);
  NextView next;
  if (open == taken.end()) {
    next.words = "The views suffice; more from other distances make it better still.";
    return next;
  }
  const Place& p = places[static_cast<std::size_t>(open - taken.begin())];
  next.words = p.words;
  const double half_x = 0.2 * width_px, half_y = 0.2 * height_px;
  for (const auto& [sx, sy] :
       {std::pair(-1.0, -1.0), std::pair(1.0, -1.0), std::pair(1.0, 1.0), std::pair(-1.0, 1.0)}) {
    const double near = 1.0 + 0.5 * (p.lean_x * sx + p.lean_y * sy);
    next.outline_px.emplace_back(p.x * width_px + sx * half_x * near, p.y * height_px + sy * half_y * near);
  }
  return next;
}

} // namespace linesman
