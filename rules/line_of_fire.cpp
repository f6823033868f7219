#include "rules/line_of_fire.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace linesman::rules {

namespace {

using Eigen::Vector2d;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Least clearance of a convex set (a gauge or a line of fire) to the blockers; gives up below `enough_mm`.
double leastClearance(Corners set, const std::vector<Blocker>& blockers, double enough_mm, std::size_t* which = nullptr) {
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

double distanceToSegment(const Vector2d& a, const Vector2d& b, const Vector2d& point) {
  return (nearestOnSegment(a, b, point) - point).norm();
}

/// gapBetween_mm for a segment and an outline, written out for the search over lines of fire.
double lineGap_mm(const Vector2d& gun, const Vector2d& aim, Corners outline) {
  if (outline.size() == 1)
    return distanceToSegment(gun, aim, outline[0]);
  double separation = -infinity;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vector2d edge = outline[(i + 1) % outline.size()] - outline[i];
    const double length = edge.norm();
    if (length > 0.0)
      separation = std::max(
          separation, std::min(cross(gun - outline[i], edge), cross(aim - outline[i], edge)) / length);
  }
  const Vector2d line = aim - gun;
  const double length = line.norm();
  if (length > 0.0) {
    double least = infinity;
    double most = -infinity;
    for (const Vector2d& corner : outline) {
      const double across = cross(line, corner - gun);
      least = std::min(least, across);
      most = std::max(most, across);
    }
    separation = std::max({separation, least / length, -most / length});
  }
  if (separation <= -1e-9)
    return separation;
  double nearest = infinity;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vector2d& a = outline[i];
    const Vector2d& b = outline[(i + 1) % outline.size()];
    nearest = std::min({nearest, distanceToSegment(gun, aim, a), distanceToSegment(a, b, gun),
                        distanceToSegment(a, b, aim)});
  }
  return separation <= 0.0 && nearest <= 1e-9 ? separation : nearest;
}

