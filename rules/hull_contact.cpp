#include "rules/hull_contact.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;

using LocalCorners = FixedVector<Vector3d, 8>;

/// Where the tip is cut on a blunt piece, as the share of each edge from the apex; 0 on a sharp one.
double cutShare(const ShipShape& shape) {
  return (shape.slant_mm - shape.step_mm) / shape.slant_mm;
}

/// Corners in the ship's own frame, counter-clockwise where they are flat.
LocalCorners lyingCorners(const ShipShape& shape, HullModel model) {
  const double k = shape.base_mm / 2.0;
  const double d = shape.raised_forward_mm;
  const double s = shape.slant_mm;
  const double h = model == HullModel::silhouette ? 0.0 : shape.raised_height_mm;
  const double cut = cutShare(shape);
  LocalCorners corners;
  corners.push_back({0.0, -k, 0.0});
  if (model != HullModel::footprint)
    corners.push_back({d, -k, h});
  if (cut > 0.0) {
    // The plane of the cut meets the four edges at the same share of their length.
    const Vector3d apex(s, 0.0, 0.0);
    const auto onEdge = [&](double x, double y, double z) { return Vector3d(apex + cut * (Vector3d(x, y, z) - apex)); };
    corners.push_back(onEdge(0.0, -k, 0.0));
    if (model == HullModel::solid) {
      corners.push_back(onEdge(d, -k, h));
      corners.push_back(onEdge(d, k, h));
    }
    corners.push_back(onEdge(0.0, k, 0.0));
  } else {
    corners.push_back({s, 0.0, 0.0});
  }
  if (model != HullModel::footprint)
    corners.push_back({d, k, h});
  corners.push_back({0.0, k, 0.0});
  return corners;
}

LocalCorners uprightCorners(const ShipShape& shape, HullModel model) {
  const double k = shape.base_mm / 2.0;
  LocalCorners corners = {{k, -k, 0.0}, {k, k, 0.0}, {-k, k, 0.0}, {-k, -k, 0.0}};
  if (model == HullModel::solid)
    corners.push_back({0.0, 0.0, shape.height_mm});
  return corners;
}

Body placed(const ShipPose& pose, const LocalCorners& corners, bool flat) {
  Body body;
  const Vector2d forward = pose.direction();
  for (const Vector3d& c : corners)
    body.corners.push_back({pose.x_mm() + c.x() * forward.x() - c.y() * forward.y(),
                            pose.y_mm() + c.x() * forward.y() + c.y() * forward.x(), c.z()});
  body.flat = flat;
  return body;
}

void encircle(Body& body) {
  Vector2d low = body.corners[0].head<2>();
  Vector2d high = low;
  for (const Vector3d& corner : body.corners) {
    low = low.cwiseMin(corner.head<2>());
    high = high.cwiseMax(corner.head<2>());
  }
  body.centre_mm = (low + high) / 2.0;
  body.radius_mm = 0.0;
  for (const Vector3d& corner : body.corners)
    body.radius_mm = std::max(body.radius_mm, (corner.head<2>() - body.centre_mm).norm());
}

Outline flatCorners(const Body& body) {
  Outline outline;
  for (const Vector3d& corner : body.corners)
    outline.push_back(corner.head<2>());
  return outline;
}

/// Outline of the body below height z, seen from above: its corners there and the crossings of all segments that join
/// a corner below with one above.
Outline outlineBelow(const Body& body, double height_mm) {
  if (body.flat)
    return flatCorners(body);
  FixedVector<Vector2d, 192> points;
  for (const Vector3d& p : body.corners) {
    if (p.z() > height_mm)
      continue;
    points.push_back(p.head<2>());
    for (const Vector3d& q : body.corners)
      if (q.z() > height_mm)
        points.push_back((p + (q - p) * ((height_mm - p.z()) / (q.z() - p.z()))).head<2>());
  }
  FixedVector<Vector2d, 192> hull;
  convexHullInPlace(points, hull);
  Outline outline;
  for (const Vector2d& corner : hull)
    outline.push_back(corner);
  return outline;
}

} // namespace

