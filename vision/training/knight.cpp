#include "vision/training/knight.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numbers>

#include <Eigen/Geometry>

namespace linesman::training {

namespace {

/// Neck, head, mane and ears of rounded parts, the muzzle forward and down.
void horse(Mesh& mesh, double foot, double h, double r, Rng& rng) {
  const double poll = uniform(rng, 0.84, 0.92) * h, chest = uniform(rng, 0.0, 0.2) * r,
               thick = uniform(rng, 0.17, 0.36) * r;
  const Eigen::Vector3d top(uniform(rng, -0.25, 0.0) * r, 0.0, poll),
      nose(uniform(rng, 0.45, 0.8) * r, 0.0, uniform(rng, 0.55, 0.72) * h);
  mesh.append(capsule({chest, 0, foot * h}, {-0.15 * r, 0, 0.5 * (foot * h + poll)}, uniform(rng, 0.4, 0.55) * r,
                      uniform(rng, 0.32, 0.44) * r));
  mesh.append(capsule({-0.15 * r, 0, 0.5 * (foot * h + poll)}, top, uniform(rng, 0.32, 0.44) * r, thick));
  mesh.append(capsule(top, nose, thick, thick * uniform(rng, 0.5, 0.75)));
  if (chance(rng, 0.7))
    mesh.append(box({-0.45 * r, 0, 0.5 * (foot * h + poll)}, {0.12 * r, 0.1 * r, 0.4 * (poll - foot * h)}));
  for (const double side : {-0.6, 0.6})
    mesh.append(capsule(top + Eigen::Vector3d(0, side * thick, 0.3 * thick),
                        {top.x() + 0.05 * r, side * thick, h - 0.06 * r}, 0.3 * thick, 0.08 * thick));
}

using Outline = std::vector<Eigen::Vector2d>; // (x forward, z), mm, counterclockwise seen from the left

/// Twice the area, positive where the corners turn left.
double turnOf(const Eigen::Vector2d& a, const Eigen::Vector2d& b, const Eigen::Vector2d& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// Triangles of a simple polygon, by cutting ears.
std::vector<Eigen::Vector3i> triangulated(const Outline& outline) {
  std::vector<int> left(outline.size());
  for (std::size_t k = 0; k < left.size(); ++k)
    left[k] = static_cast<int>(k);
  std::vector<Eigen::Vector3i> triangles;
  const auto at = [&](int k) { return outline[static_cast<std::size_t>(k)]; };
  for (std::size_t k = 0, tried = 0; left.size() > 2 && tried <= left.size(); ++k) {
    const std::size_t n = left.size();
    const int a = left[k % n], b = left[(k + 1) % n], c = left[(k + 2) % n];
    const bool ear = turnOf(at(a), at(b), at(c)) > 0.0 && std::none_of(left.begin(), left.end(), [&](int other) {
                       return other != a && other != b && other != c && turnOf(at(a), at(b), at(other)) >= 0.0 &&
                              turnOf(at(b), at(c), at(other)) >= 0.0 && turnOf(at(c), at(a), at(other)) >= 0.0;
                     });
    if (!ear) {
      ++tried;
      continue;
    }
    triangles.emplace_back(a, b, c);
    left.erase(left.begin() + static_cast<std::ptrdiff_t>((k + 1) % n));
    tried = 0;
  }
  return triangles;
}

/// Chaikin's corner cutting.
Outline rounded(const Outline& corners) {
  Outline out;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Eigen::Vector2d &a = corners[k], &b = corners[(k + 1) % corners.size()];
    out.push_back(0.75 * a + 0.25 * b);
    out.push_back(0.25 * a + 0.75 * b);
  }
  return out;
}

/// A carved board: an outline, so thick (half, mm) at each of its points, its rims rounded off.
Mesh carved(const Outline& outline, const std::function<double(const Eigen::Vector2d&)>& half_thickness,
            double roundness) {
  constexpr std::array<double, 7> across{-1.0, -0.88, -0.55, 0.0, 0.55, 0.88, 1.0},
      inset{0.5, 0.2, 0.05, 0.0, 0.05, 0.2, 0.5};
  const std::size_t n = outline.size();
  Mesh mesh;
  Outline rim;
  for (std::size_t layer = 0; layer < across.size(); ++layer)
    for (std::size_t k = 0; k < n; ++k) {
      const Eigen::Vector2d along = (outline[(k + 1) % n] - outline[(k + n - 1) % n]).normalized(),
                            inwards(-along.y(), along.x());
      const double half = half_thickness(outline[k]);
      const Eigen::Vector2d at = outline[k] + inwards * roundness * inset[layer] * half;
      mesh.points.emplace_back(static_cast<float>(at.x()), static_cast<float>(across[layer] * half),
                               static_cast<float>(at.y()));
      if (layer == 0)
        rim.push_back(at);
    }
  const auto index = [&](std::size_t layer, std::size_t k) { return static_cast<int>(layer * n + k % n); };
  for (std::size_t layer = 0; layer + 1 < across.size(); ++layer)
    for (std::size_t k = 0; k < n; ++k) {
      mesh.triangles.emplace_back(index(layer, k), index(layer + 1, k + 1), index(layer, k + 1));
      mesh.triangles.emplace_back(index(layer, k), index(layer + 1, k), index(layer + 1, k + 1));
    }
  for (const Eigen::Vector3i& t : triangulated(rim)) {
    mesh.triangles.emplace_back(t);
    const int last = static_cast<int>((across.size() - 1) * n);
    mesh.triangles.emplace_back(t.x() + last, t.z() + last, t.y() + last);
  }
  mesh.computeNormals();
  return mesh;
}

/// A Staunton knight's neck and head: a broad neck, its mane one bow from the foot to the ears, and a narrow head held
/// level or bowed; or sawn out of a board, `plain`, as thick everywhere.
void stauntonHorse(Mesh& mesh, double foot, double h, double r, bool plain, Rng& rng) {
  const double low = foot * h, tall = h - low;
  const Eigen::Vector2d poll(uniform(rng, -0.4, -0.1) * r, low + uniform(rng, 0.82, 0.93) * tall);
  const double bow =
      !plain && chance(rng, 0.6) ? uniform(rng, 0.0, 0.35) : uniform(rng, 0.35, 0.9); // of the head, radians
  const double length = uniform(rng, 0.85, 1.25) * r, muzzle = uniform(rng, 0.2, 0.34) * r,
               jaw = uniform(rng, 0.34, 0.52) * r;
  const Eigen::Vector2d along(std::cos(bow), -std::sin(bow)), down(-std::sin(bow), -std::cos(bow));
  const auto head = [&](double far, double deep) { return Eigen::Vector2d(poll + far * length * along + deep * down); };
  const Eigen::Vector2d throat = head(0.2, 1.15 * jaw);
  const double chest = uniform(rng, 0.5, 0.72) * r, back = uniform(rng, 0.5, 0.72) * r,
               bulge = uniform(rng, 0.0, 0.14) * r;
  const double room = std::max(0.0, throat.y() - low);
  Outline corners{{-back, low},
                  {chest, low},
                  {chest * uniform(rng, 0.92, 1.05), low + 0.25 * room},
                  {chest * uniform(rng, 0.5, 0.8), low + 0.6 * room},
                  {throat.x() + uniform(rng, -0.1, 0.1) * r, low + 0.88 * room},
                  throat,
                  head(0.45, jaw),
                  head(0.78, 1.1 * muzzle),
                  head(0.96, 1.15 * muzzle),
                  head(1.0, 0.5 * muzzle),
                  head(0.95, 0.0),
                  head(0.5, uniform(rng, -0.04, 0.06) * r),
                  head(0.12, 0.0),
                  {poll.x() - uniform(rng, 0.0, 0.1) * r, h},
                  {poll.x() - 0.2 * r, poll.y()}};
  const int bows = whole(rng, 3, 5);
  const double teeth = chance(rng, 0.4) ? uniform(rng, 0.02, 0.06) * r : 0.0; // of the mane
  for (int k = 1; k <= bows; ++k) {
    const double t = static_cast<double>(k) / (bows + 1), z = poll.y() + t * (low - poll.y());
    const double x = (1.0 - t) * (poll.x() - 0.28 * r) - t * back - (bulge + 0.12 * r) * std::sin(std::numbers::pi * t);
    corners.emplace_back(x, z);
    if (teeth > 0.0)
      corners.emplace_back(x + teeth, z + 0.35 * (low - poll.y()) / (bows + 1));
  }
  if (plain) {
    const double half = uniform(rng, 0.22, 0.5) * r;
    mesh.append(carved(
        chance(rng, 0.5) ? rounded(corners) : corners, [half](const Eigen::Vector2d&) { return half; },
        uniform(rng, 0.0, 0.3)));
    return;
  }
  const double broad = uniform(rng, 0.38, 0.62) * r, neck = uniform(rng, 0.22, 0.38) * r,
               thin = uniform(rng, 0.13, 0.28) * r;
  const auto thickness = [=](const Eigen::Vector2d& p) {
    const double up = std::clamp((p.y() - low) / std::max(1e-6, poll.y() - low), 0.0, 1.0),
                 far = std::clamp((p - poll).dot(along) / length, 0.0, 1.0);
    const double body = up < 0.5 ? broad + 2.0 * up * (neck - broad) : neck + 2.0 * (up - 0.5) * (thin - neck);
    return body + far * (std::min(body, 0.85 * thin) - body);
  };
  mesh.append(carved(rounded(chance(rng, 0.6) ? rounded(corners) : corners), thickness, uniform(rng, 0.4, 1.0)));
  if (chance(rng, 0.7)) // ears that stand apart
    for (const double side : {-0.75, 0.75})
      mesh.append(capsule({poll.x(), side * thin, poll.y() - 0.08 * r},
                          {poll.x() - 0.08 * r, side * thin, h - 0.05 * r}, uniform(rng, 0.1, 0.15) * r, 0.05 * r));
  if (chance(rng, 0.4)) // a mane that is broader than the head's back
    mesh.append(capsule({poll.x() - 0.2 * r, 0.0, poll.y()}, {-back * 0.95 - 0.5 * bulge, 0.0, low + 0.45 * tall},
                        0.16 * r, 0.2 * r));
}

/// Drawn out upwards: a wedge cut to a point or aslant, or with a step for the muzzle.
void wedge(Mesh& mesh, double style, double foot, double h, double r, Rng& rng) {
  const double t = chance(rng, 0.3) ? uniform(rng, 0.14, 0.24) : uniform(rng, 0.24, 0.4); // some heads are flat boards
  std::vector<Ring> rings;
  const auto ring = [&](double z, double back, double front, double thick, double e) {
    rings.push_back({(foot + (1.0 - foot) * z) * h, 0.5 * (front - back) * r, thick * r, 0.5 * (front + back) * r, e});
  };
  const double e = style < 0.35 ? 6.0 : 2.6, nose = uniform(rng, 0.55, 0.95), back = uniform(rng, 0.5, 0.7);
  if (style < 0.3) { // a plain wedge
    ring(0.0, -back, 0.6, t + 0.12, e);
    ring(0.35, -back * 0.95, 0.35, t + 0.05, e);
    ring(0.45, -back * 0.9, nose, t, e);
    ring(0.62, -back * 0.75, nose * 0.95, t * 0.95, e);
    if (chance(rng, 0.5)) { // cut to a point
      ring(0.75, -back * 0.6, nose * 0.4, t * 0.8, e);
      ring(1.0, -back * 0.3, -0.02, t * 0.35, e);
    } else { // or cut off broad and aslant
      const double flat = uniform(rng, 0.6, 1.0), slope = uniform(rng, 0.72, 0.9);
      ring(slope, -back * 0.7, nose * uniform(rng, 0.5, 0.95), t * flat, e);
      ring(1.0, -back * uniform(rng, 0.3, 0.7), uniform(rng, -0.1, 0.2), t * flat, e);
    }
  } else {
    ring(0.0, -back, 0.55, t + 0.22, e);
    ring(0.15, -back * 1.02, 0.5, t + 0.14, e);
    ring(0.32, -back * 1.0, 0.3, t + 0.06, e);
    ring(0.42, -back * 0.95, 0.25, t + 0.04, e);
    ring(0.46, -back * 0.92, nose * 0.95, t * 0.85, e);
    ring(0.55, -back * 0.85, nose, t * 0.85, e);
    ring(0.66, -back * 0.75, nose * 0.9, t * 0.95, e);
    ring(0.78, -back * 0.58, nose * 0.55, t, e);
    ring(0.88, -back * 0.38, 0.3, t * 0.9, e);
    ring(0.93, -back * 0.3, 0.16, t * 0.75, e);
    ring(1.0, -back * 0.2, 0.0, t * 0.35, e);
  }
  mesh.append(loft(rings, 20));
}

} // namespace

void addKnightsHead(Mesh& mesh, const SetStyle& style, double foot, double h_mm, double r_mm, Rng& rng) {
  if (chance(rng, 0.55))
    stauntonHorse(mesh, foot, h_mm, r_mm, chance(rng, 0.35), rng);
  else if (style.knight_style > 0.6)
    horse(mesh, foot, h_mm, r_mm, rng);
  else
    wedge(mesh, style.knight_style, foot, h_mm, r_mm, rng);
}

} // namespace linesman::training