/// leastClearance of a line of fire.
double lineClearance(const Vector2d& gun, const Vector2d& aim, const std::vector<Blocker>& blockers,
                     double enough_mm) {
  double least = infinity;
  for (const Blocker& blocker : blockers) {
    least = std::min(least, lineGap_mm(gun, aim, blocker.outline) - blocker.radius_mm);
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

/// Least and greatest x at height y of a convex outline; false when it does not reach that height.
bool spanAt(Corners outline, double y, double& low, double& high) {
  low = infinity;
  high = -infinity;
  for (std::size_t i = 0; i < outline.size(); ++i) {
    const Vector2d& a = outline[i];
    const Vector2d& b = outline[(i + 1) % outline.size()];
    if (a.y() == y) {
      low = std::min(low, a.x());
      high = std::max(high, a.x());
    }
    if ((a.y() < y) != (b.y() < y)) {
      const double x = a.x() + (b.x() - a.x()) * (y - a.y()) / (b.y() - a.y());
      low = std::min(low, x);
      high = std::max(high, x);
    }
  }
  return low <= high;
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

/// All lines of `sight`: a place on the outline of the target inside the region, and a place under the base of some
/// gauge that covers it.
class SightLines {
public:
  SightLines(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers)
      : side_(side), inside_(inside), blockers_(blockers) {
    lengths_.push_back(0.0);
    for (std::size_t i = 0; i < inside.size(); ++i)
      lengths_.push_back(lengths_.back() + (inside[(i + 1) % inside.size()] - inside[i]).norm());
  }

  double perimeter_mm() const { return lengths_.back(); }
  Vector2d aimAt(double at_mm) const {
    if (!(perimeter_mm() > 0.0))
      return inside_[0];
    const double wrapped = at_mm - std::floor(at_mm / perimeter_mm()) * perimeter_mm();
    std::size_t edge = 0;
    while (edge + 1 < inside_.size() && lengths_[edge + 1] < wrapped)
      ++edge;
    const double length = lengths_[edge + 1] - lengths_[edge];
    const double t = length > 0.0 ? std::clamp((wrapped - lengths_[edge]) / length, 0.0, 1.0) : 0.0;
    return inside_[edge] + t * (inside_[(edge + 1) % inside_.size()] - inside_[edge]);
  }
  /// Guns that may fire at `aim`: under the base of a gauge that covers it. With the gauge's chord [c0, c1] at the aim's
  /// height, the slides are aim.x - c1 .. aim.x - c0 within the side's own, and the base reaches b further.
  void guns(const Vector2d& aim, double& low, double& high) const {
    double chord_low = 0.0;
    double chord_high = 0.0;
    if (!spanAt(side_.gauge, aim.y(), chord_low, chord_high))
      chord_low = chord_high = side_.base_mm / 2.0; // beyond the gauge's ends by rounding
    const double least = std::clamp(aim.x() - chord_high, side_.slide_low_mm, side_.slide_high_mm);
    const double most = std::clamp(aim.x() - chord_low, side_.slide_low_mm, side_.slide_high_mm);
    low = std::max(least, 0.0);
    high = std::min(most + side_.base_mm, side_.length_mm);
  }
  /// `share` in [0, 1] of the allowed guns.
  Vector2d gunAt(const Vector2d& aim, double share) const {
    double low = 0.0;
    double high = 0.0;
    guns(aim, low, high);
    return {low + (high - low) * std::clamp(share, 0.0, 1.0), 0.0};
  }
  double value(double at_mm, double share, double enough_mm) const {
    const Vector2d aim = aimAt(at_mm);
    return lineClearance(gunAt(aim, share), aim, blockers_, enough_mm);
  }
  const std::vector<double>& cornerPlaces() const { return lengths_; }
  /// The place nearest to a line, as a start for climbing.
  std::pair<double, double> placeOf(const Vector2d& gun, const Vector2d& aim) const {
    double at_mm = 0.0;
    double least = infinity;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      const Vector2d near = nearestOnSegment(inside_[i], inside_[(i + 1) % inside_.size()], aim);
      if ((near - aim).norm() < least) {
        least = (near - aim).norm();
        at_mm = lengths_[i] + (near - inside_[i]).norm();
      }
    }
    double low = 0.0;
    double high = 0.0;
    guns(aimAt(at_mm), low, high);
    return {at_mm, high > low ? std::clamp((gun.x() - low) / (high - low), 0.0, 1.0) : 0.0};
  }

private:
  const FiringSide& side_;
  Corners inside_;
  const std::vector<Blocker>& blockers_;
  std::vector<double> lengths_;
};

struct Seed {
  double at_mm;
  double share;
  double mm;
};

/// The best samples, a few apart from each other.
std::vector<Seed> sightSeeds(const SightLines& lines, double enough_mm) {
  std::vector<Seed> seeds;
  std::vector<double> places;
  const std::vector<double>& corners = lines.cornerPlaces();
  for (std::size_t i = 0; i + 1 < corners.size(); ++i) {
    const double length = corners[i + 1] - corners[i];
    const int count = std::clamp(static_cast<int>(length / 1.5), 1, 12);
    for (int k = 0; k < count; ++k)
      places.push_back(corners[i] + length * k / count);
  }
  for (const double at_mm : places)
    for (int k = 0; k <= 12; ++k) {
      seeds.push_back({at_mm, k / 12.0, lines.value(at_mm, k / 12.0, -infinity)});
      if (seeds.back().mm >= enough_mm)
        return {seeds.back()};
    }
  std::stable_sort(seeds.begin(), seeds.end(), [](const Seed& a, const Seed& b) { return a.mm > b.mm; });
  std::vector<Seed> apart;
  for (const Seed& seed : seeds) {
    const bool near = std::any_of(apart.begin(), apart.end(), [&](const Seed& other) {
      return std::abs(other.at_mm - seed.at_mm) < 3.0 && std::abs(other.share - seed.share) < 0.25;
    });
    if (!near)
      apart.push_back(seed);
    if (apart.size() == 6)
      break;
  }
  return apart;
}

/// Climbs from a seed: steps in sixteen directions that turn by the golden angle from round to round (the function is a
/// minimum of smooth ones, and its ridges lie anywhere).
Seed climb(const SightLines& lines, Seed seed, double step_mm, double least_step_mm) {
  const double share_per_mm = 1.0 / 20.0;
  double turn = 0.0;
  for (int round = 0; round < 400 && step_mm > least_step_mm; ++round) {
    bool better = false;
    for (int k = 0; k < 16; ++k) {
      const double angle = turn + 2.0 * pi * k / 16.0;
      const double at_mm = seed.at_mm + step_mm * std::cos(angle);
      const double share = std::clamp(seed.share + step_mm * share_per_mm * std::sin(angle), 0.0, 1.0);
      const double mm = lines.value(at_mm, share, seed.mm);
      if (mm > seed.mm) {
        seed = {at_mm, share, mm};
        better = true;
        break;
      }
    }
    turn += 2.399963229728653;
    if (!better)
      step_mm *= 0.6;
  }
  return seed;
}

std::optional<LineResult> bySight(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers,
                                  const SightHints& hints) {
  const SightLines lines(side, inside, blockers);
  Seed best{0.0, 0.5, -infinity};
  if (hints.near) {
    const auto [at_mm, share] = lines.placeOf(hints.near->first, hints.near->second);
    best = climb(lines, {at_mm, share, lines.value(at_mm, share, -infinity)}, 0.05, 1e-8);
  } else {
    for (const Seed& seed : sightSeeds(lines, hints.enough_mm)) {
      const Seed top = seed.mm >= hints.enough_mm ? seed : climb(lines, seed, 2.0, 1e-3);
      if (top.mm > best.mm)
        best = top;
      if (best.mm >= hints.enough_mm)
        break;
    }
    if (best.mm < hints.enough_mm)
      best = climb(lines, best, 2e-3, 1e-8);
  }
  LineResult result;
  result.aim = lines.aimAt(best.at_mm);
  result.gun = lines.gunAt(result.aim, best.share);
  const Vector2d line[2] = {result.gun, result.aim};
  std::size_t which = 0;
  result.mm = leastClearance(Corners(line, 2), blockers, -infinity, &which);
  result.blocker = blockers[which].id;
  return result;
}

} // namespace

std::optional<LineResult> lineOfFire(const FiringSide& side, LineOfFire definition, Corners target, Corners inside,
                                     Corners shooter, const std::vector<Blocker>& blockers,
                                     const SightHints& hints) {
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
