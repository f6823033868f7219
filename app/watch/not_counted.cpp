#include "app/watch/not_counted.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>
#include <vector>

#include "app/watch/fleet.h"
#include "app/watch/outline.h"
#include "models/piece_catalog.h"
#include "models/polygon.h"

namespace linesman::app {

using nlohmann::json;

namespace {

constexpr double pitch_mm = 2.0; ///< of the points that are asked about

/// Points from `a` to `b`.
std::vector<Eigen::Vector2d> line(const Eigen::Vector2d& a, const Eigen::Vector2d& b) {
  const int steps = std::max(1, static_cast<int>(std::ceil((b - a).norm() / pitch_mm)));
  std::vector<Eigen::Vector2d> points;
  for (int k = 0; k <= steps; ++k)
    points.push_back(a + (b - a) * k / steps);
  return points;
}

/// Points of a polygon drawn in by some millimetres, so that what only touches it does not count.
std::vector<Eigen::Vector2d> inside(const TablePolygon& polygon) {
  constexpr double drawn_in_mm = 2.0;
  const Eigen::Vector2d middle = middleOf(polygon);
  const auto inner = [&](const Eigen::Vector2d& corner) -> Eigen::Vector2d {
    const double away = (corner - middle).norm();
    return middle + std::max(0.0, 1.0 - drawn_in_mm / std::max(away, drawn_in_mm)) * (corner - middle);
  };
  std::vector<Eigen::Vector2d> points;
  for (std::size_t i = 0; i < polygon.size(); ++i)
    for (const Eigen::Vector2d& rim : line(inner(polygon[i]), inner(polygon[(i + 1) % polygon.size()])))
      std::ranges::copy(line(middle, rim), std::back_inserter(points));
  return points;
}

/// The outline that a verdict shows in this role.
std::optional<TablePolygon> shown(const json& verdict, const char* role) {
  for (const json& highlight : verdict.value("highlights", json::array())) {
    if (highlight.value("role", std::string()) != role || highlight.value("kind", std::string()) != "polygon")
      continue;
    TablePolygon polygon;
    for (const json& point : highlight.value("points_mm", json::array()))
      polygon.emplace_back(point.at(0).get<double>(), point.at(1).get<double>());
    if (polygon.size() >= 3)
      return polygon;
  }
  return std::nullopt;
}

/// Where nothing else may lie: under the piece that is laid, or between the ship that fires and its target.
std::vector<Eigen::Vector2d> asked(const json& verdict) {
  const std::string action = verdict.value("action", std::string());
  if (action == "step")
    if (const auto laid = shown(verdict, "ghost"))
      return inside(*laid);
  if (action != "shot")
    return {};
  const auto from = shown(verdict, "piece"), to = shown(verdict, "nearest");
  if (!from || !to)
    return {};
  std::vector<Eigen::Vector2d> points = line(middleOf(*from), middleOf(*to));
  std::erase_if(points, [&](const Eigen::Vector2d& point) { return holds(*from, point) || holds(*to, point); });
  return points;
}

/// Is most of it a thing that the table file names?
bool isKnown(const TablePolygon& thing, const std::vector<Terrain>& terrain) {
  const auto lies_in = [](const Eigen::Vector2d& point, const Terrain& known) {
    if (known.value("shape", std::string()) == "disc")
      return (point - Eigen::Vector2d(known.at("centre").at(0), known.at("centre").at(1))).norm() <
             known.at("radius").get<double>();
    TablePolygon outline;
    for (const json& corner : known.value("points", json::array()))
      outline.emplace_back(corner.at(0).get<double>(), corner.at(1).get<double>());
    return outline.size() >= 3 && holds(outline, point);
  };
  return std::ranges::any_of(terrain, [&](const Terrain& known) {
    return 2 * std::ranges::count_if(thing, [&](const Eigen::Vector2d& at) { return lies_in(at, known); }) >
               std::ssize(thing) ||
           lies_in(middleOf(thing), known);
  });
}

TablePolygon outlineOf(const SeenPyramid& pyramid) {
  if (pyramid.posture == Posture::lying) {
    const Triangle corners = footprintOf(pyramid);
    return {corners.begin(), corners.end()};
  }
  static const PieceCatalog catalog = PieceCatalog::standard();
  const auto corners = catalog.pyramid(pyramid.size).uprightSolid();
  TablePolygon base;
  for (std::size_t i = 0; i < 4; ++i)
    base.push_back((pyramid.table_from_piece * Point2<PieceFrame>{corners[i].mm.head<2>()}).xy);
  return base;
}

} // namespace

std::string notCounted(const json& verdict, const TableState& table, const MatchSetup& setup) {
  constexpr double believed = 0.5; // score of a pyramid
  if (setup.players.empty() || verdict.value("ruling", std::string()) != "legal")
    return {};
  const std::vector<Eigen::Vector2d> points = asked(verdict);
  const auto in_the_way = [&](const TablePolygon& thing) {
    return thing.size() >= 3 &&
           std::ranges::any_of(points, [&](const Eigen::Vector2d& point) { return holds(thing, point); });
  };
  const auto said = [](const std::string& what, const TablePolygon& thing) {
    const Eigen::Vector2d at = middleOf(thing);
    return what + " at (" + std::to_string(std::lround(at.x())) + ", " + std::to_string(std::lround(at.y())) +
           ") mm was not counted, though it lies there: take it away, or name it in the table file.";
  };
  for (const SeenObstacle& thing : table.obstacles)
    if (in_the_way(thing.polygon_mm) && !isKnown(thing.polygon_mm, setup.terrain))
      return said("The unknown thing", thing.polygon_mm);
  for (const SeenPyramid& pyramid : table.pyramids) {
    const bool upright = pyramid.posture == Posture::upright;
    if (pyramid.score < believed || (!upright && ownerOf(pyramid.colour, setup.players) != nullptr))
      continue;
    if (const TablePolygon outline = outlineOf(pyramid); in_the_way(outline))
      return said(upright ? "The upright pyramid" : "The pyramid of nobody's colour", outline);
  }
  return {};
}

} // namespace linesman::app
