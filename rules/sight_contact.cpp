#include "rules/sight_contact.h"

#include <cmath>

namespace linesman::rules {

using Eigen::Vector2d;

namespace {

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
  const Vector2d* first = &obstacle.outline[0];
  const Vector2d* last = first;
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

} // namespace

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

} // namespace linesman::rules
