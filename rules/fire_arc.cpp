#include "rules/fire_arc.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/line_of_fire.h"

namespace linesman::rules {

namespace {
using Eigen::Vector2d;
} // namespace

const char* nameOf(Side side) {
  return side == Side::port ? "port" : side == Side::starboard ? "starboard" : "stern";
}

std::optional<Side> sideFrom(const std::string& name) {
  for (const Side side : {Side::port, Side::starboard, Side::stern})
    if (name == nameOf(side))
      return side;
  return std::nullopt;
}

Outline FiringSide::toSide(Corners table_mm) const {
  Outline outline;
  const bool mirrored = cross(along, outward) < 0.0;
  for (std::size_t i = 0; i < table_mm.size(); ++i)
    outline.push_back(toSide(table_mm[mirrored ? table_mm.size() - 1 - i : i]));
  return outline;
}

TablePolygon FiringSide::regionOnTable() const {
  TablePolygon polygon;
  for (const Vector2d& corner : region)
    polygon.push_back(toTable(corner));
  if (signedArea(polygon) < 0.0)
    std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

namespace {

/// The gauge that this side uses, or none where it has no cannon.
std::optional<PyramidSize> gaugeOf(PyramidSize ship, Side side, const PlaneOptions& options) {
  if (side != Side::stern)
    return options.range == RangeBy::own ? ship : PyramidSize::large;
  switch (options.rear_cannon) {
  case RearCannon::off:
    return std::nullopt;
  case RearCannon::large_only:
    return ship == PyramidSize::large ? std::optional(PyramidSize::large) : std::nullopt;
  case RearCannon::own_size_all:
    return ship;
  case RearCannon::large_template_all:
    return PyramidSize::large;
  }
  return std::nullopt;
}

/// The gauge with its base from 0 to b on the side; seen from above its raised corners stand out a little.
Outline gaugeOutline(const ShipShape& gauge, HullModel shape) {
  const double b = gauge.base_mm;
  if (shape == HullModel::footprint)
    return {{0.0, 0.0}, {b, 0.0}, {b / 2.0, gauge.slant_mm}};
  const double d = gauge.raised_forward_mm;
  return {{0.0, 0.0}, {b, 0.0}, {b, d}, {b / 2.0, gauge.slant_mm}, {0.0, d}};
}

void placeSide(FiringSide& fire, const ShipPose& pose, const ShipShape& shape) {
  const Vector2d forward = pose.direction();
  const Vector2d starboard(forward.y(), -forward.x());
  const double k = shape.base_mm / 2.0;
  if (fire.side == Side::stern) {
    fire.origin_mm = pose.origin_mm() - k * starboard;
    fire.along = starboard;
    fire.outward = -forward;
    fire.length_mm = shape.base_mm;
    return;
  }
  const Vector2d abeam = fire.side == Side::starboard ? starboard : Vector2d(-starboard);
  fire.origin_mm = pose.origin_mm() + k * abeam;
  // From the stern corner to the ideal bow: (s f - k a)/e; outward is square to it, away from the hull: (s a + k f)/e.
  fire.along = (shape.slant_mm * forward - k * abeam) / shape.side_mm;
  fire.outward = (shape.slant_mm * abeam + k * forward) / shape.side_mm;
  fire.length_mm = shape.side_mm;
}

/// The union of the gauge over all slides is the hull of its two end positions (Minkowski sum with a segment).
Outline unionOf(const Outline& gauge, double low_mm, double high_mm) {
  FixedVector<Vector2d, 192> points;
  FixedVector<Vector2d, 192> hull;
  for (const Vector2d& corner : gauge) {
    points.push_back(corner + Vector2d(low_mm, 0.0));
    points.push_back(corner + Vector2d(high_mm, 0.0));
  }
  convexHullInPlace(points, hull);
  Outline region;
  for (const Vector2d& corner : hull)
    region.push_back(corner);
  return region;
}

} // namespace

std::optional<FiringSide> firingSide(const PlaneObject& ship, Side side, const ShipShapes& shapes,
                                     const PlaneOptions& options) {
  const auto size = gaugeOf(ship.size, side, options);
  if (!size)
    return std::nullopt;
  FiringSide fire;
  fire.side = side;
  placeSide(fire, ship.pose, shapes[ship.size]);
  const ShipShape& gauge = shapes[*size];
  fire.base_mm = gauge.base_mm;
  fire.depth_mm = gauge.slant_mm;
  const double room_mm = fire.length_mm - gauge.base_mm;
  // A gauge of the stern's own width fits exactly; only rounding could say otherwise.
  const bool fits = room_mm >= 0.0 || (side == Side::stern && *size == ship.size);
  fire.slide_high_mm = std::max(room_mm, 0.0);
  if (!fits) {
    if (options.short_side == ShortSide::none)
      return std::nullopt;
    fire.slide_low_mm = options.short_side == ShortSide::centered ? room_mm / 2.0 : room_mm;
    fire.slide_high_mm = options.short_side == ShortSide::centered ? room_mm / 2.0 : 0.0;
  }
  fire.gauge = gaugeOutline(gauge, options.template_shape);
  fire.region = unionOf(fire.gauge, fire.slide_low_mm, fire.slide_high_mm);
  Vector2d low = fire.region[0];
  Vector2d high = low;
  for (const Vector2d& corner : fire.region) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  const Vector2d centre = (low + high) / 2.0;
  for (const Vector2d& corner : fire.region)
    fire.around_mm = std::max(fire.around_mm, (corner - centre).norm());
  fire.centre_mm = fire.toTable(centre);
  return fire;
}

std::vector<FiringSide> firingSides(const PlaneObject& ship, const ShipShapes& shapes, const PlaneOptions& options) {
  std::vector<FiringSide> sides;
  for (const Side side : {Side::port, Side::starboard, Side::stern})
    if (const auto fire = firingSide(ship, side, shapes, options))
      sides.push_back(*fire);
  return sides;
}

Outline fireOutline(const PlaneObject& object, const ShipShapes& shapes, const PlaneOptions& options) {
  if (object.isShip())
    return shipOutline(object.pose, shapes[object.size], options.fire_shape);
  if (object.kind == PlaneKind::upright)
    return uprightOutline(object.pose, shapes[object.size]);
  Outline outline;
  if (object.disc) {
    for (int i = 0; i < 20; ++i)
      outline.push_back(object.pose.origin_mm() +
                        object.radius_mm * Vector2d(std::cos(pi * i / 10.0), std::sin(pi * i / 10.0)));
    return outline;
  }
  const std::vector<Vector2d> hull = convexHull(object.polygon_mm);
  for (std::size_t i = 0; i < hull.size() && i < 20; ++i)
    outline.push_back(hull[i]);
  return outline;
}

namespace {

/// A circle around what an object shows to fire; flags and other terrain by their own figures.
struct Around {
  Vector2d centre;
  double radius_mm;
};
Around circleAround(const PlaneObject& object, const ShipShapes& shapes) {
  if (object.isShip()) {
    const ShipShape& shape = shapes[object.size];
    return {object.pose.origin_mm() + object.pose.direction() * (shape.slant_mm / 2.0),
            std::hypot(shape.slant_mm, shape.base_mm) / 2.0};
  }
  if (object.kind == PlaneKind::upright)
    return {object.pose.origin_mm(), shapes[object.size].base_mm * 0.7072};
  double radius_mm = object.disc ? object.radius_mm : 0.0;
  if (!object.disc)
    for (const Vector2d& corner : object.polygon_mm)
      radius_mm = std::max(radius_mm, (corner - object.pose.origin_mm()).norm());
  return {object.pose.origin_mm(), radius_mm};
}

} // namespace

double rangeCeiling_mm(const FiringSide& side, const PlaneObject& target, const ShipShapes& shapes) {
  const Around circle = circleAround(target, shapes);
  return side.around_mm + circle.radius_mm - (circle.centre - side.centre_mm).norm();
}

Gap rangeDepth(const FiringSide& side, Corners target_in_side, TargetCover cover) {
  if (cover == TargetCover::any) {
    Gap gap = gapBetween(target_in_side, side.region);
    gap.mm = -gap.mm;
    return gap;
  }
  Gap least;
  least.mm = infinity;
  const auto ask = [&](const Vector2d& point) {
    const Gap gap = gapToPoint(side.region, point);
    if (-gap.mm < least.mm)
      least = {-gap.mm, point, gap.on_a_mm};
  };
  if (cover == TargetCover::whole) {
    for (const Vector2d& corner : target_in_side)
      ask(corner);
    return least;
  }
  // Centroid of the area.
  Vector2d centroid = Vector2d::Zero();
  double twice_area = 0.0;
  const Vector2d& base = target_in_side[0];
  for (std::size_t i = 1; i + 1 < target_in_side.size(); ++i) {
    const double twice = cross(target_in_side[i] - base, target_in_side[i + 1] - base);
    centroid += twice * (base + target_in_side[i] + target_in_side[i + 1]) / 3.0;
    twice_area += twice;
  }
  ask(centroid / twice_area);
  return least;
}

std::string Shot::reason() const {
  if (!refusal.empty())
    return refusal;
  return hit() ? "ok" : inRange() ? "obstructed" : "range";
}

std::string fireRefusal(const PlaneObject& ship, const PlaneObject& target, const PlaneOptions& options) {
  if (ship.sunk())
    return "ship is sunk";
  if (ship.shots >= shotsPerTurn(ship.size))
    return "no shots left";
  if (&ship == &target || ship.id == target.id)
    return "own ship";
  if (target.isShip()) {
    if (target.sunk())
      return "target is sunk";
    if (options.friendly_fire == FriendlyFire::forbidden && ship.player == target.player)
      return "own ship";
    return {};
  }
  if (target.kind == PlaneKind::terrain && target.terrain == Terrain::flag && options.flag_shootable)
    return {};
  return "not a ship";
}

namespace {

/// Everything that may stop shots from this side at this target, in the side's frame, as far as it is not farther than
/// `within_mm` from the region.
std::vector<Blocker> blockersOf(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship,
                                const PlaneObject& target, const FiringSide& side,
                                double within_mm = std::numeric_limits<double>::infinity()) {
  std::vector<Blocker> blockers;
  for (const PlaneObject& object : table.objects) {
    if (within_mm < infinity) {
      const Around circle = circleAround(object, table.shapes);
      const double far_mm = within_mm + circle.radius_mm;
      if ((circle.centre - side.centre_mm).norm() > side.around_mm + far_mm ||
          gapToPoint(side.region, side.toSide(circle.centre)).mm > far_mm)
        continue;
    }
    if (object.id == ship.id || object.id == target.id || !object.stopsFire() || (object.isShip() && object.sunk()))
      continue;
    if (!options.own_ships_block && object.isShip() && object.player == ship.player)
      continue;
    Blocker blocker;
    blocker.id = object.id;
    if (object.kind == PlaneKind::terrain && object.disc) {
      blocker.radius_mm = object.radius_mm;
      blocker.outline.push_back(side.toSide(object.pose.origin_mm()));
      blockers.push_back(blocker);
    } else if (object.kind == PlaneKind::terrain) {
      for (const auto& part : convexParts(object.polygon_mm)) {
        blocker.outline.clear();
        for (const Vector2d& corner : part)
          blocker.outline.push_back(side.toSide(corner));
        if (signedArea(blocker.outline) < 0.0)
          std::reverse(blocker.outline.begin(), blocker.outline.end());
        blockers.push_back(blocker);
      }
    } else {
      const Outline outline = side.toSide(fireOutline(object, table.shapes, options));
      blocker.outline.assign(outline.begin(), outline.end());
      blockers.push_back(blocker);
    }
  }
  return blockers;
}

/// What the gauge itself has to find room between (template_must_fit): everything but ship and target, and the edge.
std::vector<Blocker> roomAround(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship,
                                const PlaneObject& target, const FiringSide& side) {
  PlaneTable solid = table;
  for (PlaneObject& object : solid.objects)
    object.blocks_fire = object.terrain != Terrain::base && object.height_mm > 0.0;
  PlaneOptions all = options;
  all.own_ships_block = true;
  std::vector<Blocker> room = blockersOf(solid, all, ship, target, side);
  TablePolygon rim = table.area.polygon_mm;
  if (table.area.kind == PlaneArea::Kind::circle)
    for (int i = 0; i < 360; ++i)
      rim.push_back(table.area.centre_mm +
                    table.area.radius_mm * Vector2d(std::cos(radFromDeg(i)), std::sin(radFromDeg(i))));
  for (std::size_t i = 0; i < rim.size(); ++i)
    room.push_back({"edge", {side.toSide(rim[i]), side.toSide(rim[(i + 1) % rim.size()])}, 0.0});
  return room;
}

/// Fills in the line of fire of a target in range.
void lookAlong(Shot& shot, const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship,
               const PlaneObject& target, const FiringSide& side, Corners target_in_side, const LookHints& hints) {
  // Lines of sight lie in the region; what is farther from it than the range is deep cannot decide the margin.
  const bool near_only = hints.margin_only && options.los == LineOfFire::sight;
  const std::vector<Blocker> blockers =
      blockersOf(table, options, ship, target, side, near_only ? shot.range_mm + 4.0 : infinity);
  if (blockers.empty())
    return;
  Outline inside = clipByPolygon(target_in_side, side.region);
  if (inside.empty()) // touches from outside, within rounding
    inside.push_back(side.toSide(shot.range_to_mm));
  const Outline shooter = side.toSide(shipOutline(ship.pose, table.shapes[ship.size], HullModel::footprint));
  SightHints sight;
  if (hints.margin_only)
    sight.enough_mm = shot.range_mm;
  sight.hopeless_mm = hints.hopeless_mm;
  if (hints.near)
    sight.near = {side.toSide(hints.near->first), side.toSide(hints.near->second)};
  const auto line = lineOfFire(side, options.los, target_in_side, inside, shooter, blockers, sight);
  if (!line)
    return;
  shot.los_mm = line->mm;
  shot.blocker = line->blocker;
  switch (options.los) {
  case LineOfFire::template_free:
  case LineOfFire::template_to_target:
    shot.slide_mm = line->slide_mm;
    break;
  case LineOfFire::broadside:
    shot.ray_mm = line->x_mm;
    [[fallthrough]];
  default:
    shot.line = {side.toTable(line->gun), side.toTable(line->aim)};
  }
}

} // namespace

Shot shotFrom(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const PlaneObject& target,
              const FiringSide& side, const LookHints& hints) {
  Shot shot;
  shot.side = side.side;
  shot.refusal = fireRefusal(ship, target, options);
  const Outline outline = side.toSide(fireOutline(target, table.shapes, options));
  const Gap depth = rangeDepth(side, outline, options.target_cover);
  shot.range_mm = depth.mm;
  shot.range_from_mm = side.toTable(depth.on_a_mm);
  shot.range_to_mm = side.toTable(depth.on_b_mm);
  if (shot.inRange() && options.los != LineOfFire::none)
    lookAlong(shot, table, options, ship, target, side, outline, hints);
  if (!shot.inRange() || !options.template_must_fit)
    return shot;
  const std::vector<Blocker> room = roomAround(table, options, ship, target, side);
  if (room.empty())
    return shot;
  const auto fit = lineOfFire(side, LineOfFire::template_free, outline, outline, outline, room);
  if (fit && (!shot.los_mm || fit->mm < *shot.los_mm)) {
    shot.los_mm = fit->mm;
    shot.blocker = fit->blocker;
    shot.slide_mm = fit->slide_mm;
    shot.line.reset();
  }
  return shot;
}

Shot bestShot(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const PlaneObject& target,
              const std::vector<FiringSide>& sides) {
  std::optional<Shot> best;
  for (const FiringSide& side : sides) {
    const Shot shot = shotFrom(table, options, ship, target, side);
    if (!best || shot.margin_mm() > best->margin_mm() + tie_mm)
      best = shot;
  }
  if (best)
    return *best;
  Shot none;
  none.refusal = "the gauge does not fit the side";
  return none;
}

} // namespace linesman::rules
