#include "app/reach_map.h"

#include "rules/hull_contact.h"

namespace linesman::app {

TablePolygon joinedRings(const std::vector<TablePolygon>& rings) {
  TablePolygon joined;
  for (const TablePolygon& ring : rings) {
    if (ring.empty())
      continue;
    const Eigen::Vector2d seam_mm = joined.empty() ? ring.front() : joined.front();
    joined.push_back(seam_mm);
    joined.insert(joined.end(), ring.begin(), ring.end());
    joined.push_back(ring.front());
    joined.push_back(seam_mm);
  }
  return joined;
}

Result<ReachShown> reachShown(const rules::PlaneTable& table, const rules::PlaneLaw& law, const std::string& ship) {
  const rules::PlaneObject* object = table.find(ship);
  if (object == nullptr || !object->isShip())
    return fail("There is no ship called " + ship + " on the table.");
  const int steps = object->moved ? 0 : law.options.max_steps[rules::indexOf(object->size)];
  const rules::ReachMap map = rules::reachMap(table, law, ship, steps);
  ReachShown shown;
  shown.hulls = joinedRings(map.hull_mm);
  shown.bows = joinedRings(map.bow_mm);
  shown.placements = map.poses;
  for (const auto& [target, pose] : map.targets) {
    const rules::Outline outline = rules::shipOutline(pose, table.shapes[object->size], rules::HullModel::footprint);
    shown.firing_from.emplace_back(outline.begin(), outline.end());
    shown.targets.push_back(target);
  }
  return shown;
}

} // namespace linesman::app
