#include "rules/line_of_fire.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

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

/// A blocker made ready for thousands of questions: outward unit normals of its edges and a circle around it.
struct Obstacle {
  Corners outline;
  double widen_mm = 0.0;
  std::vector<Vector2d> normals; ///< none for a single corner
  Vector2d centre = Vector2d::Zero();
  double around_mm = 0.0; ///< radius of the circle, `widen_mm` included
};

/// Clearance of a line of fire to one obstacle and how it changes: d mm = normal . ((1 - share) d gun + share d aim).
struct Contact {
  double mm = infinity;
  Vector2d normal = Vector2d::Zero();
  double share = 0.0;
};

Obstacle obstacleOf(const Blocker& blocker) {
  Obstacle obstacle;
  obstacle.outline = blocker.outline;
  obstacle.widen_mm = blocker.radius_mm;
  for (const Vector2d& corner : blocker.outline)
    obstacle.centre += corner / static_cast<double>(blocker.outline.size());
  for (std::size_t i = 0; i < blocker.outline.size(); ++i) {
    const Vector2d edge = blocker.outline[(i + 1) % blocker.outline.size()] - blocker.outline[i];
    obstacle.around_mm = std::max(obstacle.around_mm, (blocker.outline[i] - obstacle.centre).norm());
    const double length = edge.norm();
    obstacle.normals.push_back(length > 0.0 ? Vector2d(edge.y() / length, -edge.x() / length) : Vector2d::Zero());
  }
  if (blocker.outline.size() < 2)
    obstacle.normals.clear();
  obstacle.around_mm += blocker.radius_mm;
  return obstacle;
}

/// Share of the segment at which it is nearest to a point.
double nearestShare(const Vector2d& gun, const Vector2d& line, double squared, const Vector2d& point) {
  return squared > 0.0 ? std::clamp(line.dot(point - gun) / squared, 0.0, 1.0) : 0.0;
}

/// Lines that cross a convex outline: the least slide that frees them, by the outline's edges or by the line's own
/// direction. False when some direction separates the two.
bool crossing(const Vector2d& gun, const Vector2d& aim, const Obstacle& obstacle, Contact& contact) {
  contact.mm = -infinity;
  for (std::size_t i = 0; i < obstacle.normals.size(); ++i) {
    const Vector2d& normal = obstacle.normals[i];
    const double at_gun = normal.dot(gun - obstacle.outline[i]);
    const double at_aim = normal.dot(aim - obstacle.outline[i]);
    if (std::min(at_gun, at_aim) > contact.mm)
      contact = {std::min(at_gun, at_aim), normal, at_gun <= at_aim ? 0.0 : 1.0};
  }
  const Vector2d line = aim - gun;
  const double length = line.norm();
  if (!(length > 0.0))
    return contact.mm <= 0.0;
  const Vector2d left(-line.y() / length, line.x() / length);
  double least = infinity;
  double most = -infinity;
  const Vector2d* first = nullptr;
  const Vector2d* last = nullptr;
  for (const Vector2d& corner : obstacle.outline) {
    const double across = left.dot(corner - gun);
    if (across < least) {
      least = across;
      first = &corner;
    }
    if (across > most) {
      most = across;
      last = &corner;
    }
  }
  const double squared = length * length;
  if (least > contact.mm)
    contact = {least, -left, line.dot(*first - gun) / squared};
  if (-most > contact.mm)
    contact = {-most, left, line.dot(*last - gun) / squared};
  return contact.mm <= 0.0;
}

/// The nearest pair of a line and an outline that some direction separates.
Contact apart(const Vector2d& gun, const Vector2d& aim, const Obstacle& obstacle) {
  const Vector2d line = aim - gun;
  const double squared = line.squaredNorm();
  double nearest = infinity;
  Vector2d from = Vector2d::Zero();
  Contact contact;
  const auto ask = [&](const Vector2d& on_line, const Vector2d& on_outline, double share) {
    const double distance = (on_line - on_outline).squaredNorm();
    if (distance >= nearest)
      return;
    nearest = distance;
    from = on_line - on_outline;
    contact.share = share;
  };
  for (std::size_t i = 0; i < obstacle.outline.size(); ++i) {
    const Vector2d& a = obstacle.outline[i];
    const double share = nearestShare(gun, line, squared, a);
    ask(gun + share * line, a, share);
    if (obstacle.normals.empty())
      continue;
    const Vector2d& b = obstacle.outline[(i + 1) % obstacle.outline.size()];
    ask(gun, nearestOnSegment(a, b, gun), 0.0);
    ask(aim, nearestOnSegment(a, b, aim), 1.0);
  }
  contact.mm = std::sqrt(nearest);
  contact.normal = contact.mm > 0.0 ? Vector2d(from / contact.mm) : Vector2d::Zero();
  return contact;
}

