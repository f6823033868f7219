#include "rules/reach_map.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <unordered_set>

#include "rules/area_raster.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;

/// A legal placement and where it came from.
struct Node {
  ShipPose pose;
  int parent = -1; ///< index of the placement before; -1: the start
};

std::uint64_t cellOf(const ShipPose& pose, const Vector2d& origin_mm, double cell_mm) {
  const auto x = static_cast<std::uint64_t>(std::llround((pose.x_mm() - origin_mm.x()) / cell_mm) + (1 << 20));
  const auto y = static_cast<std::uint64_t>(std::llround((pose.y_mm() - origin_mm.y()) / cell_mm) + (1 << 20));
  const auto turn = static_cast<std::uint64_t>(std::llround(pose.heading_rad() / radFromDeg(5.0)) + 100);
  return (x << 40) | (y << 16) | turn;
}

/// The table without what the ship can not come near.
PlaneTable nearby(const PlaneTable& table, const PlaneObject& ship, double radius_mm) {
  PlaneTable near = table;
  const Body around = [&] {
    Body body = shipBody(ship.pose, table.shapes[ship.size], HullModel::silhouette);
    return body;
  }();
  std::erase_if(near.objects, [&](const PlaneObject& object) {
    return object.id != ship.id && clearanceFloor_mm(around, object, table.shapes) > radius_mm;
  });
  return near;
}

std::vector<Node> legalPlacements(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship,
                                  int steps, double cell_mm) {
  const ShipShape& shape = table.shapes[ship.size];
  const double limit_rad =
      options.contact_model == HullModel::silhouette ? shape.outline_turn_limit_rad : shape.turn_limit_rad;
  const int turns = static_cast<int>(limit_rad / radFromDeg(5.0));
  std::vector<Node> nodes = {{ship.pose, -1}};
  std::unordered_set<std::uint64_t> seen;
  std::size_t layer = 0;
  for (int step = 0; step < steps; ++step) {
    const std::size_t end = nodes.size();
    seen.clear(); // a cell reached earlier may be reached again with fewer steps left, never with more
    for (; layer < end; ++layer)
      for (int turn = -turns; turn <= turns; ++turn) {
        PlaneObject mover = ship;
        mover.pose = nodes[layer].pose;
        const ShipPose next(bowOf(mover.pose, shape), mover.pose.heading_rad() + turn * radFromDeg(5.0));
        if (!seen.insert(cellOf(next, ship.pose.origin_mm(), cell_mm)).second)
          continue;
        if (stepMargin_mm({table, options, mover, {next}, false}, 0.0) > 0.0)
          nodes.push_back({next, static_cast<int>(layer)});
      }
  }
  return nodes;
}

std::vector<double> pathTo(const std::vector<Node>& nodes, std::size_t at) {
  std::vector<double> headings;
  for (int i = static_cast<int>(at); nodes[static_cast<std::size_t>(i)].parent >= 0;
       i = nodes[static_cast<std::size_t>(i)].parent)
    headings.insert(headings.begin(), nodes[static_cast<std::size_t>(i)].pose.heading_rad());
  return headings;
}

/// The first placement from which each enemy can be hit; blocked shots are tried from a limited number of placements.
void findTargets(ReachMap& map, const PlaneTable& table, const PlaneLaw& law, const PlaneObject& ship,
                 const std::vector<Node>& nodes) {
  for (const PlaneObject& enemy : table.objects) {
    if (!enemy.isShip() || enemy.player == ship.player || !fireRefusal(ship, enemy, law.options).empty())
      continue;
    const double far_mm = 2.2 * table.shapes[PyramidSize::large].slant_mm + table.shapes[enemy.size].slant_mm;
    int looks = 0;
    for (std::size_t i = 0; i < nodes.size() && looks < 60 && map.targets.count(enemy.id) == 0; ++i) {
      PlaneObject gunner = ship;
      gunner.pose = nodes[i].pose;
      if ((gunner.pose.origin_mm() - enemy.pose.origin_mm()).norm() > far_mm)
        continue;
      for (const FiringSide& side : firingSides(gunner, table.shapes, law.options)) {
        const Outline outline = side.toSide(fireOutline(enemy, table.shapes, law.options));
        if (rangeDepth(side, outline, law.options.target_cover).mm < 0.0)
          continue;
        ++looks;
        if (!shotFrom(table, law.options, gunner, enemy, side, {true, {}}).hit())
          continue;
        map.targets.emplace(enemy.id, gunner.pose);
        map.paths_rad.emplace(enemy.id, pathTo(nodes, i));
        break;
      }
    }
  }
}

} // namespace

ReachMap reachMap(const PlaneTable& table, const PlaneLaw& law, const std::string& ship, int steps_left, double cell_mm,
                  double grid_mm) {
  ReachMap map;
  const PlaneObject* found = table.find(ship);
  assert(found != nullptr);
  const PlaneObject mover = *found;
  const ShipShape& shape = table.shapes[mover.size];
  const double radius_mm = (steps_left + 1) * shape.slant_mm + shape.base_mm;
  const int steps = mover.moved ? 0 : std::clamp(steps_left, 0, law.options.max_steps[indexOf(mover.size)]);
  const std::vector<Node> nodes = legalPlacements(nearby(table, mover, radius_mm), law.options, mover, steps, cell_mm);
  map.poses = static_cast<int>(nodes.size()) - 1;
  AreaRaster bows(mover.pose.origin_mm(), radius_mm, grid_mm);
  AreaRaster hulls(mover.pose.origin_mm(), radius_mm, grid_mm);
  const double between_mm = std::sqrt(0.5) * cell_mm; // no bow lies farther from one that was tried
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    bows.addDisc(bowOf(nodes[i].pose, shape), between_mm);
    hulls.addConvex(shipOutline(nodes[i].pose, shape, HullModel::footprint));
  }
  for (int pass = 0; pass < 2; ++pass) {
    bows.smooth();
    hulls.smooth();
  }
  map.bow_mm = bows.outlines();
  map.hull_mm = hulls.outlines();
  findTargets(map, table, law, mover, nodes);
  return map;
}

} // namespace linesman::rules
