#include "rules/step_move.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "rules/limit_words.h"

namespace linesman::rules {

bool Component::holds() const {
  const bool closed = kind == Kind::joint || kind == Kind::turn || kind == Kind::range || kind == Kind::separation ||
                      kind == Kind::contact;
  return closed ? margin_mm >= 0.0 : margin_mm > 0.0;
}

std::string Component::label() const {
  const std::string at = "#" + std::to_string(step);
  switch (kind) {
  case Kind::joint:
    return "joint" + at;
  case Kind::turn:
    return "turn" + at;
  case Kind::object:
    return "object:" + object + at;
  case Kind::area:
    return step > 0 ? "area" + at : "area:" + object;
  case Kind::range:
    return "range";
  case Kind::sight:
    return object.empty() ? "sight" : "sight:" + object;
  case Kind::overlap:
    return "overlap:" + object + "/" + other;
  case Kind::separation:
    return "separation:" + object + "/" + other;
  case Kind::contact:
    return "contact:" + object;
  }
  return {};
}

std::string Component::words() const {
  return limitWords(label());
}

std::vector<ShipPose> placementsOf(const ShipPose& start, const ShipShape& shape, const std::vector<double>& headings) {
  std::vector<ShipPose> placements;
  ShipPose at = start;
  for (const double heading_rad : headings) {
    at = ShipPose(bowOf(at, shape), heading_rad);
    placements.push_back(at);
  }
  return placements;
}

Component turnComponent(const ShipPose& from, const ShipPose& to, const ShipShape& shape, const PlaneOptions& options,
                        int step) {
  Component turn;
  turn.kind = Component::Kind::turn;
  turn.step = step;
  const double limit_rad =
      options.contact_model == HullModel::silhouette ? shape.outline_turn_limit_rad : shape.turn_limit_rad;
  turn.angle_rad = limit_rad - std::abs(wrapAngle(to.heading_rad() - from.heading_rad()));
  turn.margin_mm = shape.base_mm / 2.0 * std::sin(turn.angle_rad);
  turn.from_mm = to.origin_mm();
  turn.to_mm = to.origin_mm() + to.direction() * shape.slant_mm;
  return turn;
}

bool obstructs(const PlaneObject& object, const PlaneObject& ship, const PlaneOptions& options) {
  if (&object == &ship || object.id == ship.id || (object.isShip() && object.sunk()))
    return false;
  const bool thing = object.kind == PlaneKind::terrain;
  const bool flag = object.flag || (thing && object.terrain == Terrain::flag);
  if (flag && options.flag_contact && object.player != ship.player)
    return false;
  return !thing || (object.terrain != Terrain::base && !object.passable[indexOf(ship.size)]);
}

namespace {

Component jointComponent(const ShipPose& from, const ShipPose& to, const ShipShape& shape, const PlaneOptions& options,
                         int step) {
  Component joint;
  joint.kind = Component::Kind::joint;
  joint.step = step;
  joint.from_mm = bowOf(from, shape);
  joint.to_mm = to.origin_mm();
  joint.margin_mm = options.touch_tol_mm - (joint.to_mm - joint.from_mm).norm();
  return joint;
}

Component areaComponent(const StepQuery& query, const ShipPose& from, const ShipPose& to, const ShipShape& shape,
                        int step) {
  const PlaneOptions& options = query.options;
  Component area;
  area.kind = Component::Kind::area;
  area.step = step;
  Outline outline = shipOutline(to, shape, options.edge_model);
  if (options.sweep == Sweep::hull && query.table.area.kind == PlaneArea::Kind::polygon) {
    const HullModel model = options.edge_model == HullModel::solid ? HullModel::silhouette : options.edge_model;
    outline.clear();
    for (const Eigen::Vector3d& corner : sweptBody(from, to, shape, model).corners)
      outline.push_back(corner.head<2>());
  }
  const Gap gap = insideArea(outline, query.table.area);
  area.margin_mm = gap.mm;
  area.from_mm = gap.on_a_mm;
  area.to_mm = gap.on_b_mm;
  return area;
}

/// Calls `take(component)` for each condition of step `step`; `most_mm` is the least margin so far: clearances that can
/// not be below it are skipped unless it is infinite.
template <class Take>
void visitStep(const StepQuery& query, const ShipPose& from, const ShipPose& to, int step, const double& most_mm,
               bool all, Take take) {
  const ShipShape& shape = query.table.shapes[query.ship.size];
  if (query.observed)
    take(jointComponent(from, to, shape, query.options, step));
  take(turnComponent(from, to, shape, query.options, step));
  const HullModel model = query.options.contact_model;
  const Body body = query.options.sweep == Sweep::hull ? sweptBody(from, to, shape, model) : shipBody(to, shape, model);
  for (const PlaneObject& object : query.table.objects) {
    if (!obstructs(object, query.ship, query.options))
      continue;
    if (!all && clearanceFloor_mm(body, object, query.table.shapes) > most_mm)
      continue;
    const Gap gap = clearanceTo(body, object, query.table.shapes, model);
    Component component;
    component.kind = Component::Kind::object;
    component.step = step;
    component.object = object.id;
    component.margin_mm = gap.mm;
    component.from_mm = gap.on_a_mm;
    component.to_mm = gap.on_b_mm;
    take(component);
  }
  if (query.table.area.kind != PlaneArea::Kind::none)
    take(areaComponent(query, from, to, shape, step));
}

} // namespace

std::vector<Component> stepComponents(const StepQuery& query, bool all) {
  std::vector<Component> components;
  double least_mm = std::numeric_limits<double>::infinity();
  ShipPose from = query.ship.pose;
  int step = 0;
  for (const ShipPose& to : query.placements) {
    visitStep(query, from, to, ++step, least_mm, all, [&](const Component& component) {
      least_mm = std::min(least_mm, component.margin_mm);
      components.push_back(component);
    });
    from = to;
  }
  return components;
}

const Component& tightest(const std::vector<Component>& components) {
  assert(!components.empty());
  const Component* least = &components.front();
  for (const Component& component : components)
    if (component.margin_mm < least->margin_mm - tie_mm)
      least = &component;
  return *least;
}

double stepMargin_mm(const StepQuery& query, double enough_mm) {
  double least_mm = std::numeric_limits<double>::infinity();
  ShipPose from = query.ship.pose;
  int step = 0;
  for (const ShipPose& to : query.placements) {
    visitStep(query, from, to, ++step, least_mm, false,
              [&](const Component& component) { least_mm = std::min(least_mm, component.margin_mm); });
    if (least_mm < enough_mm)
      break;
    from = to;
  }
  return least_mm;
}

} // namespace linesman::rules
