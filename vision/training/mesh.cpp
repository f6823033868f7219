#include "vision/training/mesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

#include "vision/training/knight.h"

namespace linesman::training {

void Mesh::append(const Mesh& other) {
  const int base = static_cast<int>(points.size());
  points.insert(points.end(), other.points.begin(), other.points.end());
  normals.insert(normals.end(), other.normals.begin(), other.normals.end());
  for (const Eigen::Vector3i& t : other.triangles)
    triangles.emplace_back(t.array() + base);
}

void Mesh::transform(const Eigen::Matrix3f& rotation, const Eigen::Vector3f& shift) {
  for (auto& p : points)
    p = rotation * p + shift;
  for (auto& n : normals)
    n = (rotation * n).normalized();
}

void Mesh::computeNormals() {
  normals.assign(points.size(), Eigen::Vector3f::Zero());
  for (const Eigen::Vector3i& t : triangles) {
    const Eigen::Vector3f n = (points[t[1]] - points[t[0]]).cross(points[t[2]] - points[t[0]]);
    for (int k = 0; k < 3; ++k)
      normals[t[k]] += n;
  }
  for (auto& n : normals)
    n = n.squaredNorm() > 1e-20F ? Eigen::Vector3f(n.normalized()) : Eigen::Vector3f(0, 0, 1);
}

namespace {

struct Corner {
  Eigen::Vector3f point, normal;
};

/// What of a polygon lies above (sign 1) or below (-1) a height (Sutherland and Hodgman 1974).
std::vector<Corner> clipped(const std::vector<Corner>& polygon, float height, float sign) {
  std::vector<Corner> out;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Corner &a = polygon[k], &b = polygon[(k + 1) % polygon.size()];
    const float above_a = sign * (a.point.z() - height), above_b = sign * (b.point.z() - height);
    if (above_a >= 0.0F)
      out.push_back(a);
    if ((above_a >= 0.0F) != (above_b >= 0.0F)) {
      const float t = above_a / (above_a - above_b);
      out.push_back({a.point + t * (b.point - a.point), (a.normal + t * (b.normal - a.normal)).normalized()});
    }
  }
  return out;
}

} // namespace

Mesh Mesh::between(double low_mm, double high_mm) const {
  Mesh out;
  for (const Eigen::Vector3i& t : triangles) {
    std::vector<Corner> polygon;
    for (int k = 0; k < 3; ++k)
      polygon.push_back({points[static_cast<std::size_t>(t[k])], normals[static_cast<std::size_t>(t[k])]});
    polygon = clipped(clipped(polygon, static_cast<float>(low_mm), 1.0F), static_cast<float>(high_mm), -1.0F);
    const int base = static_cast<int>(out.points.size());
    for (const Corner& corner : polygon) {
      out.points.push_back(corner.point);
      out.normals.push_back(corner.normal);
    }
    for (int k = 2; k < static_cast<int>(polygon.size()); ++k)
      out.triangles.emplace_back(base, base + k - 1, base + k);
  }
  return out;
}

Mesh loft(const std::vector<Ring>& rings, int segments) {
  Mesh mesh;
  const auto count = static_cast<int>(rings.size());
  for (const Ring& ring : rings)
    for (int s = 0; s < segments; ++s) {
      const double angle = 2.0 * std::numbers::pi * s / segments;
      const double c = std::cos(angle), d = std::sin(angle);
      const double power = 2.0 / ring.exponent;
      mesh.points.emplace_back(static_cast<float>(ring.cx + ring.a * std::copysign(std::pow(std::abs(c), power), c)),
                               static_cast<float>(ring.b * std::copysign(std::pow(std::abs(d), power), d)),
                               static_cast<float>(ring.z));
    }
  for (int r = 0; r + 1 < count; ++r)
    for (int s = 0; s < segments; ++s) {
      const int a = r * segments + s, b = r * segments + (s + 1) % segments;
      mesh.triangles.emplace_back(a, b, b + segments);
      mesh.triangles.emplace_back(a, b + segments, a + segments);
    }
  mesh.computeNormals();
  for (const int end : {0, count - 1}) { // caps with their own flat normals
    const int base = static_cast<int>(mesh.points.size());
    const float nz = end == 0 ? -1.0F : 1.0F;
    for (int s = 0; s < segments; ++s) {
      mesh.points.push_back(mesh.points[end * segments + s]);
      mesh.normals.emplace_back(0.0F, 0.0F, nz);
    }
    for (int s = 1; s + 1 < segments; ++s)
      mesh.triangles.emplace_back(base, base + s, base + s + 1);
  }
  return mesh;
}

