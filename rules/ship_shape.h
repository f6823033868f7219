#pragma once
#include <array>
#include <cmath>

#include "models/piece_catalog.h"
#include "models/planar_pose.h"

namespace linesman::rules {

/// A lying ship on the table: origin at the middle of the stern edge, x towards the bow.
using ShipPose = PlanarPose<TableFrame, PieceFrame>;

/// Every length and angle of one size that the law needs, computed once (formulas in models/pyramid.h).
struct ShipShape {
  explicit ShipShape(const Pyramid& pyramid, bool ideal_bow = false)
      : base_mm(pyramid.base_mm()), height_mm(pyramid.height_mm()), slant_mm(pyramid.slant_mm()),
        side_mm(pyramid.edge_mm()), raised_forward_mm(pyramid.raisedForward_mm()),
        raised_height_mm(pyramid.raisedHeight_mm()),
        step_mm(slant_mm * (1.0 - (ideal_bow ? 0.0 : pyramid.tipCut_mm() / height_mm))),
        turn_limit_rad(pyramid.turnLimit_rad()),
        outline_turn_limit_rad(pi / 2.0 - std::atan2(base_mm / 2.0, slant_mm - raised_forward_mm)) {}

  double base_mm;
  double height_mm;
  double slant_mm;               ///< s: stern edge to ideal bow
  double side_mm;                ///< e: the long side, to the ideal bow
  double raised_forward_mm;      ///< d
  double raised_height_mm;       ///< H
  double step_mm;                ///< stern edge to the bow that the next stern touches (a blunt tip ends short of s)
  double turn_limit_rad;         ///< tau = atan(2s/b), for footprints and solids
  double outline_turn_limit_rad; ///< tau' of the outline seen from above
};

/// Number of a size in tables by size: small 0, medium 1, large 2. Its pips are one more.
constexpr std::size_t indexOf(PyramidSize size) {
  return static_cast<std::size_t>(size);
}
constexpr int pipsOf(PyramidSize size) {
  return static_cast<int>(size) + 1;
}
/// How often a ship fires in a turn at most.
constexpr int shotsPerTurn(PyramidSize size) {
  return pipsOf(size);
}
/// How much damage sinks a ship that has so much armour.
constexpr int damageToSink(PyramidSize size, int armour) {
  return pipsOf(size) + armour;
}

/// The three sizes of one set.
struct ShipShapes {
  explicit ShipShapes(const PieceCatalog& catalog, bool ideal_bow = false)
      : of{ShipShape(catalog.pyramid(PyramidSize::small), ideal_bow),
           ShipShape(catalog.pyramid(PyramidSize::medium), ideal_bow),
           ShipShape(catalog.pyramid(PyramidSize::large), ideal_bow)} {}
  ShipShapes() : ShipShapes(PieceCatalog::standard()) {}

  const ShipShape& operator[](PyramidSize size) const { return of[indexOf(size)]; }
  std::array<ShipShape, 3> of;
};

/// Where the next stern has to touch.
inline Eigen::Vector2d bowOf(const ShipPose& pose, const ShipShape& shape) {
  return pose.origin_mm() + shape.step_mm * pose.direction();
}

} // namespace linesman::rules
