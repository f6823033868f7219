#include "vision/man_rings.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/square_crop.h"

namespace linesman {

namespace {

using Shape = SquareCropShape;
constexpr int along = 9; // samples of a ring's near side
constexpr double aside_px = 5.25;
constexpr std::array<double, ManRing::radii> radii{0.10, 0.14, 0.18, 0.22, 0.26, 0.30, 0.34, 0.39}; // squares
constexpr float spread_counts = 0.6F;

RingColour sample(const float* crop, double x, double y) {
  x = std::clamp(x, 0.0, Shape::width_px - 1.01);
  y = std::clamp(y, 0.0, Shape::height_px - 1.01);
  const int u = static_cast<int>(x), v = static_cast<int>(y);
  const auto fx = static_cast<float>(x - u), fy = static_cast<float>(y - v);
  RingColour bgr;
  for (int c = 0; c < 3; ++c) {
    const float* p = crop + (c * Shape::height_px + v) * Shape::width_px + u;
    bgr[c] = 255.0F * ((1.0F - fy) * ((1.0F - fx) * p[0] + fx * p[1]) +
                       fy * ((1.0F - fx) * p[Shape::width_px] + fx * p[Shape::width_px + 1]));
  }
  return {0.5F * bgr.mean(), bgr[2] - bgr[1], bgr[0] - 0.5F * (bgr[1] + bgr[2])};
}

/// The colours of a ring's near side and of what is above and below it.
struct Arc {
  std::array<RingColour, along> on, above, below;
};

/// Where rings of a crop's man are seen.
struct RingView : CropPerspective {
  RingView(const float* of, const Eigen::Vector2d& foot_squares) : CropPerspective(of, foot_squares), crop(of) {}

  /// Row of the middle of a ring's near side above the foot, px.
  double row(double height, double radius) const { return rise_px * height - Shape::square_px * flat * radius; }

  std::array<RingColour, along> arc(double height, double radius, double below_px) const {
    static const auto sines = [] {
      std::array<std::pair<double, double>, along> of;
      for (std::size_t k = 0; k < along; ++k) {
        const double angle = std::numbers::pi / 3.0 * (static_cast<double>(k) / 4.0 - 1.0);
        of[k] = {std::sin(angle), std::cos(angle)};
      }
      return of;
    }();
    std::array<RingColour, along> colours;
    for (std::size_t k = 0; k < along; ++k)
      colours[k] = sample(crop, foot_x + Shape::square_px * radius * sines[k].first,
                          foot_y - rise_px * height + Shape::square_px * flat * radius * sines[k].second + below_px);
    return colours;
  }

  Arc arcAt(double height, double radius) const {
    return {arc(height, radius, 0.0), arc(height, radius, -aside_px), arc(height, radius, aside_px)};
  }

