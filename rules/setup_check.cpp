#include "rules/setup_check.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;

Component pairComponent(Component::Kind kind, const PlaneObject& a, const PlaneObject& b, const Gap& gap) {
  Component component;
  component.kind = kind;
  component.object = a.id;
  component.other = b.id;
  component.margin_mm = gap.mm;
  component.from_mm = gap.on_a_mm;
  component.to_mm = gap.on_b_mm;
  return component;
}

bool isPiece(const PlaneObject& object) {
  return object.kind != PlaneKind::terrain;
}

void askPair(std::vector<Component>& components, const PlaneTable& table, const PlaneOptions& options,
             const PlaneObject& a, const PlaneObject& b) {
  const PlaneObject& ship = a.isShip() ? a : b;
  const PlaneObject& other = a.isShip() ? b : a;
  if (!ship.isShip() || ship.sunk() || !obstructs(other, ship, options))
    return;
  const Gap gap = clearanceTo(shipBody(ship.pose, table.shapes[ship.size], options.contact_model), other, table.shapes,
                              options.contact_model);
  components.push_back(pairComponent(Component::Kind::overlap, a, b, gap));
  const bool enemies = isPiece(other) && !other.player.empty() && !ship.player.empty() && other.player != ship.player;
  if (!enemies)
    return;
  Gap apart = gapBetween(shipOutline(ship.pose, table.shapes[ship.size], HullModel::footprint),
                         other.isShip() ? shipOutline(other.pose, table.shapes[other.size], HullModel::footprint)
                                        : uprightOutline(other.pose, table.shapes[other.size]));
  apart.mm -= options.min_separation_mm;
  components.push_back(pairComponent(Component::Kind::separation, a, b, apart));
}

} // namespace

std::vector<Component> setupComponents(const PlaneTable& table, const PlaneOptions& options) {
  std::vector<Component> components;
  for (std::size_t i = 0; i < table.objects.size(); ++i)
    for (std::size_t k = i + 1; k < table.objects.size(); ++k)
      askPair(components, table, options, table.objects[i], table.objects[k]);
  if (table.area.kind == PlaneArea::Kind::none)
    return components;
  for (const PlaneObject& object : table.objects) {
    if (!object.isShip() || object.sunk())
      continue;
    const Gap gap = insideArea(shipOutline(object.pose, table.shapes[object.size], options.edge_model), table.area);
    components.push_back(pairComponent(Component::Kind::area, object, object, gap));
  }
  return components;
}

namespace {

/// Greatest signed distance to the edges, by a grid that is refined around its best cell.
double inscribedRadius(const TablePolygon& polygon) {
  Vector2d low = polygon[0];
  Vector2d high = polygon[0];
  for (const Vector2d& corner : polygon) {
    low = low.cwiseMin(corner);
    high = high.cwiseMax(corner);
  }
  PlaneArea area;
  area.kind = PlaneArea::Kind::polygon;
  area.polygon_mm = polygon;
  Vector2d centre = (low + high) / 2.0;
  Vector2d half = (high - low) / 2.0;
  double best = -std::numeric_limits<double>::infinity();
  while (half.maxCoeff() > 1e-4) {
    Vector2d next = centre;
    for (int i = -10; i <= 10; ++i)
      for (int k = -10; k <= 10; ++k) {
        const Vector2d at = centre + Vector2d(half.x() * i, half.y() * k) / 10.0;
        const double inside = insideArea(Corners(&at, 1), area).mm;
        if (inside > best) {
          best = inside;
          next = at;
        }
      }
    centre = next;
    half *= 0.3;
  }
  return best;
}

} // namespace

std::optional<double> areaAcross_mm(const PlaneArea& area, bool inscribed) {
  if (area.kind == PlaneArea::Kind::none)
    return std::nullopt;
  if (area.kind == PlaneArea::Kind::circle)
    return 2.0 * area.radius_mm;
  if (inscribed)
    return 2.0 * inscribedRadius(area.polygon_mm);
  double extent = 0.0;
  for (const Vector2d& a : area.polygon_mm)
    for (const Vector2d& b : area.polygon_mm)
      extent = std::max(extent, (a - b).norm());
  return extent;
}

std::optional<Verdict> judgeSurface(const PlaneLaw& law, const PlaneArea& area) {
  const double least_mm = std::strtod(law.option("min_area_mm").c_str(), nullptr);
  const auto across_mm = areaAcross_mm(area, law.option("area_measure") == "inscribed");
  if (!across_mm || *across_mm >= least_mm)
    return std::nullopt;
  Verdict verdict;
  verdict.ruling = Ruling::illegal;
  verdict.clauses = {law.clause("AR-06")};
  verdict.margin_mm = *across_mm - least_mm;
  verdict.sentence = "The playing surface is only " + std::to_string(static_cast<int>(*across_mm)) +
                     " mm across; it needs " + law.option("min_area_mm") + ".";
  return verdict;
}

} // namespace linesman::rules