Body shipBody(const ShipPose& pose, const ShipShape& shape, HullModel model) {
  Body body = placed(pose, lyingCorners(shape, model), model != HullModel::solid);
  encircle(body);
  return body;
}

Body uprightBody(const ShipPose& pose, const ShipShape& shape, HullModel model) {
  Body body = placed(pose, uprightCorners(shape, model), model != HullModel::solid);
  encircle(body);
  return body;
}

Body sweptBody(const ShipPose& from, const ShipPose& to, const ShipShape& shape, HullModel model) {
  const LocalCorners corners = lyingCorners(shape, model);
  Body body = placed(from, corners, false);
  for (const Vector3d& corner : placed(to, corners, false).corners)
    body.corners.push_back(corner);
  if (model != HullModel::solid) {
    FixedVector<Vector2d, 192> points;
    FixedVector<Vector2d, 192> hull;
    for (const Vector3d& corner : body.corners)
      points.push_back(corner.head<2>());
    convexHullInPlace(points, hull);
    body.corners.clear();
    for (const Vector2d& corner : hull)
      body.corners.push_back({corner.x(), corner.y(), 0.0});
    body.flat = true;
  }
  encircle(body);
  return body;
}

Outline shipOutline(const ShipPose& pose, const ShipShape& shape, HullModel model) {
  return flatCorners(
      placed(pose, lyingCorners(shape, model == HullModel::solid ? HullModel::silhouette : model), true));
}

Outline uprightOutline(const ShipPose& pose, const ShipShape& shape) {
  return flatCorners(placed(pose, uprightCorners(shape, HullModel::footprint), true));
}

Gap clearance(const Body& a, const Body& b) {
  if (a.flat && b.flat)
    return gapBetween(flatCorners(a), flatCorners(b));
  // Differences of corners, split by their height; the section at z = 0 is spanned by those on the table plane and by
  // the crossings of all segments from one below to one above.
  FixedVector<Vector3d, 144> above;
  FixedVector<Vector3d, 144> below;
  std::vector<Vector2d> section;
  section.reserve(128);
  for (const Vector3d& p : a.corners)
    for (const Vector3d& q : b.corners) {
      const Vector3d difference = q - p;
      if (difference.z() > 0.0)
        above.push_back(difference);
      else if (difference.z() < 0.0)
        below.push_back(difference);
      else
        section.push_back(difference.head<2>());
    }
  for (const Vector3d& up : above)
    for (const Vector3d& down : below)
      section.push_back((down + (up - down) * (-down.z() / (up.z() - down.z()))).head<2>());
  const std::vector<Vector2d> hull = convexHull(std::move(section));
  const Vector2d origin = Vector2d::Zero();
  Gap gap = gapBetween(hull, Corners(&origin, 1));
  // `on_a` is the displacement at which they meet that is nearest to none: shown at b's nearest corner.
  const Vector2d slide = gap.on_a_mm;
  const Gap plan = gapBetween(outlineBelow(a, std::numeric_limits<double>::infinity()),
                              outlineBelow(b, std::numeric_limits<double>::infinity()));
  gap.on_a_mm = plan.on_a_mm;
  gap.on_b_mm = plan.on_a_mm + slide;
  return gap;
}

Gap clearance(const Body& body, const PlaneObject& terrain) {
  const Outline outline = outlineBelow(body, terrain.height_mm);
  if (terrain.disc) {
    Gap gap = gapToPoint(outline, terrain.pose.origin_mm());
    const Vector2d towards = gap.on_a_mm - terrain.pose.origin_mm();
    const double length = towards.norm();
    if (length > 0.0)
      gap.on_b_mm = terrain.pose.origin_mm() + towards * (terrain.radius_mm / length) * (gap.mm < 0.0 ? -1.0 : 1.0);
    gap.mm -= terrain.radius_mm;
    return gap;
  }
  if (isConvex(terrain.polygon_mm) && signedArea(terrain.polygon_mm) > 0.0)
    return gapBetween(outline, terrain.polygon_mm);
  Gap least;
  least.mm = std::numeric_limits<double>::infinity();
  for (const auto& part : convexParts(terrain.polygon_mm)) {
    const Gap gap = gapBetween(outline, part);
    if (gap.mm < least.mm)
      least = gap;
  }
  return least;
}

