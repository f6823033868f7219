#pragma once
// The predicates of the plane games once more, by other means than the program's: separating axes in space instead of
// difference sets, orientation signs and closed formulas of the law's text instead of clipped polygons, dense sampling
// instead of climbing.
#include "tests/rules/plane_support.h"

#include "rules/setup_check.h"

namespace linesman::rules::testing {

using V3 = Eigen::Vector3d;
using V2 = Eigen::Vector2d;

/// Greatest separation of two point sets over the given axes (negative: they overlap along all).
inline double separation(const std::vector<V3>& a, const std::vector<V3>& b, const std::vector<V3>& axes) {
  double best = -1e300;
  for (const V3& axis : axes) {
    const double length = axis.norm();
    if (length < 1e-9)
      continue;
    double a_low = 1e300, a_high = -1e300, b_low = 1e300, b_high = -1e300;
    for (const V3& p : a) {
      a_low = std::min(a_low, p.dot(axis));
      a_high = std::max(a_high, p.dot(axis));
    }
    for (const V3& p : b) {
      b_low = std::min(b_low, p.dot(axis));
      b_high = std::max(b_high, p.dot(axis));
    }
    best = std::max(best, std::max(b_low - a_high, a_low - b_high) / length);
  }
  return best;
}

/// A lying pyramid with the figures of the law's text: base edge b, height h.
struct Pyramid3 {
  std::vector<V3> points;
  std::vector<V3> normals;
  std::vector<V3> edges;
};
inline Pyramid3 lying(const ShipPose& pose, double b, double h) {
  const double s = std::sqrt(h * h + b * b / 4), d = b * b / (2 * s), H = b * h / s, k = b / 2;
  const V3 f(std::cos(pose.heading_rad()), std::sin(pose.heading_rad()), 0);
  const V3 r(f.y(), -f.x(), 0);
  const V3 c(pose.x_mm(), pose.y_mm(), 0);
  Pyramid3 p;
  p.points = {c + k * r, c - k * r, c + d * f + H * V3::UnitZ() - k * r, c + d * f + H * V3::UnitZ() + k * r,
              c + s * f};
  for (int i = 0; i < 4; ++i)
    p.edges.push_back(p.points[static_cast<std::size_t>((i + 1) % 4)] - p.points[static_cast<std::size_t>(i)]);
  for (int i = 0; i < 4; ++i)
    p.edges.push_back(p.points[4] - p.points[static_cast<std::size_t>(i)]);
  p.normals.push_back(p.edges[0].cross(p.edges[1]));
  for (int i = 0; i < 4; ++i)
    p.normals.push_back(p.edges[static_cast<std::size_t>(i)].cross(p.edges[static_cast<std::size_t>(4 + i)]));
  return p;
}
inline double solidSeparation(const Pyramid3& a, const Pyramid3& b) {
  std::vector<V3> axes = a.normals;
  axes.insert(axes.end(), b.normals.begin(), b.normals.end());
  for (const V3& u : a.edges)
    for (const V3& v : b.edges)
      axes.push_back(u.cross(v));
  return separation(a.points, b.points, axes);
}

inline double orient(const V2& a, const V2& b, const V2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}
inline bool segmentsMeet(const V2& a, const V2& b, const V2& c, const V2& d) {
  const double o1 = orient(a, b, c), o2 = orient(a, b, d), o3 = orient(c, d, a), o4 = orient(c, d, b);
  return ((o1 >= 0) != (o2 >= 0) || o1 == 0 || o2 == 0) && ((o3 >= 0) != (o4 >= 0) || o3 == 0 || o4 == 0) &&
         std::max(a.x(), b.x()) >= std::min(c.x(), d.x()) && std::max(c.x(), d.x()) >= std::min(a.x(), b.x()) &&
         std::max(a.y(), b.y()) >= std::min(c.y(), d.y()) && std::max(c.y(), d.y()) >= std::min(a.y(), b.y());
}
inline bool contains(const std::vector<V2>& polygon, const V2& p) {
  bool all_left = true, all_right = true;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const double o = orient(polygon[i], polygon[(i + 1) % polygon.size()], p);
    all_left = all_left && o >= 0;
    all_right = all_right && o <= 0;
  }
  return all_left || all_right;
}
inline bool polygonsMeet(const std::vector<V2>& a, const std::vector<V2>& b) {
  if (contains(a, b[0]) || contains(b, a[0]))
    return true;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t k = 0; k < b.size(); ++k)
      if (segmentsMeet(a[i], a[(i + 1) % a.size()], b[k], b[(k + 1) % b.size()]))
        return true;
  return false;
}

