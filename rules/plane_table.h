#pragma once
#include <optional>
#include <string>
#include <vector>

#include "models/table_state.h"
#include "rules/pose_doubt.h"
#include "rules/ship_shape.h"

namespace linesman::rules {

enum class PlaneKind { ship, upright, terrain };
enum class Terrain { island, reef, shallow, flag, obstacle, base };

/// One thing on the table of a plane game. Millimetres and radians in TableFrame.
struct PlaneObject {
  std::string id; ///< "r1"; ids are unique
  PlaneKind kind = PlaneKind::ship;
  std::string player; ///< owner; empty for the sea's own things

  // Ships and upright pieces.
  PyramidSize size = PyramidSize::large;
  /// Ship: middle of the stern edge, heading to the bow. Upright: centre of the base, angle of its sides. Terrain: a
  /// point to which its covariance refers (disc: centre; polygon: mean corner), heading 0.
  ShipPose pose{0.0, 0.0, 0.0};
  /// Of (x mm, y mm, heading rad): of its own measurement alone.
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  SharedError shared_error; ///< what errors do to it that other objects share
  int damage = 0;
  int armour = 0; ///< extra damage before it sinks
  bool moved = false;
  int shots = 0;     ///< fired this turn
  bool flag = false; ///< it is its player's flag: an enemy may touch it where `flag_contact` permits that

  // Terrain: a disc, or a simple polygon of any turn, as a prism of `height_mm` (0: flat).
  Terrain terrain = Terrain::island;
  bool disc = false;
  double radius_mm = 0.0;
  TablePolygon polygon_mm;
  double height_mm = 0.0;
  std::array<bool, 3> passable{};  ///< by size: may sail over it
  std::optional<bool> blocks_fire; ///< left out: things with height do, except flags and shallows

  PoseDoubt doubt() const { return {covariance, shared_error}; }
  bool isShip() const { return kind == PlaneKind::ship; }
  bool sunk() const { return damage >= damageToSink(size, armour); }
  bool stopsFire() const {
    if (kind != PlaneKind::terrain)
      return true;
    return blocks_fire.value_or(height_mm > 0.0 && terrain != Terrain::flag && terrain != Terrain::shallow &&
                                terrain != Terrain::base);
  }
};

/// The playing surface: none known, a simple polygon, or a disc.
struct PlaneArea {
  enum class Kind { none, polygon, circle };
  Kind kind = Kind::none;
  TablePolygon polygon_mm; ///< counter-clockwise
  Eigen::Vector2d centre_mm = Eigen::Vector2d::Zero();
  double radius_mm = 0.0;
};

/// Everything the law of the plane games looks at.
struct PlaneTable {
  ShipShapes shapes;
  PlaneArea area;
  std::vector<PlaneObject> objects;

  const PlaneObject* find(const std::string& id) const {
    for (const PlaneObject& object : objects)
      if (object.id == id)
        return &object;
    return nullptr;
  }
};

} // namespace linesman::rules