Mesh box(const Eigen::Vector3d& centre, const Eigen::Vector3d& half) {
  Mesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double sign : {-1.0, 1.0}) {
      Eigen::Vector3d n = Eigen::Vector3d::Zero(), u = n, v = n;
      n[axis] = sign * half[axis];
      u[(axis + 1) % 3] = half[(axis + 1) % 3];
      v[(axis + 2) % 3] = half[(axis + 2) % 3];
      const int base = static_cast<int>(mesh.points.size());
      for (const auto& [a, b] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
        mesh.points.emplace_back((centre + n + a * u + b * v).cast<float>());
        mesh.normals.emplace_back(n.normalized().cast<float>());
      }
      mesh.triangles.emplace_back(base, base + 1, base + 2);
      mesh.triangles.emplace_back(base, base + 2, base + 3);
    }
  return mesh;
}

Mesh capsule(const Eigen::Vector3d& from, const Eigen::Vector3d& to, double radius_from, double radius_to) {
  std::vector<Ring> rings;
  const double length = (to - from).norm();
  for (int k = 0; k <= 5; ++k) {
    const double a = std::numbers::pi / 2.0 * k / 5.0;
    rings.push_back({-radius_from * std::cos(a), std::max(0.01, radius_from * std::sin(a)),
                     std::max(0.01, radius_from * std::sin(a))});
  }
  for (int k = 5; k >= 0; --k) {
    const double a = std::numbers::pi / 2.0 * k / 5.0;
    rings.push_back({length + radius_to * std::cos(a), std::max(0.01, radius_to * std::sin(a)),
                     std::max(0.01, radius_to * std::sin(a))});
  }
  Mesh mesh = loft(rings, 20);
  const Eigen::Quaterniond turn = Eigen::Quaterniond::FromTwoVectors(Eigen::Vector3d::UnitZ(), to - from);
  mesh.transform(turn.toRotationMatrix().cast<float>(), from.cast<float>());
  return mesh;
}

Mesh torus(double radius_mm, double thickness_mm, double z_mm, double wobble_mm, Rng& rng) {
  Mesh mesh;
  const int around = 36, tube = 6;
  const double phase = uniform(rng, 0.0, 6.3), phase2 = uniform(rng, 0.0, 6.3);
  for (int a = 0; a < around; ++a) {
    const double angle = 2.0 * std::numbers::pi * a / around;
    const double r = radius_mm + wobble_mm * (std::sin(2.0 * angle + phase) + 0.6 * std::sin(3.0 * angle + phase2));
    for (int t = 0; t < tube; ++t) {
      const double turn = 2.0 * std::numbers::pi * t / tube;
      const double out = r + thickness_mm * 0.5 * std::cos(turn);
      mesh.points.emplace_back(static_cast<float>(out * std::cos(angle)), static_cast<float>(out * std::sin(angle)),
                               static_cast<float>(z_mm + thickness_mm * 0.5 * std::sin(turn)));
    }
  }
  for (int a = 0; a < around; ++a)
    for (int t = 0; t < tube; ++t) {
      const int n = (a + 1) % around, u = (t + 1) % tube;
      mesh.triangles.emplace_back(a * tube + t, n * tube + t, n * tube + u);
      mesh.triangles.emplace_back(a * tube + t, n * tube + u, a * tube + u);
    }
  mesh.computeNormals();
  return mesh;
}

double PieceModel::radiusAt(double z_mm) const {
  for (std::size_t k = 1; k < profile.size(); ++k)
    if (profile[k].x() >= z_mm && profile[k].x() > profile[k - 1].x()) {
      const double t = (z_mm - profile[k - 1].x()) / (profile[k].x() - profile[k - 1].x());
      return profile[k - 1].y() + t * (profile[k].y() - profile[k - 1].y());
    }
  return profile.back().y();
}

