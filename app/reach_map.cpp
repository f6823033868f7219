#include "app/reach_map.h"

#include <cmath>

#include <opencv2/imgproc.hpp>

#include "rules/hull_contact.h"

namespace linesman::app {

namespace {

using rules::PlaneObject;
using rules::ShipPose;

/// Farthest that four steps and a shot can reach, with room to spare.
constexpr double half_extent_mm = 260.0;

/// A raster of the table around the ship; polygons are painted into it and read back as outlines.
class Raster {
public:
  Raster(const Eigen::Vector2d& centre_mm, double cell_mm)
      : low_mm_(centre_mm - Eigen::Vector2d::Constant(half_extent_mm)), cell_mm_(cell_mm),
        mask_(cv::Mat::zeros(size(cell_mm), size(cell_mm), CV_8U)) {}

  template <class Points> void paint(const Points& corners_mm) {
    constexpr int fraction_bits = 4;
    std::vector<cv::Point> corners;
    for (const Eigen::Vector2d& p_mm : corners_mm) {
      const Eigen::Vector2d cell = (p_mm - low_mm_) / cell_mm_ * (1 << fraction_bits);
      corners.emplace_back(static_cast<int>(std::lround(cell.x())), static_cast<int>(std::lround(cell.y())));
    }
    cv::fillConvexPoly(mask_, corners, cv::Scalar(255), cv::LINE_8, fraction_bits);
  }

  TableAreas areas() const {
    std::vector<std::vector<cv::Point>> contours;
    std::vector<cv::Vec4i> tree;
    cv::findContours(mask_, contours, tree, cv::RETR_CCOMP, cv::CHAIN_APPROX_SIMPLE);
    TableAreas areas;
    for (int outer = 0; outer >= 0 && !contours.empty(); outer = tree[static_cast<std::size_t>(outer)][0]) {
      TablePolygon ring = onTable(contours[static_cast<std::size_t>(outer)]);
      const Eigen::Vector2d seam_mm = ring.front();
      for (int hole = tree[static_cast<std::size_t>(outer)][2]; hole >= 0; hole = tree[static_cast<std::size_t>(hole)][0]) {
        const TablePolygon inner = onTable(contours[static_cast<std::size_t>(hole)]);
        ring.push_back(seam_mm);
        ring.insert(ring.end(), inner.begin(), inner.end());
        ring.push_back(inner.front());
        ring.push_back(seam_mm);
      }
      areas.push_back(std::move(ring));
    }
    return areas;
  }

private:
  static int size(double cell_mm) { return static_cast<int>(2.0 * half_extent_mm / cell_mm); }
  TablePolygon onTable(const std::vector<cv::Point>& contour) const {
    TablePolygon ring;
    for (const cv::Point& cell : contour)
      ring.push_back(low_mm_ + cell_mm_ * Eigen::Vector2d(cell.x, cell.y));
    return ring;
  }

  Eigen::Vector2d low_mm_;
  double cell_mm_;
  cv::Mat mask_;
};

/// Walks through all chains of steps, depth first; a chain ends where a placement is not legal.
class Walker {
public:
  Walker(const rules::PlaneTable& table, const rules::PlaneLaw& law, const PlaneObject& ship, int turns, double cell_mm)
      : table_(table), law_(law), shape_(table.shapes[ship.size]), turns_(turns),
        places_(ship.pose.origin_mm(), cell_mm), ranges_(ship.pose.origin_mm(), cell_mm) {}

  void walk(PlaneObject ship, int steps_left) {
    take(ship);
    if (steps_left == 0)
      return;
    const ShipPose from = ship.pose;
    const Eigen::Vector2d bow_mm = rules::bowOf(from, shape_);
    for (int i = 0; i < turns_; ++i) {
      const double share = turns_ > 1 ? 2.0 * i / (turns_ - 1) - 1.0 : 0.0;
      const ShipPose to(bow_mm, from.heading_rad() + share * turnLimit());
      const rules::StepQuery query{table_, law_.options, ship, {to}, false};
      if (!(rules::stepMargin_mm(query, 0.0) > 0.0))
        continue;
      PlaneObject moved = ship;
      moved.pose = to;
      ++map.placements;
      walk(std::move(moved), steps_left - 1);
    }
  }

  ReachMap finish() {
    map.places = places_.areas();
    map.ranges = ranges_.areas();
    return std::move(map);
  }

private:
  double turnLimit() const { return shape_.turn_limit_rad - radFromDeg(law_.options.turn_margin_deg); }
  void take(const PlaneObject& ship) {
    places_.paint(rules::shipOutline(ship.pose, shape_, rules::HullModel::footprint));
    for (const rules::FiringSide& side : rules::firingSides(ship, table_.shapes, law_.options))
      ranges_.paint(side.regionOnTable());
  }

  const rules::PlaneTable& table_;
  const rules::PlaneLaw& law_;
  const rules::ShipShape& shape_;
  int turns_;
  Raster places_;
  Raster ranges_;
  ReachMap map;
};

} // namespace

Result<ReachMap> reachMap(const rules::PlaneTable& table, const rules::PlaneLaw& law, const std::string& ship, int turns,
                          double cell_mm) {
  const PlaneObject* object = table.find(ship);
  if (object == nullptr || !object->isShip())
    return fail("There is no ship called " + ship + " on the table.");
  Walker walker(table, law, *object, turns, cell_mm);
  walker.walk(*object, object->moved ? 0 : law.options.max_steps[rules::indexOf(object->size)]);
  return walker.finish();
}

} // namespace linesman::app
