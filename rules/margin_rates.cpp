#include "rules/margin_rates.h"

#include <cmath>
#include <limits>
#include <vector>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

/// Margins smaller than this do not tell the direction between their two places.
constexpr double least_mm = 1e-6;

/// How fast a point of a thing moves per radian of its heading.
Vector2d turning(const Vector2d& point_mm, const ShipPose& pose) {
  const Vector2d arm = point_mm - pose.origin_mm();
  return {-arm.y(), arm.x()};
}

/// A corner difference in the table plane, and the material points of both solids that it joins.
struct Difference {
  Vector2d slide;
  Vector2d on_a;
  Vector2d on_b;
};

/// All points that span the section at height 0 of the differences of two solids' corners (see clearance()).
std::vector<Difference> sectionOf(const Body& a, const Body& b) {
  struct Pair {
    Vector3d difference, p, q;
  };
  std::vector<Pair> above;
  std::vector<Pair> below;
  std::vector<Difference> section;
  for (const Vector3d& p : a.corners)
    for (const Vector3d& q : b.corners) {
      const Vector3d difference = q - p;
      if (difference.z() > 0.0)
        above.push_back({difference, p, q});
      else if (difference.z() < 0.0)
        below.push_back({difference, p, q});
      else
        section.push_back({difference.head<2>(), p.head<2>(), q.head<2>()});
    }
  for (const Pair& up : above)
    for (const Pair& down : below) {
      const double t = -down.difference.z() / (up.difference.z() - down.difference.z());
      const Vector3d p = down.p + t * (up.p - down.p);
      const Vector3d q = down.q + t * (up.q - down.q);
      section.push_back({(q - p).head<2>(), p.head<2>(), q.head<2>()});
    }
  return section;
}

/// The material points behind the slide by which two solids are apart (or have to be moved): on the corner or edge of
/// the section that faces it.
Difference materialAt(const std::vector<Difference>& section, const Vector2d& normal, const Vector2d& slide) {
  double least = std::numeric_limits<double>::infinity();
  for (const Difference& one : section)
    least = std::min(least, normal.dot(one.slide));
  const Vector2d along(-normal.y(), normal.x());
  const double wanted = along.dot(slide);
  const Difference* low = nullptr;
  const Difference* high = nullptr;
  for (const Difference& one : section) {
    if (normal.dot(one.slide) > least + 1e-7)
      continue;
    if (low == nullptr || along.dot(one.slide) < along.dot(low->slide))
      low = &one;
    if (high == nullptr || along.dot(one.slide) > along.dot(high->slide))
      high = &one;
  }
  const double from = along.dot(low->slide);
  const double to = along.dot(high->slide);
  const double t = to > from ? std::clamp((wanted - from) / (to - from), 0.0, 1.0) : 0.0;
  return {slide, low->on_a + t * (high->on_a - low->on_a), low->on_b + t * (high->on_b - low->on_b)};
}

} // namespace

MarginRates ratesBetween(const Vector2d& normal, const Vector2d& on_first_mm, const ShipPose& first,
                         const Vector2d& on_second_mm, const ShipPose& second) {
  MarginRates rates;
  rates.first << -normal.x(), -normal.y(), -normal.dot(turning(on_first_mm, first));
  rates.second << normal.x(), normal.y(), normal.dot(turning(on_second_mm, second));
  return rates;
}

std::optional<MarginRates> jointRates(const Component& joint, const ShipPose& from, const ShipPose& to) {
  // The margin is the tolerance less the gap between the old bow and the new stern.
  const Vector2d gap = joint.to_mm - joint.from_mm;
  if (gap.norm() < least_mm)
    return std::nullopt;
  return ratesBetween(-gap.normalized(), joint.from_mm, from, joint.to_mm, to);
}

MarginRates turnAngleRates(const ShipPose& from, const ShipPose& to) {
  const double sign = wrapAngle(to.heading_rad() - from.heading_rad()) >= 0.0 ? 1.0 : -1.0;
  MarginRates rates;
  rates.first(2) = sign;
  rates.second(2) = -sign;
  return rates;
}

MarginRates turnRates(const Component& turn, const ShipPose& from, const ShipPose& to, const ShipShape& shape) {
  MarginRates rates = turnAngleRates(from, to);
  const double mm_per_rad = shape.base_mm / 2.0 * std::cos(turn.angle_rad);
  rates.first *= mm_per_rad;
  rates.second *= mm_per_rad;
  return rates;
}

std::optional<MarginRates> clearanceRates(const Component& clear, const ShipPose& to, const ShipShape& shape,
                                          const PlaneObject& object, const ShipShapes& shapes, HullModel model) {
  if (object.kind == PlaneKind::terrain && object.disc) {
    const double gap_mm = clear.margin_mm + object.radius_mm;
    if (std::abs(gap_mm) < least_mm)
      return std::nullopt;
    const Vector2d centre = object.pose.origin_mm();
    return ratesBetween((centre - clear.from_mm) / gap_mm, clear.from_mm, to, centre, object.pose);
  }
  if (std::abs(clear.margin_mm) < least_mm)
    return std::nullopt;
  const Vector2d slide = clear.to_mm - clear.from_mm;
  const Vector2d normal = slide / clear.margin_mm;
  if (object.kind == PlaneKind::terrain || model != HullModel::solid)
    return ratesBetween(normal, clear.from_mm, to, clear.to_mm, object.pose);
  const Difference at = materialAt(sectionOf(shipBody(to, shape, model), bodyOf(object, shapes, model)), normal, slide);
  return ratesBetween(normal, at.on_a, to, at.on_b, object.pose);
}

std::optional<MarginRates> areaRates(const Component& area, const ShipPose& to) {
  if (std::abs(area.margin_mm) < least_mm)
    return std::nullopt;
  const Vector2d inward = (area.from_mm - area.to_mm) / area.margin_mm;
  MarginRates rates;
  rates.first << inward.x(), inward.y(), inward.dot(turning(area.from_mm, to));
  return rates;
}

std::optional<MarginRates> rangeRates(const Shot& shot, const ShipPose& ship, const ShipPose& target) {
  if (std::abs(shot.range_mm) < least_mm)
    return std::nullopt;
  // The depth is minus the gap between the target (range_from) and the region (range_to), which is rigid with the ship.
  const Vector2d normal = (shot.range_to_mm - shot.range_from_mm) / shot.range_mm;
  return ratesBetween(-normal, shot.range_to_mm, ship, shot.range_from_mm, target);
}

} // namespace linesman::rules