double PieceModel::reachAt(double z_mm, double reach_mm) const {
  double reach = radiusAt(z_mm);
  for (const auto& p : mesh.points)
    if (std::abs(p.z() - z_mm) < reach_mm)
      reach = std::max(reach, static_cast<double>(p.head<2>().norm()));
  return reach;
}

SetStyle randomStyle(Rng& rng, double square_mm) {
  SetStyle style;
  style.square_mm = square_mm;
  style.seed = static_cast<unsigned>(rng());
  const double size = uniform(rng, 0.88, 1.12);
  const double king = square_mm * uniform(rng, 1.4, 1.95) * size;
  double ratios[6] = {1.0,
                      uniform(rng, 0.81, 0.94),
                      uniform(rng, 0.5, 0.69),
                      uniform(rng, 0.64, 0.81),
                      uniform(rng, 0.56, 0.77),
                      uniform(rng, 0.44, 0.58)};
  if (chance(rng, 0.6)) { // most sets are near the heights that FIDE recommends: 95, 85, 55, 70, 60, 50 mm
    const double usual[6] = {1.0, 0.88, 0.59, 0.73, 0.64, 0.52};
    const double all = bell(rng, 0.02);
    for (int k = 1; k < 6; ++k)
      ratios[k] = usual[k] * (1.0 + all + bell(rng, 0.03));
  }
  const double base = square_mm * uniform(rng, 0.64, 0.83) * std::sqrt(size);
  const double widths[6] = {1.0,
                            uniform(rng, 0.92, 1.0),
                            uniform(rng, 0.83, 0.97),
                            uniform(rng, 0.82, 0.95),
                            uniform(rng, 0.83, 0.97),
                            uniform(rng, 0.72, 0.88)};
  for (int k = 0; k < 6; ++k) {
    style.heights_mm.push_back(king * ratios[k]);
    style.diameters_mm.push_back(base * widths[k]);
  }
  style.base_height = uniform(rng, 0.1, 0.26);
  style.stem = uniform(rng, 0.28, 0.52);
  style.collar = uniform(rng, 0.5, 0.8);
  style.crown_points = whole(rng, 6, 11);
  style.knight_style = uniform(rng, 0.0, 1.0);
  style.bishop_ball = chance(rng, 0.6) ? uniform(rng, 0.07, 0.22) : uniform(rng, 0.16, 0.32);
  style.battlements = chance(rng, 0.4);
  style.cross = chance(rng, 0.7);
  style.bishop_cut = chance(rng, 0.5);
  style.simple = chance(rng, 0.2);
  return style;
}