Contact contactOf(const Vector2d& gun, const Vector2d& aim, const Obstacle& obstacle) {
  Contact contact;
  if (obstacle.normals.empty() || !crossing(gun, aim, obstacle, contact)) {
    const Contact free = apart(gun, aim, obstacle);
    // Touching within rounding: the separating direction is the better normal.
    if (obstacle.normals.empty() || free.mm > 1e-9)
      contact = free;
  }
  contact.mm -= obstacle.widen_mm;
  return contact;
}

/// A line of `sight`: on edge `edge` of the target's outline inside the region, `at_mm` along it, from `gun_mm` along
/// the side.
struct SightLine {
  std::size_t edge = 0;
  double at_mm = 0.0;
  double gun_mm = 0.0;
  double mm = -infinity; ///< its clearance
};

/// The search for the clearest line of `sight`. A clearance changes by no more than the ends of its line move, so boxes
/// of lines are halved, the most promising first, until none can be better than the best line by more than a slack;
/// the best few lines then climb, each step the optimum of the linearised clearances within a trust region.
class SightSearch {
public:
  SightSearch(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers)
      : side_(side), inside_(inside) {
    obstacles_.reserve(blockers.size());
    for (const Blocker& blocker : blockers)
      obstacles_.push_back(obstacleOf(blocker));
    for (std::size_t i = 0; i < side.gauge.size(); ++i) {
      const Vector2d edge = side.gauge[(i + 1) % side.gauge.size()] - side.gauge[i];
      if (edge.y() != 0.0)
        slope_ = std::max(slope_, std::abs(edge.x() / edge.y()));
    }
    slope_ = std::hypot(1.0, slope_);
  }

  SightLine find(const SightHints& hints) {
    if (hints.near)
      return climbed(nearestTo(hints.near->first, hints.near->second), 0.05, infinity);
    bisect(hints);
    SightLine best = best_[0];
    if (best.mm >= hints.enough_mm || hopeless_)
      return best;
    for (const SightLine& seed : best_)
      if (seed.mm > best.mm - 0.3 && best.mm < hints.enough_mm)
        if (const SightLine top = climbed(seed, 0.5, hints.enough_mm); top.mm > best.mm)
          best = top;
    return best;
  }

  Vector2d aimOf(const SightLine& line) const {
    const Vector2d& a = inside_[line.edge];
    const double length = lengthOf(line.edge);
    return length > 0.0 ? Vector2d(a + (line.at_mm / length) * (next(line.edge) - a)) : a;
  }
  Vector2d gunOf(const SightLine& line) const { return {line.gun_mm, 0.0}; }

private:
  struct Box {
    std::size_t edge;
    double from_mm, to_mm;   ///< along the edge
    double share, share_end; ///< of the guns that may fire there
    double bound_mm;         ///< no line in it is clearer
    bool operator<(const Box& other) const { return bound_mm < other.bound_mm; }
  };

  const Vector2d& next(std::size_t edge) const { return inside_[(edge + 1) % inside_.size()]; }
  double lengthOf(std::size_t edge) const { return (next(edge) - inside_[edge]).norm(); }

  /// Guns that may fire at `aim`: under the base of a gauge that covers it. With the gauge's chord [c0, c1] at the
  /// aim's height, the slides are aim.x - c1 .. aim.x - c0 within the side's own, and the base reaches b further.
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

  double clearance(const Vector2d& gun, const Vector2d& aim) const {
    double least = infinity;
    const Vector2d line = aim - gun;
    const double squared = line.squaredNorm();
    for (const Obstacle& obstacle : obstacles_) {
      const double share = nearestShare(gun, line, squared, obstacle.centre);
      const double room = least + obstacle.around_mm;
      if (room > 0.0 && (gun + share * line - obstacle.centre).squaredNorm() >= room * room)
        continue;
      least = std::min(least, contactOf(gun, aim, obstacle).mm);
    }
    return least;
  }

  void keep(const SightLine& line) {
    for (SightLine& known : best_) {
      if (known.edge == line.edge && std::abs(known.at_mm - line.at_mm) < 2.0 &&
          std::abs(known.gun_mm - line.gun_mm) < 2.0) {
        if (line.mm > known.mm)
          known = line;
        std::sort(best_.begin(), best_.end(), [](const SightLine& a, const SightLine& b) { return a.mm > b.mm; });
        return;
      }
    }
    for (std::size_t i = 0; i < best_.size(); ++i)
      if (line.mm > best_[i].mm) {
        std::copy_backward(best_.begin() + static_cast<std::ptrdiff_t>(i), best_.end() - 1, best_.end());
        best_[i] = line;
        return;
      }
  }

