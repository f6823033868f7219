#include "rules/line_of_fire.h"

#include <algorithm>
#include <cmath>

#include "rules/sight_search.h"

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
/// Least clearance of a convex set (a gauge or a line of fire) to the blockers; gives up below `enough_mm`.
double leastClearance(Corners set, const std::vector<Blocker>& blockers, double enough_mm,
                      std::size_t* which = nullptr) {
  double least = infinity;
  for (std::size_t i = 0; i < blockers.size(); ++i) {
    const double gap = gapBetween_mm(set, blockers[i].outline) - blockers[i].radius_mm;
    if (gap >= least)
      continue;
    least = gap;
    if (which != nullptr)
      *which = i;
    if (least < enough_mm)
      break;
  }
  return least;
}

/// Greatest value of a piecewise smooth function on [low, high]: even samples and `extra` places, then golden sections
/// around the best three.
template <class F> double maximise(double low, double high, const std::vector<double>& extra, F value) {
  std::vector<std::pair<double, double>> samples; // place, value
  const int count = 48;
  for (int i = 0; i <= count; ++i)
    samples.emplace_back(low + (high - low) * i / count, 0.0);
  for (const double x : extra)
    if (x > low && x < high)
      samples.emplace_back(x, 0.0);
  for (auto& [x, v] : samples)
    v = value(x);
  std::sort(samples.begin(), samples.end());
  std::vector<std::size_t> order(samples.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  const std::size_t seeds = std::min<std::size_t>(4, order.size());
  std::partial_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(seeds), order.end(),
                    [&](std::size_t a, std::size_t b) { return samples[a].second > samples[b].second; });
  double best_x = samples[order[0]].first;
  double best_v = samples[order[0]].second;
  const double golden = 0.6180339887498949;
  for (std::size_t seed = 0; seed < seeds; ++seed) {
    double a = samples[order[seed] == 0 ? 0 : order[seed] - 1].first;
    double b = samples[std::min(order[seed] + 1, samples.size() - 1)].first;
    double x1 = b - golden * (b - a);
    double x2 = a + golden * (b - a);
    double v1 = value(x1);
    double v2 = value(x2);
    while (b - a > 1e-9) {
      if (v1 >= v2) {
        b = x2;
        x2 = x1;
        v2 = v1;
        x1 = b - golden * (b - a);
        v1 = value(x1);
      } else {
        a = x1;
        x1 = x2;
        v1 = v2;
        x2 = a + golden * (b - a);
        v2 = value(x2);
      }
    }
    if (std::max(v1, v2) > best_v) {
      best_v = std::max(v1, v2);
      best_x = v1 >= v2 ? x1 : x2;
    }
  }
  return best_x;
}

Outline shifted(const Outline& outline, double x_mm) {
  Outline moved;
  for (const Vector2d& corner : outline)
    moved.push_back(corner + Vector2d(x_mm, 0.0));
  return moved;
}

/// Slides at which the gauge meets the target: the section at y = 0 of the hull of corner differences.
bool meetingSlides(const FiringSide& side, Corners target, double& low, double& high) {
  std::vector<Vector2d> differences;
  for (const Vector2d& q : target)
    for (const Vector2d& g : side.gauge)
      differences.push_back(q - g);
  const std::vector<Vector2d> hull = convexHull(differences);
  if (!spanAt(hull, 0.0, low, high))
    return false;
  low = std::max(low, side.slide_low_mm);
  high = std::min(high, side.slide_high_mm);
  return low <= high;
}

/// The gauge at a slide, or the part of it nearer the ship than the target's nearest point inside it.
Outline gaugePart(const FiringSide& side, double slide_mm, Corners target, bool only_before) {
  Outline gauge = shifted(side.gauge, slide_mm);
  if (!only_before)
    return gauge;
  double nearest = infinity;
  for (const Vector2d& corner : clipByPolygon(target, gauge))
    nearest = std::min(nearest, corner.y());
  if (nearest == infinity) // they only touch: the deepest point of the gauge's contact
    nearest = std::max(0.0, gapBetween(target, gauge).on_b_mm.y());
  return clipByLine(gauge, Vector2d::UnitY(), nearest);
}

