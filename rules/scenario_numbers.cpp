#include "rules/scenario_numbers.h"

#include <algorithm>
#include <cmath>

namespace linesman::rules {

using Eigen::Vector2d;
using nlohmann::json;

namespace {

constexpr std::size_t most_corners = 500;
/// Coordinates beyond this (a kilometre) are a slip of units, and would lose the micrometres.
constexpr double most_mm = 1e6;

} // namespace

Result<double> numberFrom(const json& node, const std::string& what) {
  if (!node.is_number())
    return fail("The scenario's " + what + " must be a number.");
  const double value = node.get<double>();
  if (!std::isfinite(value) || std::abs(value) > most_mm)
    return fail("The scenario's " + what + " must be a number below 1e6.");
  return value;
}

Result<double> numberAt(const json& node, const char* key, double otherwise) {
  if (!node.contains(key) || node[key].is_null())
    return otherwise;
  return numberFrom(node[key], std::string("\"") + key + "\"");
}

Result<Vector2d> pointFrom(const json& node, const std::string& what) {
  if (!node.is_array() || node.size() != 2)
    return fail("The scenario's " + what + " must be a pair of numbers [x, y].");
  const auto x = numberFrom(node[0], what);
  const auto y = numberFrom(node[1], what);
  if (!x || !y)
    return tl::unexpected(!x ? x.error() : y.error());
  return Vector2d(*x, *y);
}

Result<TablePolygon> polygonFrom(const json& node, const std::string& what) {
  if (!node.is_array() || node.size() < 3 || node.size() > most_corners)
    return fail("The scenario's " + what + " must be a list of 3 to " + std::to_string(most_corners) + " points.");
  TablePolygon polygon;
  for (const json& corner : node) {
    const auto point = pointFrom(corner, what);
    if (!point)
      return tl::unexpected(point.error());
    polygon.push_back(*point);
  }
  polygon.erase(std::unique(polygon.begin(), polygon.end()), polygon.end()); // told twice, as closed outlines are
  if (polygon.size() > 3 && polygon.front() == polygon.back())
    polygon.pop_back();
  if (signedArea(polygon) < 0.0)
    std::reverse(polygon.begin(), polygon.end());
  if (!(signedArea(polygon) > 0.0))
    return fail("The scenario's " + what + " encloses no area; give its corners in order.");
  return polygon;
}

} // namespace linesman::rules
