#include "rules/plane_doubt.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "rules/margin_rates.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;

/// A copy of `object` at another pose.
PlaneObject movedTo(const PlaneObject& object, const ShipPose& pose) {
  PlaneObject moved = object;
  const Eigen::Matrix2d rotation =
      Eigen::Rotation2Dd(pose.heading_rad() - object.pose.heading_rad()).toRotationMatrix();
  for (Vector2d& corner : moved.polygon_mm)
    corner = pose.origin_mm() + rotation * (corner - object.pose.origin_mm());
  moved.pose = pose;
  return moved;
}

/// The table with its poses replaced: entry 0 is the ship, then the placements, then every other object in order.
struct StepWorld {
  PlaneTable table;
  std::vector<ShipPose> placements;
};

StepWorld stepWorldAt(const PlaneTable& table, std::size_t ship, const std::vector<ShipPose>& placements, bool observed,
                      const std::vector<ShipPose>& poses) {
  StepWorld world{table, placements};
  std::size_t next = 0;
  const auto moveTo = [&](std::size_t i) { world.table.objects[i] = movedTo(table.objects[i], poses[next++]); };
  moveTo(ship);
  for (std::size_t i = 0; i < placements.size(); ++i, ++next)
    world.placements[i] = poses[next];
  for (std::size_t i = 0; i < table.objects.size(); ++i)
    if (i != ship)
      moveTo(i);
  if (!observed) {
    std::vector<double> headings;
    for (const ShipPose& placement : placements)
      headings.push_back(placement.heading_rad());
    world.placements = placementsOf(world.table.objects[ship].pose, table.shapes[table.objects[ship].size], headings);
  }
  return world;
}

/// Margins of all conditions, then the angles of turns, at other poses.
MarginsAt stepMarginsAt(const PlaneTable& table, const PlaneOptions& options, std::size_t ship,
                        const std::vector<ShipPose>& placements, bool observed) {
  return [&table, &options, ship, &placements, observed](const std::vector<ShipPose>& poses) {
    const StepWorld world = stepWorldAt(table, ship, placements, observed, poses);
    const auto moved =
        stepComponents({world.table, options, world.table.objects[ship], world.placements, observed}, true);
    std::vector<double> values;
    for (const Component& component : moved)
      values.push_back(component.margin_mm);
    for (const Component& component : moved)
      values.push_back(component.angle_rad);
    return values;
  };
}

/// Column blocks of a move: the ship, its placements, every other object.
class StepColumns {
public:
  StepColumns(const PlaneTable& table, std::size_t ship, std::size_t placements)
      : table_(table), ship_(ship), placements_(placements) {}
  Eigen::Index ofPlacement(int step) const { return 3 * step; } // step 0: where the ship stood
  Eigen::Index ofObject(const std::string& id) const {
    Eigen::Index block = static_cast<Eigen::Index>(placements_) + 1;
    for (std::size_t i = 0; i < table_.objects.size(); ++i) {
      if (i == ship_)
        continue;
      if (table_.objects[i].id == id)
        return 3 * block;
      ++block;
    }
    return -1;
  }

private:
  const PlaneTable& table_;
  std::size_t ship_;
  std::size_t placements_;
};

/// Exact placements follow from the ship's own pose and the headings: a change of the start moves all of them.
void chainToStart(Eigen::MatrixXd& rows, std::size_t placements, const ShipPose& start, const ShipShape& shape) {
  const Vector2d bow = bowOf(start, shape) - start.origin_mm();
  for (std::size_t i = 1; i <= placements; ++i) {
    const Eigen::Index from = 3 * static_cast<Eigen::Index>(i);
    rows.leftCols<2>() += rows.middleCols<2>(from);
    rows.col(2) += rows.middleCols<2>(from) * Vector2d(-bow.y(), bow.x());
    rows.middleCols<3>(from).setZero();
  }
}

} // namespace

UncertainPoses posesOfSteps(const PlaneTable& table, std::size_t ship, const std::vector<ShipPose>& placements,
                            bool observed, const std::vector<PoseDoubt>& placement_doubts) {
  UncertainPoses at;
  at.add(table.objects[ship].pose, table.objects[ship].doubt());
  for (std::size_t i = 0; i < placements.size(); ++i)
    at.add(placements[i], observed && i < placement_doubts.size() ? placement_doubts[i] : PoseDoubt{});
  for (std::size_t i = 0; i < table.objects.size(); ++i)
    if (i != ship)
      at.add(table.objects[i].pose, table.objects[i].doubt());
  return at;
}

