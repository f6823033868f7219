#include "rules/reach.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
double bearing(const Vector2d& v) {
  return std::atan2(v.y(), v.x());
}
Vector2d unit(double heading_rad) {
  return {std::cos(heading_rad), std::sin(heading_rad)};
}

/// One question and the constants that its search needs.
struct Search {
  const PlaneTable& table;
  const PlaneOptions& options;
  const PlaneObject& ship;
  const ShipPose& goal;
  double step_mm;
  double limit_rad;
  Vector2d bow_mm;

  double score(const std::vector<double>& headings, double enough_mm) const {
    return stepMargin_mm({table, options, ship, placementsOf(ship.pose, table.shapes[ship.size], headings), false},
                         enough_mm);
  }
  /// Two links of one step each from the origin to v: how far v lies off the ring that they reach with a turn of at
  /// most the limit between them, and half the elbow angle.
  double ringMiss(const Vector2d& v) const {
    return std::max({2.0 * step_mm * std::cos(limit_rad / 2.0) - v.norm(), v.norm() - 2.0 * step_mm, 0.0});
  }
  double halfElbow(const Vector2d& v) const {
    return std::min(std::acos(std::clamp(v.norm() / (2.0 * step_mm), -1.0, 1.0)), limit_rad / 2.0);
  }
};

ReachResult missed(int steps, double miss_mm) {
  ReachResult result;
  result.steps = steps;
  result.margin_mm = -miss_mm;
  return result;
}

void keepBetter(ReachResult& best, const std::vector<double>& headings, double margin_mm) {
  if (!best.headings_rad.empty() && margin_mm <= best.margin_mm + tie_mm)
    return;
  best.headings_rad = headings;
  best.margin_mm = margin_mm;
}

ReachResult threeSteps(const Search& search) {
  const Vector2d v = search.goal.origin_mm() - search.bow_mm;
  const double miss_mm = search.ringMiss(v);
  if (miss_mm > search.options.reach_tol_mm)
    return missed(3, miss_mm);
  ReachResult best;
  best.steps = 3;
  for (const double sign : {1.0, -1.0}) {
    const double half = sign * search.halfElbow(v);
    const std::vector<double> headings = {bearing(v) + half, bearing(v) - half, search.goal.heading_rad()};
    keepBetter(best, headings, search.score(headings, -infinity));
  }
  return best;
}

/// Headings of four steps when the first is given; false when the rest misses the ring.
bool fourHeadings(const Search& search, double first_rad, double sign, std::vector<double>& headings, double& miss_mm) {
  const Vector2d v = search.goal.origin_mm() - search.bow_mm - search.step_mm * unit(first_rad);
  miss_mm = search.ringMiss(v);
  const double half = sign * search.halfElbow(v);
  headings = {first_rad, bearing(v) + half, bearing(v) - half, search.goal.heading_rad()};
  return miss_mm <= search.options.reach_tol_mm;
}

ReachResult fourSteps(const Search& search) {
  ReachResult best;
  best.steps = 4;
  double least_miss_mm = infinity;
  std::vector<double> headings;
  const double start_rad = search.ship.pose.heading_rad();
  for (const double sign : {-1.0, 1.0}) {
    const auto value = [&](double offset_rad, double enough_mm) {
      double miss_mm = 0.0;
      const bool there = fourHeadings(search, start_rad + offset_rad, sign, headings, miss_mm);
      least_miss_mm = std::min(least_miss_mm, miss_mm);
      return there ? search.score(headings, enough_mm) : -infinity;
    };
    const int count = 120;
    std::vector<std::pair<double, int>> samples;
    for (int i = 0; i <= count; ++i)
      samples.emplace_back(-value(search.limit_rad * (2.0 * i / count - 1.0), -infinity), i);
    std::sort(samples.begin(), samples.end());
    for (std::size_t k = 0; k < 4 && samples[k].first < infinity; ++k) {
      double a = search.limit_rad * (2.0 * std::max(samples[k].second - 1, 0) / count - 1.0);
      double b = search.limit_rad * (2.0 * std::min(samples[k].second + 1, count) / count - 1.0);
      double at = search.limit_rad * (2.0 * samples[k].second / count - 1.0);
      double top = -samples[k].first;
      const double golden = 0.6180339887498949;
      double x1 = b - golden * (b - a);
      double x2 = a + golden * (b - a);
      double v1 = value(x1, -infinity);
      double v2 = value(x2, -infinity);
      while (b - a > 1e-9) {
        if (std::max(v1, v2) > top) {
          top = std::max(v1, v2);
          at = v1 >= v2 ? x1 : x2;
        }
        if (v1 >= v2) {
          b = x2;
          x2 = x1;
          v2 = v1;
          x1 = b - golden * (b - a);
          v1 = value(x1, -infinity);
        } else {
          a = x1;
          x1 = x2;
          v1 = v2;
          x2 = a + golden * (b - a);
          v2 = value(x2, -infinity);
        }
      }
      const double margin_mm = value(at, -infinity);
      if (std::isfinite(margin_mm))
        keepBetter(best, headings, margin_mm);
    }
  }
  return best.headings_rad.empty() ? missed(4, least_miss_mm) : best;
}

} // namespace

ReachResult reachIn(const PlaneTable& table, const PlaneOptions& options, const PlaneObject& ship, const ShipPose& goal,
                    int steps) {
  assert(steps >= 1 && steps <= 4);
  const ShipShape& shape = table.shapes[ship.size];
  const double limit_rad =
      options.contact_model == HullModel::silhouette ? shape.outline_turn_limit_rad : shape.turn_limit_rad;
  const Search search{table, options, ship, goal, shape.step_mm, limit_rad, bowOf(ship.pose, shape)};
  ReachResult result;
  result.steps = steps;
  if (steps <= 2) {
    const Vector2d v = goal.origin_mm() - search.bow_mm;
    const double miss_mm = steps == 1 ? v.norm() : std::abs(v.norm() - search.step_mm);
    if (miss_mm > options.reach_tol_mm)
      return missed(steps, miss_mm);
    if (steps == 2)
      result.headings_rad.push_back(bearing(v));
    result.headings_rad.push_back(goal.heading_rad());
    result.margin_mm = search.score(result.headings_rad, -infinity);
  } else {
    result = steps == 3 ? threeSteps(search) : fourSteps(search);
  }
  result.reachable = !result.headings_rad.empty() && result.margin_mm > 0.0;
  return result;
}

} // namespace linesman::rules