  /// Looks at the line in the middle of a box and bounds all others by how far their ends lie from its ends.
  void open(Box box, double cap_mm) {
    SightLine line{box.edge, (box.from_mm + box.to_mm) / 2.0, 0.0, 0.0};
    const Vector2d aim = aimOf(line);
    double low = 0.0;
    double high = 0.0;
    guns(aim, low, high);
    line.gun_mm = low + (high - low) * (box.share + box.share_end) / 2.0;
    line.mm = clearance(gunOf(line), aim);
    keep(line);
    const double aims_mm = (box.to_mm - box.from_mm) / 2.0;
    const double guns_mm =
        slope_ * aims_mm + (box.share_end - box.share) / 2.0 * (std::max(high - low, 0.0) + 2.0 * slope_ * aims_mm);
    box.bound_mm = std::min(cap_mm, line.mm + std::max(aims_mm, guns_mm));
    boxes_.push_back(box);
    std::push_heap(boxes_.begin(), boxes_.end());
  }

  void bisect(const SightHints& hints) {
    // Who asks for margins only asks for hundreds of shots. Boxes along a flat ridge never fall out: the climb ends
    // those.
    const bool hurried = hints.enough_mm < infinity;
    const double slack_mm = hurried ? 0.08 : 0.005;
    const int most = hurried ? 400 : 6000;
    boxes_.clear();
    boxes_.reserve(400 + inside_.size());
    for (std::size_t i = 0; i < inside_.size(); ++i)
      open({i, 0.0, lengthOf(i), 0.0, 1.0, 0.0}, infinity);
    for (int n = 0; n < most && best_[0].mm < hints.enough_mm; n += 2) {
      std::pop_heap(boxes_.begin(), boxes_.end());
      const Box box = boxes_.back();
      boxes_.pop_back();
      hopeless_ = box.bound_mm < hints.hopeless_mm;
      if (hopeless_ || box.bound_mm <= best_[0].mm + slack_mm)
        return;
      Box first = box;
      Box second = box;
      if ((box.to_mm - box.from_mm) * slope_ >= (box.share_end - box.share) * side_.base_mm)
        first.to_mm = second.from_mm = (box.from_mm + box.to_mm) / 2.0;
      else
        first.share_end = second.share = (box.share + box.share_end) / 2.0;
      open(first, box.bound_mm);
      open(second, box.bound_mm);
    }
  }

