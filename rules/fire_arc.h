#pragma once
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "rules/step_move.h"

namespace linesman::rules {

enum class Side { port, starboard, stern };
const char* nameOf(Side side);
std::optional<Side> sideFrom(const std::string& name);

/// A firing side and its gauge: the frame has its origin at one end of the side, x along it, y outward. At slide l the
/// gauge is its outline moved by l along x; its base touches the side from l to l + base.
struct FiringSide {
  Side side = Side::port;
  Eigen::Vector2d origin_mm = Eigen::Vector2d::Zero();
  Eigen::Vector2d along = Eigen::Vector2d::UnitX();
  Eigen::Vector2d outward = Eigen::Vector2d::UnitY();
  double length_mm = 0.0;    ///< of the side
  double base_mm = 0.0;      ///< of the gauge
  double depth_mm = 0.0;     ///< of the gauge
  double slide_low_mm = 0.0; ///< least and greatest slide
  double slide_high_mm = 0.0;
  Outline gauge;  ///< at slide 0, side frame, counter-clockwise in (x, y)
  Outline region; ///< union over all slides, side frame, counter-clockwise in (x, y)
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero(); ///< of a circle around the region, table
  double around_mm = 0.0;                              ///< its radius

  Eigen::Vector2d toSide(const Eigen::Vector2d& table_mm) const {
    const Eigen::Vector2d arm = table_mm - origin_mm;
    return {along.dot(arm), outward.dot(arm)};
  }
  Eigen::Vector2d toTable(const Eigen::Vector2d& side_mm) const {
    return origin_mm + side_mm.x() * along + side_mm.y() * outward;
  }
  /// Side frame, counter-clockwise again (starboard and stern frames are mirrored).
  Outline toSide(Corners table_mm) const;
  TablePolygon regionOnTable() const;
};

/// The side of a ship with its gauge by the options; none where the ship has no cannon there or the gauge's base is
/// longer than the side and `short_side` is none.
std::optional<FiringSide> firingSide(const PlaneObject& ship, Side side, const ShipShapes& shapes,
                                     const PlaneOptions& options);

/// All sides from which the ship may fire, in the order port, starboard, stern.
std::vector<FiringSide> firingSides(const PlaneObject& ship, const ShipShapes& shapes, const PlaneOptions& options);

/// Outline that a target shows to fire, table mm. Ships and upright pieces; a disc flag is a 64-gon around it.
Outline fireOutline(const PlaneObject& object, const ShipShapes& shapes, const PlaneOptions& options);

/// How deep the target lies in the region (negative: by how much it is missed), with the places.
Gap rangeDepth(const FiringSide& side, Corners target_in_side, TargetCover cover);

/// A number that the range depth can not be above, found quickly: below 0 the target is out of range.
double rangeCeiling_mm(const FiringSide& side, const PlaneObject& target, const ShipShapes& shapes);

/// What the law says of one shot from one side, before any doubt.
struct Shot {
  Side side = Side::port;
  std::string refusal; ///< a reason without a margin: "no shots left", "own ship", ...
  double range_mm = 0.0;
  std::optional<double> los_mm; ///< clearance of the best line of fire; none when nothing can be in the way
  std::string blocker;          ///< id of the object that limits it
  /// The proving line (sight, broadside, corners), table mm.
  std::optional<std::pair<Eigen::Vector2d, Eigen::Vector2d>> line;
  std::optional<double> slide_mm; ///< the gauge that proves it (template definitions)
  std::optional<double> ray_mm;   ///< the square shot's place along the side (broadside)
  Eigen::Vector2d range_from_mm = Eigen::Vector2d::Zero();
  Eigen::Vector2d range_to_mm = Eigen::Vector2d::Zero();

  bool inRange() const { return range_mm >= 0.0; }
  bool hit() const { return refusal.empty() && inRange() && (!los_mm || *los_mm > 0.0); }
  double margin_mm() const { return inRange() && los_mm ? std::min(range_mm, *los_mm) : range_mm; }
  /// "ok", "range", "obstructed" or the refusal.
  std::string reason() const;
};

/// How to look along the line of fire.
struct LookHints {
  /// Stop as soon as the line is clearer than the range is deep: the verdict and its margin are the same, only los_mm
  /// is then a lower bound.
  bool margin_only = false;
  /// Look only near this line (table mm): poses that have hardly changed.
  std::optional<std::pair<Eigen::Vector2d, Eigen::Vector2d>> near;
  /// Stop as soon as no line can be clearer than this: far below 0 nobody asks how far. los_mm is then any value below
  /// it.
  double hopeless_mm = -std::numeric_limits<double>::infinity();
};

/// One shot from one side.
Shot shotFrom(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const PlaneObject& target,
              const FiringSide& side, const LookHints& hints = {});
/// The best shot over `sides` (greatest margin, the first of equals).
Shot bestShot(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const PlaneObject& target,
              const std::vector<FiringSide>& sides);
/// Why this ship may not fire at this target whatever the geometry; empty when it may.
std::string fireRefusal(const PlaneObject& ship, const PlaneObject& target, const PlaneOptions& options);

} // namespace linesman::rules