Eigen::MatrixXd stepJacobian(const std::vector<Component>& components, const PlaneTable& table,
                             const PlaneOptions& options, std::size_t ship, const std::vector<ShipPose>& placements,
                             bool observed, const UncertainPoses& at, bool closed_form) {
  const std::size_t count = components.size();
  const PlaneObject& mover = table.objects[ship];
  const ShipShape& shape = table.shapes[mover.size];
  const StepColumns columns(table, ship, placements.size());
  Eigen::MatrixXd jacobian =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(2 * count), static_cast<Eigen::Index>(3 * at.poses.size()));
  std::vector<Eigen::Index> open;
  for (std::size_t i = 0; i < count && closed_form; ++i) {
    const Component& c = components[i];
    const auto row = static_cast<Eigen::Index>(i);
    const ShipPose& to = placements[static_cast<std::size_t>(c.step - 1)];
    const ShipPose& from = c.step > 1 ? placements[static_cast<std::size_t>(c.step - 2)] : mover.pose;
    std::optional<MarginRates> rates;
    Eigen::Index first = columns.ofPlacement(c.step - 1);
    Eigen::Index second = columns.ofPlacement(c.step);
    if (c.kind == Component::Kind::turn) {
      rates = turnRates(c, from, to, shape);
      const MarginRates angle = turnAngleRates(from, to);
      jacobian.block<1, 3>(row + static_cast<Eigen::Index>(count), first) = angle.first;
      jacobian.block<1, 3>(row + static_cast<Eigen::Index>(count), second) = angle.second;
    } else if (c.kind == Component::Kind::joint) {
      rates = jointRates(c, from, to);
    } else if (options.sweep == Sweep::placements && c.kind == Component::Kind::area) {
      rates = areaRates(c, to);
      first = second;
    } else if (options.sweep == Sweep::placements && c.kind == Component::Kind::object) {
      const PlaneObject& object = *table.find(c.object);
      rates = clearanceRates(c, to, shape, object, table.shapes, options.contact_model);
      first = second;
      second = columns.ofObject(c.object);
    }
    if (!rates) {
      open.push_back(row);
      continue;
    }
    jacobian.block<1, 3>(row, first) += rates->first;
    jacobian.block<1, 3>(row, second) += rates->second;
  }
  if (!observed && closed_form)
    chainToStart(jacobian, placements.size(), mover.pose, shape);
  if (open.empty() && closed_form)
    return jacobian;
  const Eigen::MatrixXd differences =
      marginJacobian(at, stepMarginsAt(table, options, ship, placements, observed), 2 * count);
  if (!closed_form)
    return differences;
  for (const Eigen::Index row : open)
    jacobian.row(row) = differences.row(row);
  return jacobian;
}

void doubtSteps(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
                std::size_t ship, const std::vector<ShipPose>& placements, bool observed,
                const std::vector<PoseDoubt>& placement_doubts, const Eigen::MatrixXd& joint) {
  UncertainPoses at = posesOfSteps(table, ship, placements, observed, placement_doubts);
  if (joint.rows() == at.covariance.rows())
    at.covariance = joint;
  const std::size_t count = components.size();
  const Eigen::VectorXd sigmas =
      sigmasOf(stepJacobian(components, table, options, ship, placements, observed, at), at.covariance);
  for (std::size_t i = 0; i < count; ++i) {
    components[i].sigma_mm = sigmas(static_cast<Eigen::Index>(i));
    components[i].angle_sigma_rad = sigmas(static_cast<Eigen::Index>(count + i));
  }
}

void doubtShot(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
               const PlaneObject& ship, const PlaneObject& target, const Shot& shot) {
  PlaneTable actors;
  actors.shapes = table.shapes;
  actors.area = table.area;
  actors.objects = {ship, target};
  for (const std::string& id : shot.near_blockers)
    if (components.size() > 1 && actors.find(id) == nullptr && table.find(id) != nullptr)
      actors.objects.push_back(*table.find(id));
  for (std::size_t row = 0; row < components.size(); ++row) {
    UncertainPoses at;
    const std::size_t count = row == 0 ? 2 : actors.objects.size();
    for (std::size_t i = 0; i < count; ++i)
      at.add(actors.objects[i].pose, actors.objects[i].doubt());
    if (const auto rates = rangeRates(shot, ship.pose, target.pose);
        row == 0 && rates && options.target_cover == TargetCover::any) {
      Eigen::RowVector<double, 6> jacobian;
      jacobian << rates->first, rates->second;
      components[0].sigma_mm = sigmasOf(jacobian, at.covariance)(0);
      continue;
    }
    PlaneOptions asked = options;
    if (row == 0)
      asked.los = LineOfFire::none;
    const MarginsAt margins = [&](const std::vector<ShipPose>& poses) -> std::vector<double> {
      PlaneTable moved = actors;
      for (std::size_t i = 0; i < poses.size(); ++i)
        moved.objects[i] = movedTo(actors.objects[i], poses[i]);
      const auto fire = firingSide(moved.objects[0], shot.side, moved.shapes, asked);
      const Shot again = shotFrom(moved, asked, moved.objects[0], moved.objects[1], *fire, {false, shot.line});
      return {row == 0 ? again.range_mm : again.los_mm.value_or(components[1].margin_mm)};
    };
    components[row].sigma_mm = sigmasOf(marginJacobian(at, margins, 1), at.covariance)(0);
  }
}

} // namespace linesman::rules