std::optional<LineResult> bySlides(const FiringSide& side, bool only_before, Corners target,
                                   const std::vector<Blocker>& blockers) {
  double low = 0.0;
  double high = 0.0;
  if (!meetingSlides(side, target, low, high))
    low = high = std::clamp((low + high) / 2.0, side.slide_low_mm, side.slide_high_mm);
  const auto value = [&](double slide_mm) {
    return leastClearance(gaugePart(side, slide_mm, target, only_before), blockers, -infinity);
  };
  LineResult best;
  best.slide_mm = maximise(low, high, {}, value);
  std::size_t which = 0;
  best.mm = leastClearance(gaugePart(side, best.slide_mm, target, only_before), blockers, -infinity, &which);
  best.blocker = blockers[which].id;
  return best;
}

/// Where the ray square to the side at x first meets the target inside the region.
double firstOnRay(Corners inside, double x) {
  double first = infinity;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const Vector2d& a = inside[i];
    const Vector2d& b = inside[(i + 1) % inside.size()];
    if (a.x() == x)
      first = std::min(first, a.y());
    if ((a.x() < x) != (b.x() < x))
      first = std::min(first, a.y() + (b.y() - a.y()) * (x - a.x()) / (b.x() - a.x()));
  }
  return first;
}

std::optional<LineResult> byBroadside(Corners inside, double length_mm, const std::vector<Blocker>& blockers) {
  double low = infinity;
  double high = -infinity;
  std::vector<double> corners;
  for (const Vector2d& corner : inside) {
    low = std::min(low, corner.x());
    high = std::max(high, corner.x());
    corners.push_back(corner.x());
  }
  low = std::clamp(low, 0.0, length_mm);
  high = std::clamp(high, 0.0, length_mm);
  const auto value = [&](double x) {
    const Vector2d ray[2] = {{x, 0.0}, {x, firstOnRay(inside, x)}};
    return std::isfinite(ray[1].y()) ? leastClearance(Corners(ray, 2), blockers, -infinity) : -infinity;
  };
  LineResult best;
  best.x_mm = maximise(low, high, corners, value);
  best.gun = {best.x_mm, 0.0};
  best.aim = {best.x_mm, firstOnRay(inside, best.x_mm)};
  const Vector2d ray[2] = {best.gun, best.aim};
  std::size_t which = 0;
  best.mm = leastClearance(Corners(ray, 2), blockers, -infinity, &which);
  best.blocker = blockers[which].id;
  return best;
}

std::optional<LineResult> byCorners(Corners shooter, Corners target, const std::vector<Blocker>& blockers) {
  LineResult best;
  best.mm = -infinity;
  for (const Vector2d& gun : shooter)
    for (const Vector2d& aim : target) {
      const Vector2d line[2] = {gun, aim};
      std::size_t which = 0;
      const double clear = leastClearance(Corners(line, 2), blockers, best.mm, &which);
      if (clear > best.mm) {
        best.mm = clear;
        best.gun = gun;
        best.aim = aim;
        best.blocker = blockers[which].id;
      }
    }
  return best;
}

std::optional<LineResult> bySight(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers,
                                  const SightHints& hints) {
  SightSearch search(side, inside, blockers);
  const SightLine best = search.find(hints);
  LineResult result;
  result.aim = search.aimOf(best);
  result.gun = search.gunOf(best);
  const Vector2d line[2] = {result.gun, result.aim};
  std::size_t which = 0;
  result.mm = leastClearance(Corners(line, 2), blockers, -infinity, &which);
  result.blocker = blockers[which].id;
  return result;
}

} // namespace

std::optional<LineResult> lineOfFire(const FiringSide& side, LineOfFire definition, Corners target, Corners inside,
                                     Corners shooter, const std::vector<Blocker>& blockers, const SightHints& hints) {
  switch (definition) {
  case LineOfFire::template_free:
  case LineOfFire::template_to_target:
    return bySlides(side, definition == LineOfFire::template_to_target, target, blockers);
  case LineOfFire::broadside:
    return byBroadside(inside, side.length_mm, blockers);
  case LineOfFire::sight:
    return bySight(side, inside, blockers, hints);
  case LineOfFire::corners:
    return byCorners(shooter, target, blockers);
  case LineOfFire::none:
    break;
  }
  return std::nullopt;
}

} // namespace linesman::rules