inline std::vector<V2> triangleOf(const ShipPose& pose, double b, double h) {
  const double s = std::sqrt(h * h + b * b / 4);
  const V2 f(std::cos(pose.heading_rad()), std::sin(pose.heading_rad()));
  const V2 r(f.y(), -f.x());
  return {pose.origin_mm() + b / 2 * r, pose.origin_mm() + s * f, pose.origin_mm() - b / 2 * r};
}
/// Corners of the target area by the closed formula F(x, y) of the ship frame.
inline std::vector<V2> targetArea(const ShipPose& pose, double b, double h, double W, double depth, bool starboard) {
  const double s = std::sqrt(h * h + b * b / 4), e = std::sqrt(s * s + b * b / 4);
  const V2 f(std::cos(pose.heading_rad()), std::sin(pose.heading_rad()));
  const V2 r = V2(f.y(), -f.x()) * (starboard ? 1.0 : -1.0);
  std::vector<V2> corners;
  for (const V2& at : {V2(0, 0), V2(W / 2, depth), V2(e - W / 2, depth), V2(e, 0)}) {
    const double X = b / 2 - at.x() * b / (2 * e) + at.y() * s / e;
    const double Y = at.x() * s / e + at.y() * b / (2 * e);
    corners.push_back(pose.origin_mm() + X * r + Y * f);
  }
  return corners;
}

inline constexpr double sizes_mm[3][2] = {{14.2875, 25.4}, {19.84375, 34.925}, {25.4, 44.45}};

/// Outcome of many random questions.
struct Tally {
  int asked = 0;
  int yes = 0;
  int wrong = 0;       ///< disagreements farther than 1e-6 mm from the boundary
  double worst_mm = 0; ///< margin of the worst of them
  void ask(bool program, bool other, double margin_mm) {
    ++asked;
    yes += program;
    if (program != other && std::abs(margin_mm) > 1e-6) {
      ++wrong;
      worst_mm = std::max(worst_mm, std::abs(margin_mm));
    }
  }
};

class Independent {
public:
  explicit Independent(unsigned seed) : random_(seed) {}