namespace {

using Profile = std::vector<Eigen::Vector2d>; // (z, r), both in the piece's own units: height 1, base radius 1

void ball(Profile& profile, double z0, double z1, double radius, double neck) {
  const double middle = 0.5 * (z0 + z1), half = 0.5 * (z1 - z0);
  const double start = std::asin(std::clamp(neck / radius, 0.0, 0.95)) - std::numbers::pi / 2.0;
  for (int k = 0; k <= 9; ++k) {
    const double a = start + (std::numbers::pi / 2.0 - start) * k / 9.0;
    profile.emplace_back(middle + half * std::sin(a), std::max(0.005, radius * std::cos(a)));
  }
}

/// Foot and stem up to a collar that ends at `top`.
Profile body(const SetStyle& style, double top, double stem, double collar, Rng& rng) {
  const double b = style.base_height;
  Profile p{{0.0, 0.97}, {0.02, 1.0}, {0.3 * b, 0.99}};
  if (!style.simple) {
    p.insert(p.end(), {{0.45 * b, 0.86}, {0.55 * b, 0.88}, {0.72 * b, 0.82}});
  }
  p.insert(p.end(), {{b, 0.72 + 0.1 * (stem - 0.4)}, {1.25 * b, stem + 0.18}});
  const double slim = stem * uniform(rng, 0.82, 1.0);
  p.insert(p.end(), {{b + 0.35 * (top - b), stem + 0.03}, {b + 0.65 * (top - b), slim}, {top - 0.055, slim}});
  p.insert(p.end(), {{top - 0.045, collar * 0.9}, {top - 0.025, collar}, {top - 0.01, collar * 0.92}});
  if (!style.simple && chance(rng, 0.5))
    p.insert(p.end(), {{top - 0.008, slim * 1.15}, {top, slim * 1.25}, {top + 0.012, slim * 1.2}});
  return p;
}

Mesh turned(const Profile& profile, double height, double radius, int segments = 28) {
  std::vector<Ring> rings;
  for (const auto& p : profile)
    rings.push_back({p.x() * height, p.y() * radius, p.y() * radius});
  return loft(rings, segments);
}

PieceModel finish(const Profile& profile, double height, double radius) {
  PieceModel model;
  model.mesh = turned(profile, height, radius);
  for (const auto& p : profile)
    model.profile.emplace_back(p.x() * height, p.y() * radius);
  model.height_mm = height;
  return model;
}

/// Lowers points of the rim (z above `from`) at regular angles: battlements and crowns.
/// `gap`: cosine below which it is cut, -1 for no gaps at all.
void notch(Mesh& mesh, double from, double to, int points, double gap) {
  for (auto& p : mesh.points) {
    if (p.z() < from)
      continue;
    const double angle = static_cast<double>(std::atan2(p.y(), p.x())) * points;
    const double keep = std::cos(angle) > gap ? 1.0 : 0.0;
    p.z() = static_cast<float>(to + (p.z() - to) * keep);
  }
  mesh.computeNormals();
}

PieceModel rook(const SetStyle& style, double h, double r, Rng& rng) {
  const double top = uniform(rng, 0.66, 0.76), width = uniform(rng, 0.66, 0.86),
               flare = chance(rng, 0.5) ? 1.02 : uniform(rng, 1.0, 1.12), stem = style.stem + uniform(rng, 0.08, 0.18);
  Profile p = body(style, top, stem, width * 1.02, rng);
  const double floor = chance(rng, 0.5) ? uniform(rng, 0.86, 0.955) : uniform(rng, 0.74, 0.9),
               wall = width * uniform(rng, 0.55, 0.92);
  p.insert(p.end(), {{top + 0.02, width * 0.9},
                     {floor, width},
                     {1.0, width * flare},
                     {1.0, wall * flare},
                     {floor - 0.02, wall * 0.97},
                     {floor - 0.03, 0.02}});
  PieceModel model = finish(p, h, r);
  model.mesh = turned(p, h, r, 72);
  if (!chance(rng, 0.25)) // some are plain cups
    notch(model.mesh, 0.97 * h,
          (chance(rng, 0.5) ? std::max(floor, 0.86) : uniform(rng, std::max(floor, 0.86), 0.96)) * h, whole(rng, 4, 8),
          chance(rng, 0.5) ? -0.15 : uniform(rng, -0.8, -0.2));
  return model;
}

PieceModel knight(const SetStyle& style, double h, double r, Rng& rng) {
  const double foot = style.base_height * uniform(rng, 1.2, 1.7);
  Profile p{{0.0, 0.97},        {0.02, 1.0},  {0.3 * foot, 0.98}, {0.5 * foot, 0.86},
            {0.8 * foot, 0.75}, {foot, 0.68}, {foot + 0.01, 0.3}};
  PieceModel model = finish(p, h, r);
  addKnightsHead(model.mesh, style, foot, h, r, rng);
  return model;
}

PieceModel royal(const SetStyle& style, double h, double r, bool king, Rng& rng) {
  const double finial = king ? uniform(rng, 0.84, 0.95) : uniform(rng, 0.88, 0.98);
  const bool battlements = !king && style.battlements;
  const double top = finial * uniform(rng, 0.66, 0.77), neck = style.stem * 0.8;
  const double rim = battlements ? uniform(rng, 0.56, 0.8) : uniform(rng, 0.44, 0.66);
  Profile p = body(style, top, style.stem, style.collar, rng);
  const double edge = king ? finial - uniform(rng, 0.02, 0.06) : finial - 0.01;
  p.insert(p.end(), {{top + 0.03, neck}, {0.5 * (top + edge), 0.5 * (neck + rim)}, {edge, rim}});
  if (king) {
    p.insert(p.end(), {{edge + 0.01, rim * 0.95},
                       {finial, rim * uniform(rng, 0.4, 0.85)},
                       {finial + 0.01, 0.14},
                       {finial + 0.02, 0.02}});
    PieceModel model = finish(p, h, r);
    const double half = (1.0 - finial) * 0.5 * h, thick = uniform(rng, 0.06, 0.1) * r;
    if (style.cross) {
      model.mesh.append(box({0, 0, finial * h + half}, {thick, thick, half}));
      model.mesh.append(box({0, 0, finial * h + 1.15 * half}, {thick, half * uniform(rng, 0.45, 1.0), 0.3 * half}));
    } else {
      const double knob = uniform(rng, 0.08, 0.18) * r;
      model.mesh.append(capsule({0, 0, finial * h}, {0, 0, h - knob}, knob * uniform(rng, 0.8, 1.4), knob));
    }
    return model;
  }
  // A cup with a ball in it, its rim scalloped or cut like battlements.
  const double cut = battlements ? uniform(rng, 0.03, 0.09) : chance(rng, 0.15) ? 0.0 : uniform(rng, 0.015, 0.055);
  const double deep = battlements ? cut * uniform(rng, 0.8, 1.5) : chance(rng, 0.5) ? 0.04 : uniform(rng, 0.03, 0.11);
  const double wall = uniform(rng, 0.6, battlements ? 0.92 : 0.85),
               knob = battlements ? uniform(rng, 0.22, 0.42) : uniform(rng, 0.12, 0.34);
  p.insert(p.end(), {{finial, rim * wall + 0.3 * rim},
                     {finial, rim * wall},
                     {finial - deep, rim * wall * 0.9},
                     {finial - 0.8 * deep, knob + 0.08},
                     {finial - 0.3 * deep, knob * 0.8}});
  ball(p, finial - 0.5 * deep, 1.0, knob, 0.6 * knob);
  PieceModel model = finish(p, h, r);
  model.mesh = turned(p, h, r, 48);
  const double square = chance(rng, battlements ? 0.9 : 0.3) ? 4.0 : 1.0;
  for (auto& q : model.mesh.points) // crown points on the rim only
    if (q.z() > 0.985 * edge * h && q.head<2>().norm() > 0.55 * rim * r) {
      const double wave =
          std::clamp(0.5 - 0.5 * square * std::cos(std::atan2(q.y(), q.x()) * style.crown_points), 0.0, 1.0);
      q.z() -= static_cast<float>(cut * h * wave);
    }
  model.mesh.computeNormals();
  return model;
}

} // namespace

