#include "app/watch/not_counted.h"

#include <algorithm>
#include <cmath>

#include "app/watch/fleet.h"
#include "app/watch/outline.h"
#include "models/piece_catalog.h"
#include "models/polygon.h"
#include "models/polygon_json.h"
#include "rules/convex.h"

namespace linesman::app {

using nlohmann::json;

namespace {

/// Is most of it a thing that the table file names?
bool isKnown(const TablePolygon& thing, const std::vector<Terrain>& terrain) {
  const auto lies_in = [](const Eigen::Vector2d& point, const Terrain& known) {
    if (known.value("shape", std::string()) == "disc")
      return (point - Eigen::Vector2d(known.at("centre").at(0), known.at("centre").at(1))).norm() <
             known.at("radius").get<double>();
    const TablePolygon outline = cornersFrom(known.value("points", json::array()));
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

std::string told(const std::string& what, const TablePolygon& outline_mm) {
  const Eigen::Vector2d at = middleOf(outline_mm);
  return what + " at (" + std::to_string(std::lround(at.x())) + ", " + std::to_string(std::lround(at.y())) + ") mm";
}

} // namespace

std::vector<NotCounted> notCounted(const TableState& table, const MatchSetup& setup) {
  constexpr double believed = 0.5; // score of a pyramid
  std::vector<NotCounted> things;
  const auto add = [&](const std::string& what, const TablePolygon& outline_mm, PieceId piece = {},
                       bool upright = false) {
    things.push_back({told(what, outline_mm), outline_mm, piece, upright});
  };
  for (const SeenObstacle& thing : table.obstacles)
    if (thing.polygon_mm.size() >= 3 && !isKnown(thing.polygon_mm, setup.terrain)) {
      const bool resting = std::ranges::find(table.resting_mm, thing.polygon_mm) != table.resting_mm.end();
      add(resting ? "the hand or thing that rests" : "the unknown thing", thing.polygon_mm);
      things.back().resting = resting;
    }
  if (setup.players.empty())
    return things;
  for (const SeenPyramid& pyramid : table.pyramids) {
    const bool upright = pyramid.posture == Posture::upright;
    if (pyramid.score >= believed && (upright || ownerOf(pyramid.colour, setup.players) == nullptr))
      add(upright ? "the upright pyramid" : "the pyramid of nobody's colour", outlineOf(pyramid), pyramid.id, upright);
  }
  return things;
}

NotCounted unexplained(const SeenPyramid& pyramid) {
  const TablePolygon outline_mm = outlineOf(pyramid);
  return {told("the unexplained pyramid", outline_mm), outline_mm, pyramid.id};
}

Terrain asTerrain(const NotCounted& thing) {
  Terrain island = {{"id", "thing"}, {"kind", "terrain"}, {"class", "obstacle"}, {"shape", "polygon"}};
  island["points"] =
      cornersJson(crossesItself(thing.outline_mm) ? rules::convexHull(thing.outline_mm) : thing.outline_mm);
  return island;
}

const NotCounted* inTheWay(const std::vector<NotCounted>& things,
                           const std::function<double(const Terrain&)>& margin_mm) {
  constexpr double reaches_in_mm = 2.0; // an outline is not known better
  const auto thing =
      std::ranges::find_if(things, [&](const NotCounted& one) { return margin_mm(asTerrain(one)) < -reaches_in_mm; });
  return thing == things.end() ? nullptr : &*thing;
}

void withhold(rules::Verdict& verdict, const std::string& clause, const std::string& whether, const std::string& what,
              const std::string& remedy) {
  verdict.ruling = rules::Ruling::unclear;
  if (std::ranges::find(verdict.clauses, clause) == verdict.clauses.end())
    verdict.clauses.push_back(clause);
  verdict.sentence = "Not ruled whether " + whether + ": " + what + "; " + remedy + ".";
  verdict.withheld = what;
}

void withhold(rules::Verdict& verdict, const std::string& clause, const std::string& whether, const NotCounted& thing,
              const std::string& then) {
  withhold(verdict, clause, whether, thing.what + " lies in the way",
           std::string(thing.resting ? "take it away" : "take it away, or name it in the table file") + then);
  verdict.highlights.push_back(
      {rules::Highlight::Kind::polygon, rules::Highlight::Role::blocker, thing.outline_mm, {}});
}

json toJson(const NotCounted& thing) {
  json out = {{"what", thing.what}, {"outline_mm", cornersJson(thing.outline_mm)}};
  if (thing.upright)
    out["upright"] = true;
  if (thing.resting)
    out["resting"] = true;
  return out;
}

NotCounted notCountedFrom(const json& in) {
  return {in.at("what").get<std::string>(),
          cornersFrom(in.at("outline_mm")),
          {},
          in.value("upright", false),
          in.value("resting", false)};
}

} // namespace linesman::app