  /// Two solids near each other.
  Tally solids(int count) {
    Tally tally;
    for (int i = 0; i < count; ++i) {
      const auto [a, b] = pair(60.0);
      const double gap = clearance(shipBody(a.pose, shapes_[a.size], HullModel::solid),
                                   shipBody(b.pose, shapes_[b.size], HullModel::solid))
                             .mm;
      tally.ask(gap > 0.0, solidSeparation(solidOf(a), solidOf(b)) > 0.0, gap);
    }
    return tally;
  }
  Tally footprints(int count) {
    Tally tally;
    for (int i = 0; i < count; ++i) {
      const auto [a, b] = pair(60.0);
      const double gap = clearance(shipBody(a.pose, shapes_[a.size], HullModel::footprint),
                                   shipBody(b.pose, shapes_[b.size], HullModel::footprint))
                             .mm;
      tally.ask(gap <= 0.0, polygonsMeet(flatOf(a), flatOf(b)), gap);
    }
    return tally;
  }
  /// Hull and disc of some height, by sections of the law's text at many heights below it... the footprint alone when
  /// flat.
  Tally discs(int count) {
    Tally tally;
    for (int i = 0; i < count; ++i) {
      PlaneObject a = randomShip(0.0);
      const PlaneObject rock = disc("d", Terrain::island, between(-60, 60), between(-60, 60), between(1, 25), 0.0);
      const double gap = clearance(shipBody(a.pose, shapes_[a.size], HullModel::solid), rock).mm;
      double nearest = 1e300;
      const auto flat = flatOf(a);
      for (std::size_t k = 0; k < 3; ++k)
        nearest = std::min(nearest, pointToSegment(rock.pose.origin_mm(), flat[k], flat[(k + 1) % 3]));
      tally.ask(gap <= 0.0, contains(flat, rock.pose.origin_mm()) || nearest <= rock.radius_mm, gap);
    }
    return tally;
  }
  /// Steps among a few hulls on a round table, each condition by other means.
  Tally steps(int count) {
    Tally tally;
    const PlaneOptions options;
    for (int i = 0; i < count; ++i) {
      PlaneTable table;
      table.objects.push_back(randomShip(0.0));
      for (int k = 0; k < 4; ++k) {
        PlaneObject other = randomShip(110.0);
        other.id = "o" + std::to_string(k);
        table.objects.push_back(other);
      }
      table.area.kind = PlaneArea::Kind::circle;
      table.area.radius_mm = 95;
      const PlaneObject& mover = table.objects[0];
      const double heading = mover.pose.heading_rad() + between(-1.7, 1.7);
      const auto placements = placementsOf(mover.pose, shapes_[mover.size], {heading});
      const auto components = stepComponents({table, options, mover, placements, false}, false);
      bool holds = true;
      for (const Component& c : components)
        holds = holds && c.holds();
      tally.ask(holds, stepByOtherMeans(table, placements[0]), tightest(components).margin_mm);
    }
    return tally;
  }
  /// Target area of both sides against the closed formula.
  Tally ranges(int count) {
    Tally tally;
    const PlaneOptions options;
    for (int i = 0; i < count; ++i) {
      auto [a, b] = pair(110.0);
      const bool starboard = random_() % 2 == 0;
      const auto side = firingSide(a, starboard ? Side::starboard : Side::port, shapes_, options);
      const double depth = rangeDepth(*side, side->toSide(fireOutline(b, shapes_, options)), TargetCover::any).mm;
      const auto& own = sizes_mm[indexOf(a.size)];
      const double s = std::sqrt(44.45 * 44.45 + 12.7 * 12.7);
      tally.ask(depth >= 0.0, polygonsMeet(flatOf(b), targetArea(a.pose, own[0], own[1], 25.4, s, starboard)), depth);
    }
    return tally;
  }
  /// Lines of fire: no sampled line may be clearer than the best one found, and the best one must be a line of the law.
  Tally sights(int count, int samples) {
    Tally tally;
    const PlaneOptions options;
    while (tally.asked < count) {
      PlaneTable table;
      table.objects = {randomShip(0.0)};
      for (int k = 0; k < 4; ++k) {
        PlaneObject other = randomShip(75.0);
        other.id = "o" + std::to_string(k);
        table.objects.push_back(other);
      }
      const auto side = firingSide(table.objects[0], Side::starboard, shapes_, options);
      const Shot shot = shotFrom(table, options, table.objects[0], table.objects[1], *side);
      if (!shot.inRange() || !shot.los_mm)
        continue;
      const double sampled = bestSampledLine(table, *side, samples);
      tally.ask(true, sampled <= *shot.los_mm + 1e-6, sampled - *shot.los_mm);
      tally.yes -= *shot.los_mm <= 0.0;
      if (!isLineOfLaw(table, *side, shot)) {
        ++tally.wrong;
        tally.worst_mm = std::max(tally.worst_mm, std::abs(*shot.los_mm));
      }
    }
    return tally;
  }

private:
  double between(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
  PlaneObject randomShip(double spread_mm) {
    PlaneObject one = ship("a", "red", static_cast<PyramidSize>(random_() % 3), between(-spread_mm, spread_mm),
                           between(-spread_mm, spread_mm), between(-180, 180));
    return one;
  }
  std::pair<PlaneObject, PlaneObject> pair(double spread_mm) {
    PlaneObject other = randomShip(spread_mm);
    other.id = "b";
    other.player = "blue";
    return {randomShip(0.0), other};
  }
  static std::vector<V2> flatOf(const PlaneObject& o) {
    return triangleOf(o.pose, sizes_mm[indexOf(o.size)][0], sizes_mm[indexOf(o.size)][1]);
  }
  static Pyramid3 solidOf(const PlaneObject& o) {
    return lying(o.pose, sizes_mm[indexOf(o.size)][0], sizes_mm[indexOf(o.size)][1]);
  }
  static double pointToSegment(const V2& p, const V2& a, const V2& b) {
    const double t = std::clamp((p - a).dot(b - a) / (b - a).squaredNorm(), 0.0, 1.0);
    return (a + t * (b - a) - p).norm();
  }
  /// The turn by overlap of the two hulls pulled apart by a micrometre along the old keel's direction is decided by the
  /// wedge at the bow; here: the old flank's corners must lie behind the new stern line within half an edge.
  bool stepByOtherMeans(const PlaneTable& table, const ShipPose& to) const {
    const PlaneObject& mover = table.objects[0];
    const double b = sizes_mm[indexOf(mover.size)][0];
    const double s = std::sqrt(std::pow(sizes_mm[indexOf(mover.size)][1], 2) + b * b / 4);
    const V2 u(std::cos(to.heading_rad()), std::sin(to.heading_rad()));
    for (const V2& corner : triangleOf(mover.pose, b, sizes_mm[indexOf(mover.size)][1]))
      if ((corner - to.origin_mm()).dot(u) > 1e-9) // a corner of the old hull ahead of the new stern line
        return false;
    (void)s;
    PlaneObject moved = mover;
    moved.pose = to;
    for (std::size_t i = 1; i < table.objects.size(); ++i)
      if (solidSeparation(solidOf(moved), solidOf(table.objects[i])) <= 0.0)
        return false;
    for (const V2& corner : flatOf(moved))
      if (corner.norm() >= 95.0)
        return false;
    return true;
  }
  /// The proving line starts under the base of a gauge that covers its end, ends on the target, and meets blockers or
  /// not as its clearance says.
  bool isLineOfLaw(const PlaneTable& table, const FiringSide& side, const Shot& shot) const {
    const auto& [gun, aim] = *shot.line;
    const V2 from = side.toSide(gun);
    const V2 to = side.toSide(aim);
    const double half = side.base_mm / 2 * (1 - to.y() / side.depth_mm) + 1e-6;
    // Slides that cover the aim, and those whose base reaches the gun, have one in common.
    const double low = std::max({0.0, to.x() - side.base_mm / 2 - half, from.x() - side.base_mm - 1e-6});
    const double high = std::min({side.slide_high_mm, to.x() - side.base_mm / 2 + half, from.x() + 1e-6});
    double off_target = 1e300;
    const auto target = flatOf(table.objects[1]);
    for (std::size_t i = 0; i < 3; ++i)
      off_target = std::min(off_target, pointToSegment(aim, target[i], target[(i + 1) % 3]));
    if (low > high + 1e-6 || std::abs(from.y()) > 1e-6 || (off_target > 1e-6 && !contains(target, aim)))
      return false;
    const bool point = (gun - aim).norm() < 1e-9; // the target touches the side itself
    bool meets = false;
    for (std::size_t i = 2; i < table.objects.size(); ++i) {
      const auto hull = flatOf(table.objects[i]);
      meets = meets || (point ? contains(hull, gun) : polygonsMeet(hull, {gun, aim}));
    }
    return std::abs(*shot.los_mm) < 1e-6 || meets == (*shot.los_mm < 0.0);
  }
  double bestSampledLine(const PlaneTable& table, const FiringSide& side, int samples) {
    double best = -1e300;
    const auto target = flatOf(table.objects[1]);
    for (int n = 0; n < samples; ++n) {
      const std::size_t edge = random_() % 3;
      const V2 aim = target[edge] + between(0, 1) * (target[(edge + 1) % 3] - target[edge]);
      const double l = between(0, side.slide_high_mm);
      const V2 local = side.toSide(aim);
      const double half = side.base_mm / 2 * (1 - local.y() / side.depth_mm);
      if (local.y() < 0 || local.y() > side.depth_mm || std::abs(local.x() - l - side.base_mm / 2) > half)
        continue; // not under this gauge
      const V2 gun = side.toTable(V2(l + between(0, side.base_mm), 0));
      double clear = 1e300;
      for (std::size_t i = 2; i < table.objects.size() && clear > best; ++i) {
        const auto hull = flatOf(table.objects[i]);
        const V2 line[2] = {gun, aim};
        std::vector<V2> turned(hull.rbegin(), hull.rend());
        clear = std::min(clear, gapBetween_mm(Corners(line, 2), signedArea(hull) > 0 ? hull : turned));
      }
      best = std::max(best, clear);
    }
    return best;
  }

  std::mt19937 random_;
  ShipShapes shapes_;
};

} // namespace linesman::rules::testing