Body bodyOf(const PlaneObject& object, const ShipShapes& shapes, HullModel model) {
  return object.isShip() ? shipBody(object.pose, shapes[object.size], model)
                         : uprightBody(object.pose, shapes[object.size], model);
}

Gap clearanceTo(const Body& body, const PlaneObject& object, const ShipShapes& shapes, HullModel model) {
  if (object.kind == PlaneKind::terrain)
    return clearance(body, object);
  return clearance(body, bodyOf(object, shapes, model));
}

double clearanceFloor_mm(const Body& body, const PlaneObject& object, const ShipShapes& shapes) {
  Vector2d centre = object.pose.origin_mm();
  double radius_mm = 0.0;
  if (object.kind == PlaneKind::terrain) {
    radius_mm = object.radius_mm;
    if (!object.disc)
      for (const Vector2d& corner : object.polygon_mm)
        radius_mm = std::max(radius_mm, (corner - centre).norm());
  } else {
    const ShipShape& shape = shapes[object.size];
    if (object.isShip()) {
      centre += object.pose.direction() * (shape.slant_mm / 2.0);
      radius_mm = std::hypot(shape.slant_mm, shape.base_mm) / 2.0;
    } else {
      radius_mm = shape.base_mm * 0.7072;
    }
  }
  return (centre - body.centre_mm).norm() - radius_mm - body.radius_mm;
}

namespace {

/// Least inward distance of the corners over the lines of all edges.
Gap insideConvex(Corners outline, Corners area) {
  Gap least;
  least.mm = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < area.size(); ++i) {
    const Vector2d edge = area[(i + 1) % area.size()] - area[i];
    const double length = edge.norm();
    if (!(length > 0.0))
      continue;
    const Vector2d inward(-edge.y() / length, edge.x() / length);
    for (const Vector2d& corner : outline) {
      const double inside_mm = inward.dot(corner - area[i]);
      if (inside_mm < least.mm)
        least = {inside_mm, corner, corner - inside_mm * inward};
    }
  }
  return least;
}

bool pointInside(Corners polygon, const Vector2d& p) {
  bool inside = false;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vector2d& a = polygon[i];
    const Vector2d& b = polygon[(i + 1) % polygon.size()];
    if ((a.y() > p.y()) != (b.y() > p.y()) && p.x() < a.x() + (b.x() - a.x()) * (p.y() - a.y()) / (b.y() - a.y()))
      inside = !inside;
  }
  return inside;
}

/// Concave surface: inside, the distance of the outline to the nearest edge; outside, how far its worst corner lies
/// out, or how deep an edge of the surface cuts into the outline.
Gap insideConcave(Corners outline, Corners area) {
  Gap least;
  least.mm = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < area.size(); ++i) {
    const Vector2d edge[2] = {area[i], area[(i + 1) % area.size()]};
    const Gap gap = gapBetween(outline, Corners(edge, 2));
    if (gap.mm < least.mm)
      least = gap;
  }
  for (const Vector2d& corner : outline) {
    if (pointInside(area, corner))
      continue;
    Gap out;
    out.mm = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < area.size(); ++i) {
      const Vector2d near = nearestOnSegment(area[i], area[(i + 1) % area.size()], corner);
      if (-(near - corner).norm() > out.mm)
        out = {-(near - corner).norm(), corner, near};
    }
    if (out.mm < least.mm)
      least = out;
  }
  return least;
}

} // namespace

Gap insideArea(Corners outline, const PlaneArea& area) {
  Gap least;
  least.mm = std::numeric_limits<double>::infinity();
  if (area.kind == PlaneArea::Kind::circle) {
    for (const Vector2d& corner : outline) {
      const Vector2d out = corner - area.centre_mm;
      const double inside_mm = area.radius_mm - out.norm();
      if (inside_mm < least.mm)
        least = {inside_mm, corner, area.centre_mm + out.normalized() * area.radius_mm};
    }
  } else if (area.kind == PlaneArea::Kind::polygon) {
    least =
        isConvex(area.polygon_mm) ? insideConvex(outline, area.polygon_mm) : insideConcave(outline, area.polygon_mm);
  }
  return least;
}

} // namespace linesman::rules