PieceModel makePiece(const SetStyle& style, int kind) {
  Rng rng(style.seed * 31U + static_cast<unsigned>(kind));
  const double h = style.heights_mm[static_cast<std::size_t>(kind)],
               r = 0.5 * style.diameters_mm[static_cast<std::size_t>(kind)];
  if (kind <= 1)
    return royal(style, h, r, kind == 0, rng);
  if (kind == 2)
    return rook(style, h, r, rng);
  if (kind == 4)
    return knight(style, h, r, rng);
  if (kind == 3) {
    const double top = uniform(rng, 0.54, 0.68), radius = uniform(rng, 0.28, 0.56), end = uniform(rng, 0.82, 0.95);
    Profile p = body(style, top, style.stem * 0.92, style.collar * 0.95, rng);
    p.insert(p.end(), {{top + 0.02, style.stem * 0.75}});
    const double wide = top + 0.35 * (end - top);
    p.insert(p.end(), {{0.5 * (top + wide), radius * 0.9}, {wide, radius}});
    if (style.bishop_cut)
      p.insert(p.end(), {{wide + 0.06, radius * 0.93},
                         {wide + 0.065, radius * 0.75},
                         {wide + 0.085, radius * 0.72},
                         {wide + 0.09, radius * 0.82}});
    p.insert(p.end(), {{wide + 0.6 * (end - wide), radius * 0.72}, {end, 0.12}});
    ball(p, end - 0.01, 1.0, style.bishop_ball, 0.08);
    return finish(p, h, r);
  }
  const double top = uniform(rng, 0.54, 0.66), radius = uniform(rng, 0.35, 0.62);
  Profile p = body(style, top, style.stem * 0.95, style.collar * 1.05, rng);
  ball(p, std::max(top - 0.03, 1.0 - 2.2 * radius * r / h), 1.0, radius, style.stem * 0.6);
  return finish(p, h, r);
}

} // namespace linesman::training
