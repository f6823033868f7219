#pragma once
#include <vector>

#include "rules/doubt.h"
#include "rules/fire_arc.h"
#include "rules/step_move.h"

namespace linesman::rules {

/// A copy of `object` at another pose.
PlaneObject movedTo(const PlaneObject& object, const ShipPose& pose);
/// No point of the object lies farther from its pose's origin, mm.
double leverOf(const PlaneObject& object, const ShipShapes& shapes);

/// Sigmas of the conditions of moves and shots, from the covariances of all poses that they depend on. Jacobians in
/// closed form where there is one (margin_rates.h), by differences of the same margins elsewhere: swept hulls, lines of
/// fire, margins of 0. Where a margin has a kink within the doubt (margin_kinks.h) it is sampled.

/// Fills in the sigmas of all conditions of a move (`components`: all of them, see stepComponents). `joint`, when it
/// has the size, is the covariance of (ship, placements..., every other object in table order), 3 rows each.
void doubtSteps(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
                std::size_t ship, const std::vector<ShipPose>& placements, bool observed,
                const std::vector<PoseDoubt>& placement_doubts, const Eigen::MatrixXd& joint);

/// The Jacobian of a move's conditions: margins, then angles of turns (rows), by (ship, placements..., other objects)
/// (columns, 3 each). `closed_form` false: by differences only.
Eigen::MatrixXd stepJacobian(const std::vector<Component>& components, const PlaneTable& table,
                             const PlaneOptions& options, std::size_t ship, const std::vector<ShipPose>& placements,
                             bool observed, const UncertainPoses& at, bool closed_form = true);
/// The poses of a move with their covariances, in the order of the columns.
UncertainPoses posesOfSteps(const PlaneTable& table, std::size_t ship, const std::vector<ShipPose>& placements,
                            bool observed, const std::vector<PoseDoubt>& placement_doubts);

/// Sigmas of a shot's conditions (range, then line of fire): the range depends on ship and target, the line of fire
/// also on the objects near it. The best line is followed from where it was found.
void doubtShot(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
               const PlaneObject& ship, const PlaneObject& target, const Shot& shot);

} // namespace linesman::rules