  /// The line of the search nearest to a given one.
  SightLine nearestTo(const Vector2d& gun, const Vector2d& aim) const {
    SightLine line;
    double least = infinity;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      const Vector2d near = nearestOnSegment(inside_[i], next(i), aim);
      if ((near - aim).norm() >= least)
        continue;
      least = (near - aim).norm();
      line.edge = i;
      line.at_mm = (near - inside_[i]).norm();
    }
    line.gun_mm = gun.x();
    allow(line);
    line.mm = clearance(gunOf(line), aimOf(line));
    return line;
  }

  /// Moves a line's aim onto its edge, or past the edge's end onto the next one, and its gun among those allowed.
  void allow(SightLine& line) const {
    const double length = lengthOf(line.edge);
    if (line.at_mm > length && inside_.size() > 1) {
      line.edge = (line.edge + 1) % inside_.size();
      line.at_mm = std::min(line.at_mm - length, lengthOf(line.edge));
    } else if (line.at_mm < 0.0 && inside_.size() > 1) {
      line.edge = (line.edge + inside_.size() - 1) % inside_.size();
      line.at_mm = std::max(lengthOf(line.edge) + line.at_mm, 0.0);
    }
    line.at_mm = std::clamp(line.at_mm, 0.0, lengthOf(line.edge));
    double low = 0.0;
    double high = 0.0;
    guns(aimOf(line), low, high);
    line.gun_mm = std::clamp(line.gun_mm, low, std::max(low, high));
  }

  /// A linear function of a step (along the edge, along the side).
  struct Plane {
    double at = 0.0;
    Vector2d slope = Vector2d::Zero();
    double of(const Vector2d& step) const { return at + slope.dot(step); }
  };
  using Planes = FixedVector<Plane, 5>;

  /// The clearances near `line` within `reach_mm` of the least, linearised.
  Planes linearised(const SightLine& line, double reach_mm) const {
    const Vector2d gun = gunOf(line);
    const Vector2d aim = aimOf(line);
    const double length = lengthOf(line.edge);
    const Vector2d along = length > 0.0 ? Vector2d((next(line.edge) - inside_[line.edge]) / length) : Vector2d::Zero();
    Planes planes;
    for (const Obstacle& obstacle : obstacles_) {
      const double share = nearestShare(gun, aim - gun, (aim - gun).squaredNorm(), obstacle.centre);
      if ((gun + share * (aim - gun) - obstacle.centre).norm() - obstacle.around_mm > line.mm + reach_mm)
        continue;
      const Contact contact = contactOf(gun, aim, obstacle);
      if (contact.mm > line.mm + reach_mm)
        continue;
      const Plane plane{contact.mm,
                        {contact.share * contact.normal.dot(along), (1.0 - contact.share) * contact.normal.x()}};
      if (planes.size() < 5) {
        planes.push_back(plane);
        continue;
      }
      auto worst =
          std::max_element(planes.begin(), planes.end(), [](const Plane& a, const Plane& b) { return a.at < b.at; });
      if (plane.at < worst->at)
        *worst = plane;
    }
    return planes;
  }

  /// The step within `room_mm` (a box cut by the guns allowed) at which the least of `planes` is greatest: it lies
  /// where two borders, a border and two planes, or three planes meet.
  Vector2d bestStep(const Planes& planes, const SightLine& line, double room_mm, double& promised_mm) const {
    FixedVector<Plane, 8> borders; // allowed where >= 0
    borders.push_back({room_mm, {1.0, 0.0}});
    borders.push_back({room_mm, {-1.0, 0.0}});
    borders.push_back({room_mm, {0.0, 1.0}});
    borders.push_back({room_mm, {0.0, -1.0}});
    double low = 0.0, high = 0.0, low_next = 0.0, high_next = 0.0;
    guns(aimOf(line), low, high);
    SightLine ahead = line;
    const double length = lengthOf(line.edge);
    const double shift = line.at_mm + room_mm <= length ? room_mm : -std::min(room_mm, line.at_mm);
    ahead.at_mm += shift;
    guns(aimOf(ahead), low_next, high_next);
    const double low_slope = shift != 0.0 ? (low_next - low) / shift : 0.0;
    const double high_slope = shift != 0.0 ? (high_next - high) / shift : 0.0;
    borders.push_back({line.gun_mm - low, {-low_slope, 1.0}});
    borders.push_back({high - line.gun_mm, {high_slope, -1.0}});

    promised_mm = -infinity;
    Vector2d best = Vector2d::Zero();
    const auto ask = [&](const Vector2d& step) {
      for (const Plane& border : borders)
        if (border.of(step) < -1e-12)
          return;
      double least = infinity;
      for (const Plane& plane : planes)
        least = std::min(least, plane.of(step));
      if (least > promised_mm) {
        promised_mm = least;
        best = step;
      }
    };
    // Equations slope . step = -at: borders themselves, and differences of planes.
    FixedVector<Plane, 40> equations;
    for (const Plane& border : borders)
      equations.push_back(border);
    for (std::size_t i = 0; i < planes.size(); ++i)
      for (std::size_t k = i + 1; k < planes.size(); ++k)
        equations.push_back({planes[i].at - planes[k].at, planes[i].slope - planes[k].slope});
    ask(Vector2d::Zero());
    for (std::size_t i = 0; i < equations.size(); ++i)
      for (std::size_t k = i + 1; k < equations.size(); ++k) {
        const double determinant = cross(equations[i].slope, equations[k].slope);
        if (std::abs(determinant) < 1e-12)
          continue;
        ask({(equations[i].slope.y() * equations[k].at - equations[k].slope.y() * equations[i].at) / determinant,
             (equations[k].slope.x() * equations[i].at - equations[i].slope.x() * equations[k].at) / determinant});
      }
    return best;
  }

  SightLine climbed(SightLine line, double room_mm, double enough_mm) const {
    for (int round = 0; round < 80 && room_mm > 1e-9 && line.mm < enough_mm; ++round) {
      double promised_mm = 0.0;
      const Planes planes = linearised(line, 4.0 * room_mm);
      const Vector2d step = bestStep(planes, line, room_mm, promised_mm);
      SightLine moved = line;
      moved.at_mm += step.x();
      moved.gun_mm += step.y();
      allow(moved);
      moved.mm = clearance(gunOf(moved), aimOf(moved));
      const double gain_mm = moved.mm - line.mm;
      const double hoped_mm = promised_mm - line.mm;
      if (gain_mm > 0.0)
        line = moved;
      room_mm = hoped_mm > 1e-12 && gain_mm >= 0.5 * hoped_mm ? std::min(2.0 * room_mm, 4.0) : 0.35 * room_mm;
    }
    return line;
  }

  const FiringSide& side_;
  Corners inside_;
  std::vector<Obstacle> obstacles_;
  std::vector<Box> boxes_; ///< a heap, the greatest bound in front
  std::array<SightLine, 3> best_{};
  double slope_ = 0.0; ///< how far the guns' limits move at most when the aim moves 1 mm
  bool hopeless_ = false;
};

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
