#include "rules/reach_map.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <unordered_set>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;

/// A legal placement and where it came from.
struct Node {
  ShipPose pose;
  int parent = -1; ///< index of the placement before; -1: the start
};

/// Cells of the plane that are covered.
class Raster {
public:
  Raster(const Vector2d& centre_mm, double radius_mm, double grid_mm)
      : columns_(2 * static_cast<int>(std::ceil(radius_mm / grid_mm)) + 2), grid_mm_(grid_mm),
        origin_mm_(centre_mm - Vector2d::Constant(grid_mm * columns_ / 2.0)),
        cells_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(columns_), false) {}

  void setPoint(const Vector2d& p) { set(column(p.x() - origin_mm_.x()), column(p.y() - origin_mm_.y())); }
  /// All cells whose centre lies in the convex outline, and those of its corners.
  void setOutline(Corners outline) {
    double low = outline[0].y();
    double high = low;
    for (const Vector2d& corner : outline) {
      low = std::min(low, corner.y());
      high = std::max(high, corner.y());
      setPoint(corner);
    }
    for (int row = column(low - origin_mm_.y()); row <= column(high - origin_mm_.y()); ++row)
      setRow(outline, row);
  }
  std::vector<TablePolygon> outlines() const { return outlineOfCells(cells_, columns_, origin_mm_, grid_mm_); }

private:
  int column(double mm) const { return static_cast<int>(std::floor(mm / grid_mm_)); }
  void set(int c, int r) {
    if (c >= 0 && r >= 0 && c < columns_ && r < columns_)
      cells_[static_cast<std::size_t>(r * columns_ + c)] = true;
  }
  void setRow(Corners outline, int row) {
    const double y = origin_mm_.y() + (row + 0.5) * grid_mm_;
    double left = 1e300;
    double right = -1e300;
    for (std::size_t i = 0; i < outline.size(); ++i) {
      const Vector2d& a = outline[i];
      const Vector2d& b = outline[(i + 1) % outline.size()];
      if ((a.y() < y) == (b.y() < y))
        continue;
      const double x = a.x() + (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y());
      left = std::min(left, x);
      right = std::max(right, x);
    }
    for (int c = column(left + grid_mm_ / 2.0 - origin_mm_.x()); c <= column(right - grid_mm_ / 2.0 - origin_mm_.x()); ++c)
      set(c, row);
  }

  int columns_;
  double grid_mm_;
  Vector2d origin_mm_;
  std::vector<bool> cells_;
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
  const std::vector<Node> nodes =
      legalPlacements(nearby(table, mover, radius_mm), law.options, mover, steps, cell_mm);
  map.poses = static_cast<int>(nodes.size()) - 1;
  Raster bows(mover.pose.origin_mm(), radius_mm, grid_mm);
  Raster hulls(mover.pose.origin_mm(), radius_mm, grid_mm);
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    bows.setPoint(bowOf(nodes[i].pose, shape));
    hulls.setOutline(shipOutline(nodes[i].pose, shape, HullModel::footprint));
  }
  map.bow_mm = bows.outlines();
  map.hull_mm = hulls.outlines();
  findTargets(map, table, law, mover, nodes);
  return map;
}

std::vector<TablePolygon> outlineOfCells(const std::vector<bool>& cells, int columns, const Eigen::Vector2d& origin_mm,
                                         double grid_mm) {
  const int rows = columns > 0 ? static_cast<int>(cells.size()) / columns : 0;
  const auto isSet = [&](int c, int r) {
    return c >= 0 && r >= 0 && c < columns && r < rows && cells[static_cast<std::size_t>(r * columns + c)];
  };
  // Border edges go round set cells with the cell on their left; corner (c, r) has at most two going out.
  const int wide = columns + 1;
  std::vector<std::vector<int>> out(static_cast<std::size_t>(wide * (rows + 1)));
  const auto edge = [&](int c0, int r0, int c1, int r1) {
    out[static_cast<std::size_t>(r0 * wide + c0)].push_back(r1 * wide + c1);
  };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c) {
      if (!isSet(c, r))
        continue;
      if (!isSet(c, r - 1))
        edge(c, r, c + 1, r);
      if (!isSet(c + 1, r))
        edge(c + 1, r, c + 1, r + 1);
      if (!isSet(c, r + 1))
        edge(c + 1, r + 1, c, r + 1);
      if (!isSet(c - 1, r))
        edge(c, r + 1, c, r);
    }
  std::vector<TablePolygon> polygons;
  for (std::size_t start = 0; start < out.size(); ++start)
    while (!out[start].empty()) {
      std::vector<int> loop = {static_cast<int>(start)};
      int at = out[start].back();
      out[start].pop_back();
      while (at != static_cast<int>(start)) {
        loop.push_back(at);
        const int next = out[static_cast<std::size_t>(at)].back();
        out[static_cast<std::size_t>(at)].pop_back();
        at = next;
      }
      TablePolygon polygon;
      for (std::size_t i = 0; i < loop.size(); ++i) {
        const int before = loop[(i + loop.size() - 1) % loop.size()];
        const int after = loop[(i + 1) % loop.size()];
        if (loop[i] - before == after - loop[i])
          continue; // straight on
        polygon.push_back(origin_mm + grid_mm * Vector2d(loop[i] % wide, loop[i] / wide));
      }
      polygons.push_back(polygon);
    }
  return polygons;
}

} // namespace linesman::rules
