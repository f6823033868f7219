#pragma once
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "models/table_state.h"

namespace linesman::app {

/// Where a lying pyramid was seen, and how surely.
struct SeenPose {
  PlanarPose<TableFrame, PieceFrame> pose;
  /// Of (x mm, y mm, heading rad), from its own measurement alone: along the look it is known less surely than across.
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();
  SharedError shared = {}; ///< what errors of lens and camera do to it, as to all that this camera sees

  double sigma_mm() const;  ///< of a coordinate, the mean of all directions
  double sigma_rad() const; ///< of the heading

  static SeenPose of(const SeenPyramid& pyramid);
  nlohmann::json toJson() const; ///< x, y in mm and heading in degrees, sigma_mm, sigma_deg, covariance, shared_error
  static SeenPose fromJson(const nlohmann::json& json);
};

/// Distance of the two origins (mm).
double shiftBetween(const SeenPose& a, const SeenPose& b);
/// Change of heading from a to b (rad), in (-pi, pi].
double turnBetween(const SeenPose& a, const SeenPose& b);
/// How far two measurements of one place lie apart at most (mm), and of one heading (rad): three sigmas, also of what
/// lens and camera do to them where these did not see both from one place.
double noiseBetween_mm(const SeenPose& a, const SeenPose& b);
double turnNoiseBetween_rad(const SeenPose& a, const SeenPose& b);
/// The mean of so many looks with one more, weighed by their sigmas. Its covariance is theirs, weighed the same way,
/// and none smaller for their number: what one look does not see rightly the next one does not either.
SeenPose meanWith(const SeenPose& mean, int looks, const SeenPose& here);

/// Of one size and colour: the same ship, one like it, its gauge or a spare.
inline bool sameKind(const SeenPyramid& a, const SeenPyramid& b) {
  return a.size == b.size && a.colour == b.colour;
}

/// Whether a ship is the one that its player has marked, or that is taken for that because he has marked none.
enum class Marked { no, taken, said };

/// A ship of a plane game. Its name, and what cannot be seen of it, stay with it through hands and moves.
struct Ship {
  std::string name; ///< "r1"
  std::string player;
  Colour colour = Colour::red;
  PyramidSize size = PyramidSize::small;
  SeenPose recorded;  ///< where it belongs
  SeenPose seen;      ///< where it was last seen
  int looks = 1;      ///< sightings that `recorded` is the mean of, or the most that are counted
  double score = 1.0; ///< of the look that it was named by; 1 since it made a step
  int damage = 0;
  int armour = 0;      ///< what it bears beyond its size
  bool sunk = false;   ///< damage has reached its size and armour
  std::string hit_by;  ///< whose the newest hit is
  std::string sunk_by; ///< the player who is credited with it, if it is sunk and anybody is
  Marked flagship = Marked::no;
  bool withdrawn = false;  ///< its fleet is out of the game and leaves the table
  bool removed = false;    ///< sunk or withdrawn, and off the table
  bool displaced = false;  ///< reported as lying elsewhere than recorded
  int missed = 0;          ///< settled tables in a row without it
  int held = 0;            ///< of those, with a hand in sight that may hold it
  bool asked_back = false; ///< it was told to be missing, or that another piece lies in its place
  int otherwise = 0;       ///< settled tables in a row at which a piece of another kind lay in its place
  int left = 0;            ///< settled tables at which it still lay there though it was to go
  bool hidden = false;     ///< not seen in the latest of them, and it belongs where the table cannot be seen
  int chits = 0;           ///< damage chits that lay beside it at the start: no news
  int asked_chits = 0;     ///< more of them than those were asked about; forgotten when chits or damage change
  std::optional<double> chits_since_s; ///< more of them than that and than the damage were seen since then

  bool afloat() const { return !sunk && !withdrawn; }
  /// Of its kind.
  bool isLike(const SeenPyramid& pyramid) const { return pyramid.size == size && pyramid.colour == colour; }
  nlohmann::json toJson() const;
  static Ship fromJson(const nlohmann::json& json);
};

/// Middle of a pyramid of the usual set (mm).
Eigen::Vector2d middleOf(const SeenPyramid& pyramid);
/// Middle of where it was last seen (mm).
Eigen::Vector2d middleOf(const Ship& ship);

/// Length of a lying pyramid of the usual set from stern edge to ideal bow (mm).
double lengthOf(PyramidSize size);

} // namespace linesman::app
