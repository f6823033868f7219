#pragma once
#include <optional>

#include "rules/fire_arc.h"
#include "rules/step_move.h"

namespace linesman::rules {

/// How a margin changes with the poses of the two things it lies between: mm per (x mm, y mm, heading rad).
struct MarginRates {
  Eigen::RowVector3d first = Eigen::RowVector3d::Zero();
  Eigen::RowVector3d second = Eigen::RowVector3d::Zero();
};

/// Two rigid things whose margin is measured along `normal` (the direction in which moving the second widens it)
/// between a point of each: the material points stay on their things, and to first order the normal may be held.
MarginRates ratesBetween(const Eigen::Vector2d& normal, const Eigen::Vector2d& on_first_mm, const ShipPose& first,
                         const Eigen::Vector2d& on_second_mm, const ShipPose& second);

/// Rates of one condition of a step from `from` (the first pose) to `to`; of its clearance to `object` with `to` as the
/// first and the object's pose as the second; none where there is no derivative in closed form: swept hulls, and
/// margins so near 0 that their places do not tell a direction.
std::optional<MarginRates> jointRates(const Component& joint, const ShipPose& from, const ShipPose& to);
MarginRates turnRates(const Component& turn, const ShipPose& from, const ShipPose& to, const ShipShape& shape);
/// The same of its angle, rad.
MarginRates turnAngleRates(const ShipPose& from, const ShipPose& to);
std::optional<MarginRates> clearanceRates(const Component& clear, const ShipPose& to, const ShipShape& shape,
                                          const PlaneObject& object, const ShipShapes& shapes, HullModel model);
/// `first` only: the surface does not move.
std::optional<MarginRates> areaRates(const Component& area, const ShipPose& to);
/// Rates of a shot's range depth; the first is the firing ship.
std::optional<MarginRates> rangeRates(const Shot& shot, const ShipPose& ship, const ShipPose& target);

} // namespace linesman::rules
