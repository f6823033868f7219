#include "rules/sight_search.h"

#include <algorithm>
#include <cmath>

namespace linesman::rules {

using Eigen::Vector2d;

SightSearch::SightSearch(const FiringSide& side, Corners inside, const std::vector<Blocker>& blockers)
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

SightLine SightSearch::find(const SightHints& hints) {
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

Vector2d SightSearch::aimOf(const SightLine& line) const {
  const Vector2d& a = inside_[line.edge];
  const double length = lengthOf(line.edge);
  return length > 0.0 ? Vector2d(a + (line.at_mm / length) * (next(line.edge) - a)) : a;
}

// With the gauge's chord [c0, c1] at the aim's height, the slides are aim.x - c1 .. aim.x - c0 within the side's own,
// and the base reaches b further.
void SightSearch::guns(const Vector2d& aim, double& low, double& high) const {
  double chord_low = 0.0;
  double chord_high = 0.0;
  if (!spanAt(side_.gauge, aim.y(), chord_low, chord_high))
    chord_low = chord_high = side_.base_mm / 2.0; // beyond the gauge's ends by rounding
  const double least = std::clamp(aim.x() - chord_high, side_.slide_low_mm, side_.slide_high_mm);
  const double most = std::clamp(aim.x() - chord_low, side_.slide_low_mm, side_.slide_high_mm);
  low = std::max(least, 0.0);
  high = std::min(most + side_.base_mm, side_.length_mm);
}

double SightSearch::clearance(const Vector2d& gun, const Vector2d& aim) const {
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

void SightSearch::keep(const SightLine& line) {
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

void SightSearch::open(Box box, double cap_mm) {
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

void SightSearch::bisect(const SightHints& hints) {
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

SightLine SightSearch::nearestTo(const Vector2d& gun, const Vector2d& aim) const {
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

void SightSearch::allow(SightLine& line) const {
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

SightSearch::Planes SightSearch::linearised(const SightLine& line, double reach_mm) const {
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

Vector2d SightSearch::bestStep(const Planes& planes, const SightLine& line, double room_mm, double& promised_mm) const {
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

SightLine SightSearch::climbed(SightLine line, double room_mm, double enough_mm) const {
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

} // namespace linesman::rules
