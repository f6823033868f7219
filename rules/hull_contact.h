#pragma once
#include "rules/convex.h"
#include "rules/plane_options.h"
#include "rules/plane_table.h"

namespace linesman::rules {

/// Convex body on the table as its corners (table mm, z up), and a circle around it for quick refusals.
struct Body {
  FixedVector<Eigen::Vector3d, 16> corners;
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  double radius_mm = 0.0;
  bool flat = false; ///< all corners at z = 0, counter-clockwise
};

/// The body of a lying ship by a contact model; a blunt bow (step shorter than the slant) is cut off square.
Body shipBody(const ShipPose& pose, const ShipShape& shape, HullModel model);
/// The body of an upright pyramid.
Body uprightBody(const ShipPose& pose, const ShipShape& shape, HullModel model);
/// The hull of a ship's two placements of one step: what it passes over when it is pushed straight across.
Body sweptBody(const ShipPose& from, const ShipPose& to, const ShipShape& shape, HullModel model);

/// Outlines of a lying ship and an upright piece in the plane, counter-clockwise: on the table, or seen from above.
Outline shipOutline(const ShipPose& pose, const ShipShape& shape, HullModel model);
Outline uprightOutline(const ShipPose& pose, const ShipShape& shape);

/// Planar clearance of two bodies: signed distance from the origin to the set of horizontal displacements at which they
/// meet. For solids that set is the section at z = 0 of the hull of all corner differences.
Gap clearance(const Body& a, const Body& b);
/// Clearance of a body and terrain: a prism of some height over a disc or polygon; above it the body may lean over.
/// Under the silhouette model `body` is flat and the height does not matter.
Gap clearance(const Body& body, const PlaneObject& terrain);
/// Clearance to any object by a contact model.
Gap clearanceTo(const Body& body, const PlaneObject& object, const ShipShapes& shapes, HullModel model);
/// A number that clearanceTo can not be below, found quickly.
double clearanceFloor_mm(const Body& body, const PlaneObject& object, const ShipShapes& shapes);

/// How far inside the playing surface an outline lies (negative: its greatest distance outside). `on_a` is the corner,
/// `on_b` the place of the edge. Concave surfaces are asked edge by edge.
Gap insideArea(Corners outline, const PlaneArea& area);

/// The body of any ship or upright piece.
Body bodyOf(const PlaneObject& object, const ShipShapes& shapes, HullModel model);

} // namespace linesman::rules