  const float* crop;
};

RingColour meanOf(const std::array<RingColour, along>& colours) {
  RingColour mean = RingColour::Zero();
  for (const RingColour& colour : colours)
    mean += colour / along;
  return mean;
}

ManRing ringOf(const RingView& view, double height, double radius, const Arc& arc) {
  ManRing ring;
  ring.height = static_cast<float>(height);
  ring.radius = static_cast<float>(radius);
  ring.row_px = static_cast<float>(view.row(height, radius));
  RingColour squares = RingColour::Zero();
  for (std::size_t k = 0; k < along; ++k) {
    const RingColour up = arc.on[k] - arc.above[k], down = arc.on[k] - arc.below[k], both = 0.5F * (up + down);
    ring.up += up / along;
    ring.down += down / along;
    squares += both.cwiseProduct(both) / along;
  }
  const RingColour mean = ring.step(), spread = (squares - mean.cwiseProduct(mean)).cwiseMax(0.0F).cwiseSqrt();
  ring.spread_light = spread[0];
  ring.spread_colour = spread.tail<2>().norm();
  return ring;
}

/// How much of another thing than the man's own wood it looks, for choosing rings.
float strengthOf(const ManRing& ring) {
  constexpr float light_counts = 0.7F;
  return std::max(ring.colour(), light_counts * std::max(ring.darker(), ring.lighter()));
}

/// What is told of a chosen ring beyond its steps. `all`: the rings of this man.
void lookCloser(ManRing& ring, const RingView& view, const std::vector<ManRing>& all) {
  const Arc arc = view.arcAt(ring.height, ring.radius);
  const RingColour way = ring.step().normalized();
  const float whole = std::max(1.0F, ring.along(way));
  ring.on = meanOf(arc.on);
  ring.around = 0.5F * (meanOf(arc.above) + meanOf(arc.below));
  float left = 0.0F, right = 0.0F;
  for (std::size_t k = 0; k < along; ++k) {
    const float step = std::min((arc.on[k] - arc.above[k]).dot(way), (arc.on[k] - arc.below[k]).dot(way)) / whole;
    ring.share += step > 0.5F ? 1.0F / along : 0.0F;
    left += k < along / 2 ? step / (along / 2) : 0.0F;
    right += k > along / 2 ? step / (along / 2) : 0.0F;
  }
  ring.left = std::clamp(left, -1.0F, 2.0F);
  ring.right = std::clamp(right, -1.0F, 2.0F);
  const float height = std::max(1.0F, (ring.on - ring.around).dot(way));
  for (std::size_t k = 0; k < ring.profile.size(); ++k)
    ring.profile[k] =
        std::clamp((meanOf(view.arc(ring.height, ring.radius, ManRing::beside_px[k])) - ring.around).dot(way) / height,
                   -2.0F, 2.0F);
  constexpr float same_row_px = 1.5F;
  ring.by_radius.fill(-1.0F);
  for (const ManRing& other : all)
    if (std::abs(other.row_px - ring.row_px) < same_row_px) {
      const auto j = static_cast<std::size_t>(
          std::ranges::min_element(radii, {}, [&](double r) { return std::abs(r - other.radius); }) - radii.begin());
      ring.by_radius[j] = std::clamp(other.along(way) / whole, ring.by_radius[j], 1.5F);
    }
}

} // namespace

float ManRing::colour() const {
  const RingColour mean = step();
  const Eigen::Vector2f way = mean.tail<2>() / (mean.tail<2>().norm() + 1e-3F);
  return std::min(up.tail<2>().dot(way), down.tail<2>().dot(way)) - spread_counts * spread_colour;
}

float ManRing::darker() const {
  return std::min(-up[0], -down[0]) - spread_counts * spread_light;
}

float ManRing::lighter() const {
  return std::min(up[0], down[0]) - spread_counts * spread_light;
}

ManRings ringsAround(const float* crop, const Eigen::Vector2d& foot_squares) {
  constexpr double lowest = 0.06, highest = 1.7, least_step = 0.03, least_step_px = 0.8; // squares
  constexpr double foot = 0.29, most_above = 0.26; // men are slimmer above the foot: a wide ring there is a lower one
  constexpr float apart_px = 3.5F;                 // nearer rows show the same ring
  const RingView view(crop, foot_squares);
  ManRings man{static_cast<float>(view.rise_px), static_cast<float>(view.flat), {}};
  std::vector<ManRing> all;
  for (double height = lowest; height < highest; height += std::max(least_step, least_step_px / view.rise_px))
    for (const double radius : radii)
      if (height <= foot || radius <= most_above)
        all.push_back(ringOf(view, height, radius, view.arcAt(height, radius)));
  std::vector<std::pair<float, std::size_t>> order;
  for (std::size_t k = 0; k < all.size(); ++k)
    order.emplace_back(-strengthOf(all[k]), k);
  std::ranges::sort(order);
  for (const auto& [less, k] : order) {
    if (man.rings.size() == ManRings::most || less >= 0.0F)
      break;
    if (std::ranges::all_of(man.rings,
                            [&](const ManRing& ring) { return std::abs(ring.row_px - all[k].row_px) >= apart_px; }))
      man.rings.push_back(all[k]);
  }
  for (ManRing& ring : man.rings)
    lookCloser(ring, view, all);
  return man;
}

} // namespace linesman
