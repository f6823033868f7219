#pragma once
#include <optional>
#include <string>
#include <vector>

#include "rules/hull_contact.h"

namespace linesman::rules {

/// One condition that a question depends on, with its signed margin.
struct Component {
  enum class Kind { joint, turn, object, area, range, sight, overlap, separation, contact };
  Kind kind = Kind::turn;
  int step = 0;       ///< 1.. for moves
  std::string object; ///< the other object's id
  std::string other;  ///< a second id (pairs at setup)
  double margin_mm = 0.0;
  double sigma_mm = 0.0; ///< filled in by doubt
  /// What each of the independent doubts of the question does to the margin, one standard deviation of it; the same
  /// ones for all its conditions. Empty or 0: not known.
  Eigen::VectorXd pulls_mm;
  std::optional<double> probability; ///< that it holds, where sampled: at a kink sigma alone does not say it
  /// Turn conditions: the margin as an angle, which has its own guard.
  double angle_rad = 0.0;
  double angle_sigma_rad = 0.0;
  Eigen::Vector2d from_mm = Eigen::Vector2d::Zero(); ///< where the margin is measured
  Eigen::Vector2d to_mm = Eigen::Vector2d::Zero();

  /// Touching is contact, so clearances need more than 0; a joint, a turn or a shot may lie exactly on its limit.
  bool holds() const;
  /// "turn#1", "object:b1#2", "area#1", "joint#1", "overlap:r1/r2", "range", "sight:b2".
  std::string label() const;
  /// The same in words, to stand in a sentence: "the turn of step 1", "the range".
  std::string words() const;
};

/// Placements to be judged: one pose after each step.
struct StepQuery {
  const PlaneTable& table;
  const PlaneOptions& options;
  const PlaneObject& ship;
  /// Poses after steps 1..n. `observed`: they were seen, so that their joints count too; otherwise they are exact.
  std::vector<ShipPose> placements;
  bool observed = false;
};

/// The poses of a path of headings (radians): every stern on the bow before it.
std::vector<ShipPose> placementsOf(const ShipPose& start, const ShipShape& shape, const std::vector<double>& headings);

/// Margin of one turn: (b/2) sin(limit - |change|), and the angle left.
Component turnComponent(const ShipPose& from, const ShipPose& to, const ShipShape& shape, const PlaneOptions& options,
                        int step);

/// Does `object` stand in the way of `ship` at all (passable shallows, marked areas, an enemy flag that may be
/// touched)?
bool obstructs(const PlaneObject& object, const PlaneObject& ship, const PlaneOptions& options);

/// Every condition of the steps. `all` false: clearances that can not be the least are left out (their order is that of
/// the steps, then joint, turn, objects in table order, edge).
std::vector<Component> stepComponents(const StepQuery& query, bool all);

/// Margins nearer than this to each other are equal (rounding decides nothing); the first of equals is named.
inline constexpr double tie_mm = 1e-9;

/// The tightest of them; the first of equals. Never called with an empty list.
const Component& tightest(const std::vector<Component>& components);

/// Least margin only, for searches; stops early once it is below `enough_mm`.
double stepMargin_mm(const StepQuery& query, double enough_mm);

} // namespace linesman::rules
