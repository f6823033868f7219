#include "rules/plane_doubt.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "rules/margin_kinks.h"
#include "rules/margin_rates.h"

namespace linesman::rules {

using Eigen::Vector2d;

PlaneObject movedTo(const PlaneObject& object, const ShipPose& pose) {
  PlaneObject moved = object;
  const Eigen::Matrix2d rotation =
      Eigen::Rotation2Dd(pose.heading_rad() - object.pose.heading_rad()).toRotationMatrix();
  for (Vector2d& corner : moved.polygon_mm)
    corner = pose.origin_mm() + rotation * (corner - object.pose.origin_mm());
  moved.pose = pose;
  return moved;
}

double leverOf(const PlaneObject& object, const ShipShapes& shapes) {
  if (object.kind != PlaneKind::terrain)
    return std::max(shapes[object.size].slant_mm, shapes[object.size].base_mm);
  double lever_mm = 0.0;
  for (const Vector2d& corner : object.polygon_mm)
    lever_mm = std::max(lever_mm, (corner - object.pose.origin_mm()).norm());
  return lever_mm;
}

namespace {

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

/// The poses of `at` that stand in these columns, with their covariance.
UncertainPoses partOf(const UncertainPoses& at, const std::vector<Eigen::Index>& columns) {
  UncertainPoses part;
  const auto size = static_cast<Eigen::Index>(3 * columns.size());
  part.covariance.resize(size, size);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    part.poses.push_back(at.poses[static_cast<std::size_t>(columns[i] / 3)]);
    for (std::size_t k = 0; k < columns.size(); ++k)
      part.covariance.block<3, 3>(static_cast<Eigen::Index>(3 * i), static_cast<Eigen::Index>(3 * k)) =
          at.covariance.block<3, 3>(columns[i], columns[k]);
  }
  return part;
}

/// Covariance of the gap between the old bow (first pose) and the new stern (second).
Eigen::Matrix2d gapCovariance(const Component& joint, const UncertainPoses& poses) {
  const Vector2d arm = joint.from_mm - poses.poses[0].origin_mm();
  Eigen::Matrix<double, 2, 6> rates;
  rates << -1.0, 0.0, arm.y(), 1.0, 0.0, 0.0, //
      0.0, -1.0, -arm.x(), 0.0, 1.0, 0.0;
  return rates * poses.covariance * rates.transpose();
}

/// One condition of a move where first order may not do: asked again at other poses of what it depends on alone. A turn
/// has its kink at straight ahead, far from its limit.
void sampleStepKink(Component& c, const PlaneTable& table, const PlaneOptions& options, std::size_t ship,
                    const std::vector<ShipPose>& placements, bool observed, const UncertainPoses& at) {
  if (c.kind == Component::Kind::turn)
    return;
  const StepColumns columns(table, ship, placements.size());
  std::vector<Eigen::Index> used = {0};
  if (observed)
    used = {columns.ofPlacement(c.step - 1), columns.ofPlacement(c.step)};
  if (c.kind == Component::Kind::joint)
    return sampleJoint(c, gapCovariance(c, partOf(at, used)));
  PlaneTable part;
  part.shapes = table.shapes;
  part.objects = {table.objects[ship]};
  std::vector<double> levers(used.size(), leverOf(part.objects[0], table.shapes));
  if (c.kind == Component::Kind::object) {
    used.push_back(columns.ofObject(c.object));
    part.objects.push_back(*table.find(c.object));
    levers.push_back(leverOf(part.objects.back(), table.shapes));
  } else {
    part.area = table.area;
  }
  const UncertainPoses poses = partOf(at, used);
  if (beyondDoubt(c.margin_mm, poses, levers))
    return;
  std::vector<double> headings;
  for (int i = 0; i < c.step; ++i)
    headings.push_back(placements[static_cast<std::size_t>(i)].heading_rad());
  sampleAtKink(c, poses, [&](const std::vector<ShipPose>& moved) {
    std::vector<ShipPose> way = {moved[0], moved[1 % moved.size()]};
    if (!observed) {
      way = placementsOf(moved[0], part.shapes[part.objects[0].size], headings);
      way.insert(way.begin(), moved[0]);
    }
    PlaneTable world = part;
    world.objects[0].pose = way[way.size() - 2];
    if (c.kind == Component::Kind::object)
      world.objects[1] = movedTo(part.objects[1], moved.back());
    for (const Component& again : stepComponents({world, options, world.objects[0], {way.back()}, observed}, true))
      if (again.kind == c.kind)
        return again.margin_mm;
    return c.margin_mm;
  });
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
    if (!rates && c.kind == Component::Kind::joint)
      continue; // a closed one has no direction; it is sampled
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
  const Eigen::MatrixXd jacobian = stepJacobian(components, table, options, ship, placements, observed, at);
  const Eigen::VectorXd sigmas = sigmasOf(jacobian, at.covariance);
  for (std::size_t i = 0; i < count; ++i) {
    components[i].sigma_mm = sigmas(static_cast<Eigen::Index>(i));
    components[i].angle_sigma_rad = sigmas(static_cast<Eigen::Index>(count + i));
    sampleStepKink(components[i], table, options, ship, placements, observed, at);
  }
  tellPulls(components, jacobian, at.covariance);
}

namespace {

/// Corners of a firing region and of a target lie within this of their ships' sterns.
constexpr double fire_lever_mm = 60.0;
/// Lines of sight take long.
constexpr KinkEffort sight_effort = {8, 256};
/// What lies farther from the region is moved into it by no doubt.
constexpr double room_mm = 10.0;
constexpr std::size_t widest = 3;

/// Ship and target, the first of `actors`, and of the others up to `count` the one in the greatest doubt: only one of
/// them limits a line.
UncertainPoses widestOf(const PlaneTable& actors, std::size_t count) {
  std::vector<const PlaneObject*> objects;
  for (std::size_t i = 0; i < count; ++i)
    objects.push_back(&actors.objects[i]);
  const auto doubt = [](const PlaneObject* object) {
    const Eigen::Vector3d variance = object->covariance.diagonal() + object->shared_error.rowwise().squaredNorm();
    return variance.x() + variance.y() + fire_lever_mm * fire_lever_mm * variance.z();
  };
  if (count > widest)
    std::iter_swap(objects.begin() + 2, std::ranges::max_element(objects.begin() + 2, objects.end(), {}, doubt));
  UncertainPoses at;
  for (std::size_t i = 0; i < std::min(count, widest); ++i)
    at.add(objects[i]->pose, objects[i]->doubt());
  return at;
}

} // namespace

void doubtShot(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
               const PlaneObject& ship, const PlaneObject& target, const Shot& shot) {
  const auto side = firingSide(ship, shot.side, table.shapes, options);
  PlaneTable actors;
  actors.shapes = table.shapes;
  actors.area = table.area;
  actors.objects = {ship, target};
  if (components.size() > 1) // whatever reaches into the region may be in the way of another line than today's best
    std::ranges::copy_if(table.objects, std::back_inserter(actors.objects), [&](const PlaneObject& object) {
      return actors.find(object.id) == nullptr && object.stopsFire() &&
             rangeCeiling_mm(*side, object, table.shapes) > -room_mm;
    });
  UncertainPoses all;
  for (const PlaneObject& actor : actors.objects)
    all.add(actor.pose, actor.doubt());
  const UncertainPoses two = partOf(all, {0, 3}); // ship and target
  const auto rows = static_cast<Eigen::Index>(components.size());
  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(rows, all.covariance.cols());
  for (std::size_t row = 0; row < components.size(); ++row) {
    const std::size_t count = row == 0 ? 2 : actors.objects.size();
    const UncertainPoses& at = row == 0 ? two : all;
    PlaneOptions asked = options;
    if (row == 0)
      asked.los = LineOfFire::none;
    const auto marginOf = [&](const std::vector<ShipPose>& poses, const LookHints& hints) {
      PlaneTable moved = actors;
      for (std::size_t i = 0; i < poses.size(); ++i)
        moved.objects[i] = movedTo(actors.objects[i], poses[i]);
      const auto fire = firingSide(moved.objects[0], shot.side, moved.shapes, asked);
      const Shot again = shotFrom(moved, asked, moved.objects[0], moved.objects[1], *fire, hints);
      return row == 0 ? again.range_mm : again.los_mm.value_or(components[1].margin_mm);
    };
    const MarginsAt margins = [&](const std::vector<ShipPose>& poses) -> std::vector<double> {
      return {marginOf(poses, {false, shot.line})};
    };
    const auto rates = rangeRates(shot, ship.pose, target.pose);
    auto its_rates = jacobian.row(static_cast<Eigen::Index>(row)).head(static_cast<Eigen::Index>(3 * count));
    if (row == 0 && rates && options.target_cover == TargetCover::any)
      its_rates << rates->first, rates->second;
    else
      its_rates = marginJacobian(at, margins, 1);
    components[row].sigma_mm = sigmasOf(its_rates, at.covariance)(0);
    if (beyondDoubt(components[row].margin_mm, widestOf(actors, count),
                    std::vector<double>(std::min(count, widest), fire_lever_mm)))
      continue;
    const auto margin = [&](const std::vector<ShipPose>& poses) { return marginOf(poses, {}); }; // by any line
    sampleAtKink(components[row], at, margin, row == 0 ? KinkEffort{} : sight_effort);
  }
  tellPulls(components, jacobian, all.covariance);
}

} // namespace linesman::rules
