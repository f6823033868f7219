#pragma once
#include <array>
#include <vector>

#include "rules/fixed_vector.h"
#include "rules/sight_contact.h"

namespace linesman::rules {

/// A line of `sight`: on edge `edge` of the target's outline inside the region, `at_mm` along it, from `gun_mm` along
/// the side.
struct SightLine {
  std::size_t edge = 0;
  double at_mm = 0.0;
  double gun_mm = 0.0;
  double mm = -infinity; ///< its clearance
};

/// The search for the clearest line of `sight`. A clearance changes by no more than the ends of its line move, so boxes
/// of lines are halved, the most promising first, until none can be better than the best line by more than a slack;
/// the best few lines then climb, each step the optimum of the linearised clearances within a trust region.
class SightSearch {
public:
  /// `side` and what `inside` (the target's part in the region, side frame) refers to must outlive the search.
  SightSearch(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers);

  SightLine find(const SightHints& hints);
  Eigen::Vector2d aimOf(const SightLine& line) const;
  Eigen::Vector2d gunOf(const SightLine& line) const { return {line.gun_mm, 0.0}; }

private:
  struct Box {
    std::size_t edge;
    double from_mm, to_mm;   ///< along the edge
    double share, share_end; ///< of the guns that may fire there
    double bound_mm;         ///< no line in it is clearer
    bool operator<(const Box& other) const { return bound_mm < other.bound_mm; }
  };
  /// A linear function of a step (along the edge, along the side).
  struct Plane {
    double at = 0.0;
    Eigen::Vector2d slope = Eigen::Vector2d::Zero();
    double of(const Eigen::Vector2d& step) const { return at + slope.dot(step); }
  };
  using Planes = FixedVector<Plane, 5>;

  const Eigen::Vector2d& next(std::size_t edge) const { return inside_[(edge + 1) % inside_.size()]; }
  double lengthOf(std::size_t edge) const { return (next(edge) - inside_[edge]).norm(); }
  /// Guns that may fire at `aim`: under the base of a gauge that covers it.
  void guns(const Eigen::Vector2d& aim, double& low, double& high) const;
  double clearance(const Eigen::Vector2d& gun, const Eigen::Vector2d& aim) const;
  void keep(const SightLine& line);
  /// Looks at the line in the middle of a box and bounds all others by how far their ends lie from its ends.
  void open(Box box, double cap_mm);
  void bisect(const SightHints& hints);
  /// The line of the search nearest to a given one.
  SightLine nearestTo(const Eigen::Vector2d& gun, const Eigen::Vector2d& aim) const;
  /// Moves a line's aim onto its edge, or past the edge's end onto the next one, and its gun among those allowed.
  void allow(SightLine& line) const;
  /// The clearances near `line` within `reach_mm` of the least, linearised.
  Planes linearised(const SightLine& line, double reach_mm) const;
  /// The step within `room_mm` (a box cut by the guns allowed) at which the least of `planes` is greatest: it lies
  /// where two borders, a border and two planes, or three planes meet.
  Eigen::Vector2d bestStep(const Planes& planes, const SightLine& line, double room_mm, double& promised_mm) const;
  SightLine climbed(SightLine line, double room_mm, double enough_mm) const;

  const FiringSide& side_;
  Corners inside_;
  std::vector<Obstacle> obstacles_;
  std::vector<Box> boxes_; ///< a heap, the greatest bound in front
  std::array<SightLine, 3> best_{};
  double slope_ = 0.0; ///< how far the guns' limits move at most when the aim moves 1 mm
  bool hopeless_ = false;
};

} // namespace linesman::rules
